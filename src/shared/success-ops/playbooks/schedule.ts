import type { Schedule } from '#shared/core/jobs/schedules.ts';

export const playbookSchedule: Schedule = {
  key: 'playbooks.advance',
  job: 'playbooks.advance',
  cron: '*/15 * * * *',
  misfire: 'latest',
  // A run moves on by the day and not by the occurrence, so that one look after any absence is enough.
  maxLateMinutes: null,
  text: 'Playbooks move on every 15 minutes.',
};
