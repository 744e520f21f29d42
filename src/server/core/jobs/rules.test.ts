import { describe, expect, it } from 'vitest';
import { addDays, type Day, dayIn, weekday } from '#shared/core/dates.ts';
import { type Schedule, schedulesNamedInGuides } from '#shared/core/jobs/schedules.ts';
import {
  decideScheduleOccurrences,
  occurrencesBetween,
  scheduleDecisionsFinalUntil,
} from './rules.ts';

const zone = 'America/Los_Angeles';
const at = (text: string) => new Date(text);
const schedule = (key: string): Schedule => {
  const found = schedulesNamedInGuides.find((each) => each.key === key);
  if (found === undefined) throw new Error(`no schedule ${key}`);
  return found;
};
const decided = (which: Schedule, from: string, to: string) =>
  decideScheduleOccurrences(which, zone, at(from), at(to)).map(
    ({ scheduledFor, state }) => `${scheduledFor.toISOString().slice(0, 16)} ${state}`,
  );

describe('both clock changes', () => {
  const changes: [Day, string][] = [
    // In spring, 02:00 does not exist and becomes 03:00. In autumn, 01:30 occurs twice and 02:00
    // once.
    ['2027-03-14', '2027-03-14T10:00:00.000Z'],
    ['2028-03-12', '2028-03-12T10:00:00.000Z'],
    ['2026-11-01', '2026-11-01T10:00:00.000Z'],
    ['2027-11-07', '2027-11-07T10:00:00.000Z'],
  ];
  for (const [day, instant] of changes)
    for (const key of ['scores.official', 'scores.provisional'])
      it(`${key} occurs once on ${day}`, () => {
        const around = occurrencesBetween(
          schedule(key).cron,
          zone,
          at(`${addDays(day, -1)}T12:00:00Z`),
          at(`${addDays(day, 1)}T08:00:00Z`),
        );
        expect(
          around.filter((each) => dayIn(zone, each) === day).map((each) => each.toISOString()),
        ).toEqual([instant]);
      });

  it('a time that autumn repeats occurs once', () => {
    const night = occurrencesBetween(
      '30 1 * * 0',
      zone,
      at('2027-11-07T07:00:00Z'),
      at('2027-11-08T07:00:00Z'),
    );
    expect(night.map((each) => each.toISOString())).toEqual(['2027-11-07T08:30:00.000Z']);
  });
});

describe('three years', () => {
  const from = at('2026-06-01T00:00:00Z');
  const to = at('2029-06-01T00:00:00Z');
  const days: Day[] = [];
  for (let day = addDays(dayIn(zone, from), 1); day < dayIn(zone, to); day = addDays(day, 1))
    days.push(day);
  const perDay: Record<string, (day: Day) => number> = {
    'usage.refresh': () => 4,
    'benchmarks.refresh': () => 4,
    'onboarding.refresh': () => 6,
    'scores.provisional': () => 1,
    'scores.official.late': () => 4,
    'scores.official': (day) => (weekday(day) === 0 ? 1 : 0),
  };

  for (const { key, cron } of schedulesNamedInGuides)
    it(`${key} occurs equally often on every local day`, { timeout: 20_000 }, () => {
      const counts = Map.groupBy(occurrencesBetween(cron, zone, from, to), (time) =>
        dayIn(zone, time),
      );
      expect(days.length).toBeGreaterThan(1090);
      expect(days.filter((day) => (counts.get(day)?.length ?? 0) !== perDay[key]?.(day))).toEqual(
        [],
      );
    });
});

describe('a year of checks every few hours, through both changes', () => {
  const from = at('2026-06-01T00:00:00Z');
  for (const each of schedulesNamedInGuides)
    it(`queues ${each.key} once for each time`, { timeout: 20_000 }, () => {
      let decidedUntil = from;
      const queued: Date[] = [];
      for (let step = 1; step <= 2260; step += 1) {
        const now = new Date(from.getTime() + step * 233 * 60_000);
        const decisions = decideScheduleOccurrences(each, zone, decidedUntil, now);
        queued.push(
          ...decisions
            .filter(({ state }) => state === 'queued')
            .map(({ scheduledFor }) => scheduledFor),
        );
        // The ledger advances only when an occurrence was due.
        if (decisions.length > 0) decidedUntil = now;
      }
      expect(queued).toEqual(occurrencesBetween(each.cron, zone, from, decidedUntil));
    });
});

describe('how far a schedule is decided for good', () => {
  const now = at('2026-11-22T18:00:00Z');
  it.each([
    ['now, without usage', null, now],
    ['now, with usage of today', '2026-11-22', now],
    ['the end of the newest day of usage', '2026-11-21', at('2026-11-22T00:00:00Z')],
    [
      'not with a clock that is ten years ahead of its usage',
      '2016-11-21',
      at('2016-11-22T00:00:00Z'),
    ],
  ])('%s', (_, newestUsageDay, until) => {
    expect(scheduleDecisionsFinalUntil(now, newestUsageDay)).toEqual(until);
  });
});

describe('missed occurrences', () => {
  it('a machine that slept through Sunday 02:00 closes the week when it wakes, however late', () => {
    expect(
      decided(schedule('scores.official'), '2026-11-21T12:00:00Z', '2026-11-22T18:00:00Z'),
    ).toEqual(['2026-11-22T10:00 queued']);
    expect(
      decided(schedule('scores.official'), '2026-11-21T12:00:00Z', '2026-12-12T18:00:00Z'),
    ).toEqual(['2026-11-22T10:00 skipped', '2026-11-29T10:00 skipped', '2026-12-06T10:00 queued']);
  });

  it('after an outage of 30 hours, each job runs once, and other occurrences are recorded as skipped', () => {
    const count = (key: string, state: string) =>
      decided(schedule(key), '2026-11-18T01:00:00Z', '2026-11-19T11:00:00Z').filter((each) =>
        each.endsWith(state),
      ).length;
    expect([count('usage.refresh', 'queued'), count('usage.refresh', 'skipped')]).toEqual([1, 5]);
    expect([count('scores.provisional', 'queued'), count('scores.provisional', 'skipped')]).toEqual(
      [1, 1],
    );
    expect([count('benchmarks.refresh', 'queued'), count('benchmarks.refresh', 'skipped')]).toEqual(
      [1, 5],
    );
  });

  const hourly: Schedule = {
    key: 'hourly',
    job: 'hourly',
    cron: '0 * * * *',
    misfire: 'all',
    maxLateMinutes: 120,
    text: '',
  };
  it('all: everything that is not too late', () => {
    expect(decided(hourly, '2026-11-18T01:30:00Z', '2026-11-18T05:10:00Z')).toEqual([
      '2026-11-18T02:00 skipped',
      '2026-11-18T03:00 skipped',
      '2026-11-18T04:00 queued',
      '2026-11-18T05:00 queued',
    ]);
  });

  it('skip: only occurrences checked in time', () => {
    const skip: Schedule = { ...hourly, misfire: 'skip' };
    expect(decided(skip, '2026-11-18T01:30:00Z', '2026-11-18T03:00:20Z')).toEqual([
      '2026-11-18T02:00 skipped',
      '2026-11-18T03:00 queued',
    ]);
    expect(decided(skip, '2026-11-18T01:30:00Z', '2026-11-18T02:06:00Z')).toEqual([
      '2026-11-18T02:00 skipped',
    ]);
  });

  it('is bounded after years of absence, and nothing is due when the clock stands still or goes back', () => {
    expect(decided(hourly, '2020-01-01T00:00:00Z', '2026-11-18T05:10:00Z')).toHaveLength(90 * 24);
    expect(decided(hourly, '2026-11-18T05:10:00Z', '2026-11-18T05:10:00Z')).toEqual([]);
    expect(decided(hourly, '2026-11-18T05:10:00Z', '2026-11-18T01:10:00Z')).toEqual([]);
  });

  it('an occurrence at the boundary belongs to the check that ends with it', () => {
    expect(decided(hourly, '2026-11-18T01:00:00Z', '2026-11-18T02:00:00Z')).toEqual([
      '2026-11-18T02:00 queued',
    ]);
    expect(decided(hourly, '2026-11-18T02:00:00Z', '2026-11-18T02:59:59Z')).toEqual([]);
  });

  it('carries the local date of its time', () => {
    const [one] = decideScheduleOccurrences(
      { ...hourly, cron: '0 23 * * *' },
      zone,
      at('2026-11-18T01:00:00Z'),
      at('2026-11-18T07:00:00Z'),
    );
    expect(one?.businessDate).toBe('2026-11-17');
  });
});
