import type { ColumnType } from 'kysely';
import type { JsonColumn } from '#server/core/db/json.ts';
import type { FixKind } from '#shared/data-quality/fixes.ts';
import type { IssueCounts } from '#shared/data-quality/issues.ts';

declare module '#server/core/db/schema.ts' {
  interface Schema {
    data_fix: DataFixTable;
    records_system_name: RecordsSystemNameTable;
    silent_feed: SilentFeedTable;
    data_quality_day: DataQualityDayTable;
  }
}

interface DataFixTable {
  fix_id: string;
  position: ColumnType<number, never, never>;
  kind: FixKind;
  institution_ids: number[];
  told: JsonColumn<object>;
  summary: string;
  before: JsonColumn<object>;
  made_by: string;
  made_at: Date;
  undone_by: ColumnType<string | null, string | null | undefined, string | null>;
  undone_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

interface RecordsSystemNameTable {
  said: string;
  system: string;
  fix_id: string;
}

interface SilentFeedTable {
  institution_id: number;
  location_id: number;
  silent_since: string;
}

interface DataQualityDayTable {
  day: string;
  made_at: Date;
  counts: JsonColumn<IssueCounts>;
}
