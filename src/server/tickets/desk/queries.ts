import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { addDays, type Day, dayIn, weekStartOf } from '#shared/core/dates.ts';
import type { ProductKey } from '#shared/core/products.ts';
import type { unsettledChangeStates } from '#shared/tickets/changes.ts';
import { closedTicketDays, ticketRules } from '#shared/tickets/constants.ts';
import type { RiskOutcomeKind } from '#shared/work/cases.ts';

export interface DeskRow {
  ticketId: number;
  institutionId: number;
  institutionName: string;
  subject: string;
  /** First 2,000 characters of the ticket's opening message. */
  opening: string;
  product: ProductKey | null;
  priority: string;
  pipelineId: string;
  pipeline: string;
  stageId: string;
  stage: string;
  stageState: 'OPEN' | 'CLOSED' | null;
  channel: string | null;
  ownerId: number | null;
  ownerName: string | null;
  createdAt: Date;
  updatedAt: Date;
  closedAt: Date | null;
  reopenedAt: Date | null;
  /** `true` when a campaign opened the ticket. */
  isOutreach: boolean;
  firstOut: Date | null;
  lastOut: Date | null;
  /** Time of the customer's last message in any of its tickets; `null` without messages. */
  lastIn: Date | null;
  /**
   * Time since which the customer waits for a reply; `null` when the last message came from the
   * team or when messages are unknown.
   */
  waitsSince: Date | null;
  /** Number of tickets that the customer opened in the last 14 days. */
  recentTickets: number;
  /**
   * Usage of the ticket's product in the two full weeks before the ticket's week (`useBefore`) and
   * after it (`useAfter`). `null` when unknown.
   */
  useBefore: number | null;
  useAfter: number | null;
  sync: (typeof unsettledChangeStates)[number] | null;
}

const columns = sql`
  t.ticket_id as "ticketId", t.institution_id as "institutionId", i.name as "institutionName", t.subject, left(t.body, 2000) as opening, t.product, t.priority,
  t.pipeline_id as "pipelineId", coalesce(p.label, t.pipeline_id) as pipeline, t.stage_id as "stageId", coalesce(s.label, t.stage_id) as stage,
  s.ticket_state as "stageState", t.channel, t.owner_id as "ownerId",
  o.name as "ownerName",
  t.created_at as "createdAt", t.updated_at as "updatedAt", t.closed_at as "closedAt", t.reopened_at as "reopenedAt",
  t.external_key is not null as "isOutreach"`;
const tables = sql`
  crm_ticket t join institution i using (institution_id)
  left join crm_ticket_pipeline p using (pipeline_id)
  left join crm_ticket_stage s on s.pipeline_id = t.pipeline_id and s.stage_id = t.stage_id
  left join shown_owner o on o.owner_id = t.owner_id`;

/**
 * Returns open tickets and tickets closed in the last 90 days. With `ticketId`, returns only this
 * ticket, however old it is.
 */
export async function findDeskRows(
  queries: Queries,
  now: Date,
  timeZone: string,
  ticketId?: number,
): Promise<DeskRow[]> {
  const today = dayIn(timeZone, now);
  const days = ticketRules.days;
  const isIncluded =
    ticketId === undefined
      ? sql`t.closed_at is null or t.closed_at >= ${now}::timestamptz - make_interval(days => ${closedTicketDays})`
      : sql`t.ticket_id = ${ticketId}`;
  const { rows } = await sql<DeskRow>`
    with desk as materialized (select ${columns} from ${tables} where ${isIncluded}),
    talk as (
      select institution_id, ticket_id, min(at) filter (where direction = 'out') as first_out,
        max(at) filter (where direction = 'out') as last_out, max(at) filter (where direction = 'in') as last_in
      from crm_ticket_message where institution_id in (select "institutionId" from desk) group by 1, 2
    ),
    unanswered as (
      select m.institution_id, m.ticket_id, min(m.at) as since from crm_ticket_message m join talk k using (institution_id, ticket_id)
      where m.direction = 'in' and (k.last_out is null or m.at > k.last_out) group by 1, 2
    ),
    voice as (select institution_id, max(last_in) as last_in from talk group by 1),
    recent as (
      select institution_id, count(*)::integer as tickets from crm_ticket
      where created_at >= ${now}::timestamptz - make_interval(days => ${days}) and external_key is null group by 1
    ),
    waiting as (
      select institution_id, ticket_id, max(state) filter (where state = 'waiting') as waiting, max(state) as state
      from ticket_change where state in ('waiting', 'conflict') group by 1, 2
    )
    select d.*, k.first_out as "firstOut", k.last_out as "lastOut", v.last_in as "lastIn", coalesce(r.tickets, 0) as "recentTickets",
      case when k.last_out is not null or d."isOutreach" then least(a.since, case when d."reopenedAt" > k.last_out then d."reopenedAt" end)
        when exists (select from crm_ticket_message where direction <> 'note') then d."createdAt" end as "waitsSince",
      u.before as "useBefore", u.after as "useAfter", coalesce(w.waiting, w.state) as sync
    from desk d
    left join talk k on k.institution_id = d."institutionId" and k.ticket_id = d."ticketId"
    left join unanswered a on a.institution_id = d."institutionId" and a.ticket_id = d."ticketId"
    left join voice v on v.institution_id = d."institutionId"
    left join recent r on r.institution_id = d."institutionId"
    left join waiting w on w.institution_id = d."institutionId" and w.ticket_id = d."ticketId"
    left join lateral (
      select sum(value) filter (where week_start < z.week) as before, sum(value) filter (where week_start > z.week) as after
      from (
        select opened - extract(dow from opened)::integer as week from (select (d."createdAt" at time zone ${timeZone})::date as opened) o
      ) z
      join location l on l.institution_id = d."institutionId"
      join usage_week x on x.institution_id = l.institution_id and x.location_id = l.location_id and x.product = d.product
        and x.week_start between z.week - 14 and z.week + 14
      where not d."isOutreach" and z.week + 21 <= ${weekStartOf(today)}::date and z.week >= ${addDays(today, -180)}::date
        and (d."closedAt" is null or d."closedAt" >= d."createdAt" + make_interval(days => ${days}))
    ) u on true
    order by d."closedAt" is not null, d."createdAt" desc, d."ticketId"`.execute(queries);
  return rows;
}

/** Returns a cache version that changes with tickets, messages, stages and pending changes. */
export async function deskVersion(queries: Queries): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select concat_ws(':', (select max(updated_at) from crm_ticket), (select count(*) from crm_ticket),
      (select count(*) from crm_ticket_message), (select max(at) from crm_ticket_message),
      (select count(*) from ticket_change), (select count(*) from ticket_change where state = 'waiting'),
      (select max(settled_at) from ticket_change), (select string_agg(stage_id || label || coalesce(ticket_state, ''), ',' order by pipeline_id, stage_id)
        from crm_ticket_stage)) as version`.execute(queries);
  return rows[0]?.version ?? '';
}

export async function findDeskTicketStages(queries: Queries) {
  return queries
    .selectFrom('crm_ticket_stage as s')
    .innerJoin('crm_ticket_pipeline as p', 'p.pipeline_id', 's.pipeline_id')
    .select([
      'p.pipeline_id as pipelineId',
      'p.label as pipeline',
      's.stage_id as stageId',
      's.label as stage',
      's.ticket_state as state',
    ])
    .orderBy('p.position')
    .orderBy('p.pipeline_id')
    .orderBy('s.position')
    .orderBy('s.stage_id')
    .execute();
}

export const findActiveCrmOwners = (queries: Queries) =>
  queries
    .selectFrom('shown_owner')
    .select(['owner_id as ownerId', 'name as ownerName'])
    .where('archived', '=', false)
    .orderBy('name')
    .orderBy('owner_id')
    .execute();

/** Returns the subject and the opening message of a ticket; `undefined` for an unknown ticket. */
export async function findTicketText(queries: Queries, ticketId: number) {
  return queries
    .selectFrom('crm_ticket')
    .select(['institution_id as institutionId', 'subject', 'body', 'product'])
    .where('ticket_id', '=', ticketId)
    .executeTakeFirst();
}

export const findTicketMessages = (queries: Queries, institutionId: number, ticketId: number) =>
  queries
    .selectFrom('crm_ticket_message')
    .select(['message_id as messageId', 'at', 'direction', 'author', 'body'])
    .where('institution_id', '=', institutionId)
    .where('ticket_id', '=', ticketId)
    .orderBy('at')
    .orderBy('message_id')
    .execute();

/** Saves a note. A repeated message id changes nothing. */
export async function saveTicketNote(
  queries: Queries,
  note: {
    institutionId: number;
    ticketId: number;
    messageId: string;
    at: Date;
    author: string;
    body: string;
  },
): Promise<void> {
  await queries
    .insertInto('crm_ticket_message')
    .values({
      institution_id: note.institutionId,
      ticket_id: note.ticketId,
      message_id: note.messageId,
      at: note.at,
      direction: 'note',
      author: note.author,
      body: note.body,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const mostSimilar = 5;
const mostArticles = 3;

/** SQL for a text-search query that matches any word of a text, except stop words. */
const anyWordOf = (text: string) => sql`
  (select string_agg(quote_literal(lexeme), ' | ')::tsquery from unnest(to_tsvector('english', ${text})))`;

/**
 * Returns the tickets of the last year that are most similar to the given ticket and about the same
 * product, best match first.
 */
export async function findSimilarTickets(
  queries: Queries,
  {
    ticketId,
    subject,
    body,
    product,
  }: { ticketId: number; subject: string; body: string; product: string | null },
  now: Date,
) {
  const { rows } = await sql<{
    ticketId: number;
    institutionName: string;
    subject: string;
    stage: string;
    closedAt: Date | null;
    stageState: DeskRow['stageState'];
    createdAt: Date;
  }>`
    with search as materialized (select ${anyWordOf(`${subject} ${body}`)} as words)
    select t.ticket_id as "ticketId", i.name as "institutionName", t.subject, coalesce(s.label, t.stage_id) as stage,
      t.closed_at as "closedAt", s.ticket_state as "stageState", t.created_at as "createdAt"
    from search, ${tables}
    where to_tsvector('english', t.subject || ' ' || t.body) @@ search.words and t.ticket_id <> ${ticketId}
      and t.product is not distinct from ${product}::text and t.created_at >= ${now}::timestamptz - interval '1 year'
    order by ts_rank(to_tsvector('english', t.subject || ' ' || t.body), search.words) desc, t.created_at desc, t.ticket_id
    limit ${mostSimilar}`.execute(queries);
  return rows;
}

/** Returns the articles whose title has a word in common with the subject, best match first. */
export async function findRelatedArticles(queries: Queries, subject: string) {
  const { rows } = await sql<{ articleId: number; title: string; body: string }>`
    with search as materialized (select ${anyWordOf(subject)} as words)
    select article_id as "articleId", title, body from article, search
    where to_tsvector('english', title) @@ search.words
    order by ts_rank(setweight(to_tsvector('english', title), 'A') || to_tsvector('english', body), search.words) desc, article_id
    limit ${mostArticles}`.execute(queries);
  return rows;
}

const mostTouches = 3;

/** Returns the latest notes and risk outcomes of a customer, newest first. */
export async function findLatestNotesAndOutcomes(queries: Queries, institutionId: number) {
  const { rows } = await sql<{
    at: Date;
    by: string;
    text: string;
    outcome: RiskOutcomeKind | null;
  }>`
    select at, name as by, text, outcome from (
      select created_at as at, author_id as user_id, body as text, null as outcome from note
      where institution_id = ${institutionId} and deleted_at is null
      union all
      select decided_at, decided_by, note, outcome from risk_outcome where institution_id = ${institutionId}
    ) touched join person using (user_id)
    order by at desc limit ${mostTouches}`.execute(queries);
  return rows;
}

/** Number of full weeks in a ticket's usage chart. */
const chartWeeks = 26;

/**
 * Returns the weekly usage of a product and the number of tickets about it, oldest week first.
 * `use` is `null` for weeks without data and for the current week.
 */
export async function weeklyUsageAndTickets(
  queries: Queries,
  { institutionId, product }: { institutionId: number; product: ProductKey },
  { today, timeZone }: { today: Day; timeZone: string },
): Promise<{ weekStart: Day; use: number | null; tickets: number }[]> {
  const running = weekStartOf(today);
  const { rows } = await sql<{ weekStart: Day; use: number | null; tickets: number }>`
    select week::date as "weekStart",
      (select sum(value) from usage_week u
        where week < ${running}::date and u.institution_id = ${institutionId} and u.product = ${product} and u.week_start = week::date) as use,
      (select count(*)::integer from crm_ticket t
        where t.institution_id = ${institutionId} and t.product = ${product} and t.created_at >= week at time zone ${timeZone}
          and t.created_at < (week + interval '7 days') at time zone ${timeZone}) as tickets
    from generate_series(${addDays(running, -7 * chartWeeks)}::date::timestamp, ${running}::date::timestamp, interval '7 days') week
    order by week`.execute(queries);
  return rows;
}
