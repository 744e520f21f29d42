import type { Job } from '#server/core/jobs/job.ts';
import type { Schedule } from '#shared/core/jobs/schedules.ts';
import { updateDepartures } from './queries.ts';

/** Marks customers as left on the effective date of their notice. */
export const departuresJob: Job = {
  name: 'churn.departures',
  words: {
    title: 'Departures',
    result: { left: ['customer marked as lost', 'customers marked as lost'] },
  },
  async run({ database, clock }, { businessDate }) {
    return { left: await updateDepartures(database.background, businessDate, clock()) };
  },
};

export const departuresSchedule: Schedule = {
  key: departuresJob.name,
  job: departuresJob.name,
  cron: '5 0 * * *',
  misfire: 'latest',
  maxLateMinutes: null,
  text: 'Daily at 12:05 AM, customers whose notice takes effect are marked as lost.',
};
