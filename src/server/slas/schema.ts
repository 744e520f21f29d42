import type { JsonColumn } from '#server/core/db/json.ts';
import type { SlaPolicy } from '#shared/slas/policies.ts';
import type { PauseReason } from '#shared/slas/words.ts';

declare module '#server/core/db/schema.ts' {
  interface Schema {
    sla_version: SlaVersionTable;
    sla_pause: SlaPauseTable;
  }
}

interface SlaVersionTable {
  version: number;
  policies: JsonColumn<SlaPolicy[]>;
  made_by: string;
  made_at: Date;
}

interface SlaPauseTable {
  institution_id: number;
  clock_key: string;
  pause_id: string;
  reason: PauseReason;
  note: string;
  from_at: Date;
  made_by: string;
  until_at: Date | null;
  ended_by: string | null;
  end_id: string | null;
  undone_at: Date | null;
}
