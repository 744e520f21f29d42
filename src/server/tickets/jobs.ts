import type { Job } from '#server/core/jobs/jobs.ts';
import type { Schedule } from '#shared/core/schedules.ts';
import { sendWaiting } from './desk/changes.ts';

const send: Job = {
  name: 'tickets.send',
  run: (dependencies, { signal }) => sendWaiting(dependencies, signal),
};

export const ticketJobs: readonly Job[] = [send];

export const ticketSchedules: readonly Schedule[] = [
  {
    key: 'tickets.send',
    job: send.name,
    cron: '*/2 * * * *',
    misfire: 'latest',
    maxLateMinutes: 10,
    text: 'Changes of tickets that wait for the CRM are sent every two minutes.',
  },
];
