import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Day } from '#shared/core/dates.ts';
import type { ExternalPlacesProviderName } from '../schema.ts';

/**
 * Counts a call to a directory on a day. Returns `false`, and counts nothing, when the day already
 * has `limit` calls.
 */
export async function countPlacesCall(
  queries: Queries,
  provider: ExternalPlacesProviderName,
  day: Day,
  limit: number,
): Promise<boolean> {
  const { rows } = await sql`
    insert into places_usage as u (day, provider, count) values (${day}::date, ${provider}, 1)
    on conflict (day, provider) do update set count = u.count + 1 where u.count < ${limit}
    returning 1`.execute(queries);
  return rows.length > 0;
}

/** Returns the number of calls to a directory on a day. */
export async function findPlacesCalls(
  queries: Queries,
  provider: ExternalPlacesProviderName,
  day: Day,
): Promise<number> {
  const row = await queries
    .selectFrom('places_usage')
    .select('count')
    .where('provider', '=', provider)
    .where('day', '=', day)
    .executeTakeFirst();
  return row?.count ?? 0;
}

/** Returns the end of the last pause that a directory requested; `undefined` without one. */
export async function findPlacesPause(
  queries: Queries,
  provider: ExternalPlacesProviderName,
): Promise<Date | undefined> {
  const row = await queries
    .selectFrom('places_pause')
    .select('until')
    .where('provider', '=', provider)
    .executeTakeFirst();
  return row?.until;
}

/** Saves the end of a pause for all processes, unless a later end is saved. */
export async function savePlacesPause(
  queries: Queries,
  provider: ExternalPlacesProviderName,
  until: Date,
): Promise<void> {
  await sql`
    insert into places_pause as p (provider, until) values (${provider}, ${until})
    on conflict (provider) do update set until = greatest(p.until, excluded.until)`.execute(
    queries,
  );
}

/**
 * Returns the id of an institution's place in an external directory; `undefined` without one. Ids
 * of the built-in directory and of NPPES are left out.
 */
export async function findExternalPlaceOf(
  queries: Queries,
  institutionId: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ placeId: string }>`
    select l.place_id as "placeId" from place_link l
    where l.institution_id = ${institutionId} and l.place_id not like 'npi-%'
      and not exists (select from place p where p.place_id = l.place_id)`.execute(queries);
  return rows[0]?.placeId;
}
