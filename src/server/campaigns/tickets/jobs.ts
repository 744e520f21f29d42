import type { Dependencies } from '#server/core/dependencies.ts';
import { HttpError } from '#server/core/errors.ts';
import type { Job } from '#server/core/jobs/job.ts';
import type { Schedule } from '#shared/core/jobs/schedules.ts';
import { processPendingCampaignTickets } from './sending.ts';

export const sendCampaignsJob: Job = {
  name: 'campaigns.tickets',
  words: {
    title: 'Campaign tickets',
    result: {
      opened: ['ticket opened', 'tickets opened'],
      withdrawn: ['withdrawn', 'withdrawn'],
      waiting: ['campaign waiting', 'campaigns waiting'],
    },
  },
  run: processPendingCampaignTickets,
};

export const ticketCampaignJobs: readonly Job[] = [sendCampaignsJob];

export const ticketCampaignSchedules: readonly Schedule[] = [
  {
    key: 'campaigns.tickets',
    job: sendCampaignsJob.name,
    cron: '1-59/2 * * * *',
    misfire: 'latest',
    maxLateMinutes: 10,
    text: 'Pending campaign tickets are opened or withdrawn in the CRM every two minutes.',
  },
];

/** Starts the job at once. If the start fails, the schedule starts the job within two minutes. */
export async function startSendCampaignsJob(
  { jobs, log }: Pick<Dependencies, 'jobs' | 'log'>,
  job: string,
): Promise<void> {
  try {
    await jobs.runNow(job);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    log.warn({ err: error }, 'Campaign tickets will be sent by the next scheduled run');
  }
}
