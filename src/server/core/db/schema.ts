import type { ColumnType, Generated } from 'kysely';
import type { DayRange, JobRun, LogLine } from '#shared/core/jobs/job-runs.ts';
import type { AppSettings } from '#shared/core/settings/app-settings.ts';
import type {
  PendingChangeKind,
  PendingChangeState,
} from '#shared/core/settings/pending-changes.ts';
import type { JsonColumn } from './json.ts';

/**
 * Tables of migrations/ for the query builder. Each folder of src/server that has tables adds them
 * in its schema.ts. Both drivers return bigint and numeric as number, date as 'YYYY-MM-DD',
 * timestamptz as Date, and json as a parsed value.
 */
export interface Schema {
  clock_mark: ClockMarkTable;
  job_schedule: JobScheduleTable;
  job_run: JobRunTable;
  audit_log: AuditLogTable;
  audit_log_seal: AuditSealTable;
  setting_version: SettingVersionTable;
  pending_change: PendingChangeTable;
}

interface SettingVersionTable {
  version: number;
  settings: JsonColumn<AppSettings>;
  made_by: string;
  made_at: Date;
}

interface PendingChangeTable {
  change_id: string;
  kind: PendingChangeKind;
  based_on: number;
  wanted: JsonColumn<object>;
  proposed_by: string;
  proposed_at: Date;
  state: Generated<PendingChangeState>;
  decided_by: ColumnType<string | null, string | null | undefined, string | null>;
  decided_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  reason: ColumnType<string | null, string | null | undefined, string | null>;
}

interface AuditLogTable {
  audit_id: Generated<string>;
  at: Date;
  actor: string;
  action: string;
  object_type: string;
  object_id: string;
  detail: JsonColumn<Record<string, unknown>>;
  request_id: ColumnType<string | null, string | null | undefined, never>;
  address: ColumnType<string | null, string | null | undefined, never>;
  /** Number of the entry, from 1 without gaps. The database sets the position and the hash. */
  position: ColumnType<number, never, never>;
  hash: ColumnType<unknown, never, never>;
}

interface AuditSealTable {
  position: number;
  /** Id of the key with which the seal was made. */
  key_id: string;
  seal: unknown;
}

interface ClockMarkTable {
  one_row: Generated<boolean>;
  latest_seen_at: Date;
  confirmations: Generated<number>;
}

interface JobScheduleTable {
  schedule: string;
  decided_until: Date;
  paused_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  paused_by: ColumnType<string | null, string | null | undefined, string | null>;
}

interface JobRunTable {
  job_run_id: Generated<string>;
  job: string;
  schedule: string | null;
  scheduled_for: Date;
  business_date: string;
  state: JobRun['state'];
  attempt: Generated<number>;
  fence: Generated<number>;
  lease_until: Date | null;
  /** Date range of a backfill; an empty object for any other run. */
  arguments: JsonColumn<Partial<DayRange>>;
  progress: ColumnType<JobRun['progress'], string | null | undefined, string | null>;
  result: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
  error: string | null;
  log: ColumnType<LogLine[], string | undefined, string>;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
}
