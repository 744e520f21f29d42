import type { Job } from '#server/core/jobs/job.ts';
import { schedulesNamedInGuides } from '#shared/core/jobs/schedules.ts';
import { advanceOnboardingCases } from './refresh.ts';

const refresh: Job = {
  name: 'onboarding.refresh',
  run: ({ database }, { businessDate, progress, signal }) =>
    advanceOnboardingCases(database.background, businessDate, { progress, signal }),
};

export const onboardingJobs: readonly Job[] = [refresh];
export const onboardingSchedules = schedulesNamedInGuides.filter(({ job }) => job === refresh.name);
