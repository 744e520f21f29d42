import type { Job } from '#server/core/jobs/job.ts';
import type { Schedule } from '#shared/core/jobs/schedules.ts';
import { scanForIncidents } from './radar.ts';

export const incidentRadarJob: Job = {
  name: 'incidents.radar',
  async run({ database, clock }, { businessDate, progress, signal }) {
    const result = await scanForIncidents(database.background, {
      businessDate,
      now: clock(),
      signal,
    });
    await progress(1, 1, 'Connections scanned');
    return result;
  },
};

export const radarSchedule: Schedule = {
  key: incidentRadarJob.name,
  job: incidentRadarJob.name,
  cron: '45 0,6,12,18 * * *',
  misfire: 'latest',
  maxLateMinutes: 6 * 60,
  text: 'Connections are scanned for silent clusters 4 times a day, 45 minutes after each usage refresh.',
};
