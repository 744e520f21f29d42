import type { Schedule } from '#shared/core/jobs/schedules.ts';

export const playbookSchedule: Schedule = {
  key: 'playbooks.advance',
  job: 'playbooks.advance',
  cron: '*/15 * * * *',
  misfire: 'latest',
  // Runs advance by date and not per job run, so one run after any downtime catches up.
  maxLateMinutes: null,
  text: 'Playbook runs are advanced every 15 minutes.',
};
