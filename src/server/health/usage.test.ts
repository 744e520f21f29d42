import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeCompleteWeeks } from '#server/scoring/weeks.ts';
import { addDays, listWeekStartsUntil } from '#shared/core/dates.ts';
import { getInstitutionBenchmarks, getInstitutionUsage } from '#shared/health/usage.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createWorldInstitution, insertWorld, type WorldLocation } from '#test/health-world.ts';
import { classifyLocationActivity } from './usage-rules.ts';

const weeks = listWeekStartsUntil('2026-11-08', 12);
const scored = weeks.slice(3);
const clock = () => new Date('2026-11-15T10:00:00Z');
let test: TestApp;

/**
 * Creates a location that reports in all weeks except the last `silentFor` weeks. `forms` returns
 * its usage of forms by week.
 */
const place = (id: number, forms: (index: number) => number, silentFor = 0): WorldLocation => ({
  id,
  openedOn: '2020-01-01',
  closedOn: null,
  feed: Object.fromEntries(
    weeks.slice(0, weeks.length - silentFor).map((week) => [week, addDays(week, 6)]),
  ),
  usage: weeks
    .slice(0, weeks.length - silentFor)
    .map((week, index) => ({ product: 'forms' as const, week, value: forms(index) })),
});

beforeAll(async () => {
  test = await buildTestApp({ now: new Date('2026-11-18T18:00:00Z') });
  const small = Array.from({ length: 24 }, (_, index) =>
    createWorldInstitution(101 + index, weeks, { forms: 10 * (index + 1), reviews: index }),
  );
  const group = createWorldInstitution(
    1,
    weeks,
    {},
    {
      locations: [
        place(11, () => 40),
        place(12, (index) => (index < 6 ? 5 : 0)),
        place(13, () => 8, 2),
        place(14, () => 0),
        { ...place(15, () => 9), closedOn: '2026-10-01' },
      ],
      entitlements: [
        { product: 'forms', from: '2020-01-01', to: null },
        { product: 'payments', from: '2020-01-01', to: null },
      ],
    },
  );
  const young = createWorldInstitution(2, weeks, { forms: 100 }, { goLiveOn: '2026-10-20' });
  await insertWorld(test.database.background, { institutions: [...small, group, young] });
  await closeCompleteWeeks(test.database.background, '2026-11-15', clock);
  await insertWorld(test.database.background, {
    institutions: [createWorldInstitution(3, [], {})],
  });
});
afterAll(() => test.close());

const ask = (path: string) => test.inject({ method: 'GET', url: `/api/institution/${path}` });
const usage = async (id: number, query = '') =>
  getInstitutionUsage.response.parse((await ask(`${id}/usage${query}`)).json());
const benchmarks = async (id: number) =>
  getInstitutionBenchmarks.response.parse((await ask(`${id}/benchmarks`)).json());

describe('the usage of an institution', () => {
  it('is the 28-day usage of each week with the quartiles of its peers', async () => {
    const { weekEndDate, products } = await usage(106);
    expect(weekEndDate).toBe('2026-11-14');
    expect(products.map(({ product }) => product)).toEqual(['forms', 'reviews']);
    expect(products[0]?.weeks.map(({ weekStartDate }) => weekStartDate)).toEqual(scored);
    // The location uses forms 60 times per week. Each peer uses forms 10 to 240 times per week.
    expect(products[0]?.weeks.at(-1)).toEqual({
      weekStartDate: '2026-11-08',
      usage: 240,
      low: 270,
      median: 500,
      high: 730,
    });
  });

  it('is multiplied by the institution’s own locations', async () => {
    const { products } = await usage(1);
    const last = products.find(({ product }) => product === 'forms')?.weeks.at(-1);
    // Three of the four open locations have reported.
    expect(last).toMatchObject({ usage: 160, median: 3 * 480 });
  });

  it('covers the requested weeks', async () => {
    expect(
      (await usage(106, '?weeks=2')).products[0]?.weeks.map(({ weekStartDate }) => weekStartDate),
    ).toEqual(scored.slice(-2));
    expect((await usage(106, '?weeks=104')).products[0]?.weeks).toHaveLength(scored.length);
  });

  it('lists the usage of each open location, and quiet or silent ones', async () => {
    const { locations } = await usage(1);
    const told = locations.map(
      ({ locationId, activity, usage: now, previousUsage, lastReportOn, lastUsedWeekEnd }) => [
        locationId,
        activity,
        now.forms ?? null,
        previousUsage.forms ?? null,
        lastReportOn,
        lastUsedWeekEnd,
      ],
    );
    expect(told).toEqual([
      [11, 'active', 160, 160, '2026-11-14', '2026-11-14'],
      [12, 'quiet', 0, 10, '2026-11-14', '2026-10-03'],
      [13, 'silent', 16, 32, '2026-10-31', '2026-10-31'],
      [14, 'unused', null, null, '2026-11-14', null],
    ]);
  });

  it.each([
    [null, false, false, 'silent'],
    ['2026-11-07', true, true, 'silent'],
    ['2026-11-08', true, false, 'active'],
    ['2026-11-08', false, true, 'quiet'],
    ['2026-11-14', false, false, 'unused'],
  ] as const)(
    'calls a location that reported on %s (used now %s, before %s) %s',
    (reported, now, before, activity) => {
      expect(classifyLocationActivity(reported, '2026-11-08', { now, before })).toBe(activity);
    },
  );
});

describe('the position among peers', () => {
  it('has the quartiles, the peers and how many of them use less', async () => {
    const { weekEndDate, inGrace, standings } = await benchmarks(106);
    expect([weekEndDate, inGrace]).toEqual(['2026-11-14', false]);
    expect(standings[0]).toEqual({
      product: 'forms',
      isPerLocation: true,
      usage: 240,
      median: 500,
      low: 270,
      high: 730,
      tier: 'Critical',
      peers: {
        level: 'tier_and_type',
        sizeTier: 'Small',
        practiceType: 'General Dentistry',
        institutions: 24,
        locations: 24,
        below: 5,
        equal: 1,
      },
    });
    expect(standings[1]).toMatchObject({
      product: 'reviews',
      isPerLocation: false,
      usage: 20,
      peers: { below: 5, equal: 1 },
    });
  });

  it('is per location, uses the next wider group when there are too few peers, and names unmeasured products', async () => {
    const { standings, unmeasured } = await benchmarks(1);
    expect(standings).toMatchObject([
      {
        product: 'forms',
        usage: 160 / 3,
        peers: {
          level: 'all',
          sizeTier: null,
          practiceType: null,
          institutions: 25,
          below: 1,
          equal: 1,
        },
      },
    ]);
    expect(unmeasured).toEqual(['payments']);
  });

  it('does not count an institution in grace among its own peers', async () => {
    const { inGrace, standings } = await benchmarks(2);
    expect(inGrace).toBe(true);
    expect(standings[0]?.peers).toMatchObject({ institutions: 24, below: 9, equal: 1 });
  });
});

it('is empty for an institution that was never scored', async () => {
  expect(await usage(3)).toEqual({ weekEndDate: null, products: [], locations: [] });
  expect(await benchmarks(3)).toEqual({
    weekEndDate: null,
    inGrace: false,
    standings: [],
    unmeasured: [],
  });
});

it.each(['usage', 'benchmarks'])(
  '%s of an unknown institution is a 404, and of an invalid id a 422',
  async (call) => {
    expect((await ask(`999/${call}`)).statusCode).toBe(404);
    for (const id of ['0', '-1', 'abc', '1.5', '9007199254740993', "1'--"])
      expect((await ask(`${id}/${call}`)).statusCode).toBe(422);
  },
);

it.each(['0', '-3', '105', '1.5', 'many', ''])('weeks=%s is a 422', async (weeksBack) => {
  expect((await ask(`1/usage?weeks=${weeksBack}`)).statusCode).toBe(422);
});
