import { type Insertable, sql } from 'kysely';
import { type Database, formatCopyLine, type Queries } from '#server/core/db/database.ts';
import type { Schema } from '#server/core/db/schema.ts';
import { firstImportedId } from '#server/imports/reading/cells/cells.ts';
import { invalidatePracticeList } from '#server/institutions/queries.ts';
import type { Day } from '#shared/core/dates.ts';
import type { ProductKey } from '#shared/core/products.ts';
import { deleteDemoCustomers, hasDemoCustomers } from './removal-queries.ts';
import type { PlacesDirectoryRows } from './world/directory.ts';

export type DemoRowCounts = Record<string, number>;

export async function findDemoRowCounts(queries: Queries): Promise<DemoRowCounts | undefined> {
  const row = await queries.selectFrom('demo_world').select('counts').executeTakeFirst();
  return row?.counts;
}

/**
 * Returns the first ids for the demo's institutions and locations. They are above existing ids and
 * far below the ids of imported records.
 */
export async function findFreeDemoIds(
  queries: Queries,
): Promise<{ firstInstitutionId: number; firstLocationId: number }> {
  const { rows } = await sql<{ institution: number; location: number }>`
    select (select coalesce(max(institution_id), 0) from institution where institution_id < ${sql.lit(firstImportedId)}) as institution,
      (select coalesce(max(location_id), 0) from location where location_id < ${sql.lit(firstImportedId)}) as location`.execute(
    queries,
  );
  const row = rows[0] ?? { institution: 0, location: 0 };
  return {
    firstInstitutionId: Math.max(1001, row.institution + 1),
    firstLocationId: Math.max(10_001, row.location + 1),
  };
}

/** Deletes the data of an incomplete demo. */
export async function removeUnfinishedDemo(database: Database): Promise<void> {
  if (await hasDemoCustomers(database.background))
    await database.background.transaction().execute(deleteDemoCustomers);
}

/** Loads rows that are held in memory. Usage is loaded from generators of COPY lines instead. */
export async function copyRowsIntoTable<Table extends keyof Schema>(
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
    yield formatCopyLine(columns.map((column) => cell(values.get(column))));
  }
}

function cell(value: unknown): string | number | boolean | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  return String(value);
}

export interface SharedDemoRows extends PlacesDirectoryRows {
  owners: Insertable<Schema['crm_owner']>[];
  articles: Insertable<Schema['article']>[];
  pipelines: Insertable<Schema['crm_ticket_pipeline']>[];
  stages: Insertable<Schema['crm_ticket_stage']>[];
}

/** Parameters of the demo, besides its version. */
export interface DemoCreationParameters {
  firstDay: Day;
  seed: string;
  scale: number;
  firstInstitutionId: number;
  firstLocationId: number;
}

/**
 * Inserts the rows that belong to no customer and marks the demo as complete, in one transaction.
 */
export async function insertSharedRowsAndCompleteDemo(
  queries: Queries,
  rows: SharedDemoRows,
  origin: DemoCreationParameters,
  finishedAt: Date,
  counts: DemoRowCounts,
): Promise<void> {
  await queries.transaction().execute(async (transaction) => {
    await insert(transaction, 'place', rows.places);
    await insert(transaction, 'place_link', rows.links);
    await insert(transaction, 'prospect', rows.prospects);
    // The rows have fixed ids. The sequence must skip these ids for later inserts.
    await sql`select setval(pg_get_serial_sequence('prospect', 'prospect_id'), max(prospect_id)) from prospect
      having max(prospect_id) is not null`.execute(transaction);
    await insert(transaction, 'crm_owner', rows.owners);
    await insert(transaction, 'article', rows.articles);
    await insert(transaction, 'crm_ticket_pipeline', rows.pipelines);
    await insert(transaction, 'crm_ticket_stage', rows.stages);
    await transaction
      .insertInto('demo_world')
      .values({
        business_date: origin.firstDay,
        finished_at: finishedAt,
        counts: JSON.stringify(counts),
        seed: origin.seed,
        scale: origin.scale,
        first_institution_id: origin.firstInstitutionId,
        first_location_id: origin.firstLocationId,
        laid_until: origin.firstDay,
      })
      .execute();
    await saveDemoDecision(transaction, { decided: 'demo', asked: 'demo', decidedAt: finishedAt });
    await invalidatePracticeList(transaction);
  });
}

/**
 * Saved decision on whether the database has the demo, with the value of SEED at the time of the
 * decision.
 */
export interface DemoDecision {
  decided: 'demo' | 'none';
  asked: 'demo' | 'none';
  decidedAt: Date;
}

export async function saveDemoDecision(
  queries: Queries,
  { decided, asked, decidedAt }: DemoDecision,
): Promise<void> {
  const row = { decided, asked, decided_at: decidedAt };
  await queries
    .insertInto('demo_decision')
    .values(row)
    .onConflict((conflict) => conflict.column('one_row').doUpdateSet(row))
    .execute();
}

/**
 * Returns the saved decision on the demo. Also returns whether data was ever imported and whether
 * there are other practices.
 */
export async function findDemoDecisionFacts(
  queries: Queries,
): Promise<{ decision: DemoDecision | undefined; hasImports: boolean; hasOwn: boolean }> {
  const decision = await queries
    .selectFrom('demo_decision')
    .select(['decided', 'asked', 'decided_at as decidedAt'])
    .executeTakeFirst();
  const { rows } = await sql<{ hasImports: boolean; hasOwn: boolean }>`
    select exists (select from import_run) as "hasImports",
      exists (select from institution where source <> 'demo') as "hasOwn"`.execute(queries);
  const { hasImports = false, hasOwn = false } = rows[0] ?? {};
  return { decision, hasImports, hasOwn };
}

/** Number of rows per statement. A statement has at most 65,535 parameters. */
const rowsAtOnce = 1000;

async function insert<
  Table extends
    | 'place'
    | 'place_link'
    | 'prospect'
    | 'crm_owner'
    | 'article'
    | 'entitlement'
    | 'crm_ticket_pipeline'
    | 'crm_ticket_stage',
>(queries: Queries, table: Table, rows: readonly Insertable<Schema[Table]>[]): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    await sql`insert into ${sql.table(table)} ${columnsAndValuesSql(rows.slice(start, start + rowsAtOnce))} on conflict do nothing`.execute(
      queries,
    );
  }
}

export function columnsAndValuesSql(rows: readonly object[]) {
  const columns = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => {
    const values = new Map<string, unknown>(Object.entries(row));
    return sql`(${sql.join(columns.map((column) => values.get(column) ?? null))})`;
  });
  return sql`(${sql.join(columns.map((column) => sql.ref(column)))}) values ${sql.join(lines)}`;
}

/** Updates the planner's statistics, which still describe empty tables. */
export async function analyzeDemoTables(database: Database): Promise<void> {
  await database.execute(
    'analyze institution, location, entitlement, usage_daily, usage_week, feed_week, crm_ticket, crm_ticket_message, crm_deal',
  );
}

export interface ImportedInstitution {
  institutionId: number;
  name: string;
  practiceType: string | null;
  goLiveOn: Day | null;
  locations: { locationId: number; openedOn: Day | null; closedOn: Day | null }[];
  entitlements: { product: ProductKey; from: Day; to: Day | null }[];
}

const withoutUsage = (queries: Queries) =>
  queries
    .selectFrom('institution')
    .where('source', '=', 'import')
    .where('churned_on', 'is', null)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('usage_week')
            .whereRef('usage_week.institution_id', '=', 'institution.institution_id')
            .select('product'),
        ),
      ),
    );

export async function countImportedWithoutUsage(queries: Queries): Promise<number> {
  const row = await withoutUsage(queries)
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Returns the next institutions without usage, by id, with their locations and entitlements. */
export async function findImportedWithoutUsage(
  queries: Queries,
  after: number,
  limit: number,
): Promise<ImportedInstitution[]> {
  const institutions = await withoutUsage(queries)
    .select(['institution_id', 'name', 'practice_type', 'live_on'])
    .where('institution_id', '>', after)
    .orderBy('institution_id')
    .limit(limit)
    .execute();
  const ids = institutions.map((row) => row.institution_id);
  if (ids.length === 0) return [];
  const locations = await queries
    .selectFrom('location')
    .select(['institution_id', 'location_id', 'begins_on', 'closed_on'])
    .where('institution_id', 'in', ids)
    .orderBy('institution_id')
    .orderBy('location_id')
    .execute();
  const entitlements = await queries
    .selectFrom('entitlement')
    .selectAll()
    .where('institution_id', 'in', ids)
    .orderBy('institution_id')
    .orderBy('product')
    .execute();
  const locationsOf = Map.groupBy(locations, (row) => row.institution_id);
  const entitlementsOf = Map.groupBy(entitlements, (row) => row.institution_id);
  return institutions.map((row) => ({
    institutionId: row.institution_id,
    name: row.name,
    practiceType: row.practice_type,
    goLiveOn: row.live_on,
    locations: (locationsOf.get(row.institution_id) ?? []).map((location) => ({
      locationId: location.location_id,
      openedOn: location.begins_on,
      closedOn: location.closed_on,
    })),
    entitlements: (entitlementsOf.get(row.institution_id) ?? []).map((entitlement) => ({
      product: entitlement.product,
      from: entitlement.valid_from,
      to: entitlement.valid_to,
    })),
  }));
}

/** Deletes the usage that an interrupted run wrote for institutions without weekly usage. */
export async function removeUnfinishedUsage(
  queries: Queries,
  institutions: readonly ImportedInstitution[],
): Promise<void> {
  const ids = institutions.map(({ institutionId }) => institutionId);
  await queries.deleteFrom('feed_week').where('institution_id', 'in', ids).execute();
  await queries.deleteFrom('usage_daily').where('institution_id', 'in', ids).execute();
}

/** Saves the generated go-live and practice type of imported institutions. */
export async function saveGoLiveAndType(
  queries: Queries,
  settled: readonly { institutionId: number; goLiveOn: Day; typeName: string | null }[],
): Promise<void> {
  const rows = sql`(values ${sql.join(
    settled.map(
      (row) => sql`(${row.institutionId}::bigint, ${row.goLiveOn}::date, ${row.typeName}::text)`,
    ),
  )}) as settled (id, go_live, type_name)`;
  await sql`update institution set created_on = least(created_on, go_live), go_live_on = go_live, practice_type = coalesce(practice_type, type_name)
    from ${rows} where institution_id = id`.execute(queries);
  await sql`update location set practice_type = coalesce(practice_type, type_name)
    from ${rows} where institution_id = id`.execute(queries);
}

export async function insertMissingEntitlements(
  queries: Queries,
  rows: Insertable<Schema['entitlement']>[],
): Promise<void> {
  await insert(queries, 'entitlement', rows);
}
