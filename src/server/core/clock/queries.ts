import { sql } from 'kysely';
import type { Queries } from '../db/database.ts';

/** Returns the current time of the database server. Within a transaction, the time advances. */
export async function readDatabaseTime(queries: Queries): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(queries);
  const [row] = rows;
  if (row === undefined) throw new Error('The database returned no time.');
  return row.now;
}

export interface LatestRecordedTime {
  latestSeen: Date;
  /** Number of times that an admin has confirmed the clocks of this database's servers. */
  confirmations: number;
}

/** Returns the latest time recorded in this database; `null` for a new database. */
export async function readLatestRecordedTime(queries: Queries): Promise<LatestRecordedTime | null> {
  const row = await queries
    .selectFrom('clock_mark')
    .select(['latest_seen_at', 'confirmations'])
    .executeTakeFirst();
  return row === undefined
    ? null
    : { latestSeen: row.latest_seen_at, confirmations: row.confirmations };
}

export async function recordLatestTime(queries: Queries, now: Date): Promise<void> {
  await queries
    .insertInto('clock_mark')
    .values({ latest_seen_at: now })
    .onConflict((conflict) =>
      conflict.column('one_row').doUpdateSet({
        latest_seen_at: sql<Date>`greatest(clock_mark.latest_seen_at, excluded.latest_seen_at)`,
      }),
    )
    .execute();
}

/**
 * Numbers of rows that a clock running ahead dated in the future. A confirmation deletes such job
 * runs and sessions, and resets such schedules.
 */
export interface ClockCorrectionCounts {
  jobRuns: number;
  sessions: number;
  schedules: number;
}

/**
 * Accepts `now` as the current time. Deletes job runs and sessions dated after `until` and resumes
 * every schedule from `now`. Increases the number of confirmations, so that all servers of this
 * database notice.
 */
export async function acceptCurrentTime(
  transaction: Queries,
  now: Date,
  until: Date,
): Promise<ClockCorrectionCounts> {
  const jobRuns = await transaction
    .deleteFrom('job_run')
    .where((of) => of.or([of('scheduled_for', '>', until), of('created_at', '>', until)]))
    .where('state', '!=', 'running')
    .executeTakeFirst();
  const sessions = await transaction
    .deleteFrom('user_session')
    .where((of) => of.or([of('created_at', '>', until), of('last_seen_at', '>', until)]))
    .executeTakeFirst();
  const schedules = await transaction
    .updateTable('job_schedule')
    .set({ decided_until: now })
    .where('decided_until', '>', now)
    .executeTakeFirst();
  await transaction
    .insertInto('clock_mark')
    .values({ latest_seen_at: now, confirmations: 1 })
    .onConflict((conflict) =>
      conflict.column('one_row').doUpdateSet((row) => ({
        latest_seen_at: now,
        confirmations: row('clock_mark.confirmations', '+', 1),
      })),
    )
    .execute();
  return {
    jobRuns: Number(jobRuns.numDeletedRows),
    sessions: Number(sessions.numDeletedRows),
    schedules: Number(schedules.numUpdatedRows),
  };
}
