import type { Job } from '#server/core/jobs/job.ts';
import type { Schedule } from '#shared/core/jobs/schedules.ts';
import { evaluateRules } from './evaluate.ts';

const evaluate: Job = {
  name: 'alerts.evaluate',
  async run(dependencies, { businessDate }) {
    return { ...(await evaluateRules(dependencies, { day: businessDate })) };
  },
};

export const alertJobs: readonly Job[] = [evaluate];

/** After the night's scores and churn tiers, and before anybody is told of it. */
export const alertSchedules: readonly Schedule[] = [
  {
    key: evaluate.name,
    job: evaluate.name,
    cron: '30 6 * * *',
    misfire: 'latest',
    maxLateMinutes: 17 * 60,
    text: 'The alert rules are evaluated every night, at 6:30 AM.',
  },
];
