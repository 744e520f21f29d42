import type { Schedule } from '#shared/core/jobs/schedules.ts';

export const playbookSchedule: Schedule = {
  key: 'playbooks.advance',
  job: 'playbooks.advance',
  cron: '*/15 * * * *',
  misfire: 'latest',
  // Playbook runs advance by date, so a single job run after downtime catches up on all missed
  // days.
  maxLateMinutes: null,
  text: 'Playbook runs are advanced every 15 minutes.',
};
