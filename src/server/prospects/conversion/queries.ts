import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { storableJson } from '#server/core/db/storable.ts';
import { userOrFormerSql } from '#server/work/people-queries.ts';
import type { Person } from '#shared/core/person.ts';
import type { ConversionRequest } from '#shared/prospects/conversion.ts';
import { phoneDigitsOf } from '../customer-index.ts';
import type { CandidateLocation, PracticeIdentity } from './identity-rules.ts';

/** Facts of a prospect: entered values, otherwise the stored ones. */
export interface ConvertibleProspect {
  prospectId: number;
  placeId: string | null;
  /** Source and id in the source; `externalId` is `null` for a prospect without an id. */
  source: string;
  externalId: string | null;
  name: string;
  address: string;
  businessType: string;
  phone: string | null;
  ehr: string | null;
  locationCount: string | null;
  /** Coordinates of the stored address; `null` when a user entered another address. */
  latitude: number | null;
  longitude: number | null;
  monthlyCents: number | null;
  ownerId: string | null;
  /** `true` for a prospect of the demo. */
  isDemo: boolean;
  version: number;
}

export async function findConvertibleProspect(
  queries: Queries,
  prospectId: number,
): Promise<ConvertibleProspect | undefined> {
  const { rows } = await sql<ConvertibleProspect>`
    select p.prospect_id as "prospectId", p.place_id as "placeId", p.source,
      case when p.external_id not like '|%' then p.external_id end as "externalId",
      coalesce(f.facts->>'name', p.name) as name, coalesce(f.facts->>'address', p.address) as address,
      coalesce(f.facts->>'businessType', p.business_type) as "businessType", coalesce(f.facts->>'phone', p.phone) as phone,
      coalesce(f.facts->>'ehr', p.ehr) as ehr, coalesce(f.facts->>'locationCount', p.location_count::text) as "locationCount",
      case when coalesce(f.facts->>'address', p.address) = p.address then p.latitude end as latitude,
      case when coalesce(f.facts->>'address', p.address) = p.address then p.longitude end as longitude,
      w.monthly_cents as "monthlyCents", w.owner_id as "ownerId", coalesce(w.version, 0) as version,
      coalesce(p.place_id like 'demo-%', false)
        or exists (select from demo_world d where p.prospect_id <= (d.counts->>'prospects')::integer) as "isDemo"
    from prospect p
    left join prospect_work w on w.prospect_id = p.prospect_id
    left join lateral (
      select jsonb_object_agg(field, value) as facts from prospect_fact where prospect_id = p.prospect_id
    ) f on true
    where p.prospect_id = ${prospectId}`.execute(queries);
  return rows[0];
}

/**
 * Returns the open locations of current customers with the same ZIP code or phone number, and the
 * locations of customers with the same external id or place.
 */
export async function findCandidateLocations(
  queries: Queries,
  { source, externalId, placeId }: Pick<ConvertibleProspect, 'source' | 'externalId' | 'placeId'>,
  { zip, phone }: PracticeIdentity,
): Promise<CandidateLocation[]> {
  const { rows } = await sql<Omit<CandidateLocation, 'names'> & { locationName: string }>`
    with same_id as materialized (
      select institution_id from institution where external_source = ${source} and external_id = ${externalId}
      union select institution_id from merged_institution where external_source = ${source} and external_id = ${externalId}
      union select institution_id from location where external_source = ${source} and external_id = ${externalId} and moved_out_on is null
    ), same_place as materialized (
      select institution_id from place_link where place_id = ${placeId}
    ), near as (
      select institution_id, location_id from location where closed_on is null and left(zip, 5) = left(${zip}, 5)
      union select institution_id, location_id from location where closed_on is null and right(regexp_replace(phone, '\\D', '', 'g'), 10) = ${phoneDigitsOf(phone)}
    ), found as (
      select n.* from near n join institution i on i.institution_id = n.institution_id and i.churned_on is null
      union select l.institution_id, l.location_id from location l
      where l.institution_id in (select institution_id from same_id union all select institution_id from same_place)
    )
    select i.institution_id as "institutionId", i.name as "institutionName", i.churned_on as "leftOn", l.name as "locationName",
      l.street_address as "streetAddress", l.city, l.state, l.zip, l.phone,
      exists (select from same_id s where s.institution_id = i.institution_id) as "hasSameExternalId",
      exists (select from same_place s where s.institution_id = i.institution_id) as "hasSamePlace"
    from found join location l using (institution_id, location_id) join institution i on i.institution_id = found.institution_id
    order by i.institution_id, l.location_id`.execute(queries);
  return rows.map(({ locationName, ...location }) => ({
    ...location,
    names: [location.institutionName, locationName],
  }));
}

/** Maximum number of practice types to choose from. */
const mostPracticeTypes = 200;

/** Returns the practice types of current customers, most common first. */
export async function findPracticeTypes(queries: Queries): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select practice_type as name from institution where practice_type is not null and churned_on is null
    group by 1 order by count(*) desc, 1 limit ${mostPracticeTypes}`.execute(queries);
  return rows.map(({ name }) => name);
}

export interface HandoverNote {
  at: Date;
  by: string;
  body: string;
}

/** Number of newest notes in the handover task. */
const handoverNotes = 20;

/** Returns the newest notes of a prospect, newest first. */
export async function findHandoverNotes(
  queries: Queries,
  prospectId: number,
): Promise<HandoverNote[]> {
  const { rows } = await sql<HandoverNote>`
    select n.created_at as at, coalesce(person.name, 'A former user') as by, n.body
    from prospect_note n left join person on person.user_id = n.author_id
    where n.prospect_id = ${prospectId} and n.undone_at is null order by n.created_at desc, n.note_id limit ${handoverNotes}`.execute(
    queries,
  );
  return rows;
}

/** Conversion of a prospect that is in force. */
export interface ConversionRow {
  conversionId: string;
  institutionId: number;
  institutionName: string;
  isNew: boolean;
  request: unknown;
  before: unknown;
  created: unknown;
  by: Person;
  at: Date;
}

/** Returns the conversion of a prospect; `undefined` when it is not converted. */
export async function findConversion(
  queries: Queries,
  prospectId: number,
): Promise<ConversionRow | undefined> {
  const { rows } = await sql<ConversionRow>`
    select c.conversion_id as "conversionId", c.institution_id as "institutionId", i.name as "institutionName", c.is_new as "isNew",
      c.request, c.before, c.created, ${userOrFormerSql('c.converted_by')} as by, c.converted_at as at
    from prospect_conversion c join institution i using (institution_id)
    where c.prospect_id = ${prospectId} order by c.converted_at desc limit 1`.execute(queries);
  return rows[0];
}

export interface NewConversion {
  prospectId: number;
  institutionId: number;
  request: ConversionRequest;
  isNew: boolean;
  before: object;
  created: object;
  userId: string;
  at: Date;
}

export async function insertConversion(
  transaction: Queries,
  { prospectId, institutionId, request, isNew, before, created, userId, at }: NewConversion,
): Promise<void> {
  await transaction
    .insertInto('prospect_conversion')
    .values({
      institution_id: institutionId,
      conversion_id: request.conversionId,
      prospect_id: prospectId,
      is_new: isNew,
      request: storableJson(request),
      before: storableJson(before),
      created: storableJson(created),
      converted_by: userId,
      converted_at: at,
    })
    .execute();
}

/** Stage of a prospect before its conversion. */
export async function findStageBefore(
  transaction: Queries,
  prospectId: number,
): Promise<{ stage: string; stageSince: Date; lostReason: string | null }> {
  return transaction
    .selectFrom('prospect_work')
    .select(['stage', 'stage_since as stageSince', 'lost_reason as lostReason'])
    .where('prospect_id', '=', prospectId)
    .executeTakeFirstOrThrow();
}
