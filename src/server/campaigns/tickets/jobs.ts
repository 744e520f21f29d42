import type { Dependencies } from '#server/core/dependencies.ts';
import { HttpError } from '#server/core/errors.ts';
import type { Job } from '#server/core/jobs/job.ts';
import type { Schedule } from '#shared/core/jobs/schedules.ts';
import { sendCampaigns } from './sending.ts';

export const sendCampaignsJob: Job = { name: 'campaigns.tickets', run: sendCampaigns };

export const ticketCampaignJobs: readonly Job[] = [sendCampaignsJob];

export const ticketCampaignSchedules: readonly Schedule[] = [
  {
    key: 'campaigns.tickets',
    job: sendCampaignsJob.name,
    cron: '1-59/2 * * * *',
    misfire: 'latest',
    maxLateMinutes: 10,
    text: 'Tickets of campaigns that wait for the CRM are opened or withdrawn every two minutes.',
  },
];

/** Begins at once; where it cannot, the schedule does it within two minutes. */
export async function beginSending({ jobs, log }: Pick<Dependencies, 'jobs' | 'log'>, job: string): Promise<void> {
  try {
    await jobs.runNow(job);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    log.warn({ err: error }, 'The tickets of a campaign wait for their schedule');
  }
}
