import type { Job } from '#server/core/jobs/job.ts';
import type { Schedule } from '#shared/core/jobs/schedules.ts';
import { sendWaitingDeals } from './sending.ts';

const sendDealsJob: Job = {
  name: 'prospects.deals',
  words: {
    title: 'Deals of prospects',
    result: { sent: ['deal sent', 'deals sent'], waiting: ['waiting', 'waiting'] },
  },
  run: sendWaitingDeals,
};

export const prospectDealJobs: readonly Job[] = [sendDealsJob];

export const prospectDealSchedules: readonly Schedule[] = [
  {
    key: 'prospects.deals',
    job: sendDealsJob.name,
    cron: '1-59/2 * * * *',
    misfire: 'latest',
    maxLateMinutes: 10,
    text: 'Deals of prospects that wait for HubSpot are sent every two minutes.',
  },
];
