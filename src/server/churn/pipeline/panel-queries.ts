import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Day } from '#shared/core/dates.ts';

/** Official weeks before the first day of the panel, so that there is something to compare with. */
const weeksBefore = 12;
/** So many rows are read in one piece without holding up anybody. */
const rowsAtOnce = 500;

/** The Sundays that the model can learn from, oldest first: each the day after an official week, with enough weeks before it. */
export async function panelDays(queries: Queries, before: Day): Promise<Day[]> {
  const { rows } = await sql<{ day: Day }>`
    select week_start + 7 as day from official_week where week_start + 7 < ${before}::date order by week_start offset ${weeksBefore}`.execute(
    queries,
  );
  return rows.map((row) => row.day);
}

/** The Sundays of the panel whose features are not all there. */
export async function panelDaysMissing(queries: Queries, before: Day): Promise<Day[]> {
  const days = await panelDays(queries, before);
  const { rows } = await sql<{ day: Day }>`select d.day from unnest(${days}::date[]) d(day)
    where exists (select from churn_feature f where f.day = d.day)`.execute(queries);
  const known = new Set(rows.map((row) => row.day));
  // The newest that is there may have been broken off in its middle.
  const newest = rows
    .map((row) => row.day)
    .sort()
    .at(-1);
  const isWhole = days.every((day) => known.has(day));
  return days.filter((day) => !known.has(day) || (!isWhole && day === newest));
}

/** Removes the features of days before this one that are not the panel's. */
export async function forgetFeatures(queries: Queries, before: Day): Promise<void> {
  await sql`delete from churn_feature where day < ${before}::date and extract(dow from day) <> 0`.execute(queries);
}

export interface KnownRow {
  institution_id: number;
  known: (number | null)[];
}

/** What was known on a day, some rows at a time, by institution. */
export async function* readFeatures(queries: Queries, day: Day): AsyncGenerator<KnownRow[]> {
  for (let after = 0; ; ) {
    const rows = await queries
      .selectFrom('churn_feature')
      .select(['institution_id', 'known'])
      .where('day', '=', day)
      .where('institution_id', '>', after)
      .orderBy('institution_id')
      .limit(rowsAtOnce)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    if (rows.length < rowsAtOnce) return;
    after = last.institution_id;
  }
}

/** Number of institutions with features on a day. */
export async function countFeatures(queries: Queries, day: Day): Promise<number> {
  const { count } = await queries
    .selectFrom('churn_feature')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('day', '=', day)
    .executeTakeFirstOrThrow();
  return count;
}

/** The day on which each institution gave the notice that holds. */
export async function noticeDays(queries: Queries): Promise<Map<number, Day>> {
  const { rows } = await sql<{ institution_id: number; noticed_on: Day }>`
    select institution_id, max(noticed_on) as noticed_on from churn_event where taken_back_at is null group by institution_id`.execute(
    queries,
  );
  return new Map(rows.map((row) => [row.institution_id, row.noticed_on]));
}
