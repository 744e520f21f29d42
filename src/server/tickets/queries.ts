import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Ticket } from '#shared/tickets/tickets.ts';

type TicketRow = Omit<Ticket, 'createdAt' | 'updatedAt' | 'closedAt'> & {
  created_at: Date;
  updated_at: Date;
  closed_at: Date | null;
};

/**
 * Returns the tickets of an institution: open tickets, oldest first, then closed tickets, newest
 * first.
 */
export async function findInstitutionTickets(
  queries: Queries,
  institutionId: number,
  limit: number,
): Promise<Ticket[]> {
  const { rows } = await sql<TicketRow>`
    select t.ticket_id as "ticketId", t.subject, t.body, coalesce(p.label, t.pipeline_id) as pipeline, coalesce(s.label, t.stage_id) as stage, t.priority, t.product,
      o.name as "ownerName",
      t.created_at, t.updated_at, t.closed_at
    from crm_ticket t left join shown_owner o on o.owner_id = t.owner_id
    left join crm_ticket_pipeline p using (pipeline_id)
    left join crm_ticket_stage s on s.pipeline_id = t.pipeline_id and s.stage_id = t.stage_id
    where t.institution_id = ${institutionId}
    order by t.closed_at is not null, case when t.closed_at is null then t.created_at end, t.closed_at desc, t.ticket_id
    limit ${limit}`.execute(queries);
  return rows.map(({ created_at, updated_at, closed_at, ...ticket }) => ({
    ...ticket,
    createdAt: created_at.toISOString(),
    updatedAt: updated_at.toISOString(),
    closedAt: closed_at?.toISOString() ?? null,
  }));
}

export async function countOpenAndClosedTickets(
  queries: Queries,
  institutionId: number,
): Promise<{ open: number; closed: number }> {
  return queries
    .selectFrom('crm_ticket')
    .select((of) => [
      of.fn.countAll<number>().filterWhere('closed_at', 'is', null).as('open'),
      of.fn.countAll<number>().filterWhere('closed_at', 'is not', null).as('closed'),
    ])
    .where('institution_id', '=', institutionId)
    .executeTakeFirstOrThrow();
}
