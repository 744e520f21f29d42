import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { CampaignState } from '#shared/campaigns/tickets/campaigns.ts';
import { campaignLimits } from '#shared/campaigns/tickets/constants.ts';
import type { CampaignDraft } from '#shared/campaigns/tickets/draft.ts';
import type { CampaignKind } from '#shared/campaigns/tickets/kinds.ts';
import type { RecipientTicketState } from '#shared/campaigns/tickets/rules.ts';
import type { Day } from '#shared/core/dates.ts';

export interface CampaignRow {
  campaignId: string;
  name: string;
  kind: CampaignKind;
  state: CampaignState;
  dueOn: Day;
  madeById: string;
  madeByName: string;
  madeAt: Date;
  finishedAt: Date | null;
  recipients: number;
  leftOut: number;
  toOpen: number;
  refused: number;
  withdrawn: number;
  open: number;
  stragglers: number;
  done: number;
}

/**
 * SQL for the update time that ticket `t` of recipient `r` has as long as no user has worked on the
 * ticket. This is the time at which the ticket was opened, or the time of a later bulk change.
 */
export const untouchedTicketUpdateTimeSql = sql`
  case when exists (
    select from ticket_change c where c.institution_id = t.institution_id and c.ticket_id = t.ticket_id and c.state = 'made' and c.on_untouched
      and c.left_at = date_trunc('milliseconds', t.updated_at)
  ) then date_trunc('milliseconds', t.updated_at) else r.seen_at end`;

/** SQL for the recipients, with the fields that determine the status of their tickets. */
const recipientTicketsSql = sql`
  select r.campaign_id, r.institution_id, r.target_id, r.state, r.reason, r.owner_id, r.ticket_id, t.ticket_id is not null as has_ticket,
    coalesce(s.ticket_state, case when t.closed_at is null then 'OPEN' end) = 'OPEN' as is_open,
    coalesce(s.label, t.stage_id) as stage, t.pipeline_id, t.owner_id as ticket_owner_id, t.created_at, date_trunc('milliseconds', t.updated_at) as updated_at,
    ${untouchedTicketUpdateTimeSql} as seen_at, m.last_at, m.last_out, m.last_in
  from ticket_campaign_recipient r
  left join crm_ticket t on t.institution_id = r.institution_id and t.ticket_id = r.ticket_id
  left join crm_ticket_stage s on s.pipeline_id = t.pipeline_id and s.stage_id = t.stage_id
  left join (
    select institution_id, ticket_id, max(at) as last_at, max(at) filter (where direction = 'out') as last_out,
      max(at) filter (where direction = 'in') as last_in
    from crm_ticket_message group by 1, 2
  ) m on m.institution_id = r.institution_id and m.ticket_id = r.ticket_id`;

/** Returns all campaigns, newest first, or one campaign, each with its progress. */
export async function findCampaignRows(
  queries: Queries,
  today: Day,
  now: Date,
  campaignId?: string,
): Promise<CampaignRow[]> {
  const idleSince = new Date(now.getTime() - campaignLimits.idleDays * 86_400_000);
  const isIncluded =
    campaignId === undefined ? sql`true` : sql`r.campaign_id = ${campaignId}::uuid`;
  const { rows } = await sql<CampaignRow>`
    with own as (${recipientTicketsSql} where ${isIncluded}), counted as (
      select campaign_id, count(*) filter (where w.state <> 'left_out')::integer as recipients,
        count(*) filter (where w.state = 'left_out')::integer as left_out, count(*) filter (where w.state = 'waiting')::integer as to_open,
        count(*) filter (where w.state = 'refused')::integer as refused, count(*) filter (where w.state = 'withdrawn')::integer as withdrawn,
        count(*) filter (where w.state in ('opened', 'kept') and has_ticket and is_open)::integer as open,
        count(*) filter (where w.state in ('opened', 'kept') and has_ticket and is_open
          and c.state <> 'ended' and (c.due_on < ${today}::date or case when last_at is null and updated_at = seen_at then created_at else greatest(updated_at, last_at) end
            <= ${idleSince}::timestamptz))::integer as stragglers,
        count(*) filter (where w.state in ('opened', 'kept') and has_ticket and not coalesce(is_open, false))::integer as done
      from own w join ticket_campaign c using (campaign_id) group by campaign_id
    )
    select c.campaign_id as "campaignId", c.name, c.kind, c.state, c.due_on as "dueOn", c.made_by as "madeById", p.name as "madeByName",
      c.made_at as "madeAt", c.finished_at as "finishedAt", n.recipients, n.left_out as "leftOut", n.to_open as "toOpen", n.refused, n.withdrawn,
      n.open, n.stragglers, n.done
    from ticket_campaign c join counted n using (campaign_id) join person p on p.user_id = c.made_by
    order by c.made_at desc, c.campaign_id`.execute(queries);
  return rows;
}

export interface CampaignTicketRow {
  recipientId: number;
  institutionId: number;
  institutionName: string;
  state: RecipientTicketState['state'];
  reason: string | null;
  ticketId: number | null;
  hasTicket: boolean;
  isOpen: boolean | null;
  stage: string | null;
  ownerName: string | null;
  createdAt: Date | null;
  updatedAt: Date | null;
  seenAt: Date | null;
  lastAt: Date | null;
  lastOut: Date | null;
  lastIn: Date | null;
}

/** Returns the recipients of a campaign with their tickets, sorted by customer name. */
export async function findCampaignTicketRows(
  queries: Queries,
  campaignId: string,
): Promise<CampaignTicketRow[]> {
  const { rows } = await sql<CampaignTicketRow>`
    with own as (${recipientTicketsSql} where r.campaign_id = ${campaignId}::uuid)
    select w.target_id as "recipientId", w.institution_id as "institutionId", i.name as "institutionName", w.state, w.reason, w.ticket_id as "ticketId",
      w.has_ticket as "hasTicket", w.is_open as "isOpen", w.stage,
      o.name as "ownerName",
      w.created_at as "createdAt", w.updated_at as "updatedAt", w.seen_at as "seenAt", w.last_at as "lastAt", w.last_out as "lastOut", w.last_in as "lastIn"
    from own w join institution i using (institution_id)
    left join shown_owner o on o.owner_id = case when w.has_ticket then w.ticket_owner_id else w.owner_id end
    order by i.name, w.institution_id, w.target_id`.execute(queries);
  return rows;
}

export interface StoredCampaign {
  draft: CampaignDraft;
  state: CampaignState;
  problem: string | null;
  madeBy: string;
  finishedAt: Date | null;
  undoneBy: string | null;
  undoneAt: Date | null;
  endedBy: string | null;
  endedAt: Date | null;
  dueOn: Day;
  refused: number;
  /** Number of recipients whose ticket is not opened yet. */
  toOpen: number;
  /** Number of bulk changes that wait for the CRM. */
  waiting: number;
}

/**
 * Returns a campaign; `undefined` for an unknown id. `forUpdate` locks the campaign until the
 * transaction ends.
 */
export async function findCampaign(
  queries: Queries,
  campaignId: string,
  forUpdate = false,
): Promise<StoredCampaign | undefined> {
  const { rows } = await sql<StoredCampaign>`
    select c.draft, c.state, c.problem, c.made_by as "madeBy", c.finished_at as "finishedAt", p.name as "undoneBy", c.undone_at as "undoneAt",
      e.name as "endedBy", c.ended_at as "endedAt", c.due_on as "dueOn",
      (select count(*)::integer from ticket_campaign_recipient r where r.campaign_id = c.campaign_id and r.state = 'refused') as refused,
      (select count(*)::integer from ticket_campaign_recipient r where r.campaign_id = c.campaign_id and r.state = 'waiting') as "toOpen",
      (select count(*)::integer from ticket_batch b join ticket_change x on x.batch_id = b.batch_id and x.state = 'waiting'
        where b.campaign_id = c.campaign_id) as waiting
    from ticket_campaign c left join person p on p.user_id = c.undone_by left join person e on e.user_id = c.ended_by
    where c.campaign_id = ${campaignId}::uuid ${forUpdate ? sql`for update of c` : sql``}`.execute(
    queries,
  );
  return rows[0];
}

interface Change {
  campaignId: string;
  state: CampaignState;
  userId: string;
  at: Date;
}

/**
 * Changes the state of a campaign. Canceling or undoing a campaign also cancels the recipients
 * whose tickets were not sent.
 */
export async function changeCampaignState(
  transaction: Queries,
  { campaignId, state, userId, at }: Change,
): Promise<void> {
  const ends = state === 'cancelled' || state === 'undoing';
  await sql`update ticket_campaign set state = ${state}, version = version + 1, problem = null,
    finished_at = case when ${ends} then coalesce(finished_at, ${at}::timestamptz) when ${state} = 'sending' then null else finished_at end,
    undone_by = case when ${state} = 'undoing' then ${userId}::uuid else undone_by end,
    undone_at = case when ${state} = 'undoing' then ${at}::timestamptz else undone_at end
    where campaign_id = ${campaignId}::uuid`.execute(transaction);
  if (ends)
    await sql`update ticket_campaign_recipient set state = 'cancelled', settled_at = ${at}
      where campaign_id = ${campaignId}::uuid and state = 'waiting'
        and target_id > coalesce((select sent_until from ticket_campaign where campaign_id = ${campaignId}::uuid), 0)`.execute(
      transaction,
    );
}

/** Queues the recipients whose tickets the CRM refused, so that their tickets are sent again. */
export async function queueRefusedRecipientsAgain(
  transaction: Queries,
  campaignId: string,
): Promise<void> {
  await sql`update ticket_campaign set sent_until = null where campaign_id = ${campaignId}::uuid`.execute(
    transaction,
  );
  await sql`update ticket_campaign_recipient set state = 'waiting', reason = null, settled_at = null
    where campaign_id = ${campaignId}::uuid and state = 'refused'`.execute(transaction);
}

/** Returns a cache version that changes with campaigns and their recipients. */
export async function campaignsVersion(queries: Queries): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select concat_ws(':', (select count(*) from ticket_campaign), (select sum(version) from ticket_campaign)) as version`.execute(
    queries,
  );
  return rows[0]?.version ?? '';
}

export interface OpenTicket {
  institutionId: number;
  ticketId: number;
  ownerId: number | null;
  isUntouched: boolean;
  /** First closed stage of the ticket's pipeline; `null` for a pipeline without a closed stage. */
  closed: { pipelineId: string; stageId: string } | null;
}

/** Returns the open tickets of a campaign, sorted by customer id. */
export async function findOpenTickets(queries: Queries, campaignId: string): Promise<OpenTicket[]> {
  const { rows } = await sql<OpenTicket>`
    with own as (${recipientTicketsSql} where r.campaign_id = ${campaignId}::uuid)
    select w.institution_id as "institutionId", w.ticket_id as "ticketId", w.ticket_owner_id as "ownerId",
      w.last_at is null and coalesce(w.updated_at = w.seen_at, false) as "isUntouched",
      (select jsonb_build_object('pipelineId', s.pipeline_id, 'stageId', s.stage_id) from crm_ticket_stage s
        where s.pipeline_id = w.pipeline_id and s.ticket_state = 'CLOSED' order by s.position, s.stage_id limit 1) as closed
    from own w where w.state in ('opened', 'kept') and w.has_ticket and w.is_open
    order by w.institution_id, w.target_id`.execute(queries);
  return rows;
}

/** Ends a campaign that was sent or canceled. */
export const endCampaign = (
  transaction: Queries,
  campaignId: string,
  ended: { by: string; at: Date },
) =>
  sql`update ticket_campaign set ended_from = state, state = 'ended', ended_by = ${ended.by}::uuid, ended_at = ${ended.at}, version = version + 1
    where campaign_id = ${campaignId}::uuid and state in ('sent', 'cancelled')`.execute(
    transaction,
  );

/** Restores the state that a campaign had before it ended. */
export const restoreCampaignState = (transaction: Queries, campaignId: string) =>
  sql`update ticket_campaign set state = ended_from, ended_from = null, ended_by = null, ended_at = null, version = version + 1
    where campaign_id = ${campaignId}::uuid and state = 'ended'`.execute(transaction);
