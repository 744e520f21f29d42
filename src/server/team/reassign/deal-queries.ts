import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';

/**
 * Returns the customers that have a deal. The owner is stored in the deal, so only the owner of
 * these customers can be changed.
 */
export async function findCustomersWithDeal(
  queries: Queries,
  institutionIds: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql<{ institution_id: number }>`
    select distinct institution_id from crm_deal where institution_id = any(${institutionIds}::bigint[])`.execute(
    queries,
  );
  return new Set(rows.map((row) => row.institution_id));
}

/**
 * Locks the deals of the customers until the transaction ends. Locks in a fixed order to avoid
 * deadlocks.
 */
export const lockDeals = (transaction: Queries, institutionIds: readonly number[]) =>
  sql`select from crm_deal where institution_id = any(${institutionIds}::bigint[]) order by institution_id, deal_id for update`.execute(
    transaction,
  );

interface Moving {
  reassignmentId: string;
  at: Date;
}

/**
 * Changes the owner of customers. The owner is changed in the deal from which it is read, and in
 * all other open deals with the same owner. Keeps the `updated_at` of each deal, because the list
 * of renewals depends on it. The timeline records the change with its actual time.
 */
export async function changeDealOwners(
  queries: Queries,
  wanted: ReadonlyMap<number, number>,
  { reassignmentId, at }: Moving,
): Promise<number[]> {
  const { rows } = await sql<{ institution_id: number }>`
    with wanted as (select * from unnest(${[...wanted.keys()]}::bigint[], ${[...wanted.values()]}::bigint[]) as w (institution_id, to_owner_id)),
    first_deal as (
      select distinct on (d.institution_id) d.institution_id, d.deal_id, d.owner_id
      from crm_deal d join wanted using (institution_id) order by d.institution_id, d.closed, d.updated_at desc, d.deal_id
    ),
    before as (
      select d.institution_id, d.deal_id, d.owner_id, w.to_owner_id, d.updated_at
      from crm_deal d join wanted w using (institution_id) join first_deal l using (institution_id)
      where d.deal_id = l.deal_id or (not d.closed and d.owner_id is not distinct from l.owner_id)
    )
    insert into reassignment_deal (institution_id, reassignment_id, deal_id, from_owner_id, to_owner_id, updated_at)
    select institution_id, ${reassignmentId}::uuid, deal_id, owner_id, to_owner_id, updated_at from before returning institution_id`.execute(
    queries,
  );
  await sql`
    update crm_deal d set owner_id = r.to_owner_id, updated_at = ${at}::timestamptz from reassignment_deal r
    where r.reassignment_id = ${reassignmentId}::uuid and d.institution_id = r.institution_id and d.deal_id = r.deal_id`.execute(
    queries,
  );
  await restoreTimes(queries, reassignmentId, at);
  return [...new Set(rows.map((row) => row.institution_id))];
}

const restoreTimes = (queries: Queries, reassignmentId: string, at: Date) =>
  sql`update crm_deal d set updated_at = r.updated_at from reassignment_deal r
    where r.reassignment_id = ${reassignmentId}::uuid and d.institution_id = r.institution_id and d.deal_id = r.deal_id
      and d.updated_at = ${at}::timestamptz`.execute(queries);

/** Restores the previous owners, except in deals whose owner has changed since. */
export async function restoreDealOwners(
  queries: Queries,
  { reassignmentId, at }: Moving,
): Promise<number[]> {
  const { rows } = await sql<{ institution_id: number }>`
    update crm_deal d set owner_id = r.from_owner_id, updated_at = ${at}::timestamptz from reassignment_deal r
    where r.reassignment_id = ${reassignmentId}::uuid and d.institution_id = r.institution_id and d.deal_id = r.deal_id
      and d.owner_id = r.to_owner_id
    returning d.institution_id`.execute(queries);
  await restoreTimes(queries, reassignmentId, at);
  return [...new Set(rows.map((row) => row.institution_id))];
}

export async function findMovedCustomers(
  queries: Queries,
  reassignmentId: string,
): Promise<number[]> {
  const { rows } = await sql<{ institution_id: number }>`
    select distinct institution_id from reassignment_deal where reassignment_id = ${reassignmentId}::uuid order by institution_id`.execute(
    queries,
  );
  return rows.map((row) => row.institution_id);
}
