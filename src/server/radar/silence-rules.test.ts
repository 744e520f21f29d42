import { describe, expect, it } from 'vitest';
import { addDays } from '#shared/core/dates.ts';
import { countOpenDaysAfter, isOpenDay, nextOpenDay } from './open-days.ts';
import {
  groupFeedsByConnection,
  isFeedSilent,
  isFeedWatched,
  type LocationFeed,
  longestUsualGap,
  selectWatchedFeeds,
} from './silence.ts';

/** Tuesday. */
const asOf = '2026-11-17';
const feed = (facts: Partial<LocationFeed> = {}): LocationFeed => ({
  institutionId: 1,
  locationId: 10,
  ehr: 'Dentrix',
  state: 'TX',
  city: 'Plano',
  latitude: 33,
  longitude: -96.7,
  lastReportOn: asOf,
  weeksReported: 6,
  ...facts,
});

describe('an open day', () => {
  it('is a weekday other than a holiday', () => {
    expect(['2026-11-15', '2026-11-21'].some(isOpenDay)).toBe(false);
    expect(['2026-11-16', '2026-11-20'].every(isOpenDay)).toBe(true);
    const closed = [
      '2026-11-26',
      '2026-11-27',
      '2026-12-25',
      '2026-12-24',
      '2026-07-03',
      '2027-07-05',
      '2026-05-25',
      '2026-01-19',
      '2027-12-31',
    ];
    expect(closed.filter(isOpenDay)).toEqual([]);
  });

  it('is counted from the day after the first day up to and including the last', () => {
    expect(countOpenDaysAfter('2026-11-13', '2026-11-15')).toBe(0);
    expect(countOpenDaysAfter('2026-11-13', '2026-11-17')).toBe(2);
    // The period contains Thanksgiving, the day after it and a weekend.
    expect(countOpenDaysAfter('2026-11-25', '2026-11-30')).toBe(1);
    expect(countOpenDaysAfter('2026-11-17', '2026-11-10')).toBe(0);
    expect(nextOpenDay('2026-11-25')).toBe('2026-11-30');
  });
});

describe('a feed', () => {
  it('is watched when it reported in three of the last weeks and within the last fourteen days', () => {
    expect(isFeedWatched(feed(), asOf)).toBe(true);
    expect(isFeedWatched(feed({ weeksReported: 2 }), asOf)).toBe(false);
    expect(isFeedWatched(feed({ lastReportOn: addDays(asOf, -14) }), asOf)).toBe(true);
    expect(isFeedWatched(feed({ lastReportOn: addDays(asOf, -15) }), asOf)).toBe(false);
    expect(isFeedWatched(feed({ lastReportOn: null, weeksReported: 0 }), asOf)).toBe(false);
  });

  it('of a practice that is closed at the weekend is not silent on Monday, and silent on Tuesday night without a report', () => {
    const lastReportOn = '2026-11-13';
    expect(isFeedSilent(feed({ lastReportOn }), '2026-11-15', 0)).toBe(false);
    expect(isFeedSilent(feed({ lastReportOn }), '2026-11-16', 0)).toBe(false);
    expect(isFeedSilent(feed({ lastReportOn }), '2026-11-17', 0)).toBe(true);
  });

  it('is not silent over Thanksgiving', () => {
    expect(isFeedSilent(feed({ lastReportOn: '2026-11-25' }), '2026-11-30', 0)).toBe(false);
    expect(isFeedSilent(feed({ lastReportOn: '2026-11-25' }), '2026-12-01', 0)).toBe(true);
  });

  it('may skip as many open days as its usual gap has', () => {
    // Reports come only on Fridays, each for a whole week.
    const fridays = ['2026-10-16', '2026-10-23', '2026-10-30', '2026-11-06'];
    expect(longestUsualGap(fridays)).toBe(4);
    expect(isFeedSilent(feed({ lastReportOn: '2026-11-06' }), '2026-11-12', 4)).toBe(false);
    expect(isFeedSilent(feed({ lastReportOn: '2026-11-06' }), '2026-11-16', 4)).toBe(true);
  });

  it('is silent after seven days when its usual gap is unknown', () => {
    expect(longestUsualGap(['2026-11-02', '2026-11-03', '2026-11-03', '2026-11-04'])).toBe(null);
    expect(longestUsualGap(['2026-11-02', '2026-11-06', '2026-11-03', '2026-11-05'])).toBe(1);
    expect(isFeedSilent(feed({ lastReportOn: '2026-11-11' }), asOf, null)).toBe(false);
    expect(isFeedSilent(feed({ lastReportOn: '2026-11-10' }), asOf, null)).toBe(true);
  });

  it('is silent since the first open day without a report', () => {
    const feeds = [
      feed({ lastReportOn: '2026-11-13' }),
      feed({ locationId: 11 }),
      feed({ locationId: 12, lastReportOn: null }),
    ];
    expect(
      selectWatchedFeeds(feeds, asOf, new Map([[10, 0]])).map(({ locationId, silentSince }) => [
        locationId,
        silentSince,
      ]),
    ).toEqual([
      [10, '2026-11-16'],
      [11, null],
    ]);
  });
});

it('combines a customer’s locations with one EHR in one state into a connection, silent when half of them are', () => {
  const silent = { lastReportOn: '2026-11-05' };
  const feeds = selectWatchedFeeds(
    [
      feed(silent),
      feed({ locationId: 11, latitude: 35, longitude: -98.7 }),
      feed({ locationId: 12, state: 'OK', latitude: null, longitude: null, city: null }),
      feed({ locationId: 13, ehr: null, ...silent }),
      feed({ locationId: 14, institutionId: 2 }),
    ],
    asOf,
    new Map(),
  );
  expect(
    groupFeedsByConnection(feeds).map(({ feeds: own, ...one }) => ({
      ...one,
      locations: own.length,
    })),
  ).toEqual([
    {
      institutionId: 1,
      ehr: 'Dentrix',
      state: 'TX',
      city: 'Plano',
      latitude: 34,
      longitude: -97.7,
      isSilent: true,
      locations: 2,
    },
    {
      institutionId: 1,
      ehr: 'Dentrix',
      state: 'OK',
      city: null,
      latitude: null,
      longitude: null,
      isSilent: false,
      locations: 1,
    },
    {
      institutionId: 1,
      ehr: null,
      state: 'TX',
      city: 'Plano',
      latitude: 33,
      longitude: -96.7,
      isSilent: true,
      locations: 1,
    },
    {
      institutionId: 2,
      ehr: 'Dentrix',
      state: 'TX',
      city: 'Plano',
      latitude: 33,
      longitude: -96.7,
      isSilent: false,
      locations: 1,
    },
  ]);
});
