import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { insertOnce } from '#server/core/db/writes.ts';
import type { TicketEdit } from '#shared/tickets/changes.ts';

export type CampaignBatchActionKey = 'reassign' | 'end';

export interface TicketBatch {
  batchId: string;
  campaignId: string;
  what: CampaignBatchActionKey;
  /** Request body. A repeated request with the same batch id must have the same body. */
  request: Record<string, unknown>;
  detail: Record<string, unknown>;
  madeBy: string;
  at: Date;
}

/**
 * Finds a saved batch by id and compares it with this request; `undefined` when the id is unused.
 * `tickets` is the number of changes in the batch.
 */
export async function findTicketBatch(
  queries: Queries,
  { batchId, campaignId, what, request, madeBy }: Omit<TicketBatch, 'detail' | 'at'>,
): Promise<{ isSame: boolean; tickets: number } | undefined> {
  const { rows } = await sql<{ isSame: boolean; tickets: number }>`
    select campaign_id = ${campaignId}::uuid and what = ${what} and made_by = ${madeBy}::uuid and asked = ${JSON.stringify(request)}::jsonb as "isSame",
      (select count(*)::integer from ticket_change c where c.batch_id = b.batch_id and c.undoes is null) as tickets
    from ticket_batch b where batch_id = ${batchId}::uuid`.execute(queries);
  return rows[0];
}

/** SQL for a snapshot of ticket `t` as JSON. Each change of the ticket stores such a snapshot. */
const snapshot = sql`jsonb_build_object('pipelineId', t.pipeline_id, 'stageId', t.stage_id, 'ownerId', t.owner_id, 'priority', t.priority,
  'updatedAt', to_char(date_trunc('milliseconds', t.updated_at at time zone 'UTC'), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`;

export interface BatchChange {
  institutionId: number;
  ticketId: number;
  wanted: TicketEdit;
  /** `true` when the ticket has not changed since the campaign opened it. */
  isUntouched: boolean;
}

/**
 * Saves a batch with its changes, which wait for the CRM. Skips deleted tickets. Returns the number
 * of changes; `undefined` when the id already exists.
 */
export async function saveTicketBatch(
  transaction: Queries,
  { batchId, campaignId, what, request, detail, madeBy, at }: TicketBatch,
  changes: readonly BatchChange[],
): Promise<number | undefined> {
  const row = {
    batch_id: batchId,
    campaign_id: campaignId,
    what,
    asked: JSON.stringify(request),
    detail: JSON.stringify(detail),
  };
  if (
    !(await insertOnce(
      transaction.insertInto('ticket_batch').values({ ...row, made_by: madeBy, made_at: at }),
    ))
  )
    return undefined;
  const { rows } = await sql<{ kept: number }>`
    with kept as (
      insert into ticket_change (institution_id, change_id, ticket_id, wanted, seen, state, made_by, made_at, batch_id, on_untouched)
      select t.institution_id, gen_random_uuid(), t.ticket_id, a.wanted, ${snapshot}, 'waiting', ${madeBy}::uuid, ${at}::timestamptz, ${batchId}::uuid,
        a."isUntouched"
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as a("institutionId" bigint, "ticketId" bigint, wanted jsonb, "isUntouched" boolean)
      join crm_ticket t on t.institution_id = a."institutionId" and t.ticket_id = a."ticketId"
      returning 1
    )
    select count(*)::integer as kept from kept`.execute(transaction);
  return rows[0]?.kept ?? 0;
}

/**
 * Queues reverse changes for the applied changes of an undone batch, or only for the change
 * `changeId`. Skips tickets that have changed since.
 */
export async function queueReverseChanges(
  transaction: Queries,
  batchId: string,
  at: Date,
  changeId?: string,
): Promise<void> {
  const isIncluded = changeId === undefined ? sql`true` : sql`c.change_id = ${changeId}::uuid`;
  await sql`
    insert into ticket_change (institution_id, change_id, ticket_id, wanted, seen, state, made_by, made_at, batch_id, undoes, on_untouched)
    select t.institution_id, gen_random_uuid(), t.ticket_id,
      case c.wanted->>'what'
        when 'stage' then jsonb_build_object('what', 'stage', 'stage',
          jsonb_build_object('pipelineId', c.seen->'pipelineId', 'stageId', c.seen->'stageId'))
        else jsonb_build_object('what', 'owner', 'ownerId', c.seen->'ownerId')
      end,
      ${snapshot}, 'waiting', b.undone_by, ${at}::timestamptz, b.batch_id, c.change_id,
      c.on_untouched and c.left_at = date_trunc('milliseconds', t.updated_at)
    from ticket_change c
    join ticket_batch b on b.batch_id = c.batch_id and b.undone_at is not null
    join crm_ticket t on t.institution_id = c.institution_id and t.ticket_id = c.ticket_id
    where c.batch_id = ${batchId}::uuid and c.state = 'made' and c.undoes is null and ${isIncluded}
      and not exists (select from ticket_change r where r.batch_id = c.batch_id and r.undoes = c.change_id)
      and case c.wanted->>'what'
        when 'stage' then t.pipeline_id = c.wanted#>>'{stage,pipelineId}' and t.stage_id = c.wanted#>>'{stage,stageId}'
        else t.owner_id is not distinct from (c.wanted->>'ownerId')::bigint
      end`.execute(transaction);
}

/**
 * Undoes a batch. Discards changes that were not sent and queues reverse changes for applied
 * changes.
 */
export async function undoTicketBatch(
  transaction: Queries,
  batchId: string,
  undone: { by: string; at: Date },
): Promise<void> {
  await transaction
    .updateTable('ticket_batch')
    .set({ undone_by: undone.by, undone_at: undone.at })
    .where('batch_id', '=', batchId)
    .where('undone_at', 'is', null)
    .execute();
  await discardUnsentUndoneChanges(transaction, undone.at);
  await queueReverseChanges(transaction, batchId, undone.at);
}

/**
 * Gives up pending changes of undone batches that were never sent. A change that was sent without a
 * response may exist in the CRM. It is sent again and reversed once it is confirmed.
 */
export async function discardUnsentUndoneChanges(queries: Queries, now: Date): Promise<void> {
  await sql`
    update ticket_change c set state = 'given_up', settled_at = ${now} from ticket_batch b
    where b.batch_id = c.batch_id and b.undone_at is not null and c.undoes is null and c.state = 'waiting' and c.attempts = 0`.execute(
    queries,
  );
}

/**
 * Records the ticket's new update time after an applied change. If the batch was undone in the
 * meantime, queues the reverse change. Must run in the transaction that settles the change.
 */
export async function recordAppliedBatchChange(
  transaction: Queries,
  change: { institutionId: number; changeId: string; ticketId: number; batchId: string },
  at: Date,
): Promise<void> {
  const { institutionId, changeId, ticketId, batchId } = change;
  await sql`
    update ticket_change c set left_at = date_trunc('milliseconds', t.updated_at) from crm_ticket t
    where c.institution_id = ${institutionId} and c.change_id = ${changeId}::uuid and t.institution_id = c.institution_id
      and t.ticket_id = ${ticketId}`.execute(transaction);
  await queueReverseChanges(transaction, batchId, at, changeId);
}

/**
 * Locks the batch until the transaction ends, so that it cannot be undone while one of its changes
 * is settled.
 */
export const lockTicketBatch = (transaction: Queries, batchId: string) =>
  sql`select from ticket_batch where batch_id = ${batchId}::uuid for share`.execute(transaction);

export interface CampaignBatchRow {
  batchId: string;
  what: CampaignBatchActionKey;
  detail: Record<string, unknown>;
  madeBy: string;
  madeAt: Date;
  undoneBy: string | null;
  undoneAt: Date | null;
  tickets: number;
  waiting: number;
  made: number;
  /**
   * Number of changes that were not applied, because they were given up, refused by the CRM or in
   * conflict.
   */
  stayed: number;
  takenBack: number;
}

/** Returns the bulk changes to the campaign's tickets, newest first. */
export async function findCampaignBatches(
  queries: Queries,
  campaignId: string,
): Promise<CampaignBatchRow[]> {
  const { rows } = await sql<CampaignBatchRow>`
    select b.batch_id as "batchId", b.what, b.detail, p.name as "madeBy", b.made_at as "madeAt", u.name as "undoneBy",
      b.undone_at as "undoneAt", n.tickets, n.waiting, n.made, n.stayed, n."takenBack"
    from ticket_batch b join person p on p.user_id = b.made_by left join person u on u.user_id = b.undone_by
    cross join lateral (
      select count(*) filter (where undoes is null)::integer as tickets, count(*) filter (where state = 'waiting')::integer as waiting,
        count(*) filter (where undoes is null and state = 'made')::integer as made,
        count(*) filter (where undoes is null and state in ('given_up', 'refused', 'conflict'))::integer as stayed,
        count(*) filter (where undoes is not null and state = 'made')::integer as "takenBack"
      from ticket_change c where c.batch_id = b.batch_id
    ) n
    where b.campaign_id = ${campaignId}::uuid
    order by b.made_at desc, b.batch_id`.execute(queries);
  return rows;
}
