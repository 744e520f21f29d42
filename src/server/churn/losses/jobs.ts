import type { Job } from '#server/core/jobs/jobs.ts';
import type { Schedule } from '#shared/core/jobs/schedules.ts';
import { settleDepartures } from './queries.ts';

/** Whoever has given notice leaves on its day. */
export const departures: Job = {
  name: 'churn.departures',
  async run({ database, clock }, { businessDate }) {
    return { left: await settleDepartures(database.background, businessDate, clock()) };
  },
};

export const departuresSchedule: Schedule = {
  key: departures.name,
  job: departures.name,
  cron: '5 0 * * *',
  misfire: 'latest',
  maxLateMinutes: null,
  text: 'Customers whose notice takes effect leave daily, five minutes after midnight.',
};
