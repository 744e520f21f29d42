import type { Transaction } from 'kysely';
import type { Day } from '#shared/core/dates.ts';
import type { Schedule } from '#shared/core/jobs/schedules.ts';
import type { Queries } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';
import { insertOnce } from '../db/writes.ts';
import {
  decideScheduleOccurrences,
  type ScheduleOccurrenceDecision,
  scheduleDecisionsFinalUntil,
} from './rules.ts';

interface Look {
  timeZone: string;
  now: Date;
  newestUsageDay: () => Promise<Day | null>;
}

/** Records every due occurrence exactly once, even when several servers check at the same time. */
export async function recordDueOccurrences(
  queries: Queries,
  schedules: readonly Schedule[],
  { timeZone, now, newestUsageDay }: Look,
): Promise<void> {
  const known = await queries.selectFrom('job_schedule').selectAll().execute();
  for (const schedule of schedules) {
    const row = known.find((each) => each.schedule === schedule.key);
    if (row === undefined) await startSchedule(queries, schedule.key, now);
    else if (
      (
        await unrecordedDecisions(
          queries,
          schedule,
          decideScheduleOccurrences(schedule, timeZone, row.decided_until, now),
        )
      ).length > 0
    ) {
      const until = scheduleDecisionsFinalUntil(now, await newestUsageDay());
      await queries
        .transaction()
        .execute((transaction) => decideOne(transaction, schedule, { timeZone, now, until }));
    }
  }
}

/** Returns the decisions on occurrences for which the ledger has no run yet. */
async function unrecordedDecisions(
  queries: Queries,
  schedule: Schedule,
  decisions: ScheduleOccurrenceDecision[],
): Promise<ScheduleOccurrenceDecision[]> {
  const oldest = decisions[0];
  if (oldest === undefined) return [];
  const rows = await queries
    .selectFrom('job_run')
    .select('scheduled_for')
    .where('schedule', '=', schedule.key)
    .where('scheduled_for', '>=', oldest.scheduledFor)
    .execute();
  const written = new Set(rows.map((row) => row.scheduled_for.getTime()));
  return decisions.filter(({ scheduledFor }) => !written.has(scheduledFor.getTime()));
}

/** Adds a new schedule, which has no missed occurrences. */
const startSchedule = (queries: Queries, key: string, now: Date): Promise<boolean> =>
  insertOnce(queries.insertInto('job_schedule').values({ schedule: key, decided_until: now }));

interface Decided {
  timeZone: string;
  now: Date;
  /**
   * Time up to which decisions on occurrences are final. Later checks skip occurrences up to this
   * time.
   */
  until: Date;
}

async function decideOne(
  transaction: Transaction<Schema>,
  schedule: Schedule,
  { timeZone, now, until }: Decided,
): Promise<void> {
  const row = await transaction
    .selectFrom('job_schedule')
    .select(['decided_until', 'paused_at'])
    .where('schedule', '=', schedule.key)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const decisions = await unrecordedDecisions(
    transaction,
    schedule,
    decideScheduleOccurrences(schedule, timeZone, row.decided_until, now),
  );
  if (decisions.length === 0) return;
  await transaction
    .insertInto('job_run')
    .values(
      decisions.map((decision) =>
        occurrenceRow(
          schedule,
          row.paused_at === null ? decision : { ...decision, ...paused },
          now,
        ),
      ),
    )
    .onConflict((conflict) => conflict.columns(['schedule', 'scheduled_for']).doNothing())
    .execute();
  if (until > row.decided_until)
    await transaction
      .updateTable('job_schedule')
      .set({ decided_until: until })
      .where('schedule', '=', schedule.key)
      .execute();
}

const paused = { state: 'skipped', error: 'The schedule was paused.' } as const;

const occurrenceRow = (schedule: Schedule, decision: ScheduleOccurrenceDecision, now: Date) => ({
  job: schedule.job,
  schedule: schedule.key,
  scheduled_for: decision.scheduledFor,
  business_date: decision.businessDate,
  state: decision.state,
  error: decision.error,
  arguments: '{}',
  created_at: now,
  finished_at: decision.state === 'skipped' ? now : null,
});
