import type { Job } from '#server/core/jobs/job.ts';
import type { Schedule } from '#shared/core/jobs/schedules.ts';
import { sendPendingTicketChanges } from './desk/changes.ts';

export const sendTicketChangesJob: Job = {
  name: 'tickets.send',
  words: {
    title: 'Ticket changes',
    result: { sent: ['change sent', 'changes sent'], waiting: ['waiting', 'waiting'] },
  },
  run: sendPendingTicketChanges,
};

export const ticketJobs: readonly Job[] = [sendTicketChangesJob];

export const ticketSchedules: readonly Schedule[] = [
  {
    key: 'tickets.send',
    job: sendTicketChangesJob.name,
    cron: '*/2 * * * *',
    misfire: 'latest',
    maxLateMinutes: 10,
    text: 'Pending ticket changes are sent to the CRM every two minutes.',
  },
];
