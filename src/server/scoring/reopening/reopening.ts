import { writeAudit } from '#server/core/audit.ts';
import type { Queries } from '#server/core/db/database.ts';
import type { Clock } from '#server/core/dependencies.ts';
import { addDays, type Day, daysBetween } from '#shared/core/dates.ts';
import { currentRules } from '../rules/rules-queries.ts';
import { type ScoringTurn, withScoringTurn } from '../usage-turn-queries.ts';
import { firstPossibleWeek, insertWeek, newestWeek, officialWeek } from '../week-queries.ts';
import { lastWeekWithUsage, makeVersion, type Progress } from '../weeks.ts';
import {
  finishReopening,
  insertReopening,
  isNextWeek,
  type OpenReopening,
  oldestOpenReopening,
  type ReopeningRequest,
  setWeekAside,
  stepReopening,
} from './reopening-queries.ts';

/** Writes the request down with its reason; the job carries it out. */
export async function askForReopening(database: Queries, request: ReopeningRequest, now: Date): Promise<void> {
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
  progress: Progress;
  signal: AbortSignal;
}

/**
 * Makes official weeks again from today's facts, for every reopening that waits or that was cut off, oldest first. A week is made
 * first and then changes in one transaction: it keeps its rules, and the version before is set aside with the reason. A week whose
 * usage has not come, or in which nobody can be scored, is no official week any more.
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
    await withScoringTurn(database, async (turn) => {
      // Another process may carry out the same reopening and have made this week.
      if (await isNextWeek(database, reopeningId, week)) await makeAgain(turn, { database, reopeningId, week, isPossible, reason, clock });
    });
    await progress(done, Math.max(done, total), `week of ${week}`);
  }
  return finishReopening(database, reopeningId, clock());
}

const isUpTo = (week: Day, last: Day | null): boolean => last !== null && week <= last;

interface WeekAgain {
  database: Queries;
  reopeningId: string;
  week: Day;
  isPossible: boolean;
  reason: string;
  clock: Clock;
}

async function makeAgain(turn: ScoringTurn, { database, reopeningId, week, isPossible, reason, clock }: WeekAgain): Promise<void> {
  const closed = await officialWeek(database, week);
  const rules = closed === null ? await currentRules(database, clock()) : { id: closed.rulesVersion, rules: closed.rules };
  const previous = await officialWeek(database, addDays(week, -7));
  const made = isPossible ? await makeVersion(turn, database, { week, rules, previous }) : undefined;
  await turn.transact(async (transaction) => {
    if (closed !== null) await setWeekAside(transaction, week, reason, clock());
    if (made !== undefined && made.institutions > 0) {
      await insertWeek(transaction, { week, ...made, rulesVersion: rules.id, reason }, clock());
      await stepReopening(transaction, reopeningId, week, 'made');
    } else await stepReopening(transaction, reopeningId, week, closed === null ? 'nothing' : 'taken away');
  });
}
