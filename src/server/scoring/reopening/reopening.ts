import { writeAudit } from '#server/core/audit/audit.ts';
import type { Clock } from '#server/core/clock/clock.ts';
import type { Queries } from '#server/core/db/database.ts';
import { addDays, type Day, daysBetween } from '#shared/core/dates.ts';
import { readCurrentRules } from '../rules-queries.ts';
import { type ScoringLease, withScoringLease } from '../scoring-lease-queries.ts';
import {
  findFirstScorableWeek,
  findNewestWeek,
  findOfficialWeek,
  publishWeek,
} from '../week-queries.ts';
import { lastWeekWithUsage, type ReportScoringProgress, scoreWeekVersion } from '../weeks.ts';
import {
  advanceReopening,
  archiveAndRemoveWeek,
  findOldestPendingReopening,
  finishReopening,
  insertReopening,
  isNextReopeningWeek,
  type PendingReopening,
  type ReopeningRequest,
} from './reopening-queries.ts';

/** Records the request and writes an audit entry with the reason. The job executes the request. */
export async function recordReopeningRequest(
  database: Queries,
  request: ReopeningRequest,
  now: Date,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    if (!(await insertReopening(transaction, request, now))) return;
    await writeAudit(transaction, {
      at: now,
      actor: request.askedBy,
      action: 'weeks.reopen',
      objectType: 'official_week',
      objectId: request.fromWeek,
      detail: { reason: request.reason, reopening: request.reopeningId },
    });
  });
}

interface Run {
  database: Queries;
  businessDate: Day;
  clock: Clock;
  progress: ReportScoringProgress;
  signal: AbortSignal;
}

/**
 * Rescores official weeks with current data for all pending or interrupted reopenings, oldest
 * first. Each week is first scored; then one transaction replaces the previous version. The week
 * keeps its scoring rules. The previous version is archived with the reason. A week without usage
 * or without institutions to score is no longer official.
 */
export async function rescoreReopenedWeeks(
  run: Run,
): Promise<{ weeksMade: number; weeksTakenAway: number }> {
  let [weeksMade, weeksTakenAway] = [0, 0];
  for (
    let next = await findOldestPendingReopening(run.database);
    next !== undefined;
    next = await findOldestPendingReopening(run.database)
  ) {
    const { made, takenAway } = await reopen(run, next);
    weeksMade += made;
    weeksTakenAway += takenAway;
  }
  return { weeksMade, weeksTakenAway };
}

async function reopen(
  { database, businessDate, clock, progress, signal }: Run,
  { reopeningId, reason, nextWeek }: PendingReopening,
) {
  const firstPossible = await findFirstScorableWeek(database);
  const newestOfficial = await findNewestWeek(database);
  const total =
    newestOfficial === null
      ? 0
      : Math.max(0, daysBetween(nextWeek, newestOfficial.weekStart) / 7 + 1);
  for (let week = nextWeek, done = 1; ; week = addDays(week, 7), done += 1) {
    signal.throwIfAborted();
    // Another process may meanwhile have closed one more week, computed from the old version of
    // this week. That week must be rescored as well, so the newest week is read in each iteration.
    const newestClosed = await findNewestWeek(database);
    const lastWithUsage = await lastWeekWithUsage(database, businessDate);
    if (!isUpTo(week, newestClosed?.weekStart ?? null) && !isUpTo(week, lastWithUsage)) break;
    const isPossible =
      isUpTo(week, lastWithUsage) && firstPossible !== null && week >= firstPossible;
    await withScoringLease(database, async (lease) => {
      // Another process may execute the same reopening and may already have scored this week.
      if (await isNextReopeningWeek(database, reopeningId, week))
        await rescoreWeek(lease, { database, reopeningId, week, isPossible, reason, clock });
    });
    await progress(done, Math.max(done, total), `week of ${week}`);
  }
  return finishReopening(database, reopeningId, clock());
}

const isUpTo = (week: Day, last: Day | null): boolean => last !== null && week <= last;

interface WeekToRescore {
  database: Queries;
  reopeningId: string;
  week: Day;
  isPossible: boolean;
  reason: string;
  clock: Clock;
}

async function rescoreWeek(
  lease: ScoringLease,
  { database, reopeningId, week, isPossible, reason, clock }: WeekToRescore,
): Promise<void> {
  const closed = await findOfficialWeek(database, week);
  const rules =
    closed === null
      ? await readCurrentRules(database, clock())
      : { id: closed.rulesVersion, rules: closed.rules };
  const previous = await findOfficialWeek(database, addDays(week, -7));
  const made = isPossible
    ? await scoreWeekVersion(lease, database, { week, rules, previous })
    : undefined;
  await lease.transact(async (transaction) => {
    if (closed !== null) await archiveAndRemoveWeek(transaction, week, reason, clock());
    if (made !== undefined && made.institutions > 0) {
      await publishWeek(transaction, { week, ...made, rulesVersion: rules.id, reason }, clock());
      await advanceReopening(transaction, reopeningId, week, 'made');
    } else
      await advanceReopening(
        transaction,
        reopeningId,
        week,
        closed === null ? 'nothing' : 'taken away',
      );
  });
}
