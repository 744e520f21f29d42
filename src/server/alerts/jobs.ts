import type { Job } from '#server/core/jobs/job.ts';
import type { Schedule } from '#shared/core/jobs/schedules.ts';
import { evaluateAlertRules } from './evaluate.ts';
import { findLastEvaluationTime } from './firing-queries.ts';

const evaluate: Job = {
  name: 'alerts.evaluate',
  words: {
    title: 'Alert rules',
    result: {
      opened: ['action item opened', 'action items opened'],
      again: ['alert repeated', 'alerts repeated'],
    },
  },
  lastResultAt: findLastEvaluationTime,
  async run(dependencies, { businessDate }) {
    return { ...(await evaluateAlertRules(dependencies, { day: businessDate })) };
  },
};

export const alertJobs: readonly Job[] = [evaluate];

/**
 * The job runs after the nightly scores and churn tiers, and before the notifications in the
 * morning.
 */
export const alertSchedules: readonly Schedule[] = [
  {
    key: evaluate.name,
    job: evaluate.name,
    cron: '30 6 * * *',
    misfire: 'latest',
    maxLateMinutes: 17 * 60,
    text: 'Alert rules are evaluated every day at 6:30 AM.',
  },
];
