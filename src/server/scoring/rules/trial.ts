import type { Clock } from '#server/core/clock/clock.ts';
import type { Queries } from '#server/core/db/database.ts';
import { weekEndOf } from '#shared/core/dates.ts';
import { rulesTrialWeeks } from '#shared/scoring/rules.ts';
import { scoreWeekInPieces } from '../score-pieces.ts';
import { trialTables } from '../score-sql.ts';
import { withScoringLease } from '../scoring-lease-queries.ts';
import { findOfficialWeekStarts, officialWeekUsageSql } from '../week-queries.ts';
import type { ReportScoringProgress } from '../weeks.ts';
import {
  clearTrialWeeks,
  failTrial,
  findOldestPendingTrial,
  finishTrial,
  type PendingTrial,
  saveTrialProgress,
} from './trial-queries.ts';
import { computeTrialResult } from './trial-result-queries.ts';

export const rulesTrialJobName = 'rules.trial';

/** Runs all pending or interrupted trials, oldest first. Returns the number of trials. */
export async function runPendingTrials(
  database: Queries,
  clock: Clock,
  progress: ReportScoringProgress,
  signal?: AbortSignal,
): Promise<number> {
  let done = 0;
  for (
    let trial = await findOldestPendingTrial(database);
    trial !== undefined;
    trial = await findOldestPendingTrial(database)
  ) {
    signal?.throwIfAborted();
    await runTrial(database, trial, clock, progress, signal);
    done += 1;
  }
  return done;
}

/** Rescores the newest official weeks with the trial's rules. */
async function runTrial(
  database: Queries,
  trial: PendingTrial,
  clock: Clock,
  progress: ReportScoringProgress,
  signal?: AbortSignal,
): Promise<void> {
  const weeks = (await findOfficialWeekStarts(database, rulesTrialWeeks)).reverse();
  const [first] = weeks;
  const last = weeks.at(-1);
  if (first === undefined || last === undefined)
    return failTrial(
      database,
      trial.trialId,
      'There is no official week to test the rules on yet.',
      clock(),
    );
  await clearTrialWeeks(database);
  for (const [index, week] of weeks.entries()) {
    signal?.throwIfAborted();
    const before = weeks[index - 1];
    await withScoringLease(database, async (lease) => {
      await scoreWeekInPieces(lease, {
        weekStart: week,
        asOfDay: weekEndOf(week),
        rules: trial.rules,
        rulesVersion: trial.basedOn,
        previous:
          before === undefined
            ? null
            : { weekStart: before, rules: trial.rules, tables: trialTables },
        figures: officialWeekUsageSql(week),
        into: trialTables,
        madeAt: undefined,
      });
      await lease.transact((transaction) =>
        saveTrialProgress(transaction, trial.trialId, index + 1, weeks.length),
      );
    });
    await progress(index + 1, weeks.length, `week of ${week}`);
  }
  await finishTrial(
    database,
    trial.trialId,
    await computeTrialResult(database, first, last, weeks.length),
    clock(),
  );
}
