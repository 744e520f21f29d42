import type { ColumnType, Generated } from 'kysely';
import type { JsonColumn } from '#server/core/db/json.ts';
import type { ProductKey } from '#shared/core/products.ts';
import type { ImportKind, ImportReport } from '#shared/imports/report.ts';
import type { UndoReport } from '#shared/imports/undo.ts';
import type { MergeRowFilter } from './merging/merge.ts';
import type { StagedColumnName } from './reading/practice-fields.ts';
import type { StagedValue } from './reading/staging-tables.ts';

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
  assigned_id: { kind: 'institution' | 'location'; last_id: number };
  natural_key_rules: { version: number };
  usage_change: ImportChangeTable;
  usage_week_change: ImportChangeTable;
  feed_week_change: ImportChangeTable;
}

interface ApiKeyTable {
  api_key_id: Generated<string>;
  key_hash: string;
  name: string;
  scopes: JsonColumn<ImportKind[]>;
  made_by: string | null;
  created_at: Date;
  last_used_at: Date | null;
  revoked_at: Date | null;
}

interface ImportRunTable {
  import_id: string;
  kind: ImportKind;
  /** File name or name of the API key. */
  source: string;
  /** System that assigned the ids in the file. */
  external_source: string;
  business_date: string | null;
  state: 'running' | 'succeeded' | 'failed';
  started_at: Date;
  /** Time of the last heartbeat, by the database's clock. */
  seen_at: Date;
  finished_at: Date | null;
  report: ColumnType<ImportReport | null, string | null | undefined, string | null>;
  /** `true` once the run writes. From then on, the run is finished even when its process dies. */
  writing: Generated<boolean>;
  /** Fencing number. A process that takes over the run increases it. */
  fence: Generated<number>;
  error: ColumnType<string | null, string | null | undefined, string | null>;
  /** Run that this run undoes; `null` for an import. */
  undoes: ColumnType<string | null, string | null | undefined, string | null>;
  /**
   * `true` undoes only rows that were not changed after the import. `false` undoes all rows or
   * none.
   */
  leaves_changed: Generated<boolean>;
  takes: ColumnType<MergeRowFilter | null, string | null | undefined, string | null>;
  /**
   * `true` adds an entitlement for each product that a customer uses but never had an entitlement
   * for.
   */
  entitles: Generated<boolean>;
  /** `true` adds the values of usage rows with the same location, product and day. */
  adds_repeats: Generated<boolean>;
  /** Time at which a writing run was paused; `null` when it is not paused. */
  paused_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /**
   * Time of the cancellation, after which the written rows are undone; `null` when the run was not
   * canceled.
   */
  canceled_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Owners that the run created in the tables of the local CRM. */
  created_owner_ids: Generated<number[]>;
  /**
   * `false` hides the run from lists of imports. Hidden runs are dry runs and attempts that were
   * paused before they wrote.
   */
  is_shown: Generated<boolean>;
  undo_report: ColumnType<UndoReport | null, string | null | undefined, string | null>;
  undone_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** User id, or the name that the command line gives. */
  undone_by: ColumnType<string | null, string | null | undefined, string | null>;
}

/**
 * Columns that the tables with undo data share. Their other columns are used only in raw SQL, so
 * they are omitted.
 */
interface ImportChangeTable {
  import_id: string;
  institution_id: number;
}

interface PracticeStagingTable extends Record<StagedColumnName, StagedValue> {
  import_id: string;
  line: number;
  institution_key: string;
  place_key: string;
  institution_external_id: string | null;
  location_external_id: string | null;
  moved_from_institution: number | null;
  moved_from_location: number | null;
  owner: string | null;
  owner_id: number | null;
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

/**
 * Columns that several staging tables share. Their other columns are used only in raw SQL, so they
 * are omitted.
 */
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
