import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { addDays, type Day } from '#shared/core/dates.ts';
import type { ProductKey } from '#shared/core/products.ts';

/**
 * Customers with their usage as plain data. The tests insert the data into the database, and the
 * oracle computes expected scores from it.
 */
export interface HealthWorld {
  institutions: WorldInstitution[];
}

export interface WorldInstitution {
  id: number;
  practiceType: string | null;
  createdOn: Day | null;
  goLiveOn: Day | null;
  churnedOn: Day | null;
  locations: WorldLocation[];
  entitlements: { product: ProductKey; from: Day; to: Day | null }[];
}

export interface WorldLocation {
  id: number;
  openedOn: Day | null;
  closedOn: Day | null;
  /**
   * Last day on which the connection reported in each week, by the Sunday on which the week starts.
   */
  feed: Record<Day, Day>;
  usage: { product: ProductKey; week: Day; value: number }[];
}

/**
 * Returns a customer that has been live for years, with one location that reports in all weeks and
 * with the given usage.
 */
export function createWorldInstitution(
  id: number,
  weeks: readonly Day[],
  usage: Partial<Record<ProductKey, number | readonly number[]>>,
  changes: Partial<WorldInstitution> = {},
): WorldInstitution {
  const products = Object.keys(usage) as ProductKey[];
  const valueIn = (product: ProductKey, index: number): number => {
    const value = usage[product] ?? 0;
    return typeof value === 'number' ? value : (value[index] ?? 0);
  };
  return {
    id,
    practiceType: 'General Dentistry',
    createdOn: '2020-01-01',
    goLiveOn: '2020-01-01',
    churnedOn: null,
    locations: [
      {
        id: id * 100,
        openedOn: '2020-01-01',
        closedOn: null,
        feed: Object.fromEntries(weeks.map((week) => [week, addDays(week, 6)])),
        usage: products.flatMap((product) =>
          weeks.map((week, index) => ({ product, week, value: valueIn(product, index) })),
        ),
      },
    ],
    entitlements: products.map((product) => ({ product, from: '2020-01-01', to: null })),
    ...changes,
  };
}

async function inserted<Row>(
  rows: readonly Row[],
  insert: (part: Row[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < rows.length; start += 2_000)
    await insert(rows.slice(start, start + 2_000));
}

/**
 * Inserts the customers into the tables. Their weekly figures can be inserted later with
 * `insertUsageAndReports`.
 */
export async function insertWorld(
  database: Queries,
  world: HealthWorld,
  includes: (week: Day) => boolean = () => true,
): Promise<void> {
  const now = new Date('2020-01-01T00:00:00Z');
  await inserted(world.institutions, (part) =>
    database
      .insertInto('institution')
      .values(
        part.map((one) => ({
          institution_id: one.id,
          name: `Practice ${one.id}`,
          practice_type: one.practiceType,
          created_on: one.createdOn,
          go_live_on: one.goLiveOn,
          churned_on: one.churnedOn,
          source: 'import' as const,
          updated_at: now,
        })),
      )
      .execute(),
  );
  const locations = world.institutions.flatMap((one) =>
    one.locations.map((location) => ({ institution: one.id, ...location })),
  );
  await inserted(locations, (part) =>
    database
      .insertInto('location')
      .values(
        part.map((one) => ({
          institution_id: one.institution,
          location_id: one.id,
          name: `Location ${one.id}`,
          opened_on: one.openedOn,
          closed_on: one.closedOn,
          updated_at: now,
        })),
      )
      .execute(),
  );
  const entitlements = world.institutions.flatMap((one) =>
    one.entitlements.map(({ product, from, to }) => ({
      institution_id: one.id,
      product,
      valid_from: from,
      valid_to: to,
    })),
  );
  await inserted(entitlements, (part) => database.insertInto('entitlement').values(part).execute());
  await insertUsageAndReports(database, world, includes);
}

/** Inserts the weekly usage and the reports of the weeks for which `includes` returns `true`. */
export async function insertUsageAndReports(
  database: Queries,
  world: HealthWorld,
  includes: (week: Day) => boolean,
): Promise<void> {
  const locations = world.institutions.flatMap((one) =>
    one.locations.map((location) => ({ institution: one.id, ...location })),
  );
  const usage = locations.flatMap((one) =>
    one.usage
      .filter(({ week }) => includes(week))
      .map(({ product, week, value }) => ({
        institution_id: one.institution,
        location_id: one.id,
        product,
        week_start: week,
        value,
      })),
  );
  await inserted(usage, (part) => database.insertInto('usage_week').values(part).execute());
  const feed = locations.flatMap((one) =>
    Object.entries(one.feed)
      .filter(([week]) => includes(week))
      .map(([week, last]) => ({
        institution_id: one.institution,
        location_id: one.id,
        week_start: week,
        last_report_on: last,
      })),
  );
  await inserted(feed, (part) => database.insertInto('feed_week').values(part).execute());
}

/** Empties all tables that scoring reads and writes. */
export const clearWorld = (database: Queries) =>
  sql`truncate institution, location, entitlement, contact, churn_event, usage_daily, usage_week, feed_week, rules_version, official_week,
    week_version, benchmark_version, score_version, product_version, benchmark_provisional, score_provisional, product_provisional cascade`.execute(
    database,
  );

/** Deletes the scores. Keeps the data from which they are computed. */
export const clearScores = (database: Queries) =>
  sql`truncate official_week, week_version, benchmark_version, score_version, product_version, benchmark_provisional, score_provisional, product_provisional`.execute(
    database,
  );
