import type { Job } from '#server/core/jobs/job.ts';
import { playbookSchedule } from '#shared/playbooks/schedule.ts';
import { advancePlaybooks } from './runs/tick.ts';

const advance: Job = {
  name: playbookSchedule.job,
  words: {
    title: 'Playbook runs',
    result: {
      started: ['run started', 'runs started'],
      leftOut: ['left out', 'left out'],
      moved: ['moved on', 'moved on'],
      ended: ['ended', 'ended'],
      givenOn: ['reassigned', 'reassigned'],
      waits: '',
    },
  },
  run: (dependencies, { signal, progress }) => advancePlaybooks(dependencies, { signal, progress }),
};

export const playbookJobs: readonly Job[] = [advance];
export const playbookSchedules = [playbookSchedule];
