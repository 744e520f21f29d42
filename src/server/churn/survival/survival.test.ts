import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  cohortMonths,
  getChurnByTenure,
  getSurvivalCohorts,
  getSurvivalCurves,
} from '#shared/churn/survival/survival.ts';
import { addDays, daysBetween } from '#shared/core/dates.ts';
import { survivalCurve } from '#shared/core/statistics/survival.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution } from '#test/factories.ts';
import { createScoreWeekRow, insertOfficialWeeks } from '#test/score-week.ts';

let test: TestApp;
const today = '2026-11-18';
const firstWeek = '2025-11-02';
const newest = '2026-11-08';
const daysOfMonth = 365.25 / 12;

interface Customer {
  id: number;
  liveOn: string;
  leftOn: string | null;
  reason: string;
}

/**
 * Generated customers. Every fourth customer went live before the first week. Every third customer
 * leaves, and every ninth leaves because it is sold.
 */
const customers: Customer[] = Array.from({ length: 120 }, (_, at) => {
  const liveOn = addDays(at % 4 === 0 ? '2023-05-01' : firstWeek, at * 2);
  const leaves = at % 3 === 0;
  const leftOn = leaves ? addDays(liveOn > firstWeek ? liveOn : firstWeek, 20 + at) : null;
  return {
    id: at + 1,
    liveOn,
    leftOn: leftOn !== null && leftOn <= today ? leftOn : null,
    reason: at % 9 === 0 ? 'Practice sold or closed' : 'Low use',
  };
});
const extra = { future: 501, takenBack: 502, coming: 503, early: 504, unknown: 505 };

const ask = async (url: string) => (await test.inject({ method: 'GET', url })).json();

beforeAll(async () => {
  test = await buildTestApp({ now: new Date('2026-11-18T18:00:00Z') });
  const { foreground } = test.database;
  await insertOfficialWeeks(foreground, [firstWeek, newest]);
  const loss = (
    institution_id: number,
    effective_on: string,
    reason: string,
    facts: object = {},
  ) => ({
    institution_id,
    loss_id: randomUUID(),
    noticed_on: addDays(effective_on, -10),
    effective_on,
    reason,
    ...facts,
  });
  for (const { id, liveOn, leftOn } of customers)
    await insertInstitution(test.database, {
      institution_id: id,
      go_live_on: liveOn,
      churned_on: leftOn,
      practice_type: id % 2 === 0 ? 'Orthodontics' : 'Dermatology',
    });
  for (const id of Object.values(extra))
    await insertInstitution(test.database, {
      institution_id: id,
      go_live_on: '2026-10-01',
      practice_type: 'Endodontics',
    });
  await foreground
    .updateTable('institution')
    .set({ go_live_on: '2027-01-01' })
    .where('institution_id', '=', extra.coming)
    .execute();
  await foreground
    .updateTable('institution')
    .set({ go_live_on: null, created_on: null })
    .where('institution_id', '=', extra.unknown)
    .execute();
  await foreground
    .insertInto('churn_event')
    .values([
      ...customers.flatMap(({ id, leftOn, reason }) =>
        leftOn === null ? [] : [loss(id, leftOn, reason)],
      ),
      loss(extra.future, '2026-12-24', 'Low use'),
      loss(extra.takenBack, '2026-11-01', 'Low use', {
        taken_back_at: new Date(),
        taken_back_reason: 'They stay',
      }),
      // Customer with a departure before its go-live.
      loss(extra.early, '2026-09-01', 'Low use'),
    ])
    .execute();
  await foreground
    .insertInto('score_version')
    .values(
      customers
        .filter(({ leftOn }) => leftOn === null)
        .map(({ id }) =>
          createScoreWeekRow({
            institution_id: id,
            week_start: newest,
            size_tier: id % 2 === 0 ? 'Large' : 'Small',
          }),
        ),
    )
    .execute();
  await foreground
    .insertInto('contract')
    .values(
      customers.map(({ id, liveOn }) => ({
        institution_id: id,
        external_source: 'test',
        contract_id: String(id),
        product: null,
        starts_on: liveOn,
        ends_on: null,
        monthly_cents: 10_000,
      })),
    )
    .execute();
});
afterAll(() => test.close());

/** Returns the expected lifetimes, computed in TypeScript instead of SQL. */
const lives = (withClosed: boolean) =>
  customers.map(({ liveOn, leftOn, reason }) => ({
    entry: Math.max(0, daysBetween(liveOn, firstWeek)),
    time: Math.max(0.5, daysBetween(liveOn, leftOn ?? today)),
    event: leftOn !== null && (withClosed || reason !== 'Practice sold or closed'),
  }));

it.each([false, true])(
  'the curve includes all customers from the first official week; closed practices count: %s',
  async (closed) => {
    const { groups, knownSince, withoutGoLive, p } = getSurvivalCurves.response.parse(
      await ask(`${getSurvivalCurves.path}?closed=${closed}`),
    );
    expect({ knownSince, withoutGoLive, p }).toEqual({
      knownSince: firstWeek,
      withoutGoLive: 1,
      p: null,
    });
    const [group] = groups;
    // Two more customers stay. Customers that are not live yet, or that left before going live, are
    // not observed.
    const all = [...lives(closed), ...[0, 1].map(() => ({ entry: 0, time: 48, event: false }))];
    expect(group).toMatchObject({
      name: 'All customers',
      customers: all.length,
      left: all.filter(({ event }) => event).length,
    });
    const span = group?.curve?.span ?? { from: 0, to: 0 };
    const expected = survivalCurve(all, 0.95).filter(
      ({ time, events }) => events > 0 && time / daysOfMonth <= span.to,
    );
    expect(expected.length).toBeGreaterThan(10);
    expect(group?.curve?.steps.map(({ month }) => Math.round(month * daysOfMonth))).toEqual(
      expected.map(({ time }) => time),
    );
    for (const [at, { survival, low }] of expected.entries()) {
      expect(group?.curve?.steps[at]?.share).toBeCloseTo(survival, 10);
      expect(group?.curve?.steps[at]?.low).toBeCloseTo(low ?? Number.NaN, 10);
    }
  },
);

it('groups customers by their current attributes, or by those when they left', async () => {
  const byType = getSurvivalCurves.response.parse(
    await ask(`${getSurvivalCurves.path}?by=practiceType&closed=true`),
  );
  expect(byType.groups.map(({ name, customers: count }) => [name, count])).toEqual([
    ['Dermatology', 60],
    ['Orthodontics', 60],
    ['Endodontics', 2],
  ]);
  const bySize = getSurvivalCurves.response.parse(
    await ask(`${getSurvivalCurves.path}?by=sizeTier&closed=true`),
  );
  expect(bySize.groups.map(({ name }) => name)).toEqual(['Large', 'Small', null]);
  expect(
    (await test.inject({ method: 'GET', url: `${getSurvivalCurves.path}?by=owner` })).statusCode,
  ).toBe(422);
});

it('reasons and rates count all customers that left', async () => {
  const { incidence, rates } = getChurnByTenure.response.parse(
    await ask(`${getChurnByTenure.path}?closed=true`),
  );
  const left = customers.filter(({ leftOn }) => leftOn !== null);
  expect(incidence.map(({ reasonGroup, left: count }) => [reasonGroup, count])).toEqual([
    ['Usage and people', left.filter(({ reason }) => reason === 'Low use').length],
    ['Sold or closed', left.filter(({ reason }) => reason !== 'Low use').length],
  ]);
  expect(rates.reduce((sum, { left: count }) => sum + count, 0)).toBe(left.length);
});

it('a quarter has a share once all of it has reached that month', async () => {
  const { rows } = getSurvivalCohorts.response.parse(await ask(getSurvivalCohorts.path));
  const since = customers.filter(({ liveOn }) => liveOn >= firstWeek);
  const first = since.filter(({ liveOn }) => liveOn <= '2025-12-31');
  const row = rows.find(({ quarter }) => quarter === '2025 Q4');
  expect(row?.customers).toBe(first.length);
  // A customer of the quarter may have gone live on December 31 and reached month 9 on September
  // 30.
  expect(row?.cells.map((cell) => cell !== null)).toEqual(cohortMonths.map((month) => month <= 9));
  const sixMonthsOn = (day: string) =>
    new Date(
      Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) + 5, Number(day.slice(8, 10))),
    )
      .toISOString()
      .slice(0, 10);
  const still = first.filter(
    ({ liveOn, leftOn }) => leftOn === null || leftOn > sixMonthsOn(liveOn),
  ).length;
  expect(still).toBeLessThan(first.length);
  const share = { customers: first.length, share: still / first.length };
  expect(row?.cells[1]).toEqual({ customers: share, revenue: share });
});

it('a new loss is included immediately', async () => {
  const before =
    getSurvivalCurves.response.parse(await ask(getSurvivalCurves.path)).groups[0]?.left ?? 0;
  const stays = customers.find(({ leftOn }) => leftOn === null)?.id ?? 0;
  const entered = await test.inject({
    method: 'POST',
    url: `/api/institution/${stays}/losses`,
    payload: {
      lossId: randomUUID(),
      noticedOn: '2026-11-17',
      effectiveOn: '2026-11-17',
      reason: 'Competitor',
      reasonDetail: null,
      foundReason: null,
      foundDetail: null,
      avoidable: null,
      competitor: null,
      monthlyDollars: null,
      locationsLost: null,
      winBackOn: null,
    },
  });
  expect(entered.statusCode).toBe(200);
  expect(getSurvivalCurves.response.parse(await ask(getSurvivalCurves.path)).groups[0]?.left).toBe(
    before + 1,
  );
});

it('nothing is known without weeks and losses', async () => {
  const empty = await buildTestApp({ now: new Date('2026-11-18T18:00:00Z') });
  const get = async (url: string) => (await empty.inject({ method: 'GET', url })).json();
  expect(await get(getSurvivalCurves.path)).toEqual({
    knownSince: null,
    withoutGoLive: 0,
    groups: [],
    p: null,
  });
  expect(await get(getChurnByTenure.path)).toMatchObject({ span: null, incidence: [] });
  expect(await get(getSurvivalCohorts.path)).toEqual({ rows: [] });
  await empty.close();
});
