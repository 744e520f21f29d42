import { sql } from 'kysely';
import { z } from 'zod';
import type { Queries } from '#server/core/db/database.ts';
import { storableJson } from '#server/core/db/storable.ts';
import type { CreatedDeal, NewDeal } from '#server/core/providers/crm.ts';
import type { ProspectDealState } from '#shared/prospects/deals.ts';

const requestSchema = z.object({
  name: z.string(),
  pipelineId: z.string(),
  stageId: z.string(),
  amount: z.number().nullable(),
  ownerId: z.number().nullable(),
});
/** Deal as it is sent to the CRM, without its key. */
export type DealRequest = Omit<NewDeal, 'key'>;

export interface SavedDeal {
  prospectId: number;
  dealKey: string;
  request: DealRequest;
  state: ProspectDealState;
}

const savedDeals = (queries: Queries) =>
  queries
    .selectFrom('prospect_deal')
    .select(['prospect_id as prospectId', 'deal_key as dealKey', 'request', 'state']);
const parseDeal = <Row extends { request: unknown }>(row: Row) => ({
  ...row,
  request: requestSchema.parse(row.request),
});

/** Returns a deal; `undefined` when the key is new. */
export async function findDeal(queries: Queries, dealKey: string): Promise<SavedDeal | undefined> {
  const row = await savedDeals(queries).where('deal_key', '=', dealKey).executeTakeFirst();
  return row && parseDeal(row);
}

/** Returns the deals that wait for the CRM since `before`, oldest first. */
export const findWaitingDeals = async (queries: Queries, before: Date): Promise<SavedDeal[]> =>
  (
    await savedDeals(queries)
      .where('state', '=', 'waiting')
      .where('opened_at', '<=', before)
      .orderBy('opened_at')
      .orderBy('deal_key')
      .execute()
  ).map(parseDeal);

/** Adds a deal that waits for the CRM, in place of refused deals. */
export async function insertDeal(
  transaction: Queries,
  deal: Omit<SavedDeal, 'state'> & { userId: string; at: Date },
): Promise<void> {
  const { prospectId, dealKey, request, userId, at } = deal;
  await transaction
    .deleteFrom('prospect_deal')
    .where('prospect_id', '=', prospectId)
    .where('state', '=', 'refused')
    .execute();
  await transaction
    .insertInto('prospect_deal')
    .values({
      prospect_id: prospectId,
      deal_key: dealKey,
      request: storableJson(request),
      state: 'waiting',
      opened_by: userId,
      opened_at: at,
    })
    .execute();
}

/** Result of sending a deal to the CRM. */
export type DealResult = CreatedDeal | { state: 'refused'; problem: string };

/** Saves the result of a waiting deal, whichever prospect has it after a merge. */
export async function saveDealResult(
  queries: Queries,
  dealKey: string,
  result: DealResult,
): Promise<void> {
  await queries
    .updateTable('prospect_deal')
    .set(
      result.state === 'refused'
        ? { state: result.state, problem: result.problem }
        : {
            state: result.state,
            deal_id: result.dealId,
            pipeline: result.pipeline,
            stage: result.stage,
          },
    )
    .where('deal_key', '=', dealKey)
    .where('state', '=', 'waiting')
    .execute();
}

/** Removes a deal from its prospect. Returns `false` when there is no such deal. */
export async function deleteDeal(
  transaction: Queries,
  prospectId: number,
  dealKey: string,
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('prospect_deal')
    .where('prospect_id', '=', prospectId)
    .where('deal_key', '=', dealKey)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Returns the id in the CRM and the refusal of a deal. */
export const findDealDetails = (
  queries: Queries,
  dealKey: string,
): Promise<{ dealId: number | null; problem: string | null } | undefined> =>
  queries
    .selectFrom('prospect_deal')
    .select(['deal_id as dealId', 'problem'])
    .where('deal_key', '=', dealKey)
    .executeTakeFirst();

/**
 * Returns the active CRM owner with the email address of a user; `undefined` when there is none.
 */
export async function findCrmOwnerOfUser(
  queries: Queries,
  userId: string | null,
): Promise<{ ownerId: number; name: string } | undefined> {
  const { rows } = await sql<{ ownerId: number; name: string }>`
    select o.owner_id as "ownerId", o.name from crm_owner o
    join app_user u on lower(u.email) = lower(o.email)
    where u.user_id = ${userId}::uuid and not o.archived order by o.owner_id limit 1`.execute(
    queries,
  );
  return rows[0];
}
