import type { Job } from '#server/jobs.ts';
import { addDays, weekStartOf } from '#shared/dates.ts';
import { refreshBenchmarks, scoreProvisionally } from './provisional.ts';
import { rollUpWeeks } from './queries.ts';
import { rulesTrialJob, runWaitingTrials } from './rules-trial.ts';
import { closeCompleteWeeks } from './weeks.ts';

const refreshUsage: Job = {
  name: 'usage.refresh',
  async run({ database }, { businessDate, progress }) {
    const from = addDays(weekStartOf(businessDate), -7);
    await rollUpWeeks(database.jobs, from, businessDate);
    await progress(1, 1, `usage from ${from}`);
    return { from, to: businessDate };
  },
};

const scoreProvisionalWeek: Job = {
  name: 'scores.provisional',
  async run({ database, clock }, { businessDate, progress }) {
    const result = await scoreProvisionally(database.jobs, businessDate, clock);
    await progress(1, 1, `as of ${result.asOfDay}`);
    return result;
  },
};

const refreshPeers: Job = {
  name: 'benchmarks.refresh',
  async run({ database, clock }, { businessDate, progress }) {
    const result = await refreshBenchmarks(database.jobs, businessDate, clock);
    await progress(1, 1, `as of ${result.asOfDay}`);
    return result;
  },
};

const tryRules: Job = {
  name: rulesTrialJob,
  async run({ database, clock }, { progress, signal }) {
    return { trials: await runWaitingTrials(database.jobs, clock, progress, signal) };
  },
};

/** The weekly run and the back-fill of a fresh import are one: whatever is complete and still open is closed. */
const closeWeeks: Job['run'] = ({ database, clock }, { businessDate, progress, signal }) =>
  closeCompleteWeeks(database.jobs, businessDate, clock, progress, signal);

export const healthJobs: Job[] = [
  refreshUsage,
  scoreProvisionalWeek,
  refreshPeers,
  { name: 'scores.official', run: closeWeeks },
  { name: 'scores.backfill', run: closeWeeks },
  tryRules,
];
