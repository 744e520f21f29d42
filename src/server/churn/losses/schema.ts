import type { Generated } from 'kysely';

declare module '#server/core/db/schema.ts' {
  interface Schema extends LossTables {}
}

interface LossTables {
  churn_retro: RetroTable;
}

interface RetroTable {
  institution_id: number;
  loss_id: string;
  did_well: string;
  signals_seen: string;
  missed_feature: string;
  missed_comparison: 'at_least' | 'at_most';
  missed_value: number;
  changes: string;
  learning: string;
  done_by: string;
  done_at: Date;
  version: Generated<number>;
}
