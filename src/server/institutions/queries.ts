import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Day } from '#shared/core/dates.ts';
import type { DealOwner } from '#shared/core/provider-answers.ts';
import type { TierLimits } from '#shared/core/tiers.ts';
import type { InstitutionLocations, Practice } from '#shared/institutions/institutions.ts';
import { addCoordinatesByZip } from './zip-places.ts';

/**
 * Returns a cache version that changes with the practice list: after each edit, and when an
 * official week is closed or rescored.
 */
export async function readPracticeListCacheVersion(queries: Queries): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select coalesce((select version from list_version where list = 'practices'), 0) || ':' ||
           coalesce((select max(closed_at)::text from official_week), '') as version`.execute(
    queries,
  );
  return rows[0]?.version ?? '';
}

/**
 * Returns all open locations of all current customers, each with its institution's last official
 * score.
 */
export async function findAllOpenLocations(queries: Queries): Promise<Practice[]> {
  const { rows } = await sql<Omit<Practice, 'isPlacedByZip'> & { placedZip: string | null }>`
    with last_week as (select max(week_start) as week_start from official_week),
    open_location as (select *, count(*) over (partition by institution_id) as locations from location where closed_on is null),
    entitled as (
      select institution_id, count(distinct product) as products from entitlement where valid_to is null group by institution_id
    )
    select l.location_id as "locationId", i.institution_id as "institutionId", i.name as "institutionName",
           i.external_id as "institutionExternalId", l.name as "locationName", l.latitude, l.longitude, l.placed_zip as "placedZip", l.street_address as "streetAddress", l.city, l.state, l.zip, l.phone,
           l.practice_type as "practiceType", l.ehr, l.online_booking_link as "onlineBookingLink",
           coalesce(s.health_tier, 'Unknown') as "healthTier", s.adoption_score as "healthScore",
           coalesce(s.in_grace, false) as "inGrace", l.locations as "numLocations", coalesce(entitled.products, 0) as "numProducts"
    from open_location l
    join institution i on i.institution_id = l.institution_id and i.churned_on is null
    left join entitled on entitled.institution_id = i.institution_id
    left join score_week s on s.institution_id = i.institution_id and s.week_start = (select week_start from last_week)
    order by i.institution_id, l.location_id`.execute(queries);
  return addCoordinatesByZip(rows);
}

/** Returns the tier limits of the last official week; `null` before the first week. */
export async function findLastHealthTierLimits(queries: Queries): Promise<TierLimits | null> {
  const week = await queries
    .selectFrom('official_week as w')
    .innerJoin('rules_version as r', 'r.rules_version_id', 'w.rules_version_id')
    .select('r.rules')
    .orderBy('w.week_start', 'desc')
    .limit(1)
    .executeTakeFirst();
  return week === undefined
    ? null
    : { healthyFrom: week.rules.healthyFrom, mediumFrom: week.rules.mediumFrom };
}

export async function institutionExists(queries: Queries, institutionId: number): Promise<boolean> {
  const row = await queries
    .selectFrom('institution')
    .select('institution_id')
    .where('institution_id', '=', institutionId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns institution names by id. Leaves out unknown ids. */
export async function institutionNames(
  queries: Queries,
  institutionIds: readonly number[],
): Promise<Map<number, string>> {
  const { rows } = await sql<{ institution_id: number; name: string }>`
    select institution_id, name from institution where institution_id = any(${institutionIds}::bigint[])`.execute(
    queries,
  );
  return new Map(rows.map((row) => [row.institution_id, row.name]));
}

/** Returns an institution with its open locations; `undefined` for an unknown institution. */
export async function findInstitutionWithLocations(
  queries: Queries,
  institutionId: number,
): Promise<InstitutionLocations | undefined> {
  const institution = await sql<Omit<InstitutionLocations, 'locations' | 'numLocations'>>`
    select i.institution_id as "institutionId", i.name as "institutionName",
           (select count(distinct product) from entitlement e where e.institution_id = i.institution_id and e.valid_to is null) as "numProducts",
           s.adoption_score as "healthScore", coalesce(s.health_tier, 'Unknown') as "healthTier"
    from institution i
    left join score_week s on s.institution_id = i.institution_id and s.week_start = (select max(week_start) from official_week)
    where i.institution_id = ${institutionId}`.execute(queries);
  const found = institution.rows[0];
  if (found === undefined) return undefined;
  const locations = await queries
    .selectFrom('location')
    .select([
      'location_id as locationId',
      'institution_id as institutionId',
      'name as locationName',
      'latitude',
      'longitude',
      'placed_zip as placedZip',
      'street_address as streetAddress',
      'city',
      'state',
      'zip',
      'phone',
      'practice_type as practiceType',
      'ehr',
      'online_booking_link as onlineBookingLink',
    ])
    .where('institution_id', '=', institutionId)
    .where('closed_on', 'is', null)
    .orderBy('name')
    .orderBy('location_id')
    .execute();
  return { ...found, numLocations: locations.length, locations: addCoordinatesByZip(locations) };
}

/**
 * Returns the owner and the pipeline of each institution's main deal. This is the most recently
 * changed open deal or, without an open deal, the most recently changed closed deal.
 */
export async function findMainDealOwners(
  queries: Queries,
  institutionIds: readonly number[],
): Promise<(DealOwner & { institutionId: number })[]> {
  const { rows } = await sql<DealOwner & { institutionId: number }>`
    select distinct on (d.institution_id) d.institution_id as "institutionId", d.pipeline,
           o.name as "ownerName"
    from crm_deal d
    left join shown_owner o on o.owner_id = d.owner_id
    where d.institution_id = any(${institutionIds}::bigint[])
    order by d.institution_id, d.closed, d.updated_at desc, d.deal_id`.execute(queries);
  return rows;
}

interface OpenRenewal {
  institutionId: number;
  annualRevenue: number | null;
  renewalOn: Day | null;
}

/** Returns the open renewal deal with the earliest closing date for each institution. */
export async function findNextOpenRenewals(
  queries: Queries,
  institutionIds: readonly number[],
): Promise<OpenRenewal[]> {
  const { rows } = await sql<OpenRenewal>`
    select distinct on (institution_id) institution_id as "institutionId", amount_cents / 100.0 as "annualRevenue", closes_on as "renewalOn"
    from crm_deal
    where institution_id = any(${institutionIds}::bigint[]) and not closed and pipeline ilike 'renewal%'
    order by institution_id, closes_on, deal_id`.execute(queries);
  return rows;
}

/** Returns the time of the last update of the CRM tables; `null` for empty tables. */
export async function lastDealUpdate(queries: Queries): Promise<Date | null> {
  const { rows } = await sql<{
    at: Date | null;
  }>`select max(updated_at) as at from crm_deal`.execute(queries);
  return rows[0]?.at ?? null;
}

/**
 * Marks the practice list as changed, so that every server process rebuilds it. Must be called in
 * the transaction that changed a practice.
 */
export async function invalidatePracticeList(queries: Queries): Promise<void> {
  await sql`insert into list_version (list, version) values ('practices', 1)
    on conflict (list) do update set version = list_version.version + 1`.execute(queries);
}
