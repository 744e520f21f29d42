import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { invalidatePracticeList } from '#server/institutions/queries.ts';
import { closeCompleteWeeks } from '#server/scoring/weeks.ts';
import { addDays, type Day, listWeekStartsUntil } from '#shared/core/dates.ts';
import type { ProductKey } from '#shared/core/products.ts';
import { getProductProof, type ProductProof } from '#shared/products/proof.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import {
  clearWorld,
  createWorldInstitution,
  insertWorld,
  type WorldInstitution,
} from '#test/health-world.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await clearWorld(app.database.background);
  // Proofs are cached by week and by version of the practices, and each test has its own customers.
  await invalidatePracticeList(app.database.background);
});

const last: Day = '2026-11-08';
/** Nine weeks: one week, followed by two periods of four weeks each. */
const weeks = listWeekStartsUntil(last, 9);
const before = addDays(last, -28);

/**
 * Creates a customer with the 28-day usage `was` in the earlier period and `is` in the later
 * period.
 */
const changing = (
  id: number,
  product: ProductKey,
  was: number,
  is: number,
  changes: Partial<WorldInstitution> = {},
) =>
  createWorldInstitution(
    id,
    weeks,
    { [product]: weeks.map((week) => (week <= before ? was : is) / 4) },
    changes,
  );

async function have(institutions: WorldInstitution[]): Promise<void> {
  await insertWorld(app.database.background, { institutions });
  await closeCompleteWeeks(
    app.database.background,
    '2026-11-15',
    () => new Date('2026-11-15T10:00:00Z'),
  );
}

async function proof(product: string): Promise<ProductProof> {
  const answer = await app.inject({ method: 'GET', url: `/api/products/${product}/proof` });
  expect(answer.statusCode).toBe(200);
  return getProductProof.response.parse(answer.json());
}

const many = <Made>(count: number, one: (index: number) => Made): Made[] =>
  Array.from({ length: count }, (_, index) => one(index));
const formsOf = (answer: ProductProof) => {
  const [measure] = answer.measures;
  if (measure === undefined) throw new Error('nothing measured');
  return measure;
};

/**
 * 20 customers with a usage of 100 before and of 101 to 120 now, which are changes of +1% to +20%.
 */
const twenty = () => many(20, (index) => changing(100 + index, 'forms', 100, 101 + index));

describe('minimum number of customers', () => {
  test('19 customers are counted and their change is hidden', async () => {
    await have(twenty().slice(0, 19));
    expect(formsOf(await proof('forms'))).toEqual({
      product: 'forms',
      customers: 19,
      unusedBefore: 0,
      notMeasurableNow: 0,
      result: null,
    });
  });

  test('20 are shown, with the windows they are compared in', async () => {
    await have(twenty());
    const answer = await proof('forms');
    expect(answer.compared).toEqual({
      before: { from: '2026-09-20', to: '2026-10-17' },
      now: { from: '2026-10-18', to: '2026-11-14' },
      weeksApart: 4,
    });
    const { result, customers } = formsOf(answer);
    expect(customers).toBe(20);
    expect(result?.medianChange).toBeCloseTo(10.5, 9);
    expect(result?.interval.low).toBeCloseTo(6, 9);
    expect(result?.interval.high).toBeCloseTo(15, 9);
    expect(result?.interval.confidence).toBeCloseTo(0.9586, 4);
    expect(result?.medianBefore).toBe(100);
    expect(result?.medianNow).toBeCloseTo(110.5, 9);
  });

  test('nothing is compared with one window or without weeks', async () => {
    expect(await proof('forms')).toEqual({
      page: 'forms',
      compared: null,
      measures: [],
      systems: null,
    });
    await insertWorld(
      app.database.background,
      { institutions: twenty() },
      (week) => week > addDays(last, -35),
    );
    await closeCompleteWeeks(
      app.database.background,
      '2026-11-15',
      () => new Date('2026-11-15T10:00:00Z'),
    );
    expect((await proof('forms')).compared).toBeNull();
  });
});

describe('compared customers', () => {
  test('a customer without earlier usage is counted separately', async () => {
    await have([...twenty(), changing(1, 'forms', 0, 50), changing(2, 'forms', 0, 0)]);
    expect(formsOf(await proof('forms'))).toMatchObject({
      customers: 20,
      unusedBefore: 2,
      notMeasurableNow: 0,
    });
  });

  test('a customer that stopped using it counts as −100 percent', async () => {
    await have([...twenty(), changing(1, 'forms', 40, 0)]);
    const { customers, result } = formsOf(await proof('forms'));
    expect(customers).toBe(21);
    expect(result?.medianChange).toBeCloseTo(10, 9);
    expect(result?.bands[0]).toEqual({ from: null, to: -80, customers: 1 });
  });

  test('a silent connection at the end of a window is not zero: earlier it is unknown, now it is unmeasurable', async () => {
    const silent = (id: number, week: Day) => {
      const one = changing(id, 'forms', 40, 40);
      for (const location of one.locations) delete location.feed[week];
      return one;
    };
    await have([...twenty(), silent(1, last), silent(2, before)]);
    expect(formsOf(await proof('forms'))).toMatchObject({
      customers: 20,
      unusedBefore: 0,
      notMeasurableNow: 1,
    });
  });

  test('a silent week in a window is excluded from the mean', async () => {
    const one = changing(1, 'forms', 40, 40);
    const quiet = addDays(last, -14);
    for (const location of one.locations) {
      delete location.feed[quiet];
      location.usage = location.usage.filter(({ week }) => week !== quiet);
    }
    await have([...twenty().slice(0, 19), one]);
    const { result } = formsOf(await proof('forms'));
    expect(result?.bands.find(({ from }) => from === 0)?.customers).toBe(20);
  });

  test('a customer entitled for part of the earlier window, or no longer now, is not compared', async () => {
    const entitled = (from: Day, to: Day | null) => ({
      entitlements: [{ product: 'forms' as const, from, to }],
    });
    await have([
      ...twenty(),
      changing(1, 'forms', 10, 90, entitled('2026-09-21', null)),
      changing(2, 'forms', 10, 90, entitled('2026-10-18', null)),
      changing(3, 'forms', 10, 90, entitled('2020-01-01', '2026-11-14')),
      changing(4, 'forms', 10, 90, entitled('2026-09-20', '2026-11-15')),
    ]);
    expect(formsOf(await proof('forms'))).toMatchObject({
      customers: 21,
      unusedBefore: 0,
      notMeasurableNow: 1,
    });
  });

  test('a customer in grace is not compared, and a former one is counted separately', async () => {
    await have([
      ...twenty(),
      changing(1, 'forms', 10, 90, { goLiveOn: '2026-07-20' }),
      changing(2, 'forms', 10, 0, { churnedOn: '2026-11-01' }),
    ]);
    expect(formsOf(await proof('forms'))).toMatchObject({ customers: 20, notMeasurableNow: 1 });
  });
});

/** Returns the same figures, computed in TypeScript instead of SQL. */
function recomputed(institutions: WorldInstitution[], product: ProductKey) {
  const perLocation = (one: WorldInstitution, end: Day) => {
    const window = [0, 7, 14, 21].map((days) => addDays(end, -days));
    const live = one.locations.filter((location) => location.feed[end] !== undefined);
    const reported = live.reduce(
      (sum, location) => sum + window.filter((week) => location.feed[week] !== undefined).length,
      0,
    );
    const used = live
      .flatMap((location) => location.usage)
      .filter((row) => row.product === product && window.includes(row.week))
      .reduce((sum, row) => sum + row.value, 0);
    return reported === 0 ? null : (used / reported) * 4;
  };
  const changes = institutions
    .flatMap((one) => {
      const was = perLocation(one, before);
      const is = perLocation(one, last);
      return was === null || is === null || was === 0 ? [] : [100 * (is / was - 1)];
    })
    .sort((a, b) => a - b);
  // All arrangements of n values above or below the median are equally likely. Counts the
  // arrangements in which the interval does not contain the median.
  const n = changes.length;
  const choose = (k: number): number => (k === 0 ? 1 : (choose(k - 1) * (n - k + 1)) / k);
  let rank = 0;
  for (let missed = 0; 2 * (missed + choose(rank)) <= 0.05 * 2 ** n; rank++) missed += choose(rank);
  const middle = [changes[Math.ceil(n / 2) - 1] ?? 0, changes[Math.floor(n / 2)] ?? 0];
  return {
    n,
    median: ((middle[0] ?? 0) + (middle[1] ?? 0)) / 2,
    low: changes[rank - 1] ?? 0,
    high: changes[n - rank] ?? 0,
  };
}

test('median and interval match a plain recomputation for each product', async () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const keys: ProductKey[] = ['messaging', 'reminders', 'reviews'];
  const world = many(47, (index) => {
    const one = createWorldInstitution(500 + index, weeks, {});
    one.locations = many(1 + random(4), (place) => ({
      id: 50_000 + index * 10 + place,
      openedOn: '2020-01-01',
      closedOn: null,
      feed: Object.fromEntries(
        weeks.filter(() => random(9) > 0).map((week) => [week, addDays(week, 6)]),
      ),
      usage: [],
    }));
    for (const location of one.locations) {
      location.usage = keys.flatMap((product) =>
        weeks
          .filter((week) => location.feed[week] !== undefined)
          .map((week) => ({ product, week, value: random(60) })),
      );
    }
    one.entitlements = keys.map((product) => ({ product, from: '2020-01-01', to: null }));
    return one;
  });
  await have(world);
  const { measures } = await proof('communications');
  expect(measures.map(({ product }) => product)).toEqual(keys);
  for (const { product, customers, result } of measures) {
    const expected = recomputed(world, product);
    expect(customers).toBe(expected.n);
    expect(result?.medianChange).toBeCloseTo(expected.median, 6);
    expect(result?.interval.low).toBeCloseTo(expected.low, 6);
    expect(result?.interval.high).toBeCloseTo(expected.high, 6);
  }
});

describe('the EHR counts', () => {
  const runOn = (from: number, to: number, ehr: string | null) =>
    app.database.background
      .updateTable('location')
      .set({ ehr })
      .where('institution_id', '>=', from)
      .where('institution_id', '<=', to)
      .execute();

  test('cover the practices with usage; fewer than five customers are not named', async () => {
    await have([...twenty(), changing(1, 'forms', 40, 0), changing(2, 'payments', 40, 40)]);
    await runOn(1, 2, 'Eaglesoft');
    await runOn(100, 104, 'Dentrix');
    await runOn(105, 106, ' dentrix ');
    await runOn(107, 110, 'Epic');
    await runOn(111, 118, 'Open Dental');
    await runOn(119, 119, '  ');
    expect((await proof('forms')).systems).toEqual({
      named: [
        { name: 'Open Dental', practices: 8, customers: 8 },
        { name: expect.stringMatching(/^dentrix$/i), practices: 7, customers: 7 },
      ],
      otherPractices: 4,
      unknownPractices: 1,
      practices: 20,
    });
  });

  test('count a customer with many practices once for the naming threshold', async () => {
    const chain = changing(1, 'forms', 40, 40);
    const [first] = chain.locations;
    if (first === undefined) throw new Error('no location');
    chain.locations = many(6, (index) => ({ ...first, id: 1000 + index }));
    await have([chain]);
    await runOn(1, 1, 'Nextech');
    expect((await proof('forms')).systems).toEqual({
      named: [],
      otherPractices: 6,
      unknownPractices: 0,
      practices: 6,
    });
  });
});

test('the cache is renewed when practices change or a week is closed', async () => {
  await have(twenty());
  expect(formsOf(await proof('forms')).customers).toBe(20);
  await app.database.background
    .updateTable('entitlement')
    .set({ valid_to: '2026-11-01' })
    .where('institution_id', '=', 100)
    .execute();
  expect(formsOf(await proof('forms')).customers).toBe(20);
  await invalidatePracticeList(app.database.background);
  expect(formsOf(await proof('forms'))).toMatchObject({ customers: 19, notMeasurableNow: 1 });
});

test('only the five pages have a proof, and only for signed-in users', async () => {
  const bad = ['recalls', 'Scheduling', 'constructor', '%00', `${'x'.repeat(150)}`];
  for (const product of bad)
    expect(
      (await app.inject({ method: 'GET', url: `/api/products/${product}/proof` })).statusCode,
    ).toBe(422);
  expect(
    (await app.app.inject({ method: 'GET', url: '/api/products/forms/proof' })).statusCode,
  ).toBe(401);
});
