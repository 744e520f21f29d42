import type { Job } from '#server/core/jobs/job.ts';
import { documentedSchedules } from '#shared/core/jobs/schedules.ts';
import { advanceOnboardingCases } from './refresh.ts';

const refresh: Job = {
  name: 'onboarding.refresh',
  run: ({ database }, { businessDate, progress, signal }) =>
    advanceOnboardingCases(database.background, businessDate, { progress, signal }),
};

export const onboardingJobs: readonly Job[] = [refresh];
export const onboardingSchedules = documentedSchedules.filter(({ job }) => job === refresh.name);
