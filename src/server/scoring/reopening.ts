import { writeAudit } from '#server/core/audit.ts';
import type { Queries } from '#server/core/db/database.ts';
import type { Clock } from '#server/core/dependencies.ts';
import { addDays, type Day, daysBetween } from '#shared/core/dates.ts';
import {
  finishReopening,
  insertReopening,
  isNextWeek,
  type OpenReopening,
  oldestOpenReopening,
  type ReopeningWish,
  setWeekAside,
  stepReopening,
} from './reopening-queries.ts';
import { currentRules } from './rules-queries.ts';
import { withWholeImports } from './usage-turn-queries.ts';
import { firstPossibleWeek, lockWeeks, newestWeek, officialWeek } from './week-queries.ts';
import { lastWeekWithUsage, makeWeek, type Progress } from './weeks.ts';

export const reopeningJob = 'scores.reopen';

/** Writes the wish down with its reason; the job carries it out. */
export async function askForReopening(database: Queries, wish: ReopeningWish, now: Date): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    if (!(await insertReopening(transaction, wish, now))) return;
    await writeAudit(transaction, {
      at: now,
      actor: wish.askedBy,
      action: 'weeks.reopen',
      objectType: 'official_week',
      objectId: wish.fromWeek,
      detail: { reason: wish.reason, reopening: wish.reopeningId },
    });
  });
}

interface Run {
  database: Queries;
  businessDate: Day;
  clock: Clock;
  progress: Progress;
  signal: AbortSignal;
}

/**
 * Makes official weeks again from today's facts, for every reopening that waits or that was cut off, oldest first. Each week is
 * one transaction: it keeps its rules, the version before is set aside with the reason, and a week whose usage has not come, or
 * in which nobody can be scored, is no official week any more.
 */
export async function runReopenings(run: Run): Promise<{ weeksMade: number; weeksTakenAway: number }> {
  let [weeksMade, weeksTakenAway] = [0, 0];
  for (let next = await oldestOpenReopening(run.database); next !== undefined; next = await oldestOpenReopening(run.database)) {
    const { made, takenAway } = await reopen(run, next);
    weeksMade += made;
    weeksTakenAway += takenAway;
  }
  return { weeksMade, weeksTakenAway };
}

async function reopen({ database, businessDate, clock, progress, signal }: Run, { reopeningId, reason, nextWeek }: OpenReopening) {
  const firstPossible = await firstPossibleWeek(database);
  const lastKnown = await newestWeek(database);
  const total = lastKnown === null ? 0 : Math.max(0, daysBetween(nextWeek, lastKnown.weekStart) / 7 + 1);
  for (let week = nextWeek, done = 1; ; week = addDays(week, 7), done += 1) {
    signal.throwIfAborted();
    // Asked anew each time: meanwhile another week may have been closed, on top of the one before as it was.
    const newestClosed = await newestWeek(database);
    const lastUsable = await lastWeekWithUsage(database, businessDate);
    if (!isUpTo(week, newestClosed?.weekStart ?? null) && !isUpTo(week, lastUsable)) break;
    const isPossible = isUpTo(week, lastUsable) && firstPossible !== null && week >= firstPossible;
    await withWholeImports(database, async (transaction) => {
      await lockWeeks(transaction);
      // Another process may carry out the same reopening and have made this week.
      if (!(await isNextWeek(transaction, reopeningId, week))) return;
      await stepReopening(transaction, reopeningId, week, await makeAgain(transaction, week, isPossible, reason, clock));
    });
    await progress(done, Math.max(done, total), `week of ${week}`);
  }
  return finishReopening(database, reopeningId, clock());
}

const isUpTo = (week: Day, last: Day | null): boolean => last !== null && week <= last;

async function makeAgain(transaction: Queries, week: Day, isPossible: boolean, reason: string, clock: Clock) {
  const closed = await officialWeek(transaction, week);
  if (closed !== null) await setWeekAside(transaction, week, reason, clock());
  const rules = closed === null ? await currentRules(transaction, clock()) : { id: closed.rulesVersion, rules: closed.rules };
  const previous = await officialWeek(transaction, addDays(week, -7));
  if (isPossible && (await makeWeek(transaction, { week, rules, previous, reason }, clock)) > 0) return 'made';
  return closed === null ? 'nothing' : 'taken away';
}
