import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { acquireNamedLock } from '#server/core/db/named-locks.ts';
import { storableJson } from '#server/core/db/storable.ts';
import type {
  NewTicket,
  TicketOpeningResult,
  TicketToWithdraw,
  TicketWithdrawalResult,
} from '#server/core/providers/crm.ts';

const firstOfEachKey = (tickets: readonly NewTicket[]) => [
  ...new Map(tickets.map((ticket) => [ticket.key, ticket])).values(),
];

/** First number of locally opened tickets. The numbers below it belong to demo tickets. */
const firstLocalTicketId = 500_001;

/**
 * Opens tickets in the local tables, numbered after the highest existing id. Concurrent calls run
 * one after another. Otherwise, two calls could use the same number or open two tickets for the
 * same key.
 */
export async function openLocalTickets(
  queries: Queries,
  given: readonly NewTicket[],
  at: Date,
): Promise<TicketOpeningResult[]> {
  const tickets = firstOfEachKey(given).map((ticket, place) => ({ ...ticket, place }));
  if (tickets.length === 0) return [];
  const answers = await queries.transaction().execute(async (transaction) => {
    await acquireNamedLock(transaction, 'tickets are opened');
    return insertFresh(transaction, tickets, at);
  });
  const byKey = new Map(answers.map((answer) => [answer.key, answer]));
  return given.map(({ key }) => answerOf(key, byKey.get(key)));
}

interface Inserted {
  key: string;
  /** Id of the opened ticket; `null` for a refused ticket. */
  ticketId: number | null;
  updatedAt: Date;
  refused: string | null;
}

/**
 * Inserts the valid tickets whose key no stored ticket has. The lateral join makes the planner use
 * index lookups, whatever the table statistics are.
 */
async function insertFresh(
  transaction: Queries,
  tickets: readonly (NewTicket & { place: number })[],
  at: Date,
): Promise<Inserted[]> {
  const { rows } = await sql<Inserted>`
    with asked as materialized (
      select a.*, k.ticket_id, k.updated_at, s.ticket_state, case
        when k.ticket_id is not null then null
        when not exists (select from institution i where i.institution_id = a."institutionId") then 'This customer doesn''t exist.'
        when s.stage_id is null then 'This stage doesn''t exist in the CRM.'
        when a."ownerId" is not null and not exists (select from crm_owner o where o.owner_id = a."ownerId" and not o.archived)
          then 'The owner is no longer active in the CRM.'
        end as refused
      from jsonb_to_recordset(${storableJson(tickets)}::jsonb) as a(place integer, key text, "institutionId" bigint, subject text, body text,
        "pipelineId" text, "stageId" text, priority text, "ownerId" bigint)
      left join lateral (select ticket_id, updated_at from crm_ticket t where t.external_key = a.key offset 0) k on true
      left join crm_ticket_stage s on s.pipeline_id = a."pipelineId" and s.stage_id = a."stageId"
    ),
    opened as (
      insert into crm_ticket (institution_id, ticket_id, external_key, subject, body, pipeline_id, stage_id, priority, owner_id, created_at, updated_at, closed_at)
      select "institutionId", greatest((select max(ticket_id) from crm_ticket), ${firstLocalTicketId - 1}::bigint) + row_number() over (order by place),
        key, subject, body, "pipelineId", "stageId", priority, "ownerId", ${at}::timestamptz, ${at}::timestamptz,
        case ticket_state when 'CLOSED' then ${at}::timestamptz end
      from asked where ticket_id is null and refused is null
      returning external_key, ticket_id
    )
    select a.key, coalesce(a.ticket_id, o.ticket_id) as "ticketId", coalesce(a.updated_at, ${at}::timestamptz) as "updatedAt", a.refused
    from asked a left join opened o on o.external_key = a.key`.execute(transaction);
  return rows;
}

function answerOf(key: string, answer: Inserted | undefined): TicketOpeningResult {
  const { ticketId = null, updatedAt, refused } = answer ?? {};
  if (ticketId === null || updatedAt === undefined)
    return { key, refused: refused ?? 'The CRM rejected this ticket without a reason.' };
  return { key, ticketId, updatedAt };
}

interface Opened {
  ticketId: number;
  updatedAt: Date;
}

/** Adds tickets opened in the CRM to the local tables. Existing tickets stay unchanged. */
export async function copyOpenedTicketsLocally(
  queries: Queries,
  opened: readonly (NewTicket & Opened & { createdAt: Date })[],
): Promise<void> {
  await sql`
    insert into crm_ticket (institution_id, ticket_id, external_key, subject, body, pipeline_id, stage_id, priority, owner_id, created_at, updated_at, closed_at)
    select a."institutionId", a."ticketId", a.key, a.subject, a.body, a."pipelineId", a."stageId", a.priority, a."ownerId", a."createdAt", a."updatedAt",
      case s.ticket_state when 'CLOSED' then a."updatedAt" end
    from jsonb_to_recordset(${storableJson(opened)}::jsonb) as a("institutionId" bigint, "ticketId" bigint, key text, subject text, body text,
      "pipelineId" text, "stageId" text, priority text, "ownerId" bigint, "createdAt" timestamptz, "updatedAt" timestamptz)
    left join crm_ticket_stage s on s.pipeline_id = a."pipelineId" and s.stage_id = a."stageId"
    on conflict do nothing`.execute(queries);
}

/** Returns the tickets that have a message, or a change that is pending or in conflict. */
export async function findTicketIdsWithActivity(
  queries: Queries,
  ticketIds: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql<{ ticketId: number }>`
    select ticket_id as "ticketId" from crm_ticket_message where ticket_id = any(${ticketIds}::bigint[])
    union select ticket_id from ticket_change where ticket_id = any(${ticketIds}::bigint[]) and state in ('waiting', 'conflict')`.execute(
    queries,
  );
  return new Set(rows.map(({ ticketId }) => ticketId));
}

/**
 * Withdraws tickets from the local tables. Keeps tickets that changed after `seenAt` or have
 * activity.
 */
export async function deleteUnchangedLocalTickets(
  queries: Queries,
  tickets: readonly TicketToWithdraw[],
): Promise<TicketWithdrawalResult[]> {
  return queries.transaction().execute(async (transaction) => {
    const ids = tickets.map(({ ticketId }) => ticketId);
    const { rows } = await sql<{ ticketId: number; updatedAt: Date }>`
      select ticket_id as "ticketId", date_trunc('milliseconds', updated_at) as "updatedAt"
      from crm_ticket where ticket_id = any(${ids}::bigint[]) order by ticket_id for update`.execute(
      transaction,
    );
    const changedAt = new Map(
      rows.map(({ ticketId, updatedAt }) => [ticketId, updatedAt.getTime()]),
    );
    const withActivity = await findTicketIdsWithActivity(transaction, ids);
    const withdrawn = tickets.map(({ ticketId, seenAt }): TicketWithdrawalResult => {
      const changed = changedAt.get(ticketId);
      if (changed === undefined) return { ticketId, outcome: 'gone' };
      return {
        ticketId,
        outcome:
          changed === seenAt.getTime() && !withActivity.has(ticketId) ? 'withdrawn' : 'changed',
      };
    });
    await deleteWithdrawnTickets(transaction, withdrawn);
    return withdrawn;
  });
}

/** Deletes withdrawn and missing tickets from the local tables. */
export async function deleteWithdrawnTickets(
  queries: Queries,
  tickets: readonly TicketWithdrawalResult[],
): Promise<void> {
  const ids = tickets
    .filter(({ outcome }) => outcome !== 'changed')
    .map(({ ticketId }) => ticketId);
  await sql`delete from crm_ticket where ticket_id = any(${ids}::bigint[])`.execute(queries);
}

/** Records withdrawn tickets, so that a pass that read them earlier does not restore them. */
export async function recordWithdrawnTickets(
  queries: Queries,
  ticketIds: readonly number[],
  at: Date,
): Promise<void> {
  await sql`
    insert into hubspot_withdrawn (ticket_id, at) select unnest(${ticketIds}::bigint[]), ${at}
    on conflict (ticket_id) do update set at = excluded.at`.execute(queries);
}
