import { sql } from 'kysely';
import type { Queries } from '../db/database.ts';

interface JobLine {
  job: string;
  waiting: number;
  running: number;
  /** Time of the newest success, in seconds since 1970; `null` before the first. */
  succeededAt: number | null;
}

/** Returns the open runs and the newest success of each job in the ledger. */
export async function jobLedger(queries: Queries): Promise<JobLine[]> {
  const { rows } = await sql<JobLine>`
    select job, count(*) filter (where state = 'queued')::int as waiting, count(*) filter (where state = 'running')::int as running,
      extract(epoch from max(finished_at) filter (where state = 'succeeded'))::float8 as "succeededAt"
    from job_run group by job order by job`.execute(queries);
  return rows;
}

/** Returns the time of the newest backup in seconds since 1970; empty before the first. */
export async function newestBackup(queries: Queries): Promise<number[]> {
  const { rows } = await sql<{ at: number | null }>`
    select extract(epoch from max(at))::float8 as at from audit_log where action = 'database.backup'`.execute(
    queries,
  );
  return rows.flatMap(({ at }) => (at === null ? [] : [at]));
}
