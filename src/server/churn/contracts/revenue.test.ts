import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  getRevenueMoves,
  getRevenuePeriods,
  type RevenuePeriod,
} from '#shared/churn/contracts/contracts.ts';
import {
  classifyRevenueMove,
  grossRetention,
  listRevenuePeriodStarts,
  logoChurn,
  netRetention,
  renewalRate,
  revenuePeriodName,
} from '#shared/churn/contracts/rules.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution } from '#test/factories.ts';

let test: TestApp;
interface Contract {
  institution_id: number;
  product: 'forms' | 'messaging' | null;
  starts_on: string;
  ends_on: string | null;
  monthly_cents: number;
}
const contracts: Contract[] = [];
const churned = new Map<number, string>();

/**
 * Generates 40 customers with yearly contracts that are renewed, changed, dropped or ended. The
 * customers are the same in every run.
 */
function invent(): void {
  let state = 7;
  const next = (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  for (let institution_id = 1; institution_id <= 40; institution_id++) {
    const start = new Date(Date.UTC(2025, next(14), 1 + next(28)));
    if (next(6) === 0) churned.set(institution_id, `2026-0${1 + next(9)}-1${next(9)}`);
    for (const product of ['forms', 'messaging', null] as const) {
      if (next(4) === 0) continue;
      let from = start.toISOString().slice(0, 10);
      for (let term = 0; term < 3; term++) {
        const end = new Date(Date.parse(from) + (120 + next(200)) * 86_400_000)
          .toISOString()
          .slice(0, 10);
        const isOpen = term === 2 || next(5) === 0;
        contracts.push({
          institution_id,
          product,
          starts_on: from,
          ends_on: isOpen ? null : end,
          monthly_cents: next(8) * 2_500,
        });
        if (isOpen) break;
        from =
          next(7) === 0
            ? new Date(Date.parse(end) + 40 * 86_400_000).toISOString().slice(0, 10)
            : end;
      }
    }
  }
}

beforeAll(async () => {
  test = await buildTestApp({ now: new Date('2026-11-18T18:00:00Z') });
  invent();
  for (let id = 1; id <= 40; id++)
    await insertInstitution(test.database, {
      institution_id: id,
      name: `Customer ${id}`,
      churned_on: churned.get(id) ?? null,
    });
  await test.database.foreground
    .insertInto('contract')
    .values(
      contracts.map((contract, at) => ({
        ...contract,
        external_source: 'test',
        contract_id: String(at),
      })),
    )
    .execute();
});
afterAll(() => test.close());

/** Returns the monthly revenue of each customer on a day, added contract by contract. */
function paidOn(day: string): Map<number, number> {
  const paid = new Map<number, number>();
  for (const { institution_id, starts_on, ends_on, monthly_cents } of contracts) {
    const left = churned.get(institution_id);
    if (
      starts_on > day ||
      (ends_on !== null && ends_on <= day) ||
      (left !== undefined && left <= day) ||
      monthly_cents === 0
    )
      continue;
    paid.set(institution_id, (paid.get(institution_id) ?? 0) + monthly_cents / 100);
  }
  return paid;
}

function recomputed(from: string, to: string) {
  const [before, after] = [paidOn(from), paidOn(to)];
  const told = {
    start: 0,
    added: 0,
    expansion: 0,
    contraction: 0,
    churn: 0,
    end: 0,
    customers: before.size,
    lost: 0,
    due: 0,
    renewed: 0,
  };
  for (const id of new Set([...before.keys(), ...after.keys()])) {
    const [start, end] = [before.get(id) ?? 0, after.get(id) ?? 0];
    told.start += start;
    told.end += end;
    if (start === 0) told.added += end;
    else if (end === 0) {
      told.churn += start;
      told.lost += 1;
    } else if (end > start) told.expansion += end - start;
    else told.contraction += start - end;
  }
  for (const contract of contracts) {
    const { institution_id, product, ends_on, monthly_cents } = contract;
    if (ends_on === null || ends_on <= from || ends_on > to) continue;
    const left = churned.get(institution_id);
    const follows = contracts.filter(
      (other) =>
        other.institution_id === institution_id &&
        other.product === product &&
        other.starts_on <= ends_on &&
        (other.ends_on === null || other.ends_on > ends_on),
    );
    const paid =
      left !== undefined && left <= ends_on
        ? 0
        : follows.reduce((sum, other) => sum + other.monthly_cents / 100, 0);
    told.due += monthly_cents / 100;
    told.renewed += Math.min(monthly_cents / 100, paid);
  }
  return told;
}

const revenue = async (by: string) =>
  getRevenuePeriods.response.parse(
    (await test.inject({ method: 'GET', url: `/api/churn/revenue?by=${by}` })).json(),
  ).periods;

describe.each(['month', 'quarter'])('revenue by %s', (by) => {
  it('equals a count of individual contracts', async () => {
    const periods = await revenue(by);
    expect(periods.length).toBeGreaterThan(4);
    for (const { from, to, ...told } of periods) {
      const wanted = recomputed(from, to);
      for (const [name, value] of Object.entries(wanted))
        expect(
          Object.entries(told).find(([key]) => key === name)?.[1],
          `${name} from ${from}`,
        ).toBeCloseTo(value, 6);
      expect(told.start + told.added + told.expansion - told.contraction - told.churn).toBeCloseTo(
        told.end,
        6,
      );
    }
    expect(
      periods.some(
        ({ churn, expansion, contraction, added }) =>
          churn > 0 && expansion + contraction + added > 0,
      ),
    ).toBe(true);
    for (const [at, period] of periods.entries())
      if (at > 0) expect(period.start).toBeCloseTo(periods[at - 1]?.end ?? -1, 6);
  });

  it('has gross retention of at most 100% and net retention of at least the gross', async () => {
    for (const period of await revenue(by)) {
      const gross = grossRetention(period) ?? Number.NaN;
      expect(gross).toBeGreaterThanOrEqual(0);
      expect(gross).toBeLessThanOrEqual(1);
      expect(netRetention(period)).toBeGreaterThanOrEqual(gross);
      expect(renewalRate(period) ?? 0).toBeLessThanOrEqual(1);
    }
  });
});

it('equals the sum of its customers', async () => {
  const [period] = (await revenue('quarter')).slice(-2);
  if (period === undefined) throw new Error('no period');
  const url = `/api/churn/revenue/moves?from=${period.from}&to=${period.to}`;
  const { rows } = getRevenueMoves.response.parse(
    (await test.inject({ method: 'GET', url })).json(),
  );
  const sum = (kind: string) =>
    rows
      .filter((row) => classifyRevenueMove(row) === kind)
      .reduce((total, row) => total + Math.abs(row.end - row.start), 0);
  expect(sum('New')).toBeCloseTo(period.added, 6);
  expect(sum('Expansion')).toBeCloseTo(period.expansion, 6);
  expect(sum('Contraction')).toBeCloseTo(period.contraction, 6);
  expect(sum('Churn')).toBeCloseTo(period.churn, 6);
  const turned = await test.inject({
    method: 'GET',
    url: `/api/churn/revenue/moves?from=${period.to}&to=${period.from}`,
  });
  expect(turned.statusCode).toBe(422);
});

describe('the rules', () => {
  const period = (changes: Partial<RevenuePeriod>): RevenuePeriod => ({
    from: '2026-10-01',
    to: '2026-11-01',
    start: 0,
    added: 0,
    expansion: 0,
    contraction: 0,
    churn: 0,
    end: 0,
    customers: 0,
    lost: 0,
    due: 0,
    renewed: 0,
    ...changes,
  });

  it('are null when starting revenue is zero or there are fewer than five customers', () => {
    const empty = period({ customers: 4, lost: 1 });
    expect([
      grossRetention(empty),
      netRetention(empty),
      logoChurn(empty),
      renewalRate(empty),
    ]).toEqual([null, null, null, null]);
    expect(logoChurn(period({ customers: 5, lost: 1 }))).toBe(0.2);
  });

  it('count only full periods, across the end of a year', () => {
    expect(listRevenuePeriodStarts('month', '2026-02-01').slice(-3)).toEqual([
      '2025-12-01',
      '2026-01-01',
      '2026-02-01',
    ]);
    expect(listRevenuePeriodStarts('month', '2026-01-31').at(-1)).toBe('2026-01-01');
    expect(listRevenuePeriodStarts('quarter', '2026-03-31').slice(-2)).toEqual([
      '2025-10-01',
      '2026-01-01',
    ]);
    expect(revenuePeriodName({ from: '2025-10-01', to: '2026-01-01' })).toBe('Q4 2025');
    expect(revenuePeriodName({ from: '2025-12-01', to: '2026-01-01' })).toBe('Dec 2025');
  });
});
