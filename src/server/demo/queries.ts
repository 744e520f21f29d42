import { type Insertable, sql } from 'kysely';
import { copyLine, type Database, type Queries } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';
import { practicesChanged } from '../institutions/changes.ts';
import type { Directory } from './directory.ts';

export type Counts = Record<string, number>;

export async function finishedDemo(queries: Queries): Promise<Counts | undefined> {
  const row = await queries.selectFrom('demo_world').select('counts').executeTakeFirst();
  return row?.counts;
}

/** The numbers from which the demo counts its institutions and locations, so that they meet none that are there. */
export async function firstFreeIds(queries: Queries): Promise<{ firstInstitutionId: number; firstLocationId: number }> {
  const row = await queries
    .selectFrom('location')
    .select([sql<number>`coalesce(max(institution_id), 0)`.as('institution'), sql<number>`coalesce(max(location_id), 0)`.as('location')])
    .executeTakeFirstOrThrow();
  return { firstInstitutionId: Math.max(1001, row.institution + 1), firstLocationId: Math.max(10_001, row.location + 1) };
}

const customerTables = [
  'usage_daily',
  'usage_week',
  'feed_week',
  'crm_ticket',
  'crm_deal',
  'place_link',
  'churn_event',
  'contact',
  'entitlement',
  'location',
  'institution',
] as const;

/** Removes what a demo that was never finished has left: by emptying the tables when nothing else is in them. */
export async function removeUnfinishedDemo(database: Database): Promise<void> {
  const sources = await database.jobs.selectFrom('institution').select('source').distinct().execute();
  if (!sources.some(({ source }) => source === 'demo')) return;
  if (sources.length === 1) {
    await database.execute(`truncate ${customerTables.join(', ')}`);
    return;
  }
  await database.jobs.transaction().execute(async (transaction) => {
    for (const table of customerTables) {
      await sql`delete from ${sql.table(table)} where institution_id in (select institution_id from institution where source = 'demo')`.execute(
        transaction,
      );
    }
  });
}

/** Loads rows that are at hand; for usage there are generators of lines. */
export async function loadRows<Table extends keyof Schema>(
  database: Database,
  table: Table,
  rows: readonly Insertable<Schema[Table]>[],
): Promise<number> {
  const [first] = rows;
  if (first === undefined) return 0;
  const columns = Object.keys(first);
  return database.copyIn(table, columns, copyLines(columns, rows));
}

function* copyLines(columns: readonly string[], rows: readonly object[]): Generator<string> {
  for (const row of rows) {
    const values = new Map<string, unknown>(Object.entries(row));
    yield copyLine(columns.map((column) => cell(values.get(column))));
  }
}

function cell(value: unknown): string | number | boolean | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  return String(value);
}

export interface FinalRows extends Directory {
  owners: Insertable<Schema['crm_owner']>[];
  articles: Insertable<Schema['article']>[];
}

/** The tables that do not belong to one customer, and the mark that the demo is complete: all of it or nothing. */
export async function finishDemo(queries: Queries, rows: FinalRows, businessDate: string, finishedAt: Date, counts: Counts): Promise<void> {
  await queries.transaction().execute(async (transaction) => {
    await insert(transaction, 'place', rows.places);
    await insert(transaction, 'place_link', rows.links);
    await insert(transaction, 'prospect', rows.prospects);
    await insert(transaction, 'crm_owner', rows.owners);
    await insert(transaction, 'article', rows.articles);
    await transaction
      .insertInto('demo_world')
      .values({ business_date: businessDate, finished_at: finishedAt, counts: JSON.stringify(counts) })
      .execute();
    await practicesChanged(transaction);
  });
}

/** A statement takes at most 65,535 values. */
const rowsAtOnce = 500;

async function insert<Table extends 'place' | 'place_link' | 'prospect' | 'crm_owner' | 'article'>(
  queries: Queries,
  table: Table,
  rows: readonly Insertable<Schema[Table]>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    await sql`insert into ${sql.table(table)} ${tuples(rows.slice(start, start + rowsAtOnce))} on conflict do nothing`.execute(queries);
  }
}

function tuples(rows: readonly object[]) {
  const columns = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => {
    const values = new Map<string, unknown>(Object.entries(row));
    return sql`(${sql.join(columns.map((column) => values.get(column) ?? null))})`;
  });
  return sql`(${sql.join(columns.map((column) => sql.ref(column)))}) values ${sql.join(lines)}`;
}

/** After a load the planner would still believe the tables to be empty. */
export async function refreshStatistics(database: Database): Promise<void> {
  await database.execute('analyze institution, location, entitlement, usage_daily, usage_week, feed_week, crm_ticket, crm_deal');
}
