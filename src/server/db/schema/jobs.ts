import type { ColumnType, Generated } from 'kysely';
import type { JobRun } from '#shared/operations.ts';
import type { Json } from './json.ts';

export interface JobTables {
  clock_mark: ClockMarkTable;
  job_schedule: JobScheduleTable;
  job_run: JobRunTable;
}

interface ClockMarkTable {
  one_row: Generated<boolean>;
  latest_seen_at: Date;
  confirmations: Generated<number>;
}

interface JobScheduleTable {
  schedule: string;
  decided_until: Date;
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
  arguments: Json<Record<string, unknown>>;
  progress: ColumnType<JobRun['progress'], string | null | undefined, string | null>;
  result: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
  error: string | null;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
}
