import { runInBatches } from '#server/core/db/batches.ts';
import type { Queries } from '#server/core/db/database.ts';
import { addDays, type Day, daysBetween } from '#shared/core/dates.ts';
import { silentFeedDetectionRules } from '#shared/radar/constants.ts';
import { buildAllFeedsIncident, type ScanResult } from './detect.ts';
import { findLastReportDay, findLocationUsageDays, readNextFeedBatch } from './feeds-queries.ts';
import {
  endIncidents,
  findIncidentsToMatch,
  openIncident,
  recordIncidentDetections,
  recordLocationsReportingAgain,
  saveScan,
  updateIncident,
} from './incident-queries.ts';
import { nextOpenDay } from './open-days.ts';
import { matchIncidents } from './rules.ts';
import { type ScanWorker, startScanWorker } from './scan-aside.ts';
import { isFeedWatched, longestUsualGap, mayFeedBeSilent, selectWatchedFeeds } from './silence.ts';

interface ScanOptions {
  businessDate: Day;
  now: Date;
  signal: AbortSignal;
}

/** Scans all feeds and opens, updates or ends incidents. Returns the counts of the scan. */
export async function scanForIncidents(
  queries: Queries,
  { businessDate, now, signal }: ScanOptions,
): Promise<Record<string, unknown>> {
  const yesterday = addDays(businessDate, -1);
  const asOf = await findLastReportDay(queries, yesterday);
  if (asOf === null) return { missing: 'No connection has ever reported.' };
  const { look, unwatched } = await runScan(queries, asOf, signal);
  const found =
    daysBetween(asOf, yesterday) >= silentFeedDetectionRules.nothingDays &&
    look.watched.connections > 0
      ? [buildAllFeedsIncident({ watched: look.watched, silent: look.watched }, nextOpenDay(asOf))]
      : look.found;
  const result = await saveResults(queries, { look: { ...look, found }, asOf, unwatched, now });
  return { asOf, watched: look.watched.locations, silent: look.silent.locations, ...result };
}

/** Reads the feeds of locations in batches of customers. A worker thread scans the feeds. */
async function runScan(
  queries: Queries,
  asOf: Day,
  signal: AbortSignal,
): Promise<{ look: ScanResult; unwatched: number }> {
  signal.throwIfAborted();
  const scan = startScanWorker(signal);
  try {
    const unwatched = await sendFeedsToScan(queries, asOf, scan, signal);
    signal.throwIfAborted();
    return { look: await scan.look(daysBetween('2000-01-01', asOf)), unwatched };
  } finally {
    await scan.stop();
  }
}

/** Number of customers per batch. Transferring larger batches would block the main thread. */
const batchCustomers = 100;

/**
 * Sends the watched feeds to the scan in batches. Returns the number of locations whose feed is not
 * watched.
 */
export async function sendFeedsToScan(
  queries: Queries,
  asOf: Day,
  scan: Pick<ScanWorker, 'add'>,
  signal: AbortSignal,
): Promise<number> {
  let unwatched = 0;
  await runInBatches(
    (work) => work(queries),
    0,
    async (reading, after, rows) => {
      signal.throwIfAborted();
      const next = await readNextFeedBatch(reading, after, Math.min(rows, batchCustomers), asOf);
      if (next === undefined) return undefined;
      const suspects = next.feeds.filter(
        (feed) => isFeedWatched(feed, asOf) && mayFeedBeSilent(feed, asOf),
      );
      const days = await findLocationUsageDays(reading, suspects);
      const gaps = new Map(
        suspects.map(({ locationId }) => [locationId, longestUsualGap(days.get(locationId) ?? [])]),
      );
      const watched = selectWatchedFeeds(next.feeds, asOf, gaps);
      unwatched += next.feeds.length - watched.length;
      scan.add(watched);
      return next.last;
    },
  );
  return unwatched;
}

/** Saves the results of a scan. An incident that continues keeps its id. */
async function saveResults(
  queries: Queries,
  { look, asOf, unwatched, now }: { look: ScanResult; asOf: Day; unwatched: number; now: Date },
) {
  return queries.transaction().execute(async (transaction) => {
    await saveScan(transaction, {
      looked_at: now,
      as_of: asOf,
      watched_connections: look.watched.connections,
      silent_connections: look.silent.connections,
      watched_locations: look.watched.locations,
      silent_locations: look.silent.locations,
      unwatched_locations: unwatched,
      groups_compared: look.compared,
    });
    await recordLocationsReportingAgain(transaction);
    const { opened, goesOn, stays, over } = matchIncidents(
      await findIncidentsToMatch(transaction, now),
      look.found,
      now,
    );
    for (const one of opened) await openIncident(transaction, one, now);
    for (const one of goesOn) await updateIncident(transaction, one, now);
    await recordIncidentDetections(transaction, stays, now);
    await endIncidents(transaction, over, now);
    return { opened: opened.length, goesOn: goesOn.length + stays.length, over: over.length };
  });
}
