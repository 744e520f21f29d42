import type { Job } from '#server/core/jobs/job.ts';
import { addDays, weekStartOf } from '#shared/core/dates.ts';
import { reopeningJobName } from '#shared/scoring/reopening.ts';
import { readFreshness } from './freshness-queries.ts';
import { refreshProvisionalBenchmarks, replaceProvisionalScores } from './provisional.ts';
import { rescoreReopenedWeeks } from './reopening/reopening.ts';
import { recomputeWeeksFromDays } from './roll-up-queries.ts';
import { rulesTrialJobName, runPendingTrials } from './rules/trial.ts';
import { findFirstMissingScoreDataKind } from './week-queries.ts';
import { closeCompleteWeeks, NothingToScore } from './weeks.ts';

const toDate = (at: string | null): Date | null => (at === null ? null : new Date(at));

const refreshUsage: Job = {
  name: 'usage.refresh',
  words: {
    title: 'Usage',
    result: { from: 'from', to: 'to' },
  },
  backfill: 'week',
  async run({ database }, { businessDate, progress }) {
    const from = addDays(weekStartOf(businessDate), -7);
    await recomputeWeeksFromDays(database.background, from, businessDate);
    await progress(1, 1, `usage from ${from}`);
    return { from, to: businessDate };
  },
};

const scoreProvisionalWeek: Job = {
  name: 'scores.provisional',
  words: {
    title: 'Provisional scores',
    result: { institutions: ['customer scored', 'customers scored'], asOfDay: 'as of' },
  },
  lastResultAt: async (queries) => toDate((await readFreshness(queries)).provisionalAt),
  async run({ database, clock }, { businessDate, progress }) {
    const result = await replaceProvisionalScores(database.background, businessDate, clock);
    await progress(1, 1, `as of ${result.asOfDay}`);
    return result;
  },
};

const refreshPeers: Job = {
  name: 'benchmarks.refresh',
  words: {
    title: 'Benchmarks',
    result: { groups: ['peer group', 'peer groups'], asOfDay: 'as of' },
  },
  lastResultAt: async (queries) => toDate((await readFreshness(queries)).benchmarksAt),
  async run({ database, clock }, { businessDate, progress }) {
    const result = await refreshProvisionalBenchmarks(database.background, businessDate, clock);
    await progress(1, 1, `as of ${result.asOfDay}`);
    return result;
  },
};

const tryRules: Job = {
  name: rulesTrialJobName,
  words: {
    title: 'Trials of scoring rules',
    result: { trials: ['trial computed', 'trials computed'] },
  },
  does: 'Computes the scores for trials of changed scoring rules.',
  async run({ database, clock }, { progress, signal }) {
    return { trials: await runPendingTrials(database.background, clock, progress, signal) };
  },
};

/**
 * Resumes interrupted reopenings, then closes all complete open weeks. Does nothing while data that
 * scores need is missing.
 */
const closeWeeks: Job = {
  name: 'scores.official',
  words: {
    title: 'Official week',
    result: {
      weeks: ['week closed', 'weeks closed'],
      lastWeek: 'last closed week from',
      missing: 'missing',
    },
  },
  lastResultAt: async (queries) => toDate((await readFreshness(queries)).scoresAt),
  async run({ database, clock }, { businessDate, progress, signal }) {
    const missing = await findFirstMissingScoreDataKind(database.background);
    if (missing !== null) return { weeks: 0, lastWeek: null, missing };
    await rescoreReopenedWeeks({
      database: database.background,
      businessDate,
      clock,
      progress,
      signal,
    });
    return closeCompleteWeeks(database.background, businessDate, clock, progress, { signal });
  },
};

/**
 * Scores imported data on request. Throws `NothingToScore` when data is missing, so that the user
 * learns what to import.
 */
const scoreHistory: Job = {
  name: 'scores.backfill',
  words: {
    title: 'Scores of imported weeks',
    result: { weeks: ['week closed', 'weeks closed'], lastWeek: 'last closed week from' },
  },
  does: 'Computes scores for every complete week of imported data.',
  async run({ database, clock }, { businessDate, progress, signal }) {
    const missing = await findFirstMissingScoreDataKind(database.background);
    if (missing !== null) throw new NothingToScore(missing);
    return closeCompleteWeeks(database.background, businessDate, clock, progress, { signal });
  },
};

const reopenWeeks: Job = {
  name: reopeningJobName,
  words: {
    title: 'Reopened weeks',
    result: {
      weeksMade: ['week recomputed', 'weeks recomputed'],
      weeksTakenAway: ['week removed', 'weeks removed'],
    },
  },
  does: 'Recomputes the scores of closed weeks, from a given week on.',
  async run({ database, clock }, { businessDate, progress, signal }) {
    const result = await rescoreReopenedWeeks({
      database: database.background,
      businessDate,
      clock,
      progress,
      signal,
    });
    await replaceProvisionalScores(database.background, businessDate, clock);
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

/**
 * Jobs that score newly imported data: first all complete weeks, then the current week with its
 * benchmarks.
 */
export const firstScoringJobs: readonly Job[] = [scoreHistory, scoreProvisionalWeek];
