import { sql } from 'kysely';
import type { Queries } from '../db/database.ts';

interface JobLine {
  job: string;
  waiting: number;
  running: number;
  /** Seconds since 1970. */
  succeededAt: number | null;
}

/** Each job of the ledger: its runs that are open, and its newest success. */
export async function jobLedger(queries: Queries): Promise<JobLine[]> {
  const { rows } = await sql<JobLine>`
    select job, count(*) filter (where state = 'queued')::int as waiting, count(*) filter (where state = 'running')::int as running,
      extract(epoch from max(finished_at) filter (where state = 'succeeded'))::float8 as "succeededAt"
    from job_run group by job order by job`.execute(queries);
  return rows;
}

/** In seconds since 1970; none before the first. */
export async function newestBackup(queries: Queries): Promise<number[]> {
  const { rows } = await sql<{ at: number | null }>`
    select extract(epoch from max(at))::float8 as at from audit_log where action = 'database.backup'`.execute(queries);
  return rows.flatMap(({ at }) => (at === null ? [] : [at]));
}
