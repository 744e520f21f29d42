import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { NewTicket, TicketWithdrawalResult } from '#server/core/providers/crm.ts';
import type { CampaignDraft } from '#shared/campaigns/tickets/draft.ts';
import { untouchedTicketUpdateTimeSql } from './queries.ts';

export interface ActiveCampaign {
  campaignId: string;
  name: string;
  draft: CampaignDraft;
  state: 'sending' | 'undoing' | 'cancelled';
  madeBy: string;
  undoneBy: string | null;
}

/**
 * Returns the campaigns with tickets to open or to withdraw, oldest first. Includes a canceled
 * campaign while results of sent tickets are missing.
 */
export async function findActiveCampaigns(queries: Queries): Promise<ActiveCampaign[]> {
  const { rows } = await sql<ActiveCampaign>`
    select campaign_id as "campaignId", name, draft, state, made_by as "madeBy", undone_by as "undoneBy" from ticket_campaign c
    where state in ('sending', 'undoing') or (state = 'cancelled' and exists (
      select from ticket_campaign_recipient r where r.campaign_id = c.campaign_id and r.state = 'waiting'))
    order by made_at, campaign_id`.execute(queries);
  return rows;
}

export interface ClaimedRecipient {
  /** Id of the customer when the campaign was created. */
  targetId: number;
  /** Current id of the customer, which differs from `targetId` after a merge. */
  institutionId: number;
  subject: string;
  body: string;
  ownerId: number | null;
}

/**
 * Claims the next recipients, in the order of their ids, and stores the last claimed id in the
 * campaign. Recipients up to this id may already have a ticket in the CRM. They are claimed again,
 * even during a pause, until the result of their ticket is known. Further recipients are claimed
 * only while the campaign is sending, so that a pause takes effect with the next batch.
 */
export async function claimRecipients(
  queries: Queries,
  campaignId: string,
  size: number,
): Promise<ClaimedRecipient[]> {
  const { rows } = await sql<ClaimedRecipient>`
    with batch as materialized (
      select r.target_id, r.institution_id, r.subject, r.body, r.owner_id from ticket_campaign_recipient r
      where r.campaign_id = ${campaignId}::uuid and r.state = 'waiting' and (
        (select state from ticket_campaign where campaign_id = ${campaignId}::uuid) = 'sending'
        or r.target_id <= (select sent_until from ticket_campaign where campaign_id = ${campaignId}::uuid))
      order by r.target_id limit ${size}
    ),
    ends as (select max(target_id) as at from batch),
    claimed as (
      update ticket_campaign c set sent_until = greatest(c.sent_until, e.at) from ends e
      where c.campaign_id = ${campaignId}::uuid and e.at is not null and (c.state = 'sending' or e.at <= c.sent_until)
      returning 1
    )
    select target_id as "targetId", institution_id as "institutionId", subject, body, owner_id as "ownerId" from batch
    where exists (select from claimed) order by target_id`.execute(queries);
  return rows;
}

export interface SentRecipient {
  targetId: number;
  ticketId: number | null;
  seenAt: Date | null;
  /** Reason why the CRM refused the ticket; `null` when it was opened. */
  reason: string | null;
}

/** Saves the results of sent tickets. Returns the customers whose ticket was opened. */
export async function recordOpenedTickets(
  transaction: Queries,
  campaignId: string,
  sent: readonly SentRecipient[],
  at: Date,
): Promise<number[]> {
  return settle(
    transaction,
    campaignId,
    'opened',
    sql`update ticket_campaign_recipient r set state = case when s."ticketId" is null then 'refused' else 'opened' end,
      ticket_id = s."ticketId", seen_at = s."seenAt", reason = s.reason, settled_at = ${at}
      from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as s("targetId" bigint, "ticketId" bigint, "seenAt" timestamptz, reason text)
      where r.campaign_id = ${campaignId}::uuid and r.target_id = s."targetId" and r.state = 'waiting'`,
  );
}

/**
 * Updates recipients, increments the campaign's version and clears the campaign's problem. Returns
 * the customers whose recipients reached `state`.
 */
async function settle(
  queries: Queries,
  campaignId: string,
  state: 'opened' | 'withdrawn',
  update: RawBuilder<unknown>,
): Promise<number[]> {
  const { rows } = await sql<{ institution_id: number }>`
    with settled as (${update} returning r.institution_id, r.state),
    counted as (update ticket_campaign set version = version + 1, problem = null where campaign_id = ${campaignId}::uuid)
    select institution_id from settled where state = ${state}`.execute(queries);
  return rows.map((row) => row.institution_id);
}

/** Saves the reason why the CRM could not be reached. */
export const saveSendingProblem = (queries: Queries, campaignId: string, problem: string) =>
  sql`update ticket_campaign set version = version + 1, problem = ${problem} where campaign_id = ${campaignId}::uuid`.execute(
    queries,
  );

/** Marks the campaign as sent when no recipient waits for its ticket. */
export const markCampaignSent = (queries: Queries, campaignId: string, at: Date) =>
  sql`update ticket_campaign c set state = 'sent', finished_at = ${at}, version = version + 1 where campaign_id = ${campaignId}::uuid and state = 'sending'
    and not exists (select from ticket_campaign_recipient r where r.campaign_id = c.campaign_id and r.state = 'waiting')`.execute(
    queries,
  );

/** Marks the campaign as undone when no ticket remains to be withdrawn. */
export const markCampaignUndone = (queries: Queries, campaignId: string) =>
  sql`update ticket_campaign c set state = 'undone', version = version + 1 where campaign_id = ${campaignId}::uuid and state = 'undoing'
    and not exists (select from ticket_campaign_recipient r where r.campaign_id = c.campaign_id and r.state in ('waiting', 'opened'))`.execute(
    queries,
  );

export async function findOpenedTickets(
  queries: Queries,
  campaignId: string,
  limit: number,
): Promise<{ ticketId: number; seenAt: Date }[]> {
  const { rows } = await sql<{ ticketId: number; seenAt: Date }>`
    select r.ticket_id as "ticketId", ${untouchedTicketUpdateTimeSql} as "seenAt" from ticket_campaign_recipient r
    left join crm_ticket t on t.institution_id = r.institution_id and t.ticket_id = r.ticket_id
    where r.campaign_id = ${campaignId}::uuid and r.state = 'opened' order by r.target_id limit ${limit}`.execute(
    queries,
  );
  return rows;
}

/**
 * Saves the results of withdrawals. Returns the customers whose ticket was withdrawn. A ticket that
 * is missing in the CRM counts as withdrawn.
 */
export async function recordWithdrawnTickets(
  transaction: Queries,
  campaignId: string,
  withdrawn: readonly TicketWithdrawalResult[],
  at: Date,
): Promise<number[]> {
  return settle(
    transaction,
    campaignId,
    'withdrawn',
    sql`update ticket_campaign_recipient r set state = case w.outcome when 'changed' then 'kept' else 'withdrawn' end,
      reason = case w.outcome when 'changed' then 'A colleague has worked on it.' end, settled_at = ${at}
      from jsonb_to_recordset(${JSON.stringify(withdrawn)}::jsonb) as w("ticketId" bigint, outcome text)
      where r.campaign_id = ${campaignId}::uuid and r.ticket_id = w."ticketId" and r.state = 'opened'`,
  );
}

/**
 * Returns the request that opens the ticket in the CRM. The key ensures that each target of a
 * campaign gets exactly one ticket, even after retries.
 */
export const toNewTicket = (
  { campaignId, draft: { stage, priority } }: ActiveCampaign,
  recipient: ClaimedRecipient,
): NewTicket => ({
  key: `${campaignId}:${recipient.targetId}`,
  institutionId: recipient.institutionId,
  subject: recipient.subject,
  body: recipient.body,
  pipelineId: stage.pipelineId,
  stageId: stage.stageId,
  priority,
  ownerId: recipient.ownerId,
});
