import type { ColumnType, Generated } from 'kysely';
import type { DateOrder, ImportKind, ImportReport, NumberFormat } from '#shared/imports/report.ts';
import type { ValueMap } from '#shared/imports/values.ts';
import type { ImportPlan, ImportQuestion, UploadState } from '#shared/imports/wizard.ts';

declare module '#server/core/db/schema.ts' {
  interface Schema extends WizardTables {}
}

interface WizardTables {
  import_upload: ImportUploadTable;
  import_mapping: ImportMappingTable;
  import_undo_request: ImportUndoRequestTable;
}

type StoredJson<Value> = ColumnType<Value | null, string | null | undefined, string | null>;
type Optional<Value> = ColumnType<Value | null, Value | null | undefined, Value | null>;

interface ImportUploadTable {
  upload_id: string;
  file_name: string;
  bytes: number;
  /** SHA-256 hash of the received file; `null` for an upload received before hashes were saved. */
  sha256: Optional<string>;
  made_by: string;
  made_at: Date;
  version: Generated<number>;
  /** Fencing number; each worker that takes the upload increases it. */
  fence: Generated<number>;
  state: UploadState;
  plan: StoredJson<ImportPlan>;
  /** Choices of the user since the last check; `null` when there are none. */
  draft: StoredJson<ImportPlan>;
  report: StoredJson<ImportReport>;
  /**
   * Warnings about the file that stop the import until a user accepts them; `null` without
   * warnings.
   */
  warning: Optional<string>;
  error: Optional<string>;
  question: StoredJson<ImportQuestion>;
  import_id: Optional<string>;
  /** Number of rows left out of the rejects file because the file was full. */
  rejects_left_out: Generated<number>;
  /** Action that the user requested for the active work; `null` without a request. */
  wish: Optional<'pause' | 'cancel'>;
  changed_at: Date;
}

interface ImportMappingTable {
  external_source: string;
  kind: ImportKind;
  uses: ColumnType<Record<string, string | null>, string, string>;
  dates: DateOrder | null;
  numbers: Optional<NumberFormat>;
  value_map: ColumnType<ValueMap, string | undefined, string>;
  changed_at: Date;
}

interface ImportUndoRequestTable {
  import_id: string;
  leaves_changed: boolean;
  asked_by: string;
  asked_at: Date;
  is_open: Generated<boolean>;
  /** Reason why the undo failed; `null` otherwise. */
  error: Optional<string>;
}
