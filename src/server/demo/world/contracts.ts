import { createRandom } from '#server/core/seeded-random.ts';
import { computeMonthlyCentsPerProductLocation } from './deals.ts';
import type { DemoTableRow } from './rows.ts';
import type { DemoInstitution, DemoWorld } from './world.ts';

const year = 365;
/**
 * Number of days before the start of the demo from which each yearly contract has its own row. For
 * each product, the oldest row also covers the years before.
 */
const separateContractDays = 500;

/** Price changes at renewals. Some customers get a discount, others an increase. */
const renewal = {
  isCheaper: 0.1,
  cheaper: [0.8, 0.95],
  isDearer: 0.3,
  dearer: [1.02, 1.07],
} as const;

interface Term {
  product: DemoInstitution['life']['products'][number]['product'];
  starts: number;
  ends: number;
  cents: number;
}

/**
 * Returns the contracts of a customer that start before a day. Each product gets a new contract
 * every year from go-live until the customer leaves.
 */
function termsOf(world: DemoWorld, institution: DemoInstitution, before: number): Term[] {
  const { created, churned, life, locations } = institution;
  const unit = computeMonthlyCentsPerProductLocation(world, institution);
  if (unit === undefined) return [];
  const firstSeparateDay = world.calendar.indexOf(world.calendar.today) - separateContractDays;
  const last = Math.floor((before - created) / year);
  const prices = pricesOf(world, institution, last);
  return life.products.flatMap(({ product, from, to }) => {
    const over = Math.min(to ?? Number.POSITIVE_INFINITY, churned ?? Number.POSITIVE_INFINITY);
    const terms: Term[] = [];
    const first = Math.max(0, Math.floor((Math.max(from, firstSeparateDay) - created) / year));
    for (let nth = first; nth <= last; nth++) {
      const starts = nth === first ? from : created + nth * year;
      const ends = Math.min(created + (nth + 1) * year, over);
      if (starts < ends && starts < before)
        terms.push({
          product,
          starts,
          ends,
          cents: Math.round(unit * locations.length * (prices[nth] ?? 1)),
        });
    }
    return terms;
  });
}

/** Returns the price of each year relative to the first year. */
function pricesOf(
  { seed }: DemoWorld,
  { institutionId }: DemoInstitution,
  years: number,
): number[] {
  const prices = [1];
  for (let nth = 1; nth <= years; nth++) {
    const random = createRandom(seed, 'renewal', institutionId, nth);
    const change = random.chance(renewal.isCheaper)
      ? random.between(...renewal.cheaper)
      : random.chance(renewal.isDearer)
        ? random.between(...renewal.dearer)
        : 1;
    prices.push((prices[nth - 1] ?? 1) * change);
  }
  return prices;
}

/** Returns the contracts that start from `from` (included) to `before` (excluded). */
export const createContractRows = (
  world: DemoWorld,
  institution: DemoInstitution,
  { from, before }: { from: number; before: number },
): { day: number; row: DemoTableRow<'contract'> }[] =>
  termsOf(world, institution, before)
    .filter(({ starts }) => starts >= from)
    .map((term) => ({ day: term.starts, row: rowOf(world, institution, term) }));

/** Returns the contracts that end because the customer left on this day. */
export const contractsEndedByDeparture = (
  world: DemoWorld,
  institution: DemoInstitution,
  day: number,
): DemoTableRow<'contract'>[] =>
  termsOf(world, institution, day)
    .filter(({ ends }) => ends === day)
    .map((term) => rowOf(world, institution, term));

/** Returns the cents per month that a customer pays on a day; `null` when unknown. */
export function monthlyCentsOnDay(
  world: DemoWorld,
  institution: DemoInstitution,
  day: number,
): number | null {
  if (computeMonthlyCentsPerProductLocation(world, institution) === undefined) return null;
  return termsOf(world, institution, day + 1)
    .filter(({ ends }) => ends > day)
    .reduce((sum, { cents }) => sum + cents, 0);
}

const rowOf = (
  { calendar }: DemoWorld,
  { institutionId }: DemoInstitution,
  { product, starts, ends, cents }: Term,
): DemoTableRow<'contract'> => ({
  institution_id: institutionId,
  external_source: 'demo',
  contract_id: `${product} ${calendar.dayAt(starts)}`,
  product,
  starts_on: calendar.dayAt(starts),
  ends_on: calendar.dayAt(ends),
  monthly_cents: cents,
});
