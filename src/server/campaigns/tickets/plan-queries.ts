import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { takeTurn } from '#server/core/db/turns.ts';
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

export interface Duplicates {
  /** An earlier campaign of the same kind, by customer, whose ticket is still open. */
  sameKind: ReadonlyMap<number, string>;
  /** The newest campaign of the last days, by customer. */
  recent: ReadonlyMap<number, string>;
  /** Subjects of the open tickets, in small letters. */
  openSubjects: ReadonlyMap<number, ReadonlySet<string>>;
}

/** What the customers have already: read again in the transaction that makes a campaign, so that two at once do not both go to one. */
export async function duplicatesOf(
  queries: Queries,
  institutionIds: readonly number[],
  { kind, since }: { kind: CampaignKind; since: Date },
): Promise<Duplicates> {
  const { rows } = await sql<{ what: 'kind' | 'recent' | 'subject'; institutionId: number; text: string }>`
    with own as (
      select r.institution_id, r.state, t.subject, c.name, c.kind, c.made_at,
        t.ticket_id is not null and coalesce(s.ticket_state, case when t.closed_at is null then 'OPEN' end) = 'OPEN' as is_open
      from ticket_campaign_recipient r
      join ticket_campaign c using (campaign_id)
      left join crm_ticket t on t.institution_id = r.institution_id and t.ticket_id = r.ticket_id
      left join crm_ticket_stage s on s.pipeline_id = t.pipeline_id and s.stage_id = t.stage_id
      where r.institution_id = any(${institutionIds}::bigint[]) and r.state in ('waiting', 'sending', 'opened', 'kept')
    )
    (select distinct on (institution_id) 'kind' as what, institution_id as "institutionId", name as text from own
      where kind = ${kind} and (is_open or state in ('waiting', 'sending')) order by institution_id, made_at desc)
    union all
    (select distinct on (institution_id) 'recent', institution_id, name from own
      where made_at > ${since}::timestamptz order by institution_id, made_at desc)
    union all
    (select 'subject', t.institution_id, lower(t.subject) from crm_ticket t
      left join crm_ticket_stage s on s.pipeline_id = t.pipeline_id and s.stage_id = t.stage_id
      where t.institution_id = any(${institutionIds}::bigint[])
        and coalesce(s.ticket_state, case when t.closed_at is null then 'OPEN' end) = 'OPEN')`.execute(queries);
  const of = (what: string) => rows.filter((row) => row.what === what);
  const names = (what: string) => new Map(of(what).map((row) => [row.institutionId, row.text]));
  const openSubjects = Map.groupBy(of('subject'), (row) => row.institutionId);
  return {
    sameKind: names('kind'),
    recent: names('recent'),
    openSubjects: new Map([...openSubjects].map(([id, own]) => [id, new Set(own.map(({ text }) => text))])),
  };
}

export interface AwayOwner {
  ownerId: number;
  until: Day;
  cover: string | null;
}

/** Owners who are away on a day, by what they sign in as. */
export async function awayOwners(queries: Queries, day: Day): Promise<AwayOwner[]> {
  const { rows } = await sql<AwayOwner>`
    select distinct on (o.owner_id) o.owner_id as "ownerId", a.until_on as until, cover.name as cover
    from absence a join app_user u on u.user_id = a.user_id
    join crm_owner o on lower(o.email) = lower(u.email) or o.name = u.name
    left join person cover on cover.user_id = a.cover_id
    where ${day}::date between a.from_on and a.until_on
    order by o.owner_id, a.until_on desc`.execute(queries);
  return rows;
}

/** Campaigns are made one after the other until the transaction ends. */
export const holdCampaigns = (transaction: Queries) => takeTurn(transaction, 'ticket campaigns');
