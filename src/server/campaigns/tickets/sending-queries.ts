import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { NewTicket, WithdrawnTicket } from '#server/core/providers/crm.ts';
import type { CampaignDraft } from '#shared/campaigns/tickets/draft.ts';

export interface CampaignAtWork {
  campaignId: string;
  name: string;
  draft: CampaignDraft;
  state: 'sending' | 'undoing' | 'cancelled';
  madeBy: string;
  undoneBy: string | null;
}

/** Campaigns with something to send or to withdraw, the oldest first. One that was cancelled still asks what became of what it had sent. */
export async function campaignsAtWork(queries: Queries): Promise<CampaignAtWork[]> {
  const { rows } = await sql<CampaignAtWork>`
    select campaign_id as "campaignId", name, draft, state, made_by as "madeBy", undone_by as "undoneBy" from ticket_campaign c
    where state in ('sending', 'undoing') or (state = 'cancelled' and exists (
      select from ticket_campaign_recipient r where r.campaign_id = c.campaign_id and r.state = 'sending'))
    order by made_at, campaign_id`.execute(queries);
  return rows;
}

export interface Recipient {
  institutionId: number;
  subject: string;
  body: string;
  ownerId: number | null;
}

/**
 * Marks the next recipients as being sent. What was marked before comes first: its sender was cut off. Those that wait are taken only while
 * the campaign is sending, so that a pause holds from the next batch on. An array, and not a join: before statistics are there, a join
 * looks at every recipient for each of the batch.
 */
export async function takeBatch(queries: Queries, campaignId: string, size: number): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    with batch as (
      (select institution_id from ticket_campaign_recipient where campaign_id = ${campaignId}::uuid and state = 'sending'
        order by institution_id limit ${size})
      union all
      (select institution_id from ticket_campaign_recipient where campaign_id = ${campaignId}::uuid and state = 'waiting'
        and (select state from ticket_campaign where campaign_id = ${campaignId}::uuid) = 'sending' order by institution_id limit ${size})
      limit ${size}
    )
    update ticket_campaign_recipient r set state = 'sending'
    where r.campaign_id = ${campaignId}::uuid and r.institution_id = any(array(select institution_id from batch)) and r.state in ('waiting', 'sending')
    returning r.institution_id as "institutionId", r.subject, r.body, r.owner_id as "ownerId"`.execute(queries);
  return rows;
}

export interface SentRecipient {
  institutionId: number;
  ticketId: number | null;
  seenAt: Date | null;
  /** Why the CRM refused it. */
  reason: string | null;
}

/** Keeps what became of recipients that were being sent; answers those whose ticket was opened. */
export async function settleSent(transaction: Queries, campaignId: string, sent: readonly SentRecipient[], at: Date): Promise<number[]> {
  const { rows } = await sql<{ institution_id: number; state: string }>`
    update ticket_campaign_recipient r set state = case when s."ticketId" is null then 'refused' else 'opened' end,
      ticket_id = s."ticketId", seen_at = s."seenAt", reason = s.reason, settled_at = ${at}
    from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as s("institutionId" bigint, "ticketId" bigint, "seenAt" timestamptz, reason text)
    where r.campaign_id = ${campaignId}::uuid and r.institution_id = s."institutionId" and r.state = 'sending'
    returning r.institution_id, r.state`.execute(transaction);
  await changed(transaction, campaignId);
  return rows.filter(({ state }) => state === 'opened').map((row) => row.institution_id);
}

/** Counts a change; the CRM has answered. */
const changed = (queries: Queries, campaignId: string) =>
  sql`update ticket_campaign set version = version + 1, problem = null where campaign_id = ${campaignId}::uuid`.execute(queries);

/** Why the CRM could not be asked. */
export const keepProblem = (queries: Queries, campaignId: string, problem: string) =>
  sql`update ticket_campaign set version = version + 1, problem = ${problem} where campaign_id = ${campaignId}::uuid`.execute(queries);

/** Ends the sending when each recipient is settled. */
export const endSending = (queries: Queries, campaignId: string, at: Date) =>
  sql`update ticket_campaign c set state = 'sent', finished_at = ${at}, version = version + 1 where campaign_id = ${campaignId}::uuid and state = 'sending'
    and not exists (select from ticket_campaign_recipient r where r.campaign_id = c.campaign_id and r.state in ('waiting', 'sending'))`.execute(
    queries,
  );

/** Ends the undoing when no ticket is left that could be withdrawn. */
export const endUndoing = (queries: Queries, campaignId: string) =>
  sql`update ticket_campaign c set state = 'undone', version = version + 1 where campaign_id = ${campaignId}::uuid and state = 'undoing'
    and not exists (select from ticket_campaign_recipient r where r.campaign_id = c.campaign_id and r.state in ('sending', 'opened'))`.execute(
    queries,
  );

export async function openedTickets(queries: Queries, campaignId: string, limit: number): Promise<{ ticketId: number; seenAt: Date }[]> {
  const { rows } = await sql<{ ticketId: number; seenAt: Date }>`
    select ticket_id as "ticketId", seen_at as "seenAt" from ticket_campaign_recipient
    where campaign_id = ${campaignId}::uuid and state = 'opened' order by institution_id limit ${limit}`.execute(queries);
  return rows;
}

/** Keeps what became of withdrawn tickets; answers the customers whose ticket is gone. One that was gone already was withdrawn before, or deleted by somebody. */
export async function settleWithdrawn(
  transaction: Queries,
  campaignId: string,
  withdrawn: readonly WithdrawnTicket[],
  at: Date,
): Promise<number[]> {
  const { rows } = await sql<{ institution_id: number; state: string }>`
    update ticket_campaign_recipient r set state = case w.outcome when 'changed' then 'kept' else 'withdrawn' end,
      reason = case w.outcome when 'changed' then 'Somebody has worked on it.' end, settled_at = ${at}
    from jsonb_to_recordset(${JSON.stringify(withdrawn)}::jsonb) as w("ticketId" bigint, outcome text)
    where r.campaign_id = ${campaignId}::uuid and r.ticket_id = w."ticketId" and r.state = 'opened'
    returning r.institution_id, r.state`.execute(transaction);
  await changed(transaction, campaignId);
  return rows.filter(({ state }) => state === 'withdrawn').map((row) => row.institution_id);
}

/** As the CRM is to open it. A customer gets one ticket of a campaign, whatever happens. */
export const newTicket = ({ campaignId, draft: { stage, priority } }: CampaignAtWork, recipient: Recipient): NewTicket => ({
  key: `${campaignId}:${recipient.institutionId}`,
  institutionId: recipient.institutionId,
  subject: recipient.subject,
  body: recipient.body,
  pipelineId: stage.pipelineId,
  stageId: stage.stageId,
  priority,
  ownerId: recipient.ownerId,
});
