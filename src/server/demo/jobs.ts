import type { Job } from '#server/core/jobs/job.ts';
import { addMissingDemoDays, DemoGrowthRefused } from './grow.ts';

/**
 * Returns the jobs. The usage refresh is replaced by a job that first adds the demo's missing days.
 */
export const extendUsageRefreshWithDemoDays = (jobs: readonly Job[]): Job[] =>
  jobs.map((job) =>
    job.name === 'usage.refresh'
      ? { ...job, run: (dependencies, context) => refresh(job, dependencies, context) }
      : job,
  );

const refresh = async (
  job: Job,
  ...[dependencies, context]: Parameters<Job['run']>
): ReturnType<Job['run']> => {
  const { businessDate, progress, signal } = context;
  const demoDays = await addMissingDemoDays(dependencies.database, businessDate, {
    onProgress: progress,
    signal,
  }).catch((error: unknown) => {
    if (!(error instanceof DemoGrowthRefused)) throw error;
    dependencies.log.warn(error.message);
    return 0;
  });
  const result = await job.run(dependencies, context);
  return demoDays === 0 ? result : { ...result, demoDays };
};
