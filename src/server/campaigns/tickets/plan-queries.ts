import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { acquireNamedLock } from '#server/core/db/named-locks.ts';
import { storableJson } from '#server/core/db/storable.ts';
import type { CampaignKind } from '#shared/campaigns/tickets/kinds.ts';
import type { Day } from '#shared/core/dates.ts';

/**
 * Returns the active owner of each customer in the CRM, taken from the customer's primary deal.
 * Leaves out archived owners.
 */
export async function findActiveOwnerByCustomer(
  queries: Queries,
  institutionIds: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ institution_id: number; owner_id: number }>`
    select c.institution_id, c.owner_id from (
      select distinct on (institution_id) institution_id, owner_id from crm_deal
      where institution_id = any(${institutionIds}::bigint[]) order by institution_id, closed, updated_at desc, deal_id
    ) c join crm_owner o on o.owner_id = c.owner_id and not o.archived`.execute(queries);
  return new Map(rows.map((row) => [row.institution_id, row.owner_id]));
}

/** Existing tickets and campaigns of a customer that make a further ticket a duplicate. */
export interface ExistingCustomerTickets {
  /**
   * Name of an earlier campaign of the same kind whose ticket is still open; `null` without one.
   */
  sameKind: string | null;
  /** Name of the latest campaign within the quiet period; `null` without one. */
  recent: string | null;
  /** `true` when the customer has an open ticket with the same subject. */
  hasSubject: boolean;
}

interface DuplicateCandidate {
  institutionId: number;
  /** Subject of the planned ticket in lowercase. */
  subject: string;
}

const isOpen = sql`coalesce(s.ticket_state, case when t.closed_at is null then 'OPEN' end) = 'OPEN'`;

/**
 * Returns the existing tickets and campaigns of the customers by id. The transaction that creates a
 * campaign reads them again, so that two concurrent campaigns do not both include a customer.
 */
export async function findCustomerExistingTickets(
  queries: Queries,
  candidates: readonly DuplicateCandidate[],
  { kind, since }: { kind: CampaignKind; since: Date },
): Promise<Map<number, ExistingCustomerTickets>> {
  const { rows } = await sql<ExistingCustomerTickets & { institutionId: number }>`
    with candidates as (select * from jsonb_to_recordset(${storableJson(candidates)}::jsonb) as a("institutionId" bigint, subject text)),
    own as materialized (
      select r.institution_id, c.name, c.kind, c.made_at, r.state = 'waiting' or (t.ticket_id is not null and ${isOpen}) as is_open
      from candidates a join ticket_campaign_recipient r on r.institution_id = a."institutionId" and r.state in ('waiting', 'opened', 'kept')
      join ticket_campaign c using (campaign_id)
      left join crm_ticket t on t.institution_id = r.institution_id and t.ticket_id = r.ticket_id
      left join crm_ticket_stage s on s.pipeline_id = t.pipeline_id and s.stage_id = t.stage_id
    ),
    found as (
      select institution_id, (array_agg(name order by made_at desc) filter (where kind = ${kind} and is_open))[1] as same_kind,
        (array_agg(name order by made_at desc) filter (where made_at > ${since}::timestamptz))[1] as recent
      from own group by 1
    ),
    subjects as (
      select distinct t.institution_id from candidates a join crm_ticket t on t.institution_id = a."institutionId" and lower(t.subject) = a.subject
      left join crm_ticket_stage s on s.pipeline_id = t.pipeline_id and s.stage_id = t.stage_id
      where ${isOpen}
    )
    select coalesce(f.institution_id, s.institution_id) as "institutionId", f.same_kind as "sameKind", f.recent, s.institution_id is not null as "hasSubject"
    from found f full join subjects s using (institution_id)`.execute(queries);
  return new Map(rows.map(({ institutionId, ...duplicate }) => [institutionId, duplicate]));
}

export interface AbsentOwner {
  ownerId: number;
  until: Day;
  cover: string | null;
}

/** Returns the owners who are absent on a day. Owners are matched with users by name. */
export async function findOwnersAbsentOn(queries: Queries, day: Day): Promise<AbsentOwner[]> {
  const { rows } = await sql<AbsentOwner>`
    select distinct on (o.owner_id) o.owner_id as "ownerId", a.until_on as until, cover.name as cover
    from absence a join person p on p.user_id = a.user_id
    join shown_owner o on o.name = p.name
    left join person cover on cover.user_id = a.cover_id
    where ${day}::date between a.from_on and a.until_on
    order by o.owner_id, a.until_on desc`.execute(queries);
  return rows;
}

/** Takes a lock until the transaction ends, so that campaigns are created one at a time. */
export const lockCampaignCreation = (transaction: Queries) =>
  acquireNamedLock(transaction, 'ticket campaigns');
