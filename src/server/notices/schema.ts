import type { Generated } from 'kysely';

declare module '#server/core/db/schema.ts' {
  interface Schema {
    save_attempt: SaveAttemptTable;
  }
}

interface SaveAttemptTable {
  institution_id: number;
  loss_id: string;
  owner_id: string;
  due_on: string;
  plan: string;
  recorded_by: string;
  recorded_at: Date;
  failed_at: Date | null;
  outcome_note: string | null;
  version: Generated<number>;
}
