import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  recordReopeningRequest,
  rescoreReopenedWeeks,
} from '#server/scoring/reopening/reopening.ts';
import { scorePastWeeks } from '#server/scoring/weeks.ts';
import {
  type BenchmarkRow,
  getBenchmarkChanges,
  getBenchmarkDistribution,
  getBenchmarkTable,
} from '#shared/benchmarks/table.ts';
import { addDays, listWeekStartsUntil } from '#shared/core/dates.ts';
import { defaultHealthRules } from '#shared/core/scoring-rules.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createWorldInstitution, insertWorld, type WorldInstitution } from '#test/health-world.ts';
import { chooseHistogramBins, percentileInGroup } from './distribution-rules.ts';

const weeks = listWeekStartsUntil('2026-11-08', 9);
const lastWeek = '2026-11-08';
let test: TestApp;
let now = new Date('2026-11-16T18:00:00Z');

beforeEach(async () => {
  now = new Date('2026-11-16T18:00:00Z');
  test = await buildTestApp({ now });
});
afterEach(() => test.close());

async function score(institutions: WorldInstitution[]): Promise<void> {
  await insertWorld(test.database.foreground, { institutions });
  await scorePastWeeks(test.database.foreground, () => now);
}
async function table() {
  const answer = await test.inject({ method: 'GET', url: getBenchmarkTable.path });
  expect(answer.statusCode, answer.body).toBe(200);
  return getBenchmarkTable.response.parse(answer.json());
}
async function changes() {
  const answer = await test.inject({ method: 'GET', url: getBenchmarkChanges.path });
  expect(answer.statusCode, answer.body).toBe(200);
  return getBenchmarkChanges.response.parse(answer.json()).rows;
}
const ask = (search: string) =>
  test.inject({ method: 'GET', url: `${getBenchmarkDistribution.path}?${search}` });
async function distribution(search: string) {
  const answer = await ask(search);
  expect(answer.statusCode, answer.body).toBe(200);
  return getBenchmarkDistribution.response.parse(answer.json());
}
const rowOf = (rows: readonly BenchmarkRow[], product: string, sizeTier: string) =>
  rows.find((row) => row.product === product && row.sizeTier === sizeTier);

/**
 * Creates customers with one location each. The customer with the number n has n online bookings
 * per week.
 */
const bookers = (count: number, more: (id: number) => Partial<WorldInstitution> = () => ({})) =>
  Array.from({ length: count }, (_, index) =>
    createWorldInstitution(index + 1, weeks, { onlineBooking: index + 1 }, more(index + 1)),
  );

const location = (id: number, perWeek: (week: string) => number) => ({
  id,
  openedOn: '2020-01-01',
  closedOn: null,
  feed: Object.fromEntries(weeks.map((week) => [week, addDays(week, 6)])),
  usage: weeks.map((week) => ({ product: 'onlineBooking' as const, week, value: perWeek(week) })),
});

describe('the table', () => {
  it('has nothing before the first official week', async () => {
    expect(await table()).toMatchObject({ weekEndDate: null, rows: [] });
    expect(await changes()).toEqual([]);
    expect(await distribution('product=forms')).toEqual({
      weekEndDate: null,
      group: null,
      bins: [],
      customer: null,
    });
  });

  it('reports the required number of peers before the first official week', async () => {
    expect((await table()).minimumPeers).toBe(20);
    await test.database.foreground
      .insertInto('rules_version')
      .values({
        rules_version_id: 2,
        rules: JSON.stringify({ ...defaultHealthRules, minimumPeers: 30 }),
        note: '',
        created_at: now,
      })
      .execute();
    test.setClock(new Date('2026-11-16T18:00:02Z'));
    expect((await table()).minimumPeers).toBe(30);
  });

  it('has a row for every product and size tier with its peer group', async () => {
    await score([
      ...bookers(25),
      createWorldInstitution(
        50,
        weeks,
        {},
        {
          locations: [location(5001, () => 8), location(5002, () => 2)],
          entitlements: entitled('onlineBooking'),
        },
      ),
    ]);
    const { rows, weekEndDate, comparedWeekEndDate, minimumPeers } = await table();
    expect([weekEndDate, comparedWeekEndDate, minimumPeers, rows.length]).toEqual([
      '2026-11-14',
      '2026-10-17',
      20,
      36,
    ]);
    // The customers have 1 to 25 bookings per week. The median customer has 13, which is 52 in 28
    // days.
    expect(rowOf(rows, 'onlineBooking', 'Small')).toMatchObject({
      group: {
        peerLevel: 'tier',
        sizeTier: 'Small',
        benchmark: 52,
        quartileLow: 28,
        quartileHigh: 76,
        institutions: 25,
        locations: 25,
      },
      sizeTierInstitutions: 25,
      comparedWith: { tier_and_type: 25, tier: 0, all: 0, nobody: 0 },
      change: { before: 52, percent: 0, peerLevelBefore: 'tier' },
    });
    // A single customer with two locations is not enough, so the group of all customers is used.
    expect(rowOf(rows, 'onlineBooking', 'Medium')).toMatchObject({
      group: { peerLevel: 'all', sizeTier: null, institutions: 26, locations: 27 },
      sizeTierInstitutions: 1,
      comparedWith: { tier_and_type: 0, tier: 0, all: 1, nobody: 0 },
    });
    expect(rowOf(rows, 'forms', 'Small')).toMatchObject({
      group: null,
      change: null,
      sizeTierInstitutions: 0,
    });
  });

  it('counts peers that left since the week was closed in their former group', async () => {
    await score(bookers(25));
    expect(rowOf((await table()).rows, 'onlineBooking', 'Small')?.leftSince).toBe(0);
    await test.database.foreground
      .updateTable('institution')
      .set({ churned_on: '2026-11-16' })
      .where('institution_id', 'in', [3, 4])
      .execute();
    test.setClock(new Date(now.getTime() + 5_000));
    const { rows } = await table();
    expect(rowOf(rows, 'onlineBooking', 'Small')).toMatchObject({
      leftSince: 2,
      group: { institutions: 25 },
    });
    // There are no customers of this size. All customers are used instead, including former
    // customers.
    expect(rowOf(rows, 'onlineBooking', 'Medium')).toMatchObject({
      leftSince: 2,
      group: { peerLevel: 'all', institutions: 25 },
    });
  });

  it('needs a session, and answers 304 while no further week is closed', async () => {
    expect((await test.app.inject({ method: 'GET', url: getBenchmarkTable.path })).statusCode).toBe(
      401,
    );
    expect(
      (await test.app.inject({ method: 'GET', url: getBenchmarkDistribution.path })).statusCode,
    ).toBe(401);
    const { etag = '' } = (await test.inject({ method: 'GET', url: getBenchmarkTable.path }))
      .headers;
    const again = await test.inject({
      method: 'GET',
      url: getBenchmarkTable.path,
      headers: { 'if-none-match': String(etag) },
    });
    expect(again.statusCode).toBe(304);
    await score(bookers(20));
    test.setClock(new Date(now.getTime() + 5_000));
    expect((await table()).weekEndDate).toBe('2026-11-14');
  });
});

const entitled = (product: 'onlineBooking', from = '2020-01-01') => [{ product, from, to: null }];

describe('the log', () => {
  it('is empty while all changes are under two percent', async () => {
    await score(bookers(25));
    expect(await changes()).toEqual([]);
  });

  it('lists changes in usage', async () => {
    // In the last week, which is a quarter of the 28 days, all customers have twice as many
    // bookings as in each week before.
    await score(
      Array.from({ length: 25 }, (_, index) =>
        createWorldInstitution(index + 1, weeks, {
          onlineBooking: weeks.map((week) => (week === lastWeek ? 2 : 1) * (index + 1)),
        }),
      ),
    );
    const [change] = (await changes()).filter(({ sizeTier }) => sizeTier === 'Small');
    expect(change).toMatchObject({
      weekStartDate: lastWeek,
      product: 'onlineBooking',
      cause: 'usage',
      before: 52,
      benchmark: 65,
      percent: 25,
    });
    expect(change).toMatchObject({ parts: { usage: 13, members: 0 }, joined: 0, left: 0 });
  });

  it('shows the current version of a rescored week', async () => {
    await score(bookers(25));
    expect(await changes()).toEqual([]);
    const database = test.database.background;
    await database
      .updateTable('usage_week')
      .set(({ ref }) => ({ value: sql<number>`${ref('value')} * 2` }))
      .where('week_start', '=', lastWeek)
      .execute();
    const asked = {
      reopeningId: randomUUID(),
      fromWeek: lastWeek,
      reason: 'a feed counted half',
      askedBy: 'command line',
    };
    await recordReopeningRequest(database, asked, now);
    now = new Date('2026-11-16T19:00:00Z');
    test.setClock(now);
    await rescoreReopenedWeeks({
      database,
      businessDate: '2026-11-16',
      clock: () => now,
      signal: new AbortController().signal,
      progress: () => undefined,
    });
    expect(
      (await changes()).map(({ weekStartDate, cause, percent }) => [weekStartDate, cause, percent]),
    ).toContainEqual([lastWeek, 'usage', 25]);
  });

  it('lists peers that joined or left', async () => {
    // Six customers with high usage leave grace on the last Saturday.
    const joining = Array.from({ length: 6 }, (_, index) =>
      createWorldInstitution(
        100 + index,
        weeks,
        { onlineBooking: 60 },
        { goLiveOn: addDays('2026-11-14', -defaultHealthRules.graceDays - 1) },
      ),
    );
    await score([
      ...bookers(25, (id) => (id === 1 ? { churnedOn: '2026-11-10' } : {})),
      ...joining,
    ]);
    const [change] = (await changes()).filter(({ sizeTier }) => sizeTier === 'Small');
    expect(change).toMatchObject({
      weekStartDate: lastWeek,
      cause: 'members',
      joined: 6,
      left: 1,
      before: 52,
      benchmark: 66,
    });
    const { parts, benchmark = 0, before = 0 } = change ?? {};
    expect((parts?.usage ?? 0) + (parts?.members ?? 0)).toBeCloseTo(benchmark - before, 9);
  });

  it('lists a change of the peer level', async () => {
    // The last of 20 small practices leaves in the last week. The other 19 are then compared with
    // all practices, including these large ones, which have more bookings.
    const large = Array.from({ length: 10 }, (_, index) =>
      createWorldInstitution(
        200 + index,
        weeks,
        {},
        {
          locations: [
            location(20_000 + 2 * index, () => 90),
            location(20_001 + 2 * index, () => 90),
          ],
          entitlements: entitled('onlineBooking'),
        },
      ),
    );
    await score([...bookers(20, (id) => (id === 20 ? { churnedOn: '2026-11-10' } : {})), ...large]);
    const { rows } = await table();
    expect((await changes()).find(({ sizeTier }) => sizeTier === 'Small')).toMatchObject({
      cause: 'level',
      peerLevelBefore: 'tier',
      peerLevel: 'all',
      parts: null,
    });
    expect(rowOf(rows, 'onlineBooking', 'Small')?.change?.peerLevelBefore).toBe('tier');
  });

  it('lists a change of the peer rules', async () => {
    await insertWorld(test.database.foreground, {
      institutions: bookers(30, (id) => ({
        goLiveOn: id > 20 ? addDays('2026-11-14', -60) : '2020-01-01',
      })),
    });
    now = new Date('2026-11-09T18:00:00Z');
    await scorePastWeeks(test.database.foreground, () => now);
    await test.database.foreground
      .insertInto('rules_version')
      .values({
        rules_version_id: 2,
        rules: JSON.stringify({ ...defaultHealthRules, graceDays: 30 }),
        note: '',
        created_at: now,
      })
      .execute();
    now = new Date('2026-11-16T18:00:00Z');
    await scorePastWeeks(test.database.foreground, () => now);
    const [change] = (await changes()).filter(({ sizeTier }) => sizeTier === 'Small');
    expect(change).toMatchObject({ weekStartDate: lastWeek, cause: 'rules', parts: null });
  });
});

describe('the distribution', () => {
  it('returns the peers’ distribution, with the stored benchmark as its median, and the customer’s position', async () => {
    await score(bookers(25));
    const { group, bins, customer } = await distribution('product=onlineBooking&institutionId=13');
    expect(group).toMatchObject({
      peerLevel: 'tier_and_type',
      practiceType: 'General Dentistry',
      sizeTier: 'Small',
      institutions: 25,
    });
    const stored = await test.database.foreground
      .selectFrom('benchmark_week')
      .selectAll()
      .where('week_start', '=', lastWeek)
      .where('peer_level', '=', 'tier_and_type')
      .executeTakeFirstOrThrow();
    expect(group).toMatchObject({
      benchmark: stored.benchmark,
      quartileLow: stored.quartile_low,
      quartileHigh: stored.quartile_high,
    });
    expect(bins.reduce((sum, { institutions }) => sum + institutions, 0)).toBe(25);
    expect(customer).toMatchObject({
      institutionName: 'Practice 13',
      value: 52,
      percentile: 50,
      missing: null,
    });
    expect(
      (await distribution('product=onlineBooking&institutionId=25')).customer?.percentile,
    ).toBe(98);
  });

  it('uses the requested size tier and marks a customer of another one', async () => {
    await score([
      ...bookers(25),
      createWorldInstitution(
        50,
        weeks,
        {},
        {
          locations: [location(5001, () => 8), location(5002, () => 2)],
          entitlements: entitled('onlineBooking'),
        },
      ),
    ]);
    const { group, customer } = await distribution(
      'product=onlineBooking&sizeTier=Small&institutionId=50',
    );
    expect(group).toMatchObject({ peerLevel: 'tier', sizeTier: 'Small', institutions: 25 });
    expect(customer).toMatchObject({ value: 20, usage: 40, measuredLocations: 2, percentile: 18 });
    expect((await distribution('product=onlineBooking&sizeTier=Enterprise')).group?.peerLevel).toBe(
      'all',
    );
  });

  it('gives the reason when a customer cannot be marked', async () => {
    const silent = createWorldInstitution(60, weeks, { onlineBooking: 4 });
    for (const each of silent.locations) each.feed = {};
    const young = createWorldInstitution(
      61,
      weeks,
      { onlineBooking: 4 },
      { goLiveOn: '2026-10-01' },
    );
    const unborn = createWorldInstitution(
      62,
      weeks,
      { onlineBooking: 4 },
      { createdOn: '2026-11-15' },
    );
    await score([
      ...bookers(25),
      createWorldInstitution(63, weeks, { forms: 1 }),
      silent,
      young,
      unborn,
    ]);
    const missing = async (id: number) =>
      (await distribution(`product=onlineBooking&institutionId=${id}`)).customer;
    expect(await missing(60)).toMatchObject({
      missing: 'silent feed',
      value: null,
      percentile: null,
    });
    expect(await missing(61)).toMatchObject({ missing: null, inGrace: true, value: 16 });
    expect(await missing(62)).toMatchObject({ missing: 'not scored', value: null });
    expect(await missing(63)).toMatchObject({ missing: 'not sold', value: null });
  });

  it('hides groups of fewer than five', async () => {
    await score(bookers(4));
    expect(await distribution('product=onlineBooking&institutionId=2')).toMatchObject({
      group: null,
      bins: [],
      customer: { value: 8, percentile: null },
    });
  });

  it('refuses invalid requests', async () => {
    const bad: [string, string, number][] = [
      ['no product', '', 422],
      ['an unknown product', 'product=fax', 422],
      ['a product that is a property of every object', 'product=toString', 422],
      ['an unknown size', 'product=forms&sizeTier=Huge', 422],
      ['an invalid id', 'product=forms&institutionId=x', 422],
      ['a negative id', 'product=forms&institutionId=-1', 422],
      ['an id above the largest safe integer', 'product=forms&institutionId=9007199254740993', 422],
      ['an unknown institution', 'product=forms&institutionId=999', 404],
      ['two products', 'product=forms&product=reviews', 422],
    ];
    for (const [what, search, status] of bad)
      expect([what, (await ask(search)).statusCode]).toEqual([what, status]);
  });
});

it('bins have round edges', () => {
  expect(chooseHistogramBins(100)).toEqual({ width: 10, bins: 11 });
  expect(chooseHistogramBins(330)).toEqual({ width: 25, bins: 14 });
  expect(chooseHistogramBins(0)).toEqual({ width: 1, bins: 1 });
  expect(chooseHistogramBins(Number.NaN)).toEqual({ width: 1, bins: 1 });
  expect(chooseHistogramBins(13_000).width).toBe(1000);
  for (const limit of [1e-6, 0.3, 7, 19, 1234, 9e9]) {
    const { width, bins } = chooseHistogramBins(limit);
    expect(bins).toBeGreaterThanOrEqual(2);
    expect(bins).toBeLessThanOrEqual(24);
    expect(width * bins).toBeGreaterThan(limit);
  }
});

it('a percentile counts equals half', () => {
  expect(percentileInGroup({ institutions: 10, below: 4, equal: 2 })).toBe(50);
  expect(percentileInGroup({ institutions: 4, below: 1, equal: 1 })).toBeNull();
});
