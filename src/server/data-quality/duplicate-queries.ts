import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import {
  type IdSelection,
  idSelectionConditionSql,
} from '#server/imports/reading/places/stored-ids-queries.ts';
import type { SharedPhoneOrStreet, SourceId } from './duplicate-rules.ts';

/**
 * Maximum number of customers with the same phone number or street. A phone number or street that
 * more customers share belongs to a call center or a large building.
 */
const mostSharing = 5;

/**
 * Returns the pairs of open locations of two different customers with the same phone number or
 * street. Leaves out customers that have left and pairs marked as different.
 */
export async function findSharedPhoneOrStreet(
  queries: Queries,
  only: readonly [number, number] | null = null,
): Promise<SharedPhoneOrStreet[]> {
  const { rows } = await sql<SharedPhoneOrStreet>`
    with open_place as materialized (
      select l.institution_id, l.location_id, l.name, i.name as institution_name, phone_key(l.phone) as phone,
        street_key(l.street_address, l.zip) as street
      from location l join institution i on i.institution_id = l.institution_id and i.churned_on is null
      where l.closed_on is null and (${only}::bigint[] is null or l.institution_id = any(${only}::bigint[]))
    ), keyed as materialized (
      select 'phone' as by, phone as key, p.* from open_place p where phone is not null
      union all select 'street', street, p.* from open_place p where street is not null
    ), shared as (
      select by, key from keyed group by by, key having min(institution_id) < max(institution_id) and count(distinct institution_id) <= ${mostSharing}
    )
    select by, jsonb_build_object('institutionId', a.institution_id, 'institutionName', a.institution_name, 'locationId', a.location_id,
        'locationName', a.name) as one,
      jsonb_build_object('institutionId', b.institution_id, 'institutionName', b.institution_name, 'locationId', b.location_id,
        'locationName', b.name) as other
    from shared join keyed a using (by, key) join keyed b using (by, key)
    where a.institution_id < b.institution_id
      and not exists (select from data_fix f where f.kind = 'distinct' and f.undone_at is null
        and f.institution_ids = array[a.institution_id, b.institution_id])
    order by a.institution_id, b.institution_id, by, a.location_id, b.location_id`.execute(queries);
  return rows;
}

/**
 * Returns the source ids of customers that have not left. A list in `ids` limits the result to
 * these ids. `'unusual'` limits the result to ids that an import might now store in another
 * spelling.
 */
export async function findSourceIds(queries: Queries, ids: IdSelection): Promise<SourceId[]> {
  const { rows } = await sql<SourceId>`
    select institution_id as "institutionId", name as "institutionName", external_source as source, external_id as "externalId"
    from institution where churned_on is null and ${idSelectionConditionSql(ids, sql`external_id`)}`.execute(
    queries,
  );
  return rows;
}

/**
 * Returns the pairs of customers that users marked as different, each with the smaller id first.
 */
export async function findPairsMarkedDifferent(queries: Queries): Promise<(readonly number[])[]> {
  const rows = await queries
    .selectFrom('data_fix')
    .select('institution_ids')
    .where('kind', '=', 'distinct')
    .where('undone_at', 'is', null)
    .execute();
  return rows.map(({ institution_ids }) => institution_ids);
}
