import { sql } from 'kysely';
import type { Queries } from '../db/database.ts';

interface JobLine {
  job: string;
  waiting: number;
  running: number;
  /** Time of the last success as a Unix time in seconds; `null` before the first success. */
  succeededAt: number | null;
}

/** Returns the number of open runs and the time of the last success of each job. */
export async function jobLedgerMetrics(queries: Queries): Promise<JobLine[]> {
  const { rows } = await sql<JobLine>`
    select job, count(*) filter (where state = 'queued')::int as waiting, count(*) filter (where state = 'running')::int as running,
      extract(epoch from max(finished_at) filter (where state = 'succeeded'))::float8 as "succeededAt"
    from job_run group by job order by job`.execute(queries);
  return rows;
}

/**
 * Returns the time of the newest backup as a Unix time in seconds; an empty array before the first
 * backup.
 */
export async function findNewestBackupTime(queries: Queries): Promise<number[]> {
  const { rows } = await sql<{ at: number | null }>`
    select extract(epoch from max(at))::float8 as at from audit_log where action = 'database.backup'`.execute(
    queries,
  );
  return rows.flatMap(({ at }) => (at === null ? [] : [at]));
}
