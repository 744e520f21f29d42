import type { Job } from '#server/core/jobs/job.ts';
import { playbookSchedule } from '#shared/playbooks/schedule.ts';
import { advancePlaybooks } from './runs/tick.ts';

const advance: Job = {
  name: playbookSchedule.job,
  run: (dependencies, { signal, progress }) => advancePlaybooks(dependencies, { signal, progress }),
};

export const playbookJobs: readonly Job[] = [advance];
export const playbookSchedules = [playbookSchedule];
