import { formatCopyLine } from '#server/core/db/database.ts';
import { createRandom, type SeededRandom } from '#server/core/seeded-random.ts';
import { type ProductKey, products } from '#shared/core/products.ts';
import type { DemoCalendar } from './calendar.ts';
import type { ProductHistory } from './life.ts';
import { productUsageModels } from './practice-types.ts';
import type { SimulatedCustomer, SimulatedLocation } from './world.ts';

/** Number of weeks with daily usage: the last two official weeks and the current week. */
const weeksOfDays = 3;

export const computeFirstDailyUsageWeek = (calendar: DemoCalendar): number =>
  calendar.officialWeeks + 1 - weeksOfDays;

export const usageWeekColumns = [
  'institution_id',
  'location_id',
  'product',
  'week_start',
  'value',
] as const;

export const usageDailyColumns = [
  'institution_id',
  'location_id',
  'product',
  'day',
  'value',
] as const;

export const feedWeekColumns = [
  'institution_id',
  'location_id',
  'week_start',
  'last_report_on',
] as const;

export interface UsageSimulationInput {
  calendar: DemoCalendar;
  seed: string;
  customers: readonly SimulatedCustomer[];
}

export const isConnectionSilent = (location: SimulatedLocation, week: number): boolean =>
  location.silent.some(({ from, to }) => week >= from && week < to);

const isOut = ({ outage }: SimulatedLocation, day: number): boolean =>
  outage !== null && day >= outage.from && day < outage.to;

/**
 * Returns the last day of a week, before `end`, on which a location's connection reported;
 * `undefined` without a report.
 */
export function lastReportDayOfWeek(
  location: SimulatedLocation,
  week: number,
  end: number,
): number | undefined {
  if (isConnectionSilent(location, week)) return undefined;
  const first = Math.max(location.opened, week * 7);
  for (let day = Math.min(end, week * 7 + 7, location.closed ?? end) - 1; day >= first; day--)
    if (!isOut(location, day)) return day;
  return undefined;
}

/**
 * Returns the factor for the usage of each location of a customer. For reviews and insurance, which
 * a customer's head office runs, the factor falls as the number of locations rises.
 */
const locationsWeight = (product: ProductKey, locations: number): number =>
  products[product].isPerLocation ? 1 : locations ** -0.7;

interface Series {
  customer: SimulatedCustomer;
  location: SimulatedLocation;
  product: ProductHistory;
  /** First possible day of usage (`from`) and day after the last (`to`), as day numbers. */
  from: number;
  to: number;
  /** Expected usage of a complete, usual week. */
  base: number;
}

export function* listUsageSeriesToSimulate(
  calendar: DemoCalendar,
  customer: SimulatedCustomer,
): Generator<Series> {
  const end = calendar.indexOf(calendar.today);
  const { practiceType } = customer;
  for (const location of customer.locations) {
    for (const product of customer.life.products) {
      const model = productUsageModels[product.product];
      const base =
        model.weekly *
        (practiceType.affinity[product.product] ?? 1) *
        location.share *
        locationsWeight(product.product, customer.locations.length);
      const from = Math.max(0, product.from, location.opened);
      const to = Math.min(end, product.to ?? end, location.closed ?? end);
      if (from < to) yield { customer, location, product, from, to, base };
    }
  }
}

/**
 * Returns the growth factor of a location that opened after its institution's first location. Such
 * a location needs some weeks to reach the usual usage.
 */
function openingRamp({ customer, location }: Series, week: number): number {
  const first = customer.locations[0]?.opened ?? location.opened;
  const days = week * 7 + 7 - location.opened;
  return location.opened === first || days > 300 ? 1 : 1 - Math.exp(-days / 40);
}

const averagePayment = 140;

/**
 * Draws a usage with the expected value `mean`. Payments are dollars and cents, drawn as a sum of
 * single payments. Other usage is a whole number.
 */
function draw(random: SeededRandom, product: ProductKey, mean: number, dispersion: number): number {
  if (product !== 'payments') return random.count(mean, dispersion);
  const payments = random.count(mean / averagePayment, dispersion);
  if (payments === 0) return 0;
  return (
    Math.round(
      payments * averagePayment * Math.exp(random.normal(0, 0.5 / Math.sqrt(payments))) * 100,
    ) / 100
  );
}

function expected(
  { calendar }: UsageSimulationInput,
  series: Series,
  week: number,
  from: number,
  to: number,
): number {
  const { product, customer } = series;
  const share = calendar.share(productUsageModels[product.product].shape, week, from, to);
  if (share === 0) return 0;
  const season = calendar.season(customer.practiceType.season, week);
  return series.base * (product.factor[week] ?? 0) * openingRamp(series, week) * season * share;
}

const randomFor = (source: UsageSimulationInput, series: Series, part: string): SeededRandom =>
  createRandom(
    source.seed,
    part,
    series.customer.institutionId,
    series.location.locationId,
    series.product.product,
  );

/** Returns the daily usage in the last weeks by day number. The result is reproducible. */
function tailOf(source: UsageSimulationInput, series: Series): Map<number, number> {
  const { calendar } = source;
  const random = randomFor(source, series, 'days');
  const { dispersion } = productUsageModels[series.product.product];
  const days = new Map<number, number>();
  const firstWeek = computeFirstDailyUsageWeek(calendar);
  for (
    let week = Math.max(firstWeek, Math.floor(series.from / 7));
    week <= calendar.officialWeeks;
    week++
  ) {
    if (isConnectionSilent(series.location, week)) continue;
    const end = Math.min(series.to, week * 7 + 7);
    for (let day = Math.max(series.from, week * 7); day < end; day++) {
      const value = draw(
        random,
        series.product.product,
        expected(source, series, week, day, day + 1),
        dispersion / 3,
      );
      if (value > 0 && !isOut(series.location, day)) days.set(day, value);
    }
  }
  return days;
}

const headOf = ({ customer, location, product }: Series): string =>
  `${customer.institutionId}\t${location.locationId}\t${product.product}\t`;

/**
 * Yields the rows of `usage_week` as COPY lines, one string per week. Rows of the same week are
 * adjacent in the table, because queries read whole weeks. Weeks without usage have no row.
 */
export function* usageWeekCopyLines(source: UsageSimulationInput): Generator<string> {
  const { calendar } = source;
  const all = source.customers
    .flatMap((customer) => [...listUsageSeriesToSimulate(calendar, customer)])
    .map((series) => ({
      series,
      head: headOf(series),
      random: randomFor(source, series, 'weeks'),
    }));
  const firstTailWeek = computeFirstDailyUsageWeek(calendar);
  for (let week = 0; week < firstTailWeek; week++) {
    let lines = '';
    for (const { series, head, random } of all) {
      const { location, product, from, to } = series;
      if (week * 7 + 7 <= from || week * 7 >= to || isConnectionSilent(location, week)) continue;
      const { dispersion } = productUsageModels[product.product];
      const value = draw(
        random,
        product.product,
        expected(source, series, week, from, to),
        dispersion,
      );
      if (value > 0) lines += `${head}${calendar.weekStarts[week]}\t${value}\n`;
    }
    yield lines;
  }
  const tails = all
    .filter(({ series }) => series.to > firstTailWeek * 7)
    .map(({ series, head }) => ({
      head,
      weeks: Map.groupBy(tailOf(source, series), ([day]) => Math.floor(day / 7)),
    }));
  for (let week = firstTailWeek; week <= calendar.officialWeeks; week++) {
    let lines = '';
    for (const { head, weeks } of tails) {
      const days = weeks.get(week);
      if (days === undefined) continue;
      const value = days.reduce((sum, [, used]) => sum + used, 0);
      lines += `${head}${calendar.weekStarts[week]}\t${Math.round(value * 100) / 100}\n`;
    }
    yield lines;
  }
}

/** Yields the rows of `usage_daily` as COPY lines, one string per customer. */
export function* usageDailyCopyLines(source: UsageSimulationInput): Generator<string> {
  const { calendar } = source;
  const firstTailDay = computeFirstDailyUsageWeek(calendar) * 7;
  const names = new Map(
    Array.from({ length: weeksOfDays * 7 }, (_, index) => [
      firstTailDay + index,
      calendar.dayAt(firstTailDay + index),
    ]),
  );
  for (const customer of source.customers) {
    let lines = '';
    for (const series of listUsageSeriesToSimulate(calendar, customer)) {
      if (series.to <= firstTailDay) continue;
      const head = headOf(series);
      for (const [day, value] of tailOf(source, series))
        lines += `${head}${names.get(day)}\t${value}\n`;
    }
    yield lines;
  }
}

/**
 * Yields a COPY line for each location and week in which the location's connection reported, even
 * without usage. Each string holds one week.
 */
export function* feedWeekCopyLines({
  calendar,
  customers,
}: UsageSimulationInput): Generator<string> {
  const today = calendar.indexOf(calendar.today);
  for (let week = 0; week * 7 < today; week++) {
    let lines = '';
    for (const customer of customers) {
      for (const location of customer.locations) {
        const last = lastReportDayOfWeek(location, week, today);
        if (last === undefined) continue;
        lines += formatCopyLine([
          customer.institutionId,
          location.locationId,
          calendar.weekStarts[week] ?? '',
          calendar.dayAt(last),
        ]);
      }
    }
    yield lines;
  }
}

/** Yields the days of a week that have usage, in order. */
export function* usageDaysInWeek(
  source: UsageSimulationInput,
  first: DemoCalendar,
  series: Series,
  week: number,
): Generator<[number, number]> {
  const begun = first.indexOf(first.today);
  if (week === first.officialWeeks)
    for (const [day, value] of tailOf(
      { ...source, calendar: first },
      { ...series, to: Math.min(series.to, begun) },
    ))
      if (day >= week * 7) yield [day, value];
  const random = randomFor(source, series, `days of ${week}`);
  const { dispersion } = productUsageModels[series.product.product];
  for (
    let day = Math.max(series.from, week * 7, begun);
    day < Math.min(series.to, week * 7 + 7);
    day++
  ) {
    const value = draw(
      random,
      series.product.product,
      expected(source, series, week, day, day + 1),
      dispersion / 3,
    );
    if (value > 0 && !isOut(series.location, day)) yield [day, value];
  }
}
