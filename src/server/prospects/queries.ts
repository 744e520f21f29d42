import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { foldedTextSql } from '#server/core/db/folded-text-sql.ts';
import type { Place } from '#server/core/providers/places.ts';
import type { Bio } from '#shared/core/provider-answers.ts';
import { foldText } from '#shared/core/text.ts';
import type { Prospect } from '#shared/prospects/prospects.ts';

const placeColumns = sql<Place>`place_id as "placeId", name, address, city, state,
  business_type as "businessType", latitude, longitude, phone, rating, total_ratings as "totalRatings"`;

/**
 * Returns the places whose name, address or type contains every word of the query. Names that start
 * with the query come first.
 */
export async function searchLocalPlaces(
  queries: Queries,
  query: string,
  limit = 20,
): Promise<Place[]> {
  const words = foldText(query)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return [];
  const text = foldedTextSql(sql`name || ' ' || address || ' ' || business_type`);
  const matches = words.map((word) => sql`position(${word} in ${text}) > 0`);
  const { rows } = await sql<Place>`
    select ${placeColumns} from place
    where ${sql.join(matches, sql` and `)}
    order by starts_with(${foldedTextSql(sql`name`)}, ${foldText(query)}) desc, rating desc nulls last, total_ratings desc, place_id
    limit ${limit}`.execute(queries);
  return rows;
}

export async function findPlace(queries: Queries, placeId: string): Promise<Place | undefined> {
  const { rows } =
    await sql<Place>`select ${placeColumns} from place where place_id = ${placeId}`.execute(
      queries,
    );
  return rows[0];
}

export async function findBio(queries: Queries, institutionId: number): Promise<Bio | undefined> {
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
 * Returns the places that are already prospects, and the customers that match a place by link or by
 * phone number.
 */
export async function findKnownPlaces(
  queries: Queries,
  found: readonly { placeId: string; phone: string | null }[],
): Promise<{ prospects: Set<string>; customers: Map<string, number> }> {
  const ids = found.map((place) => place.placeId);
  const digitsOf = (phone: string | null) => phone?.replace(/\D/g, '') ?? '';
  const digits = found.map((place) => digitsOf(place.phone)).filter((phone) => phone.length >= 10);
  const [prospects, linked, phones] = await Promise.all([
    queries.selectFrom('prospect').select('place_id').where('place_id', 'in', ids).execute(),
    queries
      .selectFrom('place_link')
      .select(['place_id', 'institution_id'])
      .where('place_id', 'in', ids)
      .execute(),
    sql<{ phone: string; institutionId: number }>`
      select regexp_replace(l.phone, '\\D', '', 'g') as phone, min(l.institution_id) as "institutionId"
      from location l join institution i on i.institution_id = l.institution_id and i.churned_on is null
      where l.closed_on is null and regexp_replace(l.phone, '\\D', '', 'g') = any(${digits}::text[])
      group by 1`.execute(queries),
  ]);
  const byPlace = new Map(linked.map((row) => [row.place_id, row.institution_id]));
  const byPhone = new Map(phones.rows.map((row) => [row.phone, row.institutionId]));
  return {
    prospects: new Set(prospects.flatMap((row) => (row.place_id === null ? [] : [row.place_id]))),
    customers: new Map(
      found.flatMap(({ placeId, phone }) => {
        const customer = byPlace.get(placeId) ?? byPhone.get(digitsOf(phone));
        return customer === undefined ? [] : [[placeId, customer] as const];
      }),
    ),
  };
}

const prospectColumns = [
  'prospect_id as prospectId',
  'place_id as placeId',
  'name',
  'address',
  'business_type as businessType',
  'latitude',
  'longitude',
  'phone',
  'rating',
  'total_ratings as totalRatings',
  'source',
] as const;

/** Returns the prospects by name, except those that were converted to customers. */
export async function findUnconvertedProspects(
  queries: Queries,
): Promise<Omit<Prospect, 'isNewFromPlaces'>[]> {
  return queries
    .selectFrom('prospect')
    .select(prospectColumns)
    .where((of) =>
      of.not(
        of.exists(
          of
            .selectFrom('prospect_conversion as c')
            .select('c.conversion_id')
            .whereRef('c.prospect_id', '=', 'prospect.prospect_id'),
        ),
      ),
    )
    .orderBy('name')
    .orderBy('prospect_id')
    .execute();
}

/** Saves a place as a prospect. Returns the existing prospect when the place is already saved. */
export async function saveProspect(
  queries: Queries,
  place: Place,
  source: string,
  now: Date,
): Promise<Omit<Prospect, 'isNewFromPlaces'>> {
  await queries
    .insertInto('prospect')
    .values({
      place_id: place.placeId,
      name: place.name,
      address: place.address,
      business_type: place.businessType,
      latitude: place.latitude,
      longitude: place.longitude,
      phone: place.phone,
      rating: place.rating,
      total_ratings: place.totalRatings,
      source,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('place_id').doNothing())
    .execute();
  return queries
    .selectFrom('prospect')
    .select(prospectColumns)
    .where('place_id', '=', place.placeId)
    .executeTakeFirstOrThrow();
}
