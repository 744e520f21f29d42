import { expect, it } from 'vitest';
import { detectIncidents } from '#server/radar/detect.ts';
import {
  isFeedWatched,
  type LocationFeed,
  longestUsualGap,
  mayFeedBeSilent,
  selectWatchedFeeds,
} from '#server/radar/silence.ts';
import { addDays, type Day, weekStartOf } from '#shared/core/dates.ts';
import { isDeepTestRun } from '#test/depth.ts';
import { loadMetroZipCodes } from './cities.ts';
import { feedWeekCopyLines, usageDailyCopyLines } from './usage.ts';
import { createDemoWorld, type DemoWorld } from './world.ts';

const cities = loadMetroZipCodes();
const columns = (lines: Iterable<string>) =>
  [...lines]
    .flatMap((text) => text.split('\n').filter((line) => line !== ''))
    .map((line) => line.split('\t'));

/** Returns the clusters that the radar detects on the day on which the demo starts. */
function seenIn(world: DemoWorld) {
  const asOf = addDays(world.calendar.today, -1);
  const firstWeek = addDays(weekStartOf(asOf), -35);
  const reports = Map.groupBy(
    columns(feedWeekCopyLines({ ...world, customers: world.institutions })).filter(
      ([, , week = '']) => week >= firstWeek,
    ),
    ([, location]) => Number(location),
  );
  const days = new Map<number, Day[]>();
  for (const [, location, , day = ''] of columns(
    usageDailyCopyLines({ ...world, customers: world.institutions }),
  ))
    days.set(Number(location), [...(days.get(Number(location)) ?? []), day]);
  const feeds = world.institutions
    .filter(({ churned }) => churned === null)
    .flatMap(({ institutionId, locations }) =>
      locations
        .filter(({ closed }) => closed === null || closed > world.calendar.indexOf(asOf))
        .map((location): LocationFeed => {
          const own = reports.get(location.locationId) ?? [];
          const lastReportOn =
            own
              .map(([, , , last = '']) => last)
              .sort()
              .at(-1) ?? null;
          return { ...location, institutionId, lastReportOn, weeksReported: own.length };
        }),
    );
  const suspects = feeds.filter((feed) => isFeedWatched(feed, asOf) && mayFeedBeSilent(feed, asOf));
  const gaps = new Map(
    suspects.map(({ locationId }) => [locationId, longestUsualGap(days.get(locationId) ?? [])]),
  );
  return detectIncidents(selectWatchedFeeds(feeds, asOf, gaps), 1);
}

it('is found by the radar on the first day, whichever that is, and nothing else is', () => {
  // First days of demos: a Sunday, a Monday and the Monday after the week of Thanksgiving. At full
  // depth, also the other days of the week and the Monday after Christmas.
  const days = [
    '2026-11-15',
    '2026-11-16',
    '2026-11-30',
    ...(isDeepTestRun
      ? ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-12-28']
      : []),
  ];
  for (const [at, today] of days.entries()) {
    const world = createDemoWorld({ today, cities, weeks: 8, scale: at === 0 ? 1 : 0.4 });
    const out = world.institutions.flatMap(({ locations }) =>
      locations.filter(({ outage }) => outage !== null),
    );
    const { found } = seenIn(world);
    expect(found.map(({ kind, ehr, state, chance }) => [kind, ehr, state, chance])).toEqual([
      ['system_state', out[0]?.ehr, out[0]?.state, 0.001],
    ]);
    expect(found[0]?.locations.length).toBeGreaterThan(0.7 * out.length);
  }
});
