import type { Schedule } from '#shared/core/jobs/schedules.ts';

export const playbookSchedule: Schedule = {
  key: 'playbooks.advance',
  job: 'playbooks.advance',
  cron: '*/15 * * * *',
  misfire: 'latest',
  // Runs advance by date. After downtime, a single job run therefore catches up on all missed days.
  maxLateMinutes: null,
  text: 'Playbook runs are advanced every 15 minutes.',
};
