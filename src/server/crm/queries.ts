import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { MirrorDeal, MirrorStage, MirrorTicket, mirrorOwner } from '#server/core/providers/hubspot/mapping.ts';

export async function mirrorAsOf(queries: Queries): Promise<Date | null> {
  return (await queries.selectFrom('hubspot_mirror').select('as_of').executeTakeFirst())?.as_of ?? null;
}

/** Whether the database holds the demo's customers, whose deals a pass would take away. */
export async function holdsDemo(queries: Queries): Promise<boolean> {
  const { rows } = await sql`select from demo_world limit 1`.execute(queries);
  return rows.length > 0;
}

/** From here on only this pass may become the mirror; what others read is forgotten. */
export async function beginPass(queries: Queries, pass: string): Promise<void> {
  await sql`insert into hubspot_mirror (pass) values (${pass}) on conflict (one_row) do update set pass = excluded.pass`.execute(queries);
  await forgetPasses(queries);
}

/** Whether no other pass began since; none can until the transaction ends. */
export async function isNewestPass(transaction: Queries, pass: string): Promise<boolean> {
  const row = await transaction.selectFrom('hubspot_mirror').select('pass').forUpdate().executeTakeFirst();
  return row?.pass === pass;
}

async function forgetPasses(queries: Queries): Promise<void> {
  await sql`delete from hubspot_company`.execute(queries);
  await sql`delete from hubspot_deal`.execute(queries);
  await sql`delete from hubspot_deal_company`.execute(queries);
  await sql`delete from hubspot_ticket`.execute(queries);
  await sql`delete from hubspot_ticket_company`.execute(queries);
}

/** A page may tell again what another one told, when HubSpot changed between the two. */
export async function keepCompanies(queries: Queries, pass: string, companies: { institution_id: number; company_id: number }[]) {
  if (companies.length === 0) return;
  await queries
    .insertInto('hubspot_company')
    .values(companies.map((company) => ({ ...company, pass })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function keepDeals(queries: Queries, pass: string, deals: MirrorDeal[]): Promise<void> {
  if (deals.length === 0) return;
  await queries
    .insertInto('hubspot_deal')
    .values(deals.map((deal) => ({ ...deal, pass })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function keepTickets(queries: Queries, pass: string, tickets: MirrorTicket[]): Promise<void> {
  if (tickets.length === 0) return;
  await queries
    .insertInto('hubspot_ticket')
    .values(tickets.map((ticket) => ({ ...ticket, pass })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

type Pair = { objectId: number; companyId: number };

export async function keepDealCompanies(queries: Queries, pass: string, pairs: Pair[]): Promise<void> {
  if (pairs.length === 0) return;
  await queries
    .insertInto('hubspot_deal_company')
    .values(pairs.map(({ objectId, companyId }) => ({ pass, deal_id: objectId, company_id: companyId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function keepTicketCompanies(queries: Queries, pass: string, pairs: Pair[]): Promise<void> {
  if (pairs.length === 0) return;
  await queries
    .insertInto('hubspot_ticket_company')
    .values(pairs.map(({ objectId, companyId }) => ({ pass, ticket_id: objectId, company_id: companyId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function hasCompanies(queries: Queries, pass: string): Promise<boolean> {
  return (await queries.selectFrom('hubspot_company').select('pass').where('pass', '=', pass).limit(1).executeTakeFirst()) !== undefined;
}

interface Pass {
  pass: string;
  owners: ReturnType<typeof mirrorOwner>[];
  pipelines: { pipeline_id: string; label: string; position: number }[];
  stages: MirrorStage[];
  asOf: Date;
}

/** Makes owners, deals and tickets those of a whole pass. To be called in a transaction. What belongs to several customers is the lowest company's. */
export async function publishPass(
  transaction: Queries,
  { pass, owners, pipelines, stages, asOf }: Pass,
): Promise<{ deals: number; tickets: number; removed: number }> {
  for (const owner of owners) {
    await transaction
      .insertInto('crm_owner')
      .values(owner)
      .onConflict((conflict) => conflict.column('owner_id').doUpdateSet(owner))
      .execute();
  }
  const columns = sql.raw('institution_id, deal_id, name, pipeline, stage, owner_id, amount_cents, closes_on, closed, updated_at');
  const seen = sql`
    select distinct on (d.deal_id) c.institution_id, d.deal_id, d.name, d.pipeline, d.stage, d.owner_id, d.amount_cents, d.closes_on, d.closed, d.updated_at
    from hubspot_deal d
    join hubspot_deal_company dc on dc.pass = d.pass and dc.deal_id = d.deal_id
    join hubspot_company c on c.pass = d.pass and c.company_id = dc.company_id
    where d.pass = ${pass}
    order by d.deal_id, c.company_id`;
  const removed = await sql`
    with seen as (${seen})
    delete from crm_deal d where not exists (
      select from seen s where s.institution_id = d.institution_id and s.deal_id = d.deal_id)`.execute(transaction);
  await sql`
    insert into crm_deal as d (${columns}) ${seen}
    on conflict (institution_id, deal_id) do update set (name, pipeline, stage, owner_id, amount_cents, closes_on, closed, updated_at) =
      (excluded.name, excluded.pipeline, excluded.stage, excluded.owner_id, excluded.amount_cents, excluded.closes_on, excluded.closed, excluded.updated_at)
    where d is distinct from excluded`.execute(transaction);
  const removedTickets = await publishTickets(transaction, { pass, pipelines, stages, asOf });
  await forgetPasses(transaction);
  await transaction.updateTable('hubspot_mirror').set({ as_of: asOf }).execute();
  const { rows } = await sql<{ deals: number; tickets: number }>`
    select (select count(*) from crm_deal)::integer as deals, (select count(*) from crm_ticket)::integer as tickets`.execute(transaction);
  const { deals = 0, tickets = 0 } = rows[0] ?? {};
  return { deals, tickets, removed: Number(removed.numAffectedRows ?? 0) + removedTickets };
}

/** What was changed here after HubSpot was read stays as it is until the next pass. Answers how many tickets are gone. */
async function publishTickets(transaction: Queries, { pass, pipelines, stages, asOf }: Omit<Pass, 'owners'>): Promise<number> {
  await sql`delete from crm_ticket_pipeline`.execute(transaction);
  if (pipelines.length > 0) await transaction.insertInto('crm_ticket_pipeline').values(pipelines).execute();
  if (stages.length > 0) await transaction.insertInto('crm_ticket_stage').values(stages).execute();
  const columns = sql.raw('subject, body, pipeline_id, stage_id, priority, owner_id, channel, created_at, updated_at, closed_at');
  const seen = sql`
    select distinct on (t.ticket_id) c.institution_id, t.ticket_id, t.subject, t.body, t.pipeline_id, t.stage_id, t.priority, t.owner_id,
      t.channel, t.created_at, t.updated_at, t.closed_at
    from hubspot_ticket t
    join hubspot_ticket_company tc on tc.pass = t.pass and tc.ticket_id = t.ticket_id
    join hubspot_company c on c.pass = t.pass and c.company_id = tc.company_id
    where t.pass = ${pass} and not exists (select from hubspot_withdrawn w where w.ticket_id = t.ticket_id and w.at >= ${asOf})
    order by t.ticket_id, c.company_id`;
  const removed = await sql`
    with seen as (${seen})
    delete from crm_ticket t where created_at < ${asOf} and not exists (
      select from seen s where s.institution_id = t.institution_id and s.ticket_id = t.ticket_id)`.execute(transaction);
  await sql`
    insert into crm_ticket as t (institution_id, ticket_id, ${columns}) ${seen}
    on conflict (institution_id, ticket_id) do update set (${columns}) = (excluded.subject, excluded.body, excluded.pipeline_id,
      excluded.stage_id, excluded.priority, excluded.owner_id, excluded.channel, excluded.created_at, excluded.updated_at, excluded.closed_at)
    where excluded.updated_at >= t.updated_at
      and (t.subject, t.body, t.pipeline_id, t.stage_id, t.priority, t.owner_id, t.channel, t.created_at, t.updated_at, t.closed_at)
        is distinct from (excluded.subject, excluded.body, excluded.pipeline_id, excluded.stage_id, excluded.priority, excluded.owner_id,
          excluded.channel, excluded.created_at, excluded.updated_at, excluded.closed_at)`.execute(transaction);
  await sql`delete from hubspot_withdrawn where at < ${asOf}`.execute(transaction);
  return Number(removed.numAffectedRows ?? 0);
}
