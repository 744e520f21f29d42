import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { institutionIdsConditionSql } from '#server/institutions/matches-institutions-sql.ts';
import type { SlaSourceInput } from './source.ts';

export interface ReplyWait {
  ticketId: number;
  institutionId: number;
  institutionName: string;
  subject: string;
  priority: string;
  ownerName: string | null;
  began: Date;
  repliedAt: Date | null;
  /** Time at which the ticket was closed without a reply; `null` otherwise. */
  closedAt: Date | null;
  /**
   * Time at which the ticket was reopened without a reply. The time of the preceding closing is not
   * stored.
   */
  reopenedAt: Date | null;
}

/**
 * Returns `true` when ticket messages are available. Without messages, every ticket would look
 * unanswered.
 */
export async function hasTicketMessages(queries: Queries): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from crm_ticket_message where direction <> 'note') as known`.execute(
    queries,
  );
  return rows[0]?.known === true;
}

/**
 * Returns the periods in which a customer waits for a reply, per ticket. A wait begins when the
 * customer opens or reopens the ticket, or writes after the team's last message. It ends with the
 * team's next message or when the ticket is closed. A ticket that a campaign opened counts as a
 * message of the team. Messages on a closed ticket do not begin a wait.
 */
export async function findReplyWaits({
  queries,
  institutionIds,
  since,
}: SlaSourceInput): Promise<ReplyWait[]> {
  if (!(await hasTicketMessages(queries))) return [];
  const { rows } = await sql<ReplyWait>`
    with ticket as materialized (
      select t.*, case coalesce(s.ticket_state, case when t.closed_at is null then 'OPEN' else 'CLOSED' end)
        when 'CLOSED' then coalesce(t.closed_at, t.updated_at) end as ended_at
      from crm_ticket t left join crm_ticket_stage s on s.pipeline_id = t.pipeline_id and s.stage_id = t.stage_id
      where ${institutionIdsConditionSql('t.institution_id', institutionIds)}
        and (t.closed_at is null or t.closed_at >= ${since}::timestamptz or s.ticket_state = 'OPEN')
    ),
    event as (
      select institution_id, ticket_id, created_at as at, case when external_key is null then 'in' else 'out' end as what, 0 as place from ticket
      union all
      select institution_id, ticket_id, reopened_at, 'reopened', 1 from ticket
      where reopened_at > created_at and (ended_at is null or reopened_at < ended_at)
      union all
      select m.institution_id, m.ticket_id, greatest(m.at, t.created_at), m.direction, 2 from crm_ticket_message m
      join ticket t using (institution_id, ticket_id)
      where m.direction in ('in', 'out') and (t.ended_at is null or m.at <= t.ended_at)
      union all
      select institution_id, ticket_id, greatest(ended_at, created_at), 'closed', 3 from ticket where ended_at is not null
    ),
    ordered as (
      select *, lag(what) over (partition by institution_id, ticket_id order by at, place) as before from event
    ),
    marked as (
      select *, what = 'reopened' or what = 'in' and (before is null or before = 'out') as begins from ordered
    ),
    turn as (
      select institution_id, ticket_id, turn, min(at) filter (where begins) as began, min(at) filter (where what = 'out') as replied_at,
        min(at) filter (where what = 'closed') as closed_at
      from (
        select *, count(*) filter (where begins) over (partition by institution_id, ticket_id order by at, place) as turn from marked
      ) counted group by institution_id, ticket_id, turn
    ),
    followed as (select *, lead(began) over (partition by institution_id, ticket_id order by turn) as next_began from turn)
    select f.ticket_id as "ticketId", f.institution_id as "institutionId", i.name as "institutionName", t.subject, t.priority,
      o.name as "ownerName", f.began, f.replied_at as "repliedAt",
      case when f.replied_at is null then f.closed_at end as "closedAt",
      case when f.replied_at is null and f.closed_at is null then f.next_began end as "reopenedAt"
    from followed f join ticket t using (institution_id, ticket_id) join institution i on i.institution_id = f.institution_id
    left join shown_owner o on o.owner_id = t.owner_id
    where f.began is not null
      and (coalesce(f.replied_at, f.closed_at, f.next_began) is null or coalesce(f.replied_at, f.closed_at, f.next_began) >= ${since}::timestamptz)`.execute(
    queries,
  );
  return rows;
}
