import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { normalizedEhrNameSql } from '#server/institutions/system-name-sql.ts';
import type { DailyIssueCounts, IssueCounts } from '#shared/data-quality/issues.ts';
import { normalizeEhrName } from '#shared/institutions/ehrs.ts';

/**
 * Returns a version of the cached issues. It changes when a practice changes, an admin applies or
 * undoes a fix, or the daily check runs.
 */
export async function issuesCacheVersion(queries: Queries): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select concat_ws(':', (select version from list_version where list = 'practices'),
      (select concat_ws(',', count(*), max(made_at), max(undone_at)) from data_fix), (select max(made_at) from data_quality_day)) as version`.execute(
    queries,
  );
  return rows[0]?.version ?? '';
}

export interface LocationRow {
  institutionId: number;
  institutionName: string;
  locationId: number;
  locationName: string;
  city: string | null;
  state: string | null;
  zip: string | null;
}

const placeColumns = sql`l.institution_id as "institutionId", i.name as "institutionName", l.location_id as "locationId", l.name as "locationName",
  l.city, l.state, l.zip`;
const presentOpen = sql`location l join institution i on i.institution_id = l.institution_id and i.churned_on is null`;
const inOrder = sql`order by i.name, l.institution_id, l.name, l.location_id`;

export interface UnplacedLocationRow extends LocationRow {
  latitude: null;
  longitude: null;
  placedZip: string | null;
}

export async function findUnplacedLocations(queries: Queries): Promise<UnplacedLocationRow[]> {
  const { rows } = await sql<UnplacedLocationRow>`
    select ${placeColumns}, l.latitude, l.longitude, l.placed_zip as "placedZip" from ${presentOpen}
    where l.closed_on is null and l.latitude is null ${inOrder}`.execute(queries);
  return rows;
}

export async function findSilentLocations(
  queries: Queries,
): Promise<(LocationRow & { since: string })[]> {
  const { rows } = await sql<LocationRow & { since: string }>`
    select ${placeColumns}, s.silent_since as since from ${presentOpen}
    join silent_feed s on s.institution_id = l.institution_id and s.location_id = l.location_id
    where l.closed_on is null ${inOrder}`.execute(queries);
  return rows;
}

/**
 * Returns the open locations whose EHR is not in `known`. Names are compared after
 * `normalizeEhrName`.
 */
export async function findLocationsWithUnknownEhr(
  queries: Queries,
  known: readonly string[],
): Promise<(LocationRow & { system: string })[]> {
  const { rows } = await sql<LocationRow & { system: string }>`
    select ${placeColumns}, trim(l.ehr) as system from ${presentOpen}
    where l.closed_on is null and trim(l.ehr) <> '' and not (${normalizedEhrNameSql(sql`l.ehr`)} = any(${known.map(normalizeEhrName)}::text[])) ${inOrder}`.execute(
    queries,
  );
  return rows;
}

export interface CustomerMissingLocationEhrs {
  institutionId: number;
  institutionName: string;
  city: string | null;
  state: string | null;
  without: number;
  open: number;
}

/** Returns the current customers with at least one open location that has no EHR. */
export async function findCustomersMissingLocationEhrs(
  queries: Queries,
): Promise<CustomerMissingLocationEhrs[]> {
  const { rows } = await sql<CustomerMissingLocationEhrs>`
    select i.institution_id as "institutionId", i.name as "institutionName", min(l.city) as city, min(l.state) as state,
      (count(*) filter (where coalesce(trim(l.ehr), '') = ''))::integer as without, count(*)::integer as open
    from ${presentOpen} where l.closed_on is null
    group by i.institution_id having bool_or(coalesce(trim(l.ehr), '') = '')
    order by i.name, i.institution_id`.execute(queries);
  return rows;
}

/** Returns the EHRs that admins marked as known. */
export async function findEhrsMarkedKnown(queries: Queries): Promise<string[]> {
  const rows = await queries
    .selectFrom('records_system_name')
    .select('system')
    .distinct()
    .execute();
  return rows.map(({ system }) => system);
}

export async function replaceSilentFeeds(
  transaction: Queries,
  feeds: readonly { institutionId: number; locationId: number; silentSince: string }[],
): Promise<void> {
  await transaction.deleteFrom('silent_feed').execute();
  await sql`insert into silent_feed (institution_id, location_id, silent_since)
    select * from unnest(${feeds.map((feed) => feed.institutionId)}::bigint[], ${feeds.map((feed) => feed.locationId)}::bigint[],
      ${feeds.map((feed) => feed.silentSince)}::date[])`.execute(transaction);
}

export const saveIssueCounts = (transaction: Queries, day: string, at: Date, counts: IssueCounts) =>
  transaction
    .insertInto('data_quality_day')
    .values({ day, made_at: at, counts: JSON.stringify(counts) })
    .onConflict((on) =>
      on.column('day').doUpdateSet({ made_at: at, counts: JSON.stringify(counts) }),
    )
    .execute();

/** Returns the time of the last check; `null` before the first check. */
export async function findLastCheckTime(queries: Queries): Promise<Date | null> {
  const row = await queries
    .selectFrom('data_quality_day')
    .select('made_at')
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.made_at ?? null;
}

/**
 * Returns the issue counts of each day since `from`, oldest first, and the time of the last check.
 */
export async function findDailyIssueCounts(
  queries: Queries,
  from: string,
): Promise<{ days: DailyIssueCounts[]; checkedAt: string | null }> {
  const rows = await queries
    .selectFrom('data_quality_day')
    .selectAll()
    .where('day', '>=', from)
    .orderBy('day')
    .execute();
  return {
    days: rows.map(({ day, counts }) => ({ day, counts })),
    checkedAt: rows.at(-1)?.made_at.toISOString() ?? null,
  };
}
