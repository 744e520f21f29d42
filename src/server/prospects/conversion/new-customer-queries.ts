import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import {
  lastAssignedIdSql,
  recordAssignedIds,
} from '#server/imports/merging/assigned-ids-queries.ts';
import { naturalPracticeKey } from '#server/imports/reading/cells/natural-key.ts';
import type { Day } from '#shared/core/dates.ts';
import type { ProductKey } from '#shared/core/products.ts';
import type { NewCustomer } from '#shared/prospects/conversion.ts';
import type { ConvertibleProspect } from './queries.ts';

/**
 * Blocks other transactions that write customers until the transaction ends, so that no import
 * takes the same id or adds the same practice in the meantime.
 */
export const lockCustomers = (transaction: Queries) =>
  sql`lock table institution in share row exclusive mode`.execute(transaction);

/**
 * Inserts the customer of a prospect with one location, and the keys by which a later import finds
 * it. Requires `lockCustomers`. Returns the id of the customer.
 */
export async function insertNewCustomer(
  transaction: Queries,
  prospect: ConvertibleProspect,
  customer: NewCustomer,
  { today, at }: { today: Day; at: Date },
): Promise<number> {
  const { name, streetAddress, city, state, zip, practiceType, ehr, phone, goLiveOn } = customer;
  const { latitude, longitude } = prospect;
  const { rows } = await sql<{ institutionId: number; locationId: number }>`
    select ${lastAssignedIdSql('institution')} + 1 as "institutionId", ${lastAssignedIdSql('location')} + 1 as "locationId"`.execute(
    transaction,
  );
  const { institutionId, locationId } = rows[0] ?? { institutionId: 0, locationId: 0 };
  await sql`
    insert into institution (institution_id, external_source, external_id, name, practice_type, created_on, go_live_on, source, updated_at)
    select ${institutionId}, case when free.id is not null then ${prospect.source} end, free.id, ${name}, ${practiceType}, ${today}::date,
      ${goLiveOn}::date, ${prospect.isDemo ? 'demo' : 'prospect'}, ${at}::timestamptz
    from (select case when not exists (
      select from institution where external_source = ${prospect.source} and external_id = ${prospect.externalId}
    ) then ${prospect.externalId}::text end as id) free`.execute(transaction);
  await transaction
    .insertInto('location')
    .values({
      institution_id: institutionId,
      location_id: locationId,
      name,
      street_address: streetAddress,
      city,
      state,
      zip,
      phone,
      latitude,
      longitude,
      practice_type: practiceType,
      ehr,
      online_booking_link: null,
      opened_on: null,
      closed_on: null,
      updated_at: at,
    })
    .execute();
  await recordAssignedIds(transaction);
  const place = {
    institutionName: name,
    name,
    streetAddress,
    city,
    state,
    zip,
    latitude,
    longitude,
  };
  const { source, externalId } = prospect;
  const keys = [null, ...(externalId === null ? [] : [`${source}:${externalId}`])].map(
    (institution) => naturalPracticeKey({ institution, ...place }),
  );
  await transaction
    .insertInto('practice_key')
    .values(
      keys.map((natural_key) => ({
        natural_key,
        institution_id: institutionId,
        location_id: locationId,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return institutionId;
}

/**
 * Adds the products that the customer is not entitled to today. Returns the products that were
 * added.
 */
export async function addEntitlements(
  transaction: Queries,
  institutionId: number,
  sold: readonly ProductKey[],
  today: Day,
): Promise<ProductKey[]> {
  const { rows } = await sql<{ product: ProductKey }>`
    insert into entitlement (institution_id, product, valid_from)
    select ${institutionId}, sold.product, ${today}::date from unnest(${sold}::text[]) as sold (product)
    where not exists (
      select from entitlement e where e.institution_id = ${institutionId} and e.product = sold.product and (e.valid_to is null or e.valid_to > ${today}::date)
    )
    on conflict do nothing returning product`.execute(transaction);
  return rows.map(({ product }) => product);
}

/** Returns a customer with its last day; `undefined` for an unknown id. */
export const findCustomer = (
  queries: Queries,
  institutionId: number,
): Promise<{ name: string; leftOn: Day | null } | undefined> =>
  queries
    .selectFrom('institution')
    .select(['name', 'churned_on as leftOn'])
    .where('institution_id', '=', institutionId)
    .executeTakeFirst();

/** Returns the highest id of owners in the CRM's tables; 0 without owners. */
export async function findLastOwnerId(queries: Queries): Promise<number> {
  const { last } = await queries
    .selectFrom('crm_owner')
    .select((of) => of.fn.max<number | null>('owner_id').as('last'))
    .executeTakeFirstOrThrow();
  return last ?? 0;
}

/** First id of deals that conversions create. The ids below it belong to deals of the demo. */
const firstDealId = 900_000_001;

/** Inserts the won deal of a new customer, from which the CRM's tables take the customer's owner. */
export async function insertWonDeal(
  transaction: Queries,
  deal: {
    institutionId: number;
    name: string;
    ownerId: number;
    annualCents: number | null;
    today: Day;
    at: Date;
  },
): Promise<void> {
  const { institutionId, name, ownerId, annualCents, today, at } = deal;
  await sql`
    insert into crm_deal (institution_id, deal_id, name, pipeline, stage, owner_id, amount_cents, closes_on, closed, updated_at)
    select ${institutionId}, greatest(max(deal_id), ${sql.lit(firstDealId - 1)}) + 1, ${`${name} - New Business`}, 'New Business', 'Closed won',
      ${ownerId}, ${annualCents}::bigint, ${today}::date, true, ${at}::timestamptz
    from crm_deal`.execute(transaction);
}
