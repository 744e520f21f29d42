import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { DemoUsersAndProspects } from '#server/institutions/demo-rows.ts';
import type { ProductKey } from '#shared/core/products.ts';

export async function removeDemoProspects(
  transaction: Queries,
  { prospects }: DemoUsersAndProspects,
): Promise<void> {
  const demo = sql`select prospect_id from prospect where prospect_id <= ${prospects} or place_id like 'demo-%'`;
  for (const table of [
    'prospect_work',
    'prospect_fact',
    'prospect_change',
    'prospect_note',
    'prospect_task',
    'contact_suppression',
    'prospect_conversion',
    'prospect_deal',
  ])
    await sql`delete from ${sql.table(table)} where prospect_id in (${demo})`.execute(transaction);
  await sql`delete from prospect_merge where prospect_id in (${demo}) or kept_id in (${demo}) or merged_into in (${demo})`.execute(
    transaction,
  );
  await sql`delete from prospect where prospect_id <= ${prospects} or place_id like 'demo-%'`.execute(
    transaction,
  );
  await sql`delete from place where place_id like 'demo-%'`.execute(transaction);
}

/** First location of a demo customer, and its products. */
export interface DemoCustomerFacts {
  institution_id: number;
  address: string;
  phone: string | null;
  latitude: number | null;
  longitude: number | null;
  products: ProductKey[];
}

/** Returns the facts of the given customers that have a complete address. */
export async function findDemoCustomerFacts(
  transaction: Queries,
  institutionIds: readonly number[],
): Promise<DemoCustomerFacts[]> {
  const { rows } = await sql<DemoCustomerFacts>`
    select distinct on (l.institution_id) l.institution_id,
      l.street_address || ', ' || l.city || ', ' || l.state || ' ' || l.zip as address, l.phone, l.latitude, l.longitude,
      array(select product from entitlement e where e.institution_id = l.institution_id and e.valid_to is null order by product) as products
    from location l
    where l.institution_id = any(${institutionIds}::bigint[])
      and l.street_address is not null and l.city is not null and l.state is not null and l.zip is not null
    order by l.institution_id, l.location_id`.execute(transaction);
  return rows;
}

/** Returns the demo's prospects without a place, by id. */
export const findDemoProspectsWithoutPlace = (
  transaction: Queries,
): Promise<{ prospect_id: number }[]> =>
  transaction
    .selectFrom('prospect')
    .select('prospect_id')
    .where('place_id', 'is', null)
    .orderBy('prospect_id')
    .execute();

/** Gives a demo prospect the facts of the customer that it became. */
export async function changeDemoProspect(
  transaction: Queries,
  prospectId: number,
  facts: Pick<DemoCustomerFacts, 'address' | 'phone' | 'latitude' | 'longitude'> & {
    name: string;
    created_at: Date;
  },
): Promise<void> {
  await transaction
    .updateTable('prospect')
    .set({
      name: facts.name,
      address: facts.address,
      phone: facts.phone,
      latitude: facts.latitude,
      longitude: facts.longitude,
      created_at: facts.created_at,
    })
    .where('prospect_id', '=', prospectId)
    .execute();
}

/**
 * Makes a demo prospect a second record of another one, as a file with another spelling adds it.
 */
export async function duplicateDemoProspect(
  transaction: Queries,
  { original, duplicate }: { original: number; duplicate: number },
): Promise<void> {
  await sql`
    update prospect set name = o.name || ' PLLC', address = o.address, latitude = o.latitude, longitude = o.longitude
    from prospect o where prospect.prospect_id = ${duplicate} and o.prospect_id = ${original}`.execute(
    transaction,
  );
}

/** Returns all prospects by id. Called while the demo is created, when there are no others. */
export const findDemoProspects = (
  transaction: Queries,
): Promise<{ prospect_id: number; created_at: Date }[]> =>
  transaction
    .selectFrom('prospect')
    .select(['prospect_id', 'created_at'])
    .orderBy('prospect_id')
    .execute();
