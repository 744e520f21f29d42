import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Queries } from '#server/core/db/database.ts';
import { addDays, type Day, listWeekStartsUntil } from '#shared/core/dates.ts';
import { defaultHealthRules } from '#shared/core/scoring-rules.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import {
  clearWorld,
  createWorldInstitution,
  insertWorld,
  type WorldInstitution,
} from '#test/health-world.ts';
import { readCurrentRules } from './rules-queries.ts';
import { closeCompleteWeeks, closeOfficialWeek, scorePastWeeks, WeekOutOfOrder } from './weeks.ts';

let opened: TestDatabase;
let database: Queries;
beforeAll(async () => {
  opened = await createTestDatabase();
  database = opened.database.background;
});
afterAll(() => opened.close());
beforeEach(() => clearWorld(database));

const clock = () => new Date('2026-11-15T10:00:00Z');
const last: Day = '2026-11-08';
const weeks = listWeekStartsUntil(last, 4);
const sunday: Day = '2026-11-15';
const saturday: Day = '2026-11-14';

/** Creates `count` customers with the same 28-day usage of forms. */
const peers = (
  count: number,
  usage = 100,
  first = 1_000,
  changes: Partial<WorldInstitution> = {},
  of: readonly Day[] = weeks,
) =>
  Array.from({ length: count }, (_, index) =>
    createWorldInstitution(first + index, of, { forms: usage / 4 }, changes),
  );

/**
 * Scores the last week of the customers. Returns the score and the product rows of the customer
 * `id`.
 */
async function scoreOf(customers: WorldInstitution[], id = 1) {
  await insertWorld(database, { institutions: customers });
  await closeCompleteWeeks(database, sunday, clock);
  return record(id, last);
}

async function record(id: number, week: Day) {
  const score = await database
    .selectFrom('score_week')
    .selectAll()
    .where('institution_id', '=', id)
    .where('week_start', '=', week)
    .executeTakeFirst();
  const products = await database
    .selectFrom('product_week')
    .selectAll()
    .where('institution_id', '=', id)
    .where('week_start', '=', week)
    .execute();
  return { score, products: Object.fromEntries(products.map((row) => [row.product, row])) };
}

describe('peers', () => {
  test('19 are too few at every level, so nothing can be measured', async () => {
    const { score, products } = await scoreOf([
      createWorldInstitution(1, weeks, { forms: 10 }, { goLiveOn: saturday }),
      ...peers(19),
    ]);
    expect(products.forms).toMatchObject({
      score: null,
      expected: null,
      benchmark: null,
      peer_level: null,
      peers: null,
    });
    expect(score).toMatchObject({
      health_tier: 'Unknown',
      adoption_score: null,
      coverage: 0,
      at_risk: false,
    });
  });

  test('20 are enough, and the institution is one of them', async () => {
    const { products } = await scoreOf([
      createWorldInstitution(1, weeks, { forms: 10 }),
      ...peers(19),
    ]);
    expect(products.forms).toMatchObject({
      usage: 40,
      benchmark: 100,
      expected: 100,
      score: 40,
      peer_level: 'tier_and_type',
      peers: 20,
    });
  });

  test('come from the tier, then from all, when there are too few', async () => {
    const others = peers(10, 200, 2_000, { practiceType: 'Orthodontics' });
    const { products } = await scoreOf([
      createWorldInstitution(1, weeks, { forms: 25 }),
      ...peers(10),
      ...others,
    ]);
    expect(products.forms).toMatchObject({ peer_level: 'tier', peers: 21, benchmark: 100 });
    await clearWorld(database);
    const large = peers(19, 200, 2_000).map((one) => ({
      ...one,
      locations: ['a', 'b'].flatMap((_, n) =>
        one.locations.map((place) => ({ ...place, id: place.id + n })),
      ),
    }));
    expect(
      (await scoreOf([createWorldInstitution(1, weeks, { forms: 25 }), ...large])).products.forms,
    ).toMatchObject({
      peer_level: 'all',
      peers: 20,
    });
  });

  test('come from the tier for an unknown practice type', async () => {
    const { products } = await scoreOf([
      createWorldInstitution(1, weeks, { forms: 25 }, { practiceType: null }),
      ...peers(25, 100, 1_000, { practiceType: null }),
    ]);
    expect(products.forms).toMatchObject({ peer_level: 'tier', peers: 26 });
    expect(
      await database
        .selectFrom('benchmark_week')
        .selectAll()
        .where('peer_level', '=', 'tier_and_type')
        .execute(),
    ).toEqual([]);
  });

  test('exclude customers in grace, through day 90', async () => {
    const inGrace = peers(1, 100, 3_000, { goLiveOn: addDays(saturday, -90) });
    expect((await scoreOf([...peers(19), ...inGrace], 3_000)).products.forms?.peers).toBeNull();
    expect((await record(3_000, last)).score?.in_grace).toBe(true);
    await clearWorld(database);
    const past = peers(1, 100, 3_000, { goLiveOn: addDays(saturday, -91) });
    expect((await scoreOf([...peers(19), ...past], 3_000)).products.forms?.peers).toBe(20);
    expect((await record(3_000, last)).score?.in_grace).toBe(false);
  });

  test('are compared per location except for reviews and insurance', async () => {
    const two = (one: WorldInstitution) => ({
      ...one,
      locations: [0, 1].flatMap((n) =>
        one.locations.map((place) => ({ ...place, id: place.id + n })),
      ),
    });
    const customers = Array.from({ length: 20 }, (_, index) =>
      two(createWorldInstitution(index + 1, weeks, { forms: 10, reviews: 10, insurance: 10 })),
    );
    const { products, score } = await scoreOf(customers);
    expect(score).toMatchObject({ location_count: 2, size_tier: 'Medium' });
    expect(products.forms).toMatchObject({ usage: 80, benchmark: 40, expected: 80, score: 100 });
    expect(products.reviews).toMatchObject({ usage: 80, benchmark: 80, expected: 80 });
    expect(products.insurance).toMatchObject({ benchmark: 80, expected: 80 });
  });
});

describe('scores', () => {
  test.each([
    [49.999, 'Critical'],
    [50, 'Medium'],
    [74.999, 'Medium'],
    [75, 'Healthy'],
  ])('%s percent of benchmark is %s', async (usage, tier) => {
    const { score } = await scoreOf([
      createWorldInstitution(1, weeks, { forms: usage / 4 }),
      ...peers(40),
    ]);
    expect(score?.adoption_score).toBeCloseTo(usage, 9);
    expect(score?.health_tier).toBe(tier);
  });

  test('a benchmark of zero makes a product unmeasurable, and under 60 percent coverage the tier is Unknown', async () => {
    const customers = Array.from({ length: 40 }, (_, index) =>
      createWorldInstitution(index + 1, weeks, { forms: 10, payments: 0 }),
    );
    const { score, products } = await scoreOf(customers);
    expect(products.payments).toMatchObject({ benchmark: 0, expected: 0, score: null });
    expect(score).toMatchObject({
      adoption_score: 100,
      coverage: 0.5,
      health_tier: 'Unknown',
      has_zero_usage: false,
    });
  });

  test('no usage is zero, Critical, at risk and not active', async () => {
    const { score } = await scoreOf([createWorldInstitution(1, weeks, { forms: 0 }), ...peers(40)]);
    expect(score).toMatchObject({
      adoption_score: 0,
      health_tier: 'Critical',
      has_zero_usage: true,
      at_risk: true,
      weeks_at_risk: 1,
      active_features: 0,
    });
  });

  test('no entitlement is Unknown, with usage still recorded', async () => {
    const { score, products } = await scoreOf([
      createWorldInstitution(1, weeks, { forms: 10 }, { entitlements: [] }),
      ...peers(40),
    ]);
    expect(score).toMatchObject({
      entitled_features: 0,
      adoption_score: null,
      health_tier: 'Unknown',
      has_zero_usage: false,
    });
    expect(products.forms).toMatchObject({ entitled: false, usage: 40, score: null });
  });

  test('a change from zero has no percentage and breaks no streak; from a missing score it has neither', async () => {
    const five = listWeekStartsUntil(last, 5);
    const zeroFirst = createWorldInstitution(1, five, { forms: [0, 0, 0, 0, 40] });
    const { score } = await scoreOf([zeroFirst, ...peers(40, 100, 1_000, {}, five)]);
    expect(score).toMatchObject({
      previous_score: 0,
      score_change: 40,
      percent_change: null,
      weeks_improving: 0,
      tier_change: 'flat',
    });
    expect((await record(1, addDays(last, -7))).score).toMatchObject({
      previous_score: null,
      score_change: null,
      percent_change: null,
    });
  });

  test('a change within five percent is flat, beyond it counts', async () => {
    const many = listWeekStartsUntil(last, 8);
    const steady = peers(40, 100, 1_000, {}, many);
    await insertWorld(database, {
      institutions: [
        createWorldInstitution(1, many, { forms: [20, 20, 20, 20, 16, 16, 10, 20] }),
        ...steady,
      ],
    });
    await closeCompleteWeeks(database, sunday, clock);
    const history = await database
      .selectFrom('score_week')
      .selectAll()
      .where('institution_id', '=', 1)
      .orderBy('week_start')
      .execute();
    expect(
      history.map((row) => [
        row.adoption_score,
        row.weeks_declining,
        row.weeks_improving,
        row.tier_change,
        row.at_risk,
      ]),
    ).toEqual([
      [80, 0, 0, 'flat', false],
      [76, 0, 0, 'flat', false],
      [72, 1, 0, 'down', false],
      [62, 2, 0, 'flat', false],
      [62, 0, 0, 'flat', false],
    ]);
  });

  test('three weeks of decline are at risk, whatever the tier, but not in grace', async () => {
    const many = listWeekStartsUntil(last, 8);
    const falling = { forms: [40, 36, 32, 28, 24, 20, 16, 12] };
    const customers = [
      createWorldInstitution(1, many, falling),
      createWorldInstitution(2, many, falling, { goLiveOn: '2026-10-01' }),
      ...peers(40, 100, 1_000, {}, many),
    ];
    const { score } = await scoreOf(customers);
    expect(score).toMatchObject({
      health_tier: 'Medium',
      adoption_score: 72,
      weeks_declining: 2,
      at_risk: false,
    });
    expect((await record(2, last)).score).toMatchObject({
      in_grace: true,
      at_risk: false,
      weeks_at_risk: 0,
    });
    await clearWorld(database);
    const faster = { forms: [40, 36, 30, 24, 20, 14, 10, 8] };
    const again = [
      createWorldInstitution(1, many, faster),
      createWorldInstitution(2, many, faster, { goLiveOn: '2026-10-01' }),
      ...peers(40, 100, 1_000, {}, many),
    ];
    expect((await scoreOf(again)).score).toMatchObject({
      adoption_score: 52,
      health_tier: 'Medium',
      weeks_declining: 3,
      at_risk: true,
      weeks_at_risk: 1,
    });
    expect((await record(2, last)).score).toMatchObject({
      weeks_declining: 3,
      at_risk: false,
      weeks_at_risk: 0,
    });
  });
});

describe('data counted in a week', () => {
  test('an entitlement from its first day until the day before its last', async () => {
    const held = (from: Day, to: Day | null) =>
      createWorldInstitution(
        1,
        weeks,
        { forms: 25 },
        { entitlements: [{ product: 'forms', from, to }] },
      );
    for (const [from, to, entitled] of [
      [saturday, null, true],
      [sunday, null, false],
      ['2020-01-01', sunday, true],
      ['2020-01-01', saturday, false],
    ] as const) {
      await clearWorld(database);
      expect((await scoreOf([held(from, to), ...peers(40)])).products.forms?.entitled).toBe(
        entitled,
      );
    }
  });

  test('a product that starts is measured over its whole 28 days from the first week on', async () => {
    const started = createWorldInstitution(
      1,
      weeks,
      { forms: 25, payments: [0, 0, 0, 40] },
      {
        entitlements: [
          { product: 'forms', from: '2020-01-01', to: null },
          { product: 'payments', from: addDays(last, 2), to: null },
        ],
      },
    );
    const others = Array.from({ length: 40 }, (_, index) =>
      createWorldInstitution(100 + index, weeks, { forms: 25, payments: 25 }),
    );
    expect((await scoreOf([started, ...others])).products.payments).toMatchObject({
      usage: 40,
      score: 40,
    });
  });

  test('a silent location lowers neither usage nor expected usage of the others', async () => {
    const one = createWorldInstitution(1, weeks, { forms: 25 });
    const [place] = one.locations;
    if (!place) throw new Error('no location');
    const silent = {
      ...place,
      id: 2,
      feed: Object.fromEntries(Object.entries(place.feed).filter(([week]) => week !== last)),
    };
    const { score, products } = await scoreOf([
      { ...one, locations: [place, silent] },
      ...peers(40),
    ]);
    expect(score).toMatchObject({
      location_count: 2,
      measured_locations: 1,
      size_tier: 'Medium',
      adoption_score: 100,
    });
    expect(products.forms).toMatchObject({ usage: 100, expected: 100 });
  });

  test('a fully silent connection makes everything unmeasurable, never zero', async () => {
    const { score, products } = await scoreOf([
      createWorldInstitution(1, weeks.slice(0, 3), { forms: 25 }),
      ...peers(40),
    ]);
    expect(products.forms).toMatchObject({ score: null, expected: null, entitled: true });
    expect(score).toMatchObject({
      measured_locations: 0,
      adoption_score: null,
      health_tier: 'Unknown',
      has_zero_usage: false,
      at_risk: false,
    });
    expect(
      await database
        .selectFrom('benchmark_week')
        .select('institutions')
        .where('peer_level', '=', 'all')
        .execute(),
    ).toEqual([{ institutions: 40 }]);
  });

  test('a location until the day before it closed, and no customer without one', async () => {
    const one = createWorldInstitution(1, weeks, { forms: 25 });
    const closed = (closedOn: Day) => ({
      ...one,
      locations: one.locations.map((place) => ({ ...place, closedOn })),
    });
    expect((await scoreOf([closed(sunday), ...peers(40)])).score).toMatchObject({
      location_count: 1,
    });
    await clearWorld(database);
    expect((await scoreOf([closed(saturday), ...peers(40)])).score).toBeUndefined();
  });

  test('a customer from creation until churn', async () => {
    for (const [createdOn, churnedOn, isScored] of [
      [saturday, null, true],
      [sunday, null, false],
      ['2020-01-01', sunday, true],
      ['2020-01-01', saturday, false],
    ] as const) {
      await clearWorld(database);
      const { score } = await scoreOf([
        createWorldInstitution(1, weeks, { forms: 25 }, { createdOn, churnedOn }),
        ...peers(40),
      ]);
      expect(score !== undefined).toBe(isScored);
    }
  });
});

describe('closing', () => {
  const six = listWeekStartsUntil(last, 6);
  const load = () => insertWorld(database, { institutions: peers(25, 100, 1, {}, six) });
  const closed = async () =>
    await database
      .selectFrom('official_week')
      .select(['week_start', 'institutions'])
      .orderBy('week_start')
      .execute();

  test('closes missed weeks in order up to the last complete one', async () => {
    await load();
    const seen: string[] = [];
    const result = await closeCompleteWeeks(
      database,
      '2026-11-14',
      clock,
      (done, total, note) => void seen.push(`${done}/${total} ${note}`),
    );
    expect(result).toEqual({ weeks: 2, lastWeek: addDays(last, -7) });
    expect(seen).toEqual([`1/2 week of ${addDays(last, -14)}`, `2/2 week of ${addDays(last, -7)}`]);
    expect(await scorePastWeeks(database, clock)).toEqual({ weeks: 1, lastWeek: last });
    expect((await closed()).map((row) => row.institutions)).toEqual([25, 25, 25]);
  });

  test('never closes weeks after the newest usage, whatever the clock', async () => {
    await load();
    const tenYearsAhead = '2036-11-16';
    expect(await closeCompleteWeeks(database, tenYearsAhead, clock)).toEqual({
      weeks: 3,
      lastWeek: last,
    });
    expect(await closeCompleteWeeks(database, tenYearsAhead, clock)).toEqual({
      weeks: 0,
      lastWeek: null,
    });
  });

  test('waits for a report of Saturday or a later day', async () => {
    await load();
    const lastReport = (day: Day) =>
      database
        .updateTable('feed_week')
        .set({ last_report_on: day })
        .where('week_start', '=', last)
        .where('location_id', '=', 100)
        .execute();
    await database
      .updateTable('feed_week')
      .set({ last_report_on: addDays(last, 5) })
      .where('week_start', '=', last)
      .execute();
    expect(await closeCompleteWeeks(database, addDays(last, 9), clock)).toEqual({
      weeks: 2,
      lastWeek: addDays(last, -7),
    });
    await lastReport(addDays(last, 6));
    expect(await closeCompleteWeeks(database, addDays(last, 9), clock)).toEqual({
      weeks: 1,
      lastWeek: last,
    });
  });

  test('catches up when usage resumes after a month', async () => {
    await load();
    expect((await closeCompleteWeeks(database, addDays(last, 36), clock)).lastWeek).toBe(last);
    const again = addDays(last, 28);
    await database
      .insertInto('feed_week')
      .values({
        institution_id: 1,
        location_id: 100,
        week_start: again,
        last_report_on: addDays(again, 6),
      })
      .execute();
    expect(await closeCompleteWeeks(database, addDays(last, 36), clock)).toEqual({
      weeks: 4,
      lastWeek: again,
    });
  });

  test('happens once, and a closed week keeps its figures', async () => {
    await load();
    await closeCompleteWeeks(database, sunday, clock);
    const before = await database
      .selectFrom('score_week')
      .selectAll()
      .orderBy('week_start')
      .orderBy('institution_id')
      .execute();
    await database.updateTable('usage_week').set({ value: 1 }).execute();
    expect(await closeCompleteWeeks(database, sunday, clock)).toEqual({ weeks: 0, lastWeek: null });
    expect(
      await closeOfficialWeek(database, last, await readCurrentRules(database, clock()), clock),
    ).toBe('already closed');
    expect(
      await database
        .selectFrom('score_week')
        .selectAll()
        .orderBy('week_start')
        .orderBy('institution_id')
        .execute(),
    ).toEqual(before);
  });

  test('two at once close each week once', async () => {
    await load();
    const both = await Promise.all([
      closeCompleteWeeks(database, sunday, clock),
      closeCompleteWeeks(database, sunday, clock),
    ]);
    expect(both.reduce((sum, { weeks: count }) => sum + count, 0)).toBe(3);
    const { count } = await database
      .selectFrom('score_week')
      .select((of) => of.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(count).toBe(75);
  });

  test('out of order is refused and leaves nothing behind', async () => {
    await load();
    const rules = await readCurrentRules(database, clock());
    await closeOfficialWeek(database, addDays(last, -14), rules, clock);
    await expect(closeOfficialWeek(database, last, rules, clock)).rejects.toThrow(WeekOutOfOrder);
    await expect(closeOfficialWeek(database, addDays(last, -21), rules, clock)).rejects.toThrow(
      WeekOutOfOrder,
    );
    expect(await closed()).toHaveLength(1);
  });

  test('a week that fails before it is official is absent, and is scored from the start next time', async () => {
    await load();
    await sql`alter table official_week add constraint fails check (week_start <> ${sql.lit(last)})`.execute(
      database,
    );
    await expect(closeCompleteWeeks(database, sunday, clock)).rejects.toThrow('fails');
    await sql`alter table official_week drop constraint fails`.execute(database);
    expect((await closed()).map((row) => row.week_start)).toEqual([
      addDays(last, -14),
      addDays(last, -7),
    ]);
    const made = await sql`select from score_version where week_start = ${last}::date`.execute(
      database,
    );
    expect(made.rows).toHaveLength(25);
    const { count } = await database
      .selectFrom('product_week')
      .select((of) => of.fn.countAll<number>().as('count'))
      .where('week_start', '=', last)
      .executeTakeFirstOrThrow();
    expect(count).toBe(0);
    await database
      .updateTable('usage_week')
      .set({ value: 1 })
      .where('institution_id', '=', 3)
      .execute();
    expect(await closeCompleteWeeks(database, sunday, clock)).toEqual({ weeks: 1, lastWeek: last });
    expect((await record(3, last)).products.forms).toMatchObject({ usage: 4 });
  });

  test('can be stopped between two weeks', async () => {
    await load();
    const stop = new AbortController();
    await expect(
      closeCompleteWeeks(database, sunday, clock, () => stop.abort(), { signal: stop.signal }),
    ).rejects.toThrow();
    expect(await closed()).toHaveLength(1);
  });

  test('keeps the rules of each week, and parts still sum to the change after new rules', async () => {
    const two = Array.from({ length: 25 }, (_, index) =>
      createWorldInstitution(index + 1, six, {
        forms: 20 + index,
        payments: [30, 30, 30, 30, 20 + index, 10],
      }),
    );
    await insertWorld(database, { institutions: two });
    await closeCompleteWeeks(database, last, clock);
    const rules = { ...defaultHealthRules, weights: { forms: 4 } };
    await database
      .insertInto('rules_version')
      .values({
        rules_version_id: 2,
        rules: JSON.stringify(rules),
        note: 'Forms',
        created_at: clock(),
      })
      .execute();
    await closeCompleteWeeks(database, sunday, clock);
    const rows = await database
      .selectFrom('score_week')
      .selectAll()
      .where('week_start', '=', last)
      .execute();
    for (const row of rows) {
      const sum =
        (row.change_by_usage ?? 0) +
        (row.change_by_peers ?? 0) +
        (row.change_by_entitlements ?? 0) +
        (row.change_by_locations ?? 0);
      expect(Math.abs(sum - (row.score_change ?? Number.NaN))).toBeLessThan(1e-9);
      expect(row.rules_version_id).toBe(2);
    }
    expect(rows.some((row) => Math.abs(row.change_by_entitlements ?? 0) > 0.1)).toBe(true);
  });

  describe('with weeks without customers', () => {
    const [early, late] = [addDays(last, -56), addDays(last, -7)];
    const before = listWeekStartsUntil(early, 5);
    const after = listWeekStartsUntil(last, 6);
    const world = () => [
      createWorldInstitution(1, before, { forms: 5 }, { churnedOn: addDays(early, 7) }),
      createWorldInstitution(2, after, { forms: 5 }, { createdOn: late, goLiveOn: late }),
    ];

    test('skips them, and compares no week with one before them', async () => {
      await insertWorld(database, { institutions: world() });
      expect(await closeCompleteWeeks(database, sunday, clock)).toEqual({
        weeks: 4,
        lastWeek: last,
      });
      expect((await closed()).map((row) => row.week_start)).toEqual([
        addDays(early, -7),
        early,
        late,
        last,
      ]);
      expect((await record(2, late)).score).toMatchObject({
        previous_health_tier: null,
        weeks_at_risk: 0,
      });
      expect((await record(2, last)).score).toMatchObject({ previous_health_tier: 'Unknown' });
      expect(await closeCompleteWeeks(database, sunday, clock)).toEqual({
        weeks: 0,
        lastWeek: null,
      });
    });

    test('continues every Sunday without customers and after the first customer arrives', async () => {
      const [gone, come] = world();
      if (gone === undefined || come === undefined) throw new Error('two customers');
      await insertWorld(database, { institutions: [gone] });
      expect(await closeCompleteWeeks(database, addDays(early, 7), clock)).toEqual({
        weeks: 2,
        lastWeek: early,
      });
      await database
        .insertInto('feed_week')
        .values(
          after.map((week) => ({
            institution_id: 1,
            location_id: 100,
            week_start: week,
            last_report_on: addDays(week, 6),
          })),
        )
        .execute();
      expect(await closeCompleteWeeks(database, addDays(late, 0), clock)).toEqual({
        weeks: 0,
        lastWeek: null,
      });
      expect(await closeCompleteWeeks(database, sunday, clock)).toEqual({
        weeks: 0,
        lastWeek: null,
      });
      await insertWorld(database, { institutions: [come] });
      expect(await closeCompleteWeeks(database, sunday, clock)).toEqual({
        weeks: 2,
        lastWeek: last,
      });
    });

    test('refuses to skip a week with a customer', async () => {
      await insertWorld(database, { institutions: world() });
      const rules = await readCurrentRules(database, clock());
      await closeOfficialWeek(database, early, rules, clock);
      await expect(closeOfficialWeek(database, last, rules, clock)).rejects.toThrow(
        `The week of ${late} has customers, so it must be closed before the week of ${last}.`,
      );
      expect(await closeOfficialWeek(database, late, rules, clock)).toEqual({ institutions: 1 });
    });
  });

  test('closes nothing without imports', async () => {
    expect(await closeCompleteWeeks(database, sunday, clock)).toEqual({ weeks: 0, lastWeek: null });
  });
});
