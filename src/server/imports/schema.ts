import type { ColumnType, Generated } from 'kysely';
import type { Json } from '#server/core/db/json.ts';
import type { ProductKey } from '#shared/core/products.ts';
import type { ImportKind, ImportReport } from '#shared/imports/report.ts';
import type { UndoReport } from '#shared/imports/undo.ts';
import type { Takes } from './merging/merge.ts';
import type { StagedField } from './practices/practice-fields.ts';
import type { StagedValue } from './reading/reading.ts';

declare module '#server/core/db/schema.ts' {
  interface Schema extends ImportTables {}
}

interface ImportTables {
  api_key: ApiKeyTable;
  import_run: ImportRunTable;
  practice_staging: PracticeStagingTable;
  usage_staging: UsageStagingTable;
  entitlement_staging: EntitlementStagingTable;
  loss_staging: StagedRow;
  contract_staging: StagedRow;
  contact_staging: StagedRow;
  prospect_staging: Omit<StagedRow, 'institution_id'>;
  import_change: ImportChangeTable;
  natural_key_rules: { version: number };
  usage_change: ImportChangeTable;
  usage_week_change: ImportChangeTable;
  feed_week_change: ImportChangeTable;
}

interface ApiKeyTable {
  api_key_id: Generated<string>;
  key_hash: string;
  name: string;
  scopes: Json<ImportKind[]>;
  made_by: string | null;
  created_at: Date;
  last_used_at: Date | null;
  revoked_at: Date | null;
}

interface ImportRunTable {
  import_id: string;
  kind: ImportKind;
  /** A file's name or an API key's. */
  source: string;
  /** The system whose ids the file has. */
  external_source: string;
  business_date: string | null;
  state: 'running' | 'succeeded' | 'failed';
  started_at: Date;
  /** The last heartbeat, by the database's clock. */
  seen_at: Date;
  finished_at: Date | null;
  report: ColumnType<ImportReport | null, string | null | undefined, string | null>;
  /** Whether it has read its file and writes; a run that writes is finished, whatever becomes of its process. */
  writing: Generated<boolean>;
  /** Goes up when another process takes the run over. */
  fence: Generated<number>;
  error: ColumnType<string | null, string | null | undefined, string | null>;
  /** The run that this one undoes. */
  undoes: ColumnType<string | null, string | null | undefined, string | null>;
  /** Whether an undo leaves what was changed since as it is, instead of undoing nothing. */
  leaves_changed: Generated<boolean>;
  takes: ColumnType<Takes | null, string | null | undefined, string | null>;
  /** Whether products that are used, and of which nothing is known, are entitled. */
  entitles: Generated<boolean>;
  /** `true` adds up usage rows of the file for the same location, product and day. */
  adds_repeats: Generated<boolean>;
  /** Since when a run that writes rests. */
  paused_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Time of the cancel, after which the written rows are undone. */
  canceled_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Whether lists of imports show it: not dry runs, nor attempts that were paused before they wrote. */
  is_shown: Generated<boolean>;
  undo_report: ColumnType<UndoReport | null, string | null | undefined, string | null>;
  undone_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** A user's id, or what stands for the command line. */
  undone_by: ColumnType<string | null, string | null | undefined, string | null>;
}

/** Rows that only SQL reads. */
interface ImportChangeTable {
  import_id: string;
  institution_id: number;
}

interface PracticeStagingTable extends Record<StagedField, StagedValue> {
  import_id: string;
  line: number;
  institution_key: string;
  place_key: string;
  institution_external_id: string | null;
  location_external_id: string | null;
  moved_from_institution: number | null;
  moved_from_location: number | null;
}

interface UsageStagingTable {
  import_id: string;
  line: number;
  institution_id: number;
  location_id: number;
  product: ProductKey;
  day: string;
  value: number;
}

/** Rows that only SQL reads. */
interface StagedRow {
  import_id: string;
  line: number;
  institution_id: number;
}

interface EntitlementStagingTable {
  import_id: string;
  line: number;
  institution_id: number;
  product: ProductKey;
  entitled: boolean;
  valid_from: string | null;
  valid_to: string | null;
}
