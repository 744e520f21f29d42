import type { Queries } from '#server/core/db/database.ts';
import type { Job } from '#server/core/jobs/job.ts';
import { findLastReportDay } from '#server/radar/feeds-queries.ts';
import { sendFeedsToScan } from '#server/radar/radar.ts';
import type { WatchedFeed } from '#server/radar/silence.ts';
import { addDays, type Day } from '#shared/core/dates.ts';
import type { Schedule } from '#shared/core/jobs/schedules.ts';
import { findLastCheckTime, replaceSilentFeeds, saveIssueCounts } from './issue-queries.ts';
import { countIssues } from './issue-rules.ts';
import { findCurrentIssues } from './issues.ts';

/** Returns the connections that are silent on the last day with a report from any connection. */
async function silentFeeds(queries: Queries, businessDate: Day, signal: AbortSignal) {
  const silent: { institutionId: number; locationId: number; silentSince: Day }[] = [];
  const asOf = await findLastReportDay(queries, addDays(businessDate, -1));
  const add = (feeds: WatchedFeed[]) => {
    for (const { institutionId, locationId, silentSince } of feeds)
      if (silentSince !== null) silent.push({ institutionId, locationId, silentSince });
  };
  if (asOf !== null) await sendFeedsToScan(queries, asOf, { add }, signal);
  return silent;
}

export const dataQualityJob: Job = {
  name: 'data_quality.look',
  words: {
    title: 'Data quality checks',
    result: {
      unplotted: ['location not on the map', 'locations not on the map'],
      approximate: ['approximate place', 'approximate places'],
      duplicate: ['possible duplicate', 'possible duplicates'],
      silent: ['silent connection', 'silent connections'],
      unknownSystem: ['unknown EHR', 'unknown EHRs'],
      noSystem: ['customer without an EHR', 'customers without an EHR'],
      overlap: ['overlapping contract', 'overlapping contracts'],
    },
  },
  lastResultAt: findLastCheckTime,
  async run({ database, clock }, { businessDate, progress, signal }) {
    const { background } = database;
    const silent = await silentFeeds(background, businessDate, signal);
    await background.transaction().execute(async (transaction) => {
      await replaceSilentFeeds(transaction, silent);
    });
    const counts = countIssues(await findCurrentIssues(background));
    await saveIssueCounts(background, businessDate, clock(), counts);
    await progress(1, 1, 'checking the data');
    return { ...counts };
  },
};

export const dataQualitySchedule: Schedule = {
  key: dataQualityJob.name,
  job: dataQualityJob.name,
  cron: '50 0,6,12,18 * * *',
  misfire: 'latest',
  maxLateMinutes: 6 * 60,
  text: 'The data is checked 4 times a day, 50 minutes after each usage refresh. The trend shows the last check of each day.',
};
