import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { MirrorDeal, mirrorOwner } from '#server/core/providers/hubspot/mapping.ts';

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

export async function keepDealCompanies(queries: Queries, pass: string, pairs: { dealId: number; companyId: number }[]) {
  if (pairs.length === 0) return;
  await queries
    .insertInto('hubspot_deal_company')
    .values(pairs.map(({ dealId, companyId }) => ({ pass, deal_id: dealId, company_id: companyId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function hasCompanies(queries: Queries, pass: string): Promise<boolean> {
  return (await queries.selectFrom('hubspot_company').select('pass').where('pass', '=', pass).limit(1).executeTakeFirst()) !== undefined;
}

/** Makes the owners and deals those of a whole pass. To be called in a transaction. A deal of several customers is the lowest company's. */
export async function publishPass(
  transaction: Queries,
  { pass, owners, asOf }: { pass: string; owners: ReturnType<typeof mirrorOwner>[]; asOf: Date },
): Promise<{ deals: number; removed: number }> {
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
  await forgetPasses(transaction);
  await transaction.updateTable('hubspot_mirror').set({ as_of: asOf }).execute();
  const { deals } = await transaction
    .selectFrom('crm_deal')
    .select((of) => of.fn.countAll<number>().as('deals'))
    .executeTakeFirstOrThrow();
  return { deals, removed: Number(removed.numAffectedRows ?? 0) };
}
