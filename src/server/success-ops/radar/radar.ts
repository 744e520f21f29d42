import type { Queries } from '#server/core/db/database.ts';
import { inPieces } from '#server/core/db/pieces.ts';
import { addDays, type Day, daysBetween } from '#shared/core/dates.ts';
import { radarRules } from '#shared/metrics/constants.ts';
import { lastReportOfAny, nextFeeds, reportDaysBefore } from './feeds-queries.ts';
import { endIncidents, goOn, keepLook, knownIncidents, noteReturns, openIncident, seenAgain } from './incident-queries.ts';
import { allSilent, type Look } from './look.ts';
import { nextOpenDay } from './open-days.ts';
import { outcomeOf } from './rules.ts';
import { type Scan, scanAside } from './scan-aside.ts';
import { isSuspect, isWatched, usualGap, watchedFeeds } from './silence.ts';

interface Asked {
  businessDate: Day;
  now: Date;
  signal: AbortSignal;
}

/** One look at all feeds: what is new, goes on or is over is written down. Answers what it saw. */
export async function lookForIncidents(queries: Queries, { businessDate, now, signal }: Asked): Promise<Record<string, unknown>> {
  const yesterday = addDays(businessDate, -1);
  const asOf = await lastReportOfAny(queries, yesterday);
  if (asOf === null) return { missing: 'No feed has ever reported.' };
  const { look, unwatched } = await lookAt(queries, asOf, signal);
  const found =
    daysBetween(asOf, yesterday) >= radarRules.nothingDays && look.watched.connections > 0
      ? [allSilent({ watched: look.watched, silent: look.watched }, nextOpenDay(asOf))]
      : look.found;
  const result = await keep(queries, { look: { ...look, found }, asOf, unwatched, now });
  return { asOf, watched: look.watched.locations, silent: look.silent.locations, ...result };
}

/** Reads the feeds customer by customer and has them looked at in a thread of its own. */
async function lookAt(queries: Queries, asOf: Day, signal: AbortSignal): Promise<{ look: Look; unwatched: number }> {
  signal.throwIfAborted();
  const scan = scanAside(signal);
  try {
    const unwatched = await readFeeds(queries, asOf, scan, signal);
    signal.throwIfAborted();
    return { look: await scan.look(daysBetween('2000-01-01', asOf)), unwatched };
  } finally {
    await scan.stop();
  }
}

/** What is read of more customers at once, and handed over, would stop the server's own thread. */
const mostCustomers = 100;

/** Hands the watched feeds over, part by part; answers how many locations are not watched. */
export async function readFeeds(queries: Queries, asOf: Day, taker: Pick<Scan, 'add'>, signal: AbortSignal): Promise<number> {
  let unwatched = 0;
  await inPieces(
    (work) => work(queries),
    0,
    async (reading, after, rows) => {
      signal.throwIfAborted();
      const next = await nextFeeds(reading, after, Math.min(rows, mostCustomers), asOf);
      if (next === undefined) return undefined;
      const suspects = next.feeds.filter((feed) => isWatched(feed, asOf) && isSuspect(feed, asOf));
      const days = await reportDaysBefore(reading, suspects);
      const gaps = new Map(suspects.map(({ locationId }) => [locationId, usualGap(days.get(locationId) ?? [])]));
      const watched = watchedFeeds(next.feeds, asOf, gaps);
      unwatched += next.feeds.length - watched.length;
      taker.add(watched);
      return next.last;
    },
  );
  return unwatched;
}

/** Brings the incidents to what a look found: one that goes on stays the one it is. */
async function keep(queries: Queries, { look, asOf, unwatched, now }: { look: Look; asOf: Day; unwatched: number; now: Date }) {
  return queries.transaction().execute(async (transaction) => {
    await keepLook(transaction, {
      looked_at: now,
      as_of: asOf,
      watched_connections: look.watched.connections,
      silent_connections: look.silent.connections,
      watched_locations: look.watched.locations,
      silent_locations: look.silent.locations,
      unwatched_locations: unwatched,
      groups_compared: look.compared,
    });
    await noteReturns(transaction);
    const { opened, goesOn, stays, over } = outcomeOf(await knownIncidents(transaction, now), look.found, now);
    for (const one of opened) await openIncident(transaction, one, now);
    for (const one of goesOn) await goOn(transaction, one, now);
    await seenAgain(transaction, stays, now);
    await endIncidents(transaction, over, now);
    return { opened: opened.length, goesOn: goesOn.length + stays.length, over: over.length };
  });
}
