import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { TicketChanges, TicketWriteResult } from '#server/core/providers/crm.ts';
import type { MirrorStage, MirrorTicket } from '#server/core/providers/hubspot/mapping.ts';

/**
 * Changes the local copy of a ticket if its update time equals `seenAt`, compared in milliseconds.
 * The state of the new stage decides whether the ticket is closed or reopened.
 */
export async function changeTicketCopy(
  queries: Queries,
  ticketId: number,
  patch: TicketChanges,
  seenAt: Date,
  at: Date,
): Promise<TicketWriteResult> {
  const { rows } = await sql<{ isMade: boolean }>`
    with before as (
      select t.ticket_id, date_trunc('milliseconds', t.updated_at) = ${seenAt}::timestamptz as "isSeen", s.ticket_state
      from crm_ticket t
      left join crm_ticket_stage s on s.pipeline_id = ${patch.stage?.pipelineId ?? null} and s.stage_id = ${patch.stage?.stageId ?? null}
      where t.ticket_id = ${ticketId} for update of t
    ), made as (
      update crm_ticket t set
        updated_at = greatest(${at}::timestamptz, t.updated_at + interval '1 millisecond'),
        pipeline_id = ${patch.stage?.pipelineId ?? sql`t.pipeline_id`},
        stage_id = ${patch.stage?.stageId ?? sql`t.stage_id`},
        owner_id = ${patch.ownerId === undefined ? sql`t.owner_id` : sql`${patch.ownerId}::bigint`},
        priority = ${patch.priority ?? sql`t.priority`},
        closed_at = case b.ticket_state when 'CLOSED' then coalesce(t.closed_at, ${at}::timestamptz) when 'OPEN' then null else t.closed_at end,
        reopened_at = case when b.ticket_state = 'OPEN' and t.closed_at is not null then ${at}::timestamptz else t.reopened_at end
      from before b where b.ticket_id = t.ticket_id and b."isSeen" returning 1
    )
    select exists (select from made) as "isMade" from before`.execute(queries);
  const found = rows[0];
  return found === undefined ? 'gone' : found.isMade ? 'made' : 'conflict';
}

/** Overwrites the local copy of a ticket with its current values in the CRM. */
export async function overwriteTicketCopy(
  queries: Queries,
  { ticket_id, created_at: _, ...ticket }: MirrorTicket,
): Promise<void> {
  await queries.updateTable('crm_ticket').set(ticket).where('ticket_id', '=', ticket_id).execute();
}

export const findTicketStages = (queries: Queries): Promise<MirrorStage[]> =>
  queries.selectFrom('crm_ticket_stage').selectAll().execute();

/** Returns the local copy of a ticket; `undefined` without one. */
export const findTicketCopy = (queries: Queries, ticketId: number) =>
  queries
    .selectFrom('crm_ticket')
    .select(['subject', 'body', 'pipeline_id', 'stage_id', 'priority', 'owner_id', 'updated_at'])
    .where('ticket_id', '=', ticketId)
    .executeTakeFirst();
