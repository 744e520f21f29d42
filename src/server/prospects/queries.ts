import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { foldedTextSql } from '#server/core/db/folded-text-sql.ts';
import { insertOnce } from '#server/core/db/writes.ts';
import type { PlaceDetails } from '#server/core/providers/places.ts';
import type { Bio } from '#shared/core/provider-answers.ts';
import type { PlacesProviderName } from '#shared/core/provider-names.ts';
import { foldText } from '#shared/core/text.ts';
import type { Prospect } from '#shared/prospects/prospects.ts';
import { phoneDigitsOf } from './customer-index.ts';
import type { NewProspect } from './save-rules.ts';

const placeColumns = sql<PlaceDetails>`place_id as "placeId", name, address, city, state,
  business_type as "businessType", latitude, longitude, false as "isPlacedByZip", phone, rating, total_ratings as "totalRatings",
  false as "isPossibleDuplicate", website, opening_hours as "openingHours", null as "locationCount", null as url`;

/**
 * Returns the places whose name, address or type contains every word of the query. Names that start
 * with the query come first.
 */
export async function searchLocalPlaces(
  queries: Queries,
  query: string,
  limit = 20,
): Promise<PlaceDetails[]> {
  const words = foldText(query)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return [];
  const text = foldedTextSql(sql`name || ' ' || address || ' ' || business_type`);
  const matches = words.map((word) => sql`position(${word} in ${text}) > 0`);
  const { rows } = await sql<PlaceDetails>`
    select ${placeColumns} from place
    where ${sql.join(matches, sql` and `)}
    order by starts_with(${foldedTextSql(sql`name`)}, ${foldText(query)}) desc, rating desc nulls last, total_ratings desc, place_id
    limit ${limit}`.execute(queries);
  return rows;
}

export async function findPlace(
  queries: Queries,
  placeId: string,
): Promise<PlaceDetails | undefined> {
  const { rows } =
    await sql<PlaceDetails>`select ${placeColumns} from place where place_id = ${placeId}`.execute(
      queries,
    );
  return rows[0];
}

export async function findBio(
  queries: Queries,
  institutionId: number,
): Promise<Omit<Bio, 'attribution'> | undefined> {
  return queries
    .selectFrom('place_link')
    .innerJoin('place', 'place.place_id', 'place_link.place_id')
    .select([
      'bio',
      'website',
      'phone',
      'rating',
      'total_ratings as totalRatings',
      'opening_hours as openingHours',
    ])
    .where('institution_id', '=', institutionId)
    .executeTakeFirst();
}

/**
 * Returns the places that are already prospects, also those whose NPPES record was taken, and the
 * customers that match a place by link, by conversion or by phone number.
 */
export async function findKnownPlaces(
  queries: Queries,
  found: readonly { placeId: string; phone: string | null }[],
): Promise<{ prospects: Set<string>; customers: Map<string, number> }> {
  if (found.length === 0) return { prospects: new Set(), customers: new Map() };
  const ids = found.map((place) => place.placeId);
  const digits = found.flatMap(({ phone }) => phoneDigitsOf(phone) ?? []);
  const [prospects, linked, phones] = await Promise.all([
    sql<{ placeId: string }>`
      select place_id as "placeId" from prospect where place_id = any(${ids}::text[])
      union all
      select 'npi-' || value from prospect_fact where field = 'npi' and value in (select substr(id, 5) from unnest(${ids}::text[]) id where id like 'npi-%')`.execute(
      queries,
    ),
    sql<{ place_id: string; institution_id: number }>`
      select place_id, institution_id from place_link where place_id = any(${ids}::text[])
      union all
      select p.place_id, c.institution_id from prospect p
      left join prospect_merge m on m.prospect_id = p.prospect_id and m.undone_at is null
      join prospect_conversion c on c.prospect_id = coalesce(m.merged_into, p.prospect_id)
      where p.place_id = any(${ids}::text[])`.execute(queries),
    sql<{ phone: string; institutionId: number }>`
      select right(regexp_replace(l.phone, '\\D', '', 'g'), 10) as phone, min(l.institution_id) as "institutionId"
      from location l join institution i on i.institution_id = l.institution_id and i.churned_on is null
      where l.closed_on is null and right(regexp_replace(l.phone, '\\D', '', 'g'), 10) = any(${digits}::text[])
      group by 1`.execute(queries),
  ]);
  const byPlace = new Map(linked.rows.map((row) => [row.place_id, row.institution_id]));
  const byPhone = new Map(phones.rows.map((row) => [row.phone, row.institutionId]));
  return {
    prospects: new Set(prospects.rows.map(({ placeId }) => placeId)),
    customers: new Map(
      found.flatMap(({ placeId, phone }) => {
        const customer = byPlace.get(placeId) ?? byPhone.get(phoneDigitsOf(phone) ?? '');
        return customer === undefined ? [] : [[placeId, customer] as const];
      }),
    ),
  };
}

/** Columns of a prospect. Entered values take precedence over stored values. */
const prospectColumns = sql`p.prospect_id as "prospectId", p.place_id as "placeId", coalesce(f.name, p.name) as name,
  coalesce(f.address, p.address) as address, coalesce(f.business_type, p.business_type) as "businessType", p.latitude, p.longitude,
  coalesce(f.phone, p.phone) as phone, p.rating, p.total_ratings as "totalRatings", p.source`;

export type StoredProspect = Omit<Prospect, 'isNewFromPlaces' | 'doNotContact'>;

/**
 * Returns the prospect with a place id, otherwise one that has the facts of the place's NPPES
 * record. After a merge, returns the remaining prospect.
 */
export async function findProspectByPlace(
  queries: Queries,
  placeId: string,
): Promise<StoredProspect | undefined> {
  const { rows } = await sql<StoredProspect>`
    select ${prospectColumns} from prospect p
    left join lateral (
      select max(value) filter (where field = 'name') as name, max(value) filter (where field = 'address') as address,
        max(value) filter (where field = 'businessType') as business_type, max(value) filter (where field = 'phone') as phone
      from prospect_fact where prospect_id = p.prospect_id
    ) f on true
    where p.prospect_id = (
      select coalesce(m.merged_into, o.prospect_id) from prospect o
      left join prospect_merge m on m.prospect_id = o.prospect_id and m.undone_at is null
      where o.place_id = ${placeId}
        or (${placeId}::text like 'npi-%' and o.prospect_id in (select prospect_id from prospect_fact where field = 'npi' and value = substr(${placeId}::text, 5)))
      order by o.place_id = ${placeId} desc nulls last, o.prospect_id limit 1
    )`.execute(queries);
  return rows[0];
}

/** Returns the place id and the directory of a prospect; `undefined` without a place. */
export async function findPlaceOfProspect(
  queries: Queries,
  prospectId: number,
): Promise<{ placeId: string; directory: PlacesProviderName | null } | undefined> {
  const row = await queries
    .selectFrom('prospect')
    .select(['place_id', 'directory'])
    .where('prospect_id', '=', prospectId)
    .executeTakeFirst();
  return row === undefined || row.place_id === null
    ? undefined
    : { placeId: row.place_id, directory: row.directory };
}

/** Saves a place as a prospect. Returns `false` when the place is already saved. */
export const saveProspect = (
  transaction: Queries,
  prospect: NewProspect,
  source: string,
  now: Date,
): Promise<boolean> =>
  insertOnce(
    transaction.insertInto('prospect').values({
      place_id: prospect.placeId,
      name: prospect.name,
      address: prospect.address,
      business_type: prospect.businessType,
      latitude: prospect.latitude,
      longitude: prospect.longitude,
      phone: prospect.phone,
      rating: prospect.rating,
      total_ratings: prospect.totalRatings,
      source,
      created_at: now,
      directory: prospect.directory,
    }),
  );
