import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { MirrorDeal, MirrorTicket } from '#server/core/providers/hubspot/mapping.ts';
import type { ReportedRecord } from './touched-queries.ts';

/** Columns of each staging table. */
interface StagedRows {
  hubspot_company: { company_id: number; institution_id: number | null };
  hubspot_deal: MirrorDeal;
  hubspot_ticket: MirrorTicket;
}

/**
 * Saves the records that a pass has read. Ignores duplicates, which occur when HubSpot changes
 * between two pages.
 */
export async function stageRows<Table extends keyof StagedRows>(
  queries: Queries,
  table: Table,
  pass: string,
  rows: readonly StagedRows[Table][],
): Promise<void> {
  const staged = JSON.stringify(rows.map((row) => ({ ...row, pass })));
  await sql`
    insert into ${sql.table(table)} select * from jsonb_populate_recordset(null::${sql.table(table)}, ${staged}::jsonb)
    on conflict do nothing`.execute(queries);
}

/** Saves the companies to which deals or tickets belong. */
export async function stageAssociations(
  queries: Queries,
  object: 'deals' | 'tickets',
  pass: string,
  pairs: { fromId: number; toId: number }[],
): Promise<void> {
  const [table, column] =
    object === 'deals'
      ? ['hubspot_deal_company', 'deal_id']
      : ['hubspot_ticket_company', 'ticket_id'];
  await sql`
    insert into ${sql.table(table)} (pass, ${sql.ref(column)}, company_id)
    select ${pass}::uuid, a."fromId", a."toId" from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as a("fromId" bigint, "toId" bigint)
    on conflict do nothing`.execute(queries);
}

export async function hasLinkedCompanies(queries: Queries, pass: string): Promise<boolean> {
  const row = await queries
    .selectFrom('hubspot_company')
    .select('pass')
    .where('pass', '=', pass)
    .where('institution_id', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks as deleted each requested record that HubSpot did not return. */
export async function stageDeletedRecords(
  queries: Queries,
  pass: string,
  requested: readonly ReportedRecord[],
): Promise<void> {
  await sql`
    insert into hubspot_gone (pass, object, object_id)
    select ${pass}::uuid, a.object, a.id from jsonb_to_recordset(${JSON.stringify(requested)}::jsonb) as a(object text, id bigint)
    where not exists (
      select from hubspot_company where a.object = 'companies' and pass = ${pass} and company_id = a.id
      union all select from hubspot_deal where a.object = 'deals' and pass = ${pass} and deal_id = a.id
      union all select from hubspot_ticket where a.object = 'tickets' and pass = ${pass} and ticket_id = a.id)`.execute(
    queries,
  );
}
