import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { closeCompleteWeeks, closeOfficialWeek } from '#server/scoring/weeks.ts';
import { addDays, type Day, listWeekStartsUntil, weekEndOf } from '#shared/core/dates.ts';
import { defaultHealthRules } from '#shared/core/scoring-rules.ts';
import {
  exportComparedCustomers,
  getComparedCustomers,
  getInstitutionComparison,
  getOfficialWeeks,
  getPortfolioComparison,
  getTierTrend,
} from '#shared/portfolio/comparison.ts';
import { explainAverageDifference } from '#shared/portfolio/comparison-rules.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { randomCustomerSetCount } from '#test/depth.ts';
import {
  clearScores,
  clearWorld,
  createWorldInstitution,
  insertUsageAndReports,
  insertWorld,
} from '#test/health-world.ts';
import { healthRulesArbitrary, healthWorldArbitrary, loadedWeeks } from '#test/random-world.ts';
import { findComparedCustomers } from './comparison-queries.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ now: new Date('2026-11-18T18:00:00Z') });
});
afterAll(() => app.close());
let minutes = 0;
beforeEach(async () => {
  await clearWorld(app.database.background);
  later();
});

/** Advances the clock beyond the second for which a version is cached. */
function later(): void {
  minutes += 1;
  app.setClock(new Date(Date.parse('2026-11-18T18:00:00Z') + minutes * 60_000));
}

const clock = () => new Date(Date.parse('2026-11-15T10:00:00Z') + minutes * 1000);
const weeks = listWeekStartsUntil('2026-11-08', 8);
const [first = '', , , second = '', last = ''] = weeks.slice(3);

const get = (url: string) => app.inject({ method: 'GET', url });
async function read<
  E extends
    | typeof getPortfolioComparison
    | typeof getComparedCustomers
    | typeof getOfficialWeeks
    | typeof getTierTrend,
>(endpoint: E, search = '') {
  const answer = await get(`${endpoint.path}?${search}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

const total = (causes: { points: number }[]) => causes.reduce((sum, { points }) => sum + points, 0);

/**
 * Inserts 30 steady peers and five customers that change. One of these halves its use of forms, one
 * joins, and one leaves. In the last week, one becomes silent and one starts to report.
 */
async function world() {
  const peers = Array.from({ length: 30 }, (_, index) =>
    createWorldInstitution(100 + index, weeks, { forms: 20, reviews: 5 }),
  );
  const falling = createWorldInstitution(1, weeks, {
    forms: [20, 20, 20, 20, 20, 20, 20, 0],
    reviews: 5,
  });
  const coming = createWorldInstitution(
    2,
    weeks,
    { forms: 20, reviews: 0 },
    { createdOn: addDays(last, 2) },
  );
  const leaving = createWorldInstitution(
    3,
    weeks,
    { forms: 0, reviews: 5 },
    { churnedOn: weekEndOf(last) },
  );
  const silent = createWorldInstitution(4, weeks.slice(0, -1), { forms: 20, reviews: 5 });
  const speaking = createWorldInstitution(5, weeks.slice(-1), { forms: 80, reviews: 20 });
  await insertWorld(app.database.background, {
    institutions: [...peers, falling, coming, leaving, silent, speaking],
  });
  await closeCompleteWeeks(app.database.background, addDays(last, 7), clock);
}

describe('any two official weeks', () => {
  test('differ by causes that sum to the change, for random data', {
    timeout: 300_000,
  }, async () => {
    const database = app.database.background;
    await fc.assert(
      fc.asyncProperty(
        healthWorldArbitrary,
        healthRulesArbitrary,
        healthRulesArbitrary,
        async (made, rules, later) => {
          await clearWorld(database);
          const versions = [rules, later].map((each, index) => ({ id: index + 1, rules: each }));
          await insertWorld(database, made);
          for (const { id, rules: each } of versions)
            await database
              .insertInto('rules_version')
              .values({
                rules_version_id: id,
                rules: JSON.stringify(each),
                note: 'test',
                created_at: clock(),
              })
              .execute();
          const scored = loadedWeeks.slice(3);
          const byWeek = new Map<Day, typeof rules>();
          for (const [index, week] of scored.entries()) {
            const version = versions[index === 2 ? 1 : 0];
            if (version === undefined) throw new Error('no rules');
            byWeek.set(week, version.rules);
            await closeOfficialWeek(database, week, version, clock);
          }
          const stored = await database.selectFrom('score_week').selectAll().execute();
          for (const [from, to] of [
            [0, 1],
            [1, 2],
            [0, 2],
          ] as const) {
            const week = (index: number) => ({
              weekStart: scored[index] ?? '',
              rules: byWeek.get(scored[index] ?? '') ?? defaultHealthRules,
              rulesVersion: 1,
            });
            const customers = await findComparedCustomers(database, {
              from: week(from),
              to: week(to),
            });
            for (const { institutionId, fromScore, toScore, parts } of customers) {
              expect(parts === null).toBe(fromScore === null || toScore === null);
              if (parts === null || fromScore === null || toScore === null) continue;
              const change = parts.usage + parts.peers + parts.entitlements + parts.locations;
              expect(Math.abs(change - (toScore - fromScore))).toBeLessThan(1e-9);
              if (to !== from + 1) continue;
              const row = stored.find(
                (each) => each.institution_id === institutionId && each.week_start === scored[to],
              );
              expect(parts.usage).toBeCloseTo(row?.change_by_usage ?? Number.NaN, 9);
              expect(parts.peers).toBeCloseTo(row?.change_by_peers ?? Number.NaN, 9);
            }
            for (const same of [true, false]) {
              const { averageScore, causes } = explainAverageDifference(customers, same);
              if (averageScore.from === null || averageScore.to === null)
                expect(causes).toEqual([]);
              else
                expect(
                  Math.abs(total(causes) - (averageScore.to - averageScore.from)),
                ).toBeLessThan(1e-9);
            }
          }
        },
      ),
      { numRuns: randomCustomerSetCount, seed: 3 },
    );
  });
});

describe('the comparison', () => {
  test('of the same customers excludes customers that joined, left, fell silent or started to report', async () => {
    await world();
    const answer = getPortfolioComparison.response.parse(
      await read(getPortfolioComparison, `from=${second}&to=${last}`),
    );
    expect(answer.customers).toEqual({ from: 31, to: 31 });
    expect(answer.scored).toEqual({ from: 31, to: 31 });
    expect(answer.averageScore.from).toBeCloseTo(100, 9);
    expect(answer.averageScore.to).toBeCloseTo((30 * 100 + (75 + 100) / 2) / 31, 9);
    expect(answer.causes.map(({ cause }) => cause)).toEqual([
      'usage',
      'peers',
      'entitlements',
      'locations',
    ]);
    expect(answer.causes[0]?.points).toBeCloseTo(-12.5 / 31, 9);
    expect(answer.products).toEqual([
      {
        product: 'forms',
        customers: { from: 31, to: 31 },
        medianScore: { from: 100, to: 100 },
        usage: { from: 31 * 80, to: 31 * 80 - 20 },
        benchmark: { from: 80, to: 80 },
      },
      {
        product: 'reviews',
        customers: { from: 31, to: 31 },
        medianScore: { from: 100, to: 100 },
        usage: { from: 31 * 20, to: 31 * 20 },
        benchmark: { from: 20, to: 20 },
      },
    ]);
  });

  test('of all customers gives each group’s effect on the average, and each group’s count is its number of rows', async () => {
    await world();
    const answer = getPortfolioComparison.response.parse(
      await read(getPortfolioComparison, `from=${second}&to=${last}&sameCustomers=false`),
    );
    const { rows: customers } = getComparedCustomers.response.parse(
      await read(getComparedCustomers, `from=${second}&to=${last}`),
    );
    expect(answer.customers).toEqual({ from: 34, to: 34 });
    expect(answer.scored).toEqual({ from: 33, to: 33 });
    expect(
      Object.fromEntries(answer.causes.map(({ cause, customers: count }) => [cause, count])),
    ).toEqual({
      usage: 31,
      peers: 31,
      entitlements: 31,
      locations: 31,
      customersIn: 1,
      becameMeasurable: 1,
      customersOut: 1,
      becameUnmeasurable: 1,
    });
    expect(total(answer.causes)).toBeCloseTo(
      (answer.averageScore.to ?? 0) - (answer.averageScore.from ?? 0),
      9,
    );
    // The lost customer had half of the average score, so the average rises without this customer.
    expect(answer.causes.find(({ cause }) => cause === 'customersOut')?.points).toBeCloseTo(
      50 / 33,
      9,
    );
    expect(customers.map(({ institutionId }) => institutionId)).toEqual([
      1,
      2,
      3,
      4,
      5,
      ...Array.from({ length: 30 }, (_, index) => 100 + index),
    ]);
    expect(customers[3]).toMatchObject({
      fromTier: 'Healthy',
      toTier: 'Unknown',
      toScore: null,
      parts: null,
    });
    expect(answer.tiers.Healthy).toEqual({ Healthy: 31, Medium: 0, Critical: 0, Unknown: 1 });
    expect(answer.tiers.Unknown).toEqual({ Healthy: 1, Medium: 0, Critical: 0, Unknown: 0 });
  });

  test('of a segment counts only its customers', async () => {
    await world();
    const answer = getPortfolioComparison.response.parse(
      await read(
        getPortfolioComparison,
        `from=${second}&to=${last}&sameCustomers=false&segment=${encodeURIComponent('q=Practice%201')}`,
      ),
    );
    expect(answer.customers).toEqual({ from: 31, to: 31 });
    expect(answer.products.find(({ product }) => product === 'forms')?.customers).toEqual({
      from: 31,
      to: 31,
    });
    const trend = getTierTrend.response.parse(
      await read(getTierTrend, `segment=${encodeURIComponent('f.institutionId=1..1')}`),
    );
    expect(trend.rows.at(-1)?.tiers).toEqual({ Healthy: 1, Medium: 0, Critical: 0, Unknown: 0 });
  });

  test('is exported as listed', async () => {
    await world();
    const answer = await get(
      `${exportComparedCustomers.path}?from=${second}&to=${last}&f.presence=Left&cols=institutionName,fromTier`,
    );
    expect(answer.body.replace('﻿', '')).toBe('Customer,Tier before\r\nPractice 3,Medium\r\n');
  });

  test('changes when a week is recalculated', async () => {
    await world();
    const search = `from=${second}&to=${last}`;
    await read(getPortfolioComparison, search);
    await clearScores(app.database.background);
    await app.database.background
      .updateTable('usage_week')
      .set({ value: 0 })
      .where('institution_id', '=', 1)
      .execute();
    later();
    await closeCompleteWeeks(app.database.background, addDays(last, 7), clock);
    const answer = getPortfolioComparison.response.parse(
      await read(getPortfolioComparison, search),
    );
    expect(answer.averageScore.from).toBeCloseTo((30 * 100) / 31, 9);
  });

  test.each([
    ['from=2026-11-01&to=2026-11-15', 404, 'There is no official week that starts on 2026-11-15.'],
    ['from=1999-01-03&to=2026-11-08', 404, 'There is no official week that starts on 1999-01-03.'],
    ['from=2026-11-08&to=2026-11-08', 422, 'from: must be an earlier week than to.'],
    ['from=2026-11-08&to=2026-11-01', 422, 'from: must be an earlier week than to.'],
    ['from=2026-02-30&to=2026-11-08', 422, expect.stringContaining('from')],
    ["from=2026-11-01&to=';drop table score_week", 422, expect.stringContaining('to')],
    ['to=2026-11-08', 422, expect.stringContaining('from')],
  ])('answers %s with %i', async (search, status, text) => {
    await world();
    for (const path of [
      getPortfolioComparison.path,
      getComparedCustomers.path,
      getInstitutionComparison.path.replace(':id', '1'),
    ]) {
      const answer = await get(`${path}?${search}`);
      expect([path, answer.statusCode, answer.body]).toEqual([path, status, text]);
    }
    expect((await get(`${exportComparedCustomers.path}?${search}`)).statusCode).toBe(status);
  });

  test.each(['f.gone=1..2', 'f.adoptionScore=many', 'view=nonsense'])(
    'refuses the segment %s',
    async (segment) => {
      await world();
      const answer = await get(
        `${getPortfolioComparison.path}?from=${second}&to=${last}&segment=${encodeURIComponent(segment)}`,
      );
      expect(answer.statusCode).toBe(422);
      expect(
        (await get(`${getTierTrend.path}?segment=${encodeURIComponent(segment)}`)).statusCode,
      ).toBe(422);
    },
  );

  test('needs a session', async () => {
    for (const path of [
      getPortfolioComparison.path,
      getComparedCustomers.path,
      getOfficialWeeks.path,
      getTierTrend.path,
      exportComparedCustomers.path,
    ])
      expect((await app.app.inject({ method: 'GET', url: path })).statusCode).toBe(401);
  });
});

describe('the official weeks', () => {
  test('show in which weeks the peers’ median fell', async () => {
    const peers = Array.from({ length: 30 }, (_, index) =>
      createWorldInstitution(100 + index, weeks, { forms: [20, 20, 20, 20, 20, 20, 10, 10] }),
    );
    await insertWorld(app.database.background, { institutions: peers });
    await closeCompleteWeeks(app.database.background, addDays(last, 7), clock);
    const { rows: listed } = getOfficialWeeks.response.parse(await read(getOfficialWeeks));
    expect(listed.map(({ weekStartDate, isSeason }) => [weekStartDate, isSeason])).toEqual(
      weeks.slice(3).map((week) => [week, week >= addDays(last, -7)]),
    );
    expect(listed[0]?.peersChange).toBeNull();
    expect(listed.at(-2)?.peersChange).toBeCloseTo(-12.5, 9);
  });

  test('are empty without data, as is the trend', async () => {
    expect(await read(getOfficialWeeks)).toEqual({ rows: [] });
    expect(await read(getTierTrend)).toEqual({ rows: [] });
  });

  test('have a trend of tiers that counts the customers of each week', async () => {
    await world();
    const { rows: trend } = getTierTrend.response.parse(await read(getTierTrend, 'weeks=2'));
    expect(
      trend.map(({ weekEndDate, tiers }) => [
        weekEndDate,
        Object.values(tiers).reduce((sum, count) => sum + count, 0),
      ]),
    ).toEqual([
      [weekEndOf(second), 34],
      [weekEndOf(last), 34],
    ]);
    for (const refused of ['0', '105', 'x'])
      expect((await get(`${getTierTrend.path}?weeks=${refused}`)).statusCode).toBe(422);
  });
});

describe('one institution', () => {
  const of = async (id: number, from = second) => {
    const answer = await get(`/api/portfolio/institution/${id}/comparison?from=${from}&to=${last}`);
    expect(answer.statusCode, answer.body).toBe(200);
    return getInstitutionComparison.response.parse(answer.json());
  };

  test('has its parts and products in both weeks', async () => {
    await world();
    const answer = await of(1, first);
    expect(answer.weeks.from).toEqual({
      adoptionScore: 100,
      healthTier: 'Healthy',
      locationCount: 1,
      measuredLocations: 1,
    });
    expect(answer.parts?.usage).toBeCloseTo(-12.5, 9);
    expect(answer.flatBand).toBe(defaultHealthRules.flatBand);
    expect(answer.products[0]).toEqual({
      product: 'forms',
      entitled: { from: true, to: true },
      usage: { from: 80, to: 60 },
      expected: { from: 80, to: 80 },
      score: { from: 100, to: 75 },
    });
  });

  test('has no data in a week in which it was not a customer', async () => {
    await world();
    const answer = await of(2);
    expect(answer).toMatchObject({
      weeks: { from: null, to: { healthTier: 'Medium' } },
      parts: null,
    });
    const gone = await of(3);
    expect(gone.weeks.to).toBeNull();
    expect(
      (await get(`/api/portfolio/institution/4711/comparison?from=${second}&to=${last}`))
        .statusCode,
    ).toBe(404);
  });

  test('does not change in closed weeks after a later import', async () => {
    await world();
    await insertUsageAndReports(
      app.database.background,
      { institutions: [createWorldInstitution(1, [addDays(last, 7)], { forms: 9 })] },
      () => true,
    );
    expect((await of(1, first)).products[0]?.usage).toEqual({ from: 80, to: 60 });
  });
});
