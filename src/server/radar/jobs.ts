import type { Job } from '#server/core/jobs/job.ts';
import type { Schedule } from '#shared/core/jobs/schedules.ts';
import { findLastScan } from './list-queries.ts';
import { scanForIncidents } from './radar.ts';

export const incidentRadarJob: Job = {
  name: 'incidents.radar',
  words: {
    title: 'Incident radar',
    result: {
      missing: '',
      watched: ['location watched', 'locations watched'],
      silent: ['silent', 'silent'],
      asOf: 'as of',
      opened: ['incident opened', 'incidents opened'],
      goesOn: ['continuing', 'continuing'],
      over: ['ended', 'ended'],
    },
  },
  lastResultAt: async (queries) => {
    const scan = await findLastScan(queries);
    return scan === null ? null : new Date(scan.lookedAt);
  },
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
