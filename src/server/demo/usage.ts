import { type ProductKey, products } from '#shared/products.ts';
import { copyLine } from '../db/database.ts';
import type { Calendar } from './calendar.ts';
import type { ProductLife } from './life.ts';
import { productModels } from './practice-types.ts';
import { createRandom, type Random } from './random.ts';
import type { CustomerLife, LocationLife } from './world.ts';

/** Days are kept for the last two official weeks and the running one. */
const weeksOfDays = 3;
const chunkLength = 400_000;

export const usageWeekColumns = ['institution_id', 'location_id', 'product', 'week_start', 'value'] as const;
export const usageDailyColumns = ['institution_id', 'location_id', 'product', 'day', 'value'] as const;
export const feedWeekColumns = ['institution_id', 'location_id', 'week_start', 'last_report_on'] as const;

export interface UsageSource {
  calendar: Calendar;
  seed: string;
  customers: Iterable<CustomerLife>;
}

const isSilent = (location: LocationLife, week: number): boolean => location.silent.some(({ from, to }) => week >= from && week < to);

/** Reviews and insurance are run by the head office: more locations bring more of them, but not in proportion. */
const locationsWeight = (product: ProductKey, locations: number): number => (products[product].isPerLocation ? 1 : locations ** -0.7);

interface Series {
  customer: CustomerLife;
  location: LocationLife;
  product: ProductLife;
  /** The first and the last possible day of use, the last one excluded. */
  from: number;
  to: number;
  /** Expected use of one full usual week at factor 1. */
  base: number;
}

function* seriesOf({ calendar, customers }: UsageSource): Generator<Series> {
  const end = calendar.indexOf(calendar.today);
  for (const customer of customers) {
    const { practiceType } = customer;
    for (const location of customer.locations) {
      for (const product of customer.life.products) {
        const model = productModels[product.product];
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
}

/** A location that opened later than its institution takes some weeks to use what the others use. */
function openingRamp({ customer, location }: Series, week: number): number {
  const first = customer.locations[0]?.opened ?? location.opened;
  const days = week * 7 + 7 - location.opened;
  return location.opened === first || days > 300 ? 1 : 1 - Math.exp(-days / 40);
}

const averagePayment = 140;

/** What is counted when `mean` is expected: whole uses, or dollars with cents made of single payments. */
function draw(random: Random, product: ProductKey, mean: number, dispersion: number): number {
  if (product !== 'payments') return random.count(mean, dispersion);
  const payments = random.count(mean / averagePayment, dispersion);
  if (payments === 0) return 0;
  return Math.round(payments * averagePayment * Math.exp(random.normal(0, 0.5 / Math.sqrt(payments))) * 100) / 100;
}

function expected({ calendar }: UsageSource, series: Series, week: number, from: number, to: number): number {
  const { product, customer } = series;
  const share = calendar.share(productModels[product.product].shape, week, from, to);
  if (share === 0) return 0;
  const season = calendar.season(customer.practiceType.season, week);
  return series.base * (product.factor[week] ?? 0) * openingRamp(series, week) * season * share;
}

const randomFor = (source: UsageSource, series: Series, part: string): Random =>
  createRandom(source.seed, part, series.customer.institutionId, series.location.locationId, series.product.product);

/** The daily values of the last weeks, by day number; the same every time they are asked for. */
function tailOf(source: UsageSource, series: Series): Map<number, number> {
  const { calendar } = source;
  const random = randomFor(source, series, 'days');
  const { dispersion } = productModels[series.product.product];
  const days = new Map<number, number>();
  const firstWeek = calendar.officialWeeks + 1 - weeksOfDays;
  for (let week = Math.max(firstWeek, Math.floor(series.from / 7)); week <= calendar.officialWeeks; week++) {
    if (isSilent(series.location, week)) continue;
    const end = Math.min(series.to, week * 7 + 7);
    for (let day = Math.max(series.from, week * 7); day < end; day++) {
      const value = draw(random, series.product.product, expected(source, series, week, day, day + 1), dispersion / 3);
      if (value > 0) days.set(day, value);
    }
  }
  return days;
}

/** Gathers lines by week, so that a week's rows lie together in the table, as they do when they arrive, and are read together. */
function weekByWeek(gather: (add: (week: number, line: string) => void) => void): string[] {
  const weeks: string[] = [];
  gather((week, line) => {
    weeks[week] = (weeks[week] ?? '') + line;
  });
  return weeks.filter((lines) => lines !== undefined);
}

/** Rows of usage_week as COPY lines, week after week. Weeks without use have no row. */
export function usageWeekLines(source: UsageSource): Iterable<string> {
  const { calendar } = source;
  const firstTailWeek = calendar.officialWeeks + 1 - weeksOfDays;
  return weekByWeek((add) => {
    for (const series of seriesOf(source)) {
      const { customer, location, product, from, to } = series;
      const head = `${customer.institutionId}\t${location.locationId}\t${product.product}\t`;
      const random = randomFor(source, series, 'weeks');
      const { dispersion } = productModels[product.product];
      const end = Math.min(firstTailWeek, Math.ceil(to / 7));
      for (let week = Math.floor(from / 7); week < end; week++) {
        if (isSilent(location, week)) continue;
        const value = draw(random, product.product, expected(source, series, week, from, to), dispersion);
        if (value > 0) add(week, `${head}${calendar.weekStarts[week]}\t${value}\n`);
      }
      if (to <= firstTailWeek * 7) continue;
      const tail = new Map<number, number>();
      for (const [day, value] of tailOf(source, series)) tail.set(Math.floor(day / 7), (tail.get(Math.floor(day / 7)) ?? 0) + value);
      for (const [week, value] of tail) add(week, `${head}${calendar.weekStarts[week]}\t${Math.round(value * 100) / 100}\n`);
    }
  });
}

export function* usageDailyLines(source: UsageSource): Generator<string> {
  const { calendar } = source;
  const firstTailDay = (calendar.officialWeeks + 1 - weeksOfDays) * 7;
  const names = new Map(
    Array.from({ length: weeksOfDays * 7 }, (_, index) => [firstTailDay + index, calendar.dayAt(firstTailDay + index)]),
  );
  let chunk = '';
  for (const series of seriesOf(source)) {
    if (series.to <= firstTailDay) continue;
    const head = `${series.customer.institutionId}\t${series.location.locationId}\t${series.product.product}\t`;
    for (const [day, value] of tailOf(source, series)) chunk += `${head}${names.get(day)}\t${value}\n`;
    if (chunk.length > chunkLength) {
      yield chunk;
      chunk = '';
    }
  }
  if (chunk !== '') yield chunk;
}

/** A row for each location and week in which its feed reported, whether or not there was any use. */
export function feedWeekLines({ calendar, customers }: UsageSource): Iterable<string> {
  const today = calendar.indexOf(calendar.today);
  return weekByWeek((add) => {
    for (const customer of customers) {
      for (const location of customer.locations) {
        const end = Math.min(today, location.closed ?? today);
        for (let week = Math.max(0, Math.floor(location.opened / 7)); week * 7 < end; week++) {
          if (isSilent(location, week)) continue;
          const last = calendar.dayAt(Math.min(week * 7 + 6, end - 1));
          add(week, copyLine([customer.institutionId, location.locationId, calendar.weekStarts[week] ?? '', last]));
        }
      }
    }
  });
}
