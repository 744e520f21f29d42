import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { MirrorStage, toMirrorOwner } from '#server/core/providers/hubspot/mapping.ts';
import { nextChangesStartTime } from '../rules.ts';
import { deleteUnpublishedPassRows } from './state-queries.ts';

/** Staging tables of a pass, with their key column and their object type in `hubspot_gone`. */
const tables = [
  { table: 'hubspot_company', column: 'company_id', object: 'companies' },
  { table: 'hubspot_deal', column: 'deal_id', object: 'deals' },
  { table: 'hubspot_ticket', column: 'ticket_id', object: 'tickets' },
] as const;
const associationTables = {
  companies: undefined,
  deals: 'hubspot_deal_company',
  tickets: 'hubspot_ticket_company',
} as const;

/**
 * Merges the rows of a pass into the published rows: replaces changed rows and removes deleted
 * rows.
 */
export async function mergePassRows(
  transaction: Queries,
  pass: string,
  published: string,
): Promise<void> {
  for (const { table, column, object } of tables) {
    const id = sql.ref(column);
    const replaced = sql`
      select ${id} from ${sql.table(table)} where pass = ${pass}
      union all select object_id from hubspot_gone where pass = ${pass} and object = ${object}`;
    const associationTable = associationTables[object];
    for (const each of associationTable === undefined ? [table] : [table, associationTable])
      await sql`delete from ${sql.table(each)} where pass = ${published} and ${id} in (${replaced})`.execute(
        transaction,
      );
    for (const each of associationTable === undefined ? [table] : [table, associationTable])
      await sql`update ${sql.table(each)} set pass = ${published} where pass = ${pass}`.execute(
        transaction,
      );
  }
}

/**
 * Updates the planner statistics of the staging tables. Nearly all rows of a large pass have an id
 * that older statistics don't know, so that joins would be planned for a single row.
 */
export async function analyzeStagedRows(transaction: Queries): Promise<void> {
  await sql`analyze hubspot_company, hubspot_deal, hubspot_deal_company, hubspot_ticket, hubspot_ticket_company`.execute(
    transaction,
  );
}

interface Pass {
  /** Id of the pass whose rows become the mirror. */
  published: string;
  owners: ReturnType<typeof toMirrorOwner>[];
  pipelines: { pipeline_id: string; label: string; position: number }[];
  stages: MirrorStage[];
  asOf: Date;
}

export interface PublishResult {
  deals: number;
  tickets: number;
  removed: number;
}

/**
 * Copies the mirror to the CRM tables that users see. A record with several companies belongs to
 * the company with the lowest id. Must run in a transaction.
 */
export async function copyMirrorToCrm(
  transaction: Queries,
  { published, owners, pipelines, stages, asOf }: Pass,
): Promise<PublishResult> {
  await publishOwners(transaction, owners);
  await publishStages(transaction, pipelines, stages);
  const removed =
    (await publishDeals(transaction, published)) +
    (await updateProspectDeals(transaction, published, asOf)) +
    (await publishTickets(transaction, published, asOf));
  await deleteUnpublishedPassRows(transaction, published);
  const { rows } = await sql<{ deals: number; tickets: number }>`
    select (select count(*) from crm_deal)::integer as deals, (select count(*) from crm_ticket)::integer as tickets`.execute(
    transaction,
  );
  return { deals: 0, tickets: 0, ...rows[0], removed };
}

/**
 * Saves the start of a pass as the time up to which the mirror is current. Not used for a pass that
 * reads only reported records.
 */
export async function saveMirrorSyncTime(
  transaction: Queries,
  published: string,
  asOf: Date,
  isFull: boolean,
): Promise<void> {
  await transaction
    .updateTable('hubspot_mirror')
    .set({
      published,
      as_of: asOf,
      watermark: nextChangesStartTime(asOf),
      ...(isFull && { full_at: asOf }),
    })
    .execute();
}

async function publishOwners(transaction: Queries, owners: Pass['owners']): Promise<void> {
  await sql`
    insert into crm_owner as o (owner_id, name, email, archived)
    select distinct on (owner_id) *
    from jsonb_to_recordset(${JSON.stringify(owners)}::jsonb) as a(owner_id bigint, name text, email text, archived boolean)
    order by owner_id, archived desc
    on conflict (owner_id) do update set (name, email, archived) = (excluded.name, excluded.email, excluded.archived)
    where (o.name, o.email, o.archived) is distinct from (excluded.name, excluded.email, excluded.archived)`.execute(
    transaction,
  );
}

async function publishStages(
  transaction: Queries,
  pipelines: Pass['pipelines'],
  stages: MirrorStage[],
): Promise<void> {
  await sql`delete from crm_ticket_pipeline`.execute(transaction);
  if (pipelines.length > 0)
    await transaction.insertInto('crm_ticket_pipeline').values(pipelines).execute();
  if (stages.length > 0) await transaction.insertInto('crm_ticket_stage').values(stages).execute();
}

// A company may refer to a customer that was merged into another customer.
const mergedInto = sql`left join merged_institution m on m.merged_id = c.institution_id`;
const customer = sql`coalesce(m.institution_id, c.institution_id) as institution_id`;

async function publishDeals(transaction: Queries, published: string): Promise<number> {
  const columns = sql.raw(
    'institution_id, deal_id, name, pipeline, stage, owner_id, amount_cents, closes_on, closed, updated_at',
  );
  const current = sql`
    select distinct on (d.deal_id) ${customer}, d.deal_id, d.name, d.pipeline, d.stage, d.owner_id, d.amount_cents, d.closes_on, d.closed, d.updated_at
    from hubspot_deal d
    join hubspot_deal_company dc on dc.pass = d.pass and dc.deal_id = d.deal_id
    join hubspot_company c on c.pass = d.pass and c.company_id = dc.company_id ${mergedInto}
    where d.pass = ${published} and c.institution_id is not null
    order by d.deal_id, c.company_id`;
  const removed = await sql`
    with current as materialized (${current})
    delete from crm_deal d where not exists (
      select from current s where s.institution_id = d.institution_id and s.deal_id = d.deal_id)`.execute(
    transaction,
  );
  await sql`
    insert into crm_deal as d (${columns}) ${current}
    on conflict (institution_id, deal_id) do update set (name, pipeline, stage, owner_id, amount_cents, closes_on, closed, updated_at) =
      (excluded.name, excluded.pipeline, excluded.stage, excluded.owner_id, excluded.amount_cents, excluded.closes_on, excluded.closed, excluded.updated_at)
    where d is distinct from excluded`.execute(transaction);
  return Number(removed.numAffectedRows ?? 0);
}

/**
 * Updates the deals of prospects and returns the number of removed deals. Keeps recently created
 * deals, because HubSpot's search may not return them yet.
 */
async function updateProspectDeals(
  transaction: Queries,
  published: string,
  asOf: Date,
): Promise<number> {
  const removed = await sql`
    delete from prospect_deal p where p.opened_at < ${nextChangesStartTime(asOf)} and p.deal_id is not null
      and not exists (select from hubspot_deal d where d.pass = ${published} and d.deal_id = p.deal_id)`.execute(
    transaction,
  );
  await sql`
    update prospect_deal p set (pipeline, stage, state, is_of_customer) = (d.pipeline, d.stage, d.state, d.is_of_customer)
    from (
      select deal_id, pipeline, stage, case when not closed then 'open' when won then 'won' else 'lost' end as state,
        deal_id in (select deal_id from crm_deal) as is_of_customer
      from hubspot_deal where pass = ${published} and deal_id in (select deal_id from prospect_deal)
    ) d
    where d.deal_id = p.deal_id
      and (p.pipeline, p.stage, p.state, p.is_of_customer) is distinct from (d.pipeline, d.stage, d.state, d.is_of_customer)`.execute(
    transaction,
  );
  return Number(removed.numAffectedRows ?? 0);
}

const currentTickets = (published: string) => sql`
  select distinct on (t.ticket_id) ${customer}, t.ticket_id, t.subject, t.body, t.pipeline_id, t.stage_id, t.priority, t.owner_id,
    t.channel, t.created_at, t.updated_at, t.closed_at
  from hubspot_ticket t
  join hubspot_ticket_company tc on tc.pass = t.pass and tc.ticket_id = t.ticket_id
  join hubspot_company c on c.pass = t.pass and c.company_id = tc.company_id ${mergedInto}
  where t.pass = ${published} and c.institution_id is not null
  order by t.ticket_id, c.company_id`;

/**
 * Publishes tickets and returns the number of removed tickets. Keeps local changes made after
 * HubSpot was read. Also keeps recently opened tickets, because HubSpot's search may not return
 * them yet.
 */
async function publishTickets(
  transaction: Queries,
  published: string,
  asOf: Date,
): Promise<number> {
  await sql`delete from hubspot_ticket where pass = ${published} and ticket_id in (select ticket_id from hubspot_withdrawn)`.execute(
    transaction,
  );
  await sql`delete from hubspot_withdrawn where at < ${nextChangesStartTime(asOf)}`.execute(
    transaction,
  );
  const current = currentTickets(published);
  for (const table of ['crm_ticket', 'crm_ticket_message', 'ticket_change'])
    await sql`
      update ${sql.table(table)} x set institution_id = s.institution_id from (${current}) s
      where s.ticket_id = x.ticket_id and s.institution_id <> x.institution_id`.execute(
      transaction,
    );
  const removed = await sql`
    with current as materialized (${current})
    delete from crm_ticket t where created_at < ${nextChangesStartTime(asOf)} and not exists (select from current s where s.ticket_id = t.ticket_id)`.execute(
    transaction,
  );
  const columns = sql.raw(
    'subject, body, pipeline_id, stage_id, priority, owner_id, channel, created_at, updated_at, closed_at',
  );
  await sql`
    insert into crm_ticket as t (institution_id, ticket_id, ${columns}) ${current}
    on conflict (institution_id, ticket_id) do update set (${columns}) = (excluded.subject, excluded.body, excluded.pipeline_id,
      excluded.stage_id, excluded.priority, excluded.owner_id, excluded.channel, excluded.created_at, excluded.updated_at, excluded.closed_at)
    where excluded.updated_at >= t.updated_at
      and (t.subject, t.body, t.pipeline_id, t.stage_id, t.priority, t.owner_id, t.channel, t.created_at, t.updated_at, t.closed_at)
        is distinct from (excluded.subject, excluded.body, excluded.pipeline_id, excluded.stage_id, excluded.priority, excluded.owner_id,
          excluded.channel, excluded.created_at, excluded.updated_at, excluded.closed_at)`.execute(
    transaction,
  );
  return Number(removed.numAffectedRows ?? 0);
}
