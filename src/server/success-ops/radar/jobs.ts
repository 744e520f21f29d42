import type { Job } from '#server/core/jobs/job.ts';
import type { Schedule } from '#shared/core/jobs/schedules.ts';
import { lookForIncidents } from './radar.ts';

export const incidentRadar: Job = {
  name: 'incidents.radar',
  async run({ database, clock }, { businessDate, progress, signal }) {
    const result = await lookForIncidents(database.background, { businessDate, now: clock(), signal });
    await progress(1, 1, 'looked at the feeds');
    return result;
  },
};

export const radarSchedule: Schedule = {
  key: incidentRadar.name,
  job: incidentRadar.name,
  cron: '45 0,6,12,18 * * *',
  misfire: 'latest',
  maxLateMinutes: 6 * 60,
  text: 'Clusters of silent feeds are looked for every 6 hours, 45 minutes after usage.',
};
