import type { Job } from '#server/core/jobs/job.ts';
import { schedulesNamedInGuides } from '#shared/core/jobs/schedules.ts';
import { advanceOnboardingCases } from './refresh.ts';

const refresh: Job = {
  name: 'onboarding.refresh',
  words: {
    title: 'Onboarding progress',
    result: { cases: ['case updated', 'cases updated'], opened: ['case opened', 'cases opened'] },
  },
  run: ({ database }, { businessDate, progress, signal }) =>
    advanceOnboardingCases(database.background, businessDate, { progress, signal }),
};

export const onboardingJobs: readonly Job[] = [refresh];
export const onboardingSchedules = schedulesNamedInGuides.filter(({ job }) => job === refresh.name);
