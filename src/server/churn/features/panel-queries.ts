import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Day } from '#shared/core/dates.ts';

/**
 * Number of official weeks that must precede the first training Sunday, because features compare
 * weeks.
 */
const weeksBefore = 12;
/** Number of rows per read. It is small, so that a read does not delay other work. */
const rowsAtOnce = 500;

/**
 * Returns the Sundays on which the model can be trained, oldest first. Each is the day after an
 * official week that has enough earlier weeks.
 */
export async function findPanelSundays(queries: Queries, before: Day): Promise<Day[]> {
  const { rows } = await sql<{ day: Day }>`
    select week_start + 7 as day from official_week where week_start + 7 < ${before}::date order by week_start offset ${weeksBefore}`.execute(
    queries,
  );
  return rows.map((row) => row.day);
}

/** Returns the training Sundays whose features are missing or incomplete. */
export async function findIncompleteFeatureSundays(queries: Queries, before: Day): Promise<Day[]> {
  const days = await findPanelSundays(queries, before);
  const { rows } = await sql<{ day: Day }>`select d.day from unnest(${days}::date[]) d(day)
    where exists (select from churn_feature f where f.day = d.day)`.execute(queries);
  const known = new Set(rows.map((row) => row.day));
  // An interruption may have left the newest day incomplete.
  const newest = rows
    .map((row) => row.day)
    .sort()
    .at(-1);
  const isWhole = days.every((day) => known.has(day));
  return days.filter((day) => !known.has(day) || (!isWhole && day === newest));
}

/** Deletes the features of days before `before`, except Sundays. */
export async function deleteOldFeatures(queries: Queries, before: Day): Promise<void> {
  await sql`delete from churn_feature where day < ${before}::date and extract(dow from day) <> 0`.execute(
    queries,
  );
}

export interface FeatureRow {
  institution_id: number;
  known: (number | null)[];
}

/** Reads the features of a day in batches, ordered by institution. */
export async function* readDayFeatureBatches(
  queries: Queries,
  day: Day,
): AsyncGenerator<FeatureRow[]> {
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

/** Returns the number of institutions with features on a day. */
export async function countInstitutionsWithFeatures(queries: Queries, day: Day): Promise<number> {
  const { count } = await queries
    .selectFrom('churn_feature')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('day', '=', day)
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns the dates of the active notices by institution. */
export async function findNoticeDateByInstitution(queries: Queries): Promise<Map<number, Day>> {
  const { rows } = await sql<{ institution_id: number; noticed_on: Day }>`
    select institution_id, max(noticed_on) as noticed_on from churn_event where taken_back_at is null group by institution_id`.execute(
    queries,
  );
  return new Map(rows.map((row) => [row.institution_id, row.noticed_on]));
}
