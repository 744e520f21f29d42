import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { storableJson } from '#server/core/db/storable.ts';
import { takeTurn } from '#server/core/db/turns.ts';
import type { NewTicket, OpenedTicket, SeenTicket, WithdrawnTicket } from '#server/core/providers/crm.ts';

const firstOfEachKey = (tickets: readonly NewTicket[]) => [...new Map(tickets.map((ticket) => [ticket.key, ticket])).values()];

/** Why our own tables do not take some of these tickets, by key. */
async function refusals(queries: Queries, tickets: readonly NewTicket[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ key: string; why: string }>`
    select key, why from (
      select key, case
        when not exists (select from institution i where i.institution_id = a."institutionId") then 'There is no such customer.'
        when not exists (select from crm_ticket_stage s where s.pipeline_id = a."pipelineId" and s.stage_id = a."stageId") then 'There is no such stage.'
        when a."ownerId" is not null and not exists (select from crm_owner o where o.owner_id = a."ownerId" and not o.archived)
          then 'Its owner is no owner in the CRM any more.'
        end as why
      from jsonb_to_recordset(${storableJson(tickets)}::jsonb)
        as a(key text, "institutionId" bigint, "pipelineId" text, "stageId" text, "ownerId" bigint)
    ) asked where why is not null`.execute(queries);
  return new Map(rows.map(({ key, why }) => [key, why]));
}

/** The demo's own tickets go on counting below it. */
const firstNumber = 500_001;

/** Opens tickets in our own tables, with numbers that follow the highest. */
export async function openHere(queries: Queries, given: readonly NewTicket[], at: Date): Promise<OpenedTicket[]> {
  const tickets = firstOfEachKey(given);
  return queries.transaction().execute(async (transaction) => {
    await takeTurn(transaction, 'tickets are opened');
    const known = await openedUnder(transaction, tickets);
    const fresh = tickets.filter(({ key }) => !known.has(key));
    const refused = await refusals(transaction, fresh);
    const { highest } = await transaction
      .selectFrom('crm_ticket')
      .select(sql<number>`greatest(max(ticket_id), ${firstNumber - 1}::bigint)`.as('highest'))
      .executeTakeFirstOrThrow();
    const opened = fresh
      .filter(({ key }) => !refused.has(key))
      .map((ticket, index) => ({ ...ticket, ticketId: highest + 1 + index, createdAt: at, updatedAt: at }));
    await mirrorOpened(transaction, opened);
    const all = new Map([...known, ...opened.map((ticket) => [ticket.key, ticket] as const)]);
    return given.map(({ key }) => answerOf(key, all.get(key), refused.get(key)));
  });
}

interface Opened {
  ticketId: number;
  updatedAt: Date;
}

function answerOf(key: string, opened: Opened | undefined, refused: string | undefined): OpenedTicket {
  if (opened === undefined) return { key, refused: refused ?? 'The CRM did not say why it does not take this ticket.' };
  return { key, ticketId: opened.ticketId, updatedAt: opened.updatedAt };
}

async function openedUnder(queries: Queries, tickets: readonly NewTicket[]): Promise<Map<string, Opened>> {
  if (tickets.length === 0) return new Map();
  const rows = await queries
    .selectFrom('crm_ticket')
    .select(['external_key as key', 'ticket_id as ticketId', 'updated_at as updatedAt'])
    .where(
      'external_key',
      'in',
      tickets.map(({ key }) => key),
    )
    .execute();
  return new Map(rows.flatMap(({ key, ...opened }) => (key === null ? [] : [[key, opened] as const])));
}

/** Puts opened tickets into the tables that people read; one that stands there already stays as it is. */
export async function mirrorOpened(queries: Queries, opened: readonly (NewTicket & Opened & { createdAt: Date })[]): Promise<void> {
  await sql`
    insert into crm_ticket (institution_id, ticket_id, external_key, subject, body, pipeline_id, stage_id, priority, owner_id, created_at, updated_at, closed_at)
    select a."institutionId", a."ticketId", a.key, a.subject, a.body, a."pipelineId", a."stageId", a.priority, a."ownerId", a."createdAt", a."updatedAt",
      case s.ticket_state when 'CLOSED' then a."updatedAt" end
    from jsonb_to_recordset(${storableJson(opened)}::jsonb) as a("institutionId" bigint, "ticketId" bigint, key text, subject text, body text,
      "pipelineId" text, "stageId" text, priority text, "ownerId" bigint, "createdAt" timestamptz, "updatedAt" timestamptz)
    left join crm_ticket_stage s on s.pipeline_id = a."pipelineId" and s.stage_id = a."stageId"
    on conflict do nothing`.execute(queries);
}

/** Tickets on which somebody wrote here, or whose change waits for the CRM. */
export async function workedOnHere(queries: Queries, ticketIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ ticketId: number }>`
    select ticket_id as "ticketId" from crm_ticket_message where ticket_id = any(${ticketIds}::bigint[])
    union select ticket_id from ticket_change where ticket_id = any(${ticketIds}::bigint[]) and state in ('waiting', 'conflict')`.execute(
    queries,
  );
  return new Set(rows.map(({ ticketId }) => ticketId));
}

/** Takes tickets back from our own tables. */
export async function withdrawHere(queries: Queries, tickets: readonly SeenTicket[]): Promise<WithdrawnTicket[]> {
  return queries.transaction().execute(async (transaction) => {
    const ids = tickets.map(({ ticketId }) => ticketId);
    const { rows } = await sql<{ ticketId: number; updatedAt: Date }>`
      select ticket_id as "ticketId", date_trunc('milliseconds', updated_at) as "updatedAt"
      from crm_ticket where ticket_id = any(${ids}::bigint[]) order by ticket_id for update`.execute(transaction);
    const changedAt = new Map(rows.map(({ ticketId, updatedAt }) => [ticketId, updatedAt.getTime()]));
    const worked = await workedOnHere(transaction, ids);
    const withdrawn = tickets.map(({ ticketId, seenAt }): WithdrawnTicket => {
      const changed = changedAt.get(ticketId);
      if (changed === undefined) return { ticketId, outcome: 'gone' };
      return { ticketId, outcome: changed === seenAt.getTime() && !worked.has(ticketId) ? 'withdrawn' : 'changed' };
    });
    await removeFromMirror(transaction, withdrawn);
    return withdrawn;
  });
}

/** What the CRM has no more is shown no more. */
export async function removeFromMirror(queries: Queries, tickets: readonly WithdrawnTicket[]): Promise<void> {
  const ids = tickets.filter(({ outcome }) => outcome !== 'changed').map(({ ticketId }) => ticketId);
  await sql`delete from crm_ticket where ticket_id = any(${ids}::bigint[])`.execute(queries);
}

/** A pass that read these tickets before does not bring them back. */
export async function rememberWithdrawn(queries: Queries, ticketIds: readonly number[], at: Date): Promise<void> {
  await sql`
    insert into hubspot_withdrawn (ticket_id, at) select unnest(${ticketIds}::bigint[]), ${at}
    on conflict (ticket_id) do update set at = excluded.at`.execute(queries);
}
