import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { addDays, type Day } from '#shared/core/dates.ts';
import { productKeys } from '#shared/core/products.ts';

/** First week of usage. */
export const firstLoadedWeek: Day = '2026-01-04';

/**
 * Loads practices of four types with one location each. They have all products, reports in all
 * weeks, and random usage.
 */
export async function loadWorld(
  database: Queries,
  count: number,
  loadedWeeks: number,
): Promise<void> {
  const products = sql`unnest(array[${sql.join(productKeys)}])`;
  await sql`select setseed(0.5)`.execute(database);
  await sql`insert into institution (institution_id, name, practice_type, created_on, go_live_on, churned_on, source, updated_at, external_source, external_id)
    select i, 'Practice ' || i, (array['General Dentistry', 'Orthodontics', 'Pediatrics', 'Optometry'])[1 + i % 4], '2020-01-01', '2020-01-01'::date + i % 500, null, 'import', now(), 'import', 'I-' || i
    from generate_series(1, ${count}::int) i`.execute(database);
  await sql`insert into location (institution_id, location_id, name, opened_on, updated_at, external_source, external_id)
    select i, i * 100, 'Location', '2020-01-01', now(), 'import', 'L-' || i from generate_series(1, ${count}::int) i`.execute(
    database,
  );
  await sql`insert into entitlement select i, product, '2020-01-01', null from generate_series(1, ${count}::int) i, ${products} product`.execute(
    database,
  );
  for (let week = 0; week < loadedWeeks; week++) {
    const start = addDays(firstLoadedWeek, 7 * week);
    await sql`insert into usage_week select institution_id, location_id, product, ${start}::date, floor(random() * random() * 200) from location, ${products} product`.execute(
      database,
    );
    await sql`insert into feed_week select institution_id, location_id, ${start}::date, ${start}::date + 6 from location`.execute(
      database,
    );
  }
  await sql`analyze`.execute(database);
}
