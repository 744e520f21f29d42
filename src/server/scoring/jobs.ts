import type { Job } from '#server/core/jobs/jobs.ts';
import { addDays, weekStartOf } from '#shared/core/dates.ts';
import { reopeningJob } from '#shared/scoring/reopening.ts';
import { refreshBenchmarks, scoreProvisionally } from './provisional.ts';
import { runReopenings } from './reopening/reopening.ts';
import { rollUpWeeks } from './roll-up-queries.ts';
import { rulesTrialJob, runWaitingTrials } from './rules/trial.ts';
import { missingForScores } from './week-queries.ts';
import { closeCompleteWeeks, NothingToScore } from './weeks.ts';

const refreshUsage: Job = {
  name: 'usage.refresh',
  backfill: 'week',
  async run({ database }, { businessDate, progress }) {
    const from = addDays(weekStartOf(businessDate), -7);
    await rollUpWeeks(database.background, from, businessDate);
    await progress(1, 1, `usage from ${from}`);
    return { from, to: businessDate };
  },
};

const scoreProvisionalWeek: Job = {
  name: 'scores.provisional',
  async run({ database, clock }, { businessDate, progress }) {
    const result = await scoreProvisionally(database.background, businessDate, clock);
    await progress(1, 1, `as of ${result.asOfDay}`);
    return result;
  },
};

const refreshPeers: Job = {
  name: 'benchmarks.refresh',
  async run({ database, clock }, { businessDate, progress }) {
    const result = await refreshBenchmarks(database.background, businessDate, clock);
    await progress(1, 1, `as of ${result.asOfDay}`);
    return result;
  },
};

const tryRules: Job = {
  name: rulesTrialJob,
  does: 'The rules that somebody tries are scored.',
  async run({ database, clock }, { progress, signal }) {
    return { trials: await runWaitingTrials(database.background, clock, progress, signal) };
  },
};

/** Closes whatever is complete and still open, once there is something to score; first it goes on with a reopening that was cut off. */
const closeWeeks: Job = {
  name: 'scores.official',
  async run({ database, clock }, { businessDate, progress, signal }) {
    const missing = await missingForScores(database.background);
    if (missing !== null) return { weeks: 0, lastWeek: null, missing };
    await runReopenings({ database: database.background, businessDate, clock, progress, signal });
    return closeCompleteWeeks(database.background, businessDate, clock, progress, { signal });
  },
};

/** The same for a fresh import, asked for by a person: who asks too early is told what is missing. */
const scoreHistory: Job = {
  name: 'scores.backfill',
  does: 'Every complete week of what was imported is scored.',
  async run({ database, clock }, { businessDate, progress, signal }) {
    const missing = await missingForScores(database.background);
    if (missing !== null) throw new NothingToScore(missing);
    return closeCompleteWeeks(database.background, businessDate, clock, progress, { signal });
  },
};

const reopenWeeks: Job = {
  name: reopeningJob,
  does: 'Closed weeks are scored again, from one on.',
  async run({ database, clock }, { businessDate, progress, signal }) {
    const result = await runReopenings({ database: database.background, businessDate, clock, progress, signal });
    await scoreProvisionally(database.background, businessDate, clock);
    return { ...result };
  },
};

export const scoringJobs: readonly Job[] = [
  refreshUsage,
  scoreProvisionalWeek,
  refreshPeers,
  closeWeeks,
  scoreHistory,
  reopenWeeks,
  tryRules,
];

/** What scores a fresh import: every complete week of it, then the running week with its benchmarks. */
export const firstScoringJobs: readonly Job[] = [scoreHistory, scoreProvisionalWeek];
