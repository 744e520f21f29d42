import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { acquireNamedLock } from '#server/core/db/named-locks.ts';
import { storableJson } from '#server/core/db/storable.ts';
import type { CampaignKind } from '#shared/campaigns/tickets/kinds.ts';
import type { Day } from '#shared/core/dates.ts';

/** Each customer's owner in the CRM, by its deal that counts; one who has left it is none. */
export async function presentOwnerOf(queries: Queries, institutionIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ institution_id: number; owner_id: number }>`
    select c.institution_id, c.owner_id from (
      select distinct on (institution_id) institution_id, owner_id from crm_deal
      where institution_id = any(${institutionIds}::bigint[]) order by institution_id, closed, updated_at desc, deal_id
    ) c join crm_owner o on o.owner_id = c.owner_id and not o.archived`.execute(queries);
  return new Map(rows.map((row) => [row.institution_id, row.owner_id]));
}

/** What a customer has already. */
export interface Duplicate {
  /** An earlier campaign of the same kind whose ticket is still open. */
  sameKind: string | null;
  /** The newest campaign of the last days. */
  recent: string | null;
  /** It has an open ticket of the same subject. */
  hasSubject: boolean;
}

interface Asked {
  institutionId: number;
  /** In small letters. */
  subject: string;
}

const isOpen = sql`coalesce(s.ticket_state, case when t.closed_at is null then 'OPEN' end) = 'OPEN'`;

/**
 * What these customers have already, by id; those that have nothing are left out. Read again in the transaction that makes a campaign, so
 * that two at once do not both go to one.
 */
export async function duplicatesOf(
  queries: Queries,
  asked: readonly Asked[],
  { kind, since }: { kind: CampaignKind; since: Date },
): Promise<Map<number, Duplicate>> {
  const { rows } = await sql<Duplicate & { institutionId: number }>`
    with asked as (select * from jsonb_to_recordset(${storableJson(asked)}::jsonb) as a("institutionId" bigint, subject text)),
    own as materialized (
      select r.institution_id, c.name, c.kind, c.made_at, r.state = 'waiting' or (t.ticket_id is not null and ${isOpen}) as is_open
      from asked a join ticket_campaign_recipient r on r.institution_id = a."institutionId" and r.state in ('waiting', 'opened', 'kept')
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
      select distinct t.institution_id from asked a join crm_ticket t on t.institution_id = a."institutionId" and lower(t.subject) = a.subject
      left join crm_ticket_stage s on s.pipeline_id = t.pipeline_id and s.stage_id = t.stage_id
      where ${isOpen}
    )
    select coalesce(f.institution_id, s.institution_id) as "institutionId", f.same_kind as "sameKind", f.recent, s.institution_id is not null as "hasSubject"
    from found f full join subjects s using (institution_id)`.execute(queries);
  return new Map(rows.map(({ institutionId, ...duplicate }) => [institutionId, duplicate]));
}

export interface AwayOwner {
  ownerId: number;
  until: Day;
  cover: string | null;
}

/** Owners who are away on a day, by their names. */
export async function awayOwners(queries: Queries, day: Day): Promise<AwayOwner[]> {
  const { rows } = await sql<AwayOwner>`
    select distinct on (o.owner_id) o.owner_id as "ownerId", a.until_on as until, cover.name as cover
    from absence a join person p on p.user_id = a.user_id
    join shown_owner o on o.name = p.name
    left join person cover on cover.user_id = a.cover_id
    where ${day}::date between a.from_on and a.until_on
    order by o.owner_id, a.until_on desc`.execute(queries);
  return rows;
}

/** Campaigns are made one after the other until the transaction ends. */
export const holdCampaigns = (transaction: Queries) => acquireNamedLock(transaction, 'ticket campaigns');
