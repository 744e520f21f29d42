import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Day } from '#shared/core/dates.ts';
import { columnsAndValuesSql } from './queries.ts';
import type { UsageRow } from './world/new-usage.ts';
import { type ChangingTable, changingTablePrimaryKeys, type EndOfDayRow } from './world/rows.ts';

/** Parameters with which the demo of a database was created, and the end of its data. */
export interface StoredDemoParameters {
  seed: string;
  scale: number;
  firstDay: Day;
  firstInstitutionId: number;
  firstLocationId: number;
  /** First day that is not in the database yet. */
  laidUntil: Day;
}

/**
 * Returns the demo of a database; `undefined` without a demo, and when the database also has
 * practices that are not part of the demo.
 */
export async function findStoredDemoParameters(
  queries: Queries,
): Promise<StoredDemoParameters | undefined> {
  return queries
    .selectFrom('demo_world')
    .select([
      'seed',
      'scale',
      'business_date as firstDay',
      'first_institution_id as firstInstitutionId',
      'first_location_id as firstLocationId',
      'laid_until as laidUntil',
    ])
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('institution').where('source', '!=', 'demo').select('institution_id'))),
    )
    .executeTakeFirst();
}

/**
 * Returns the names of the demo's customers with ids from `firstId` on; `null` for a merged
 * customer.
 */
export async function findDemoCustomerNamesFrom(
  queries: Queries,
  firstId: number,
  count: number,
): Promise<(string | null)[]> {
  const { rows } = await sql<{ name: string | null; merged: boolean }>`
    select i.name, exists (
      select from merged_institution m where m.merged_id = each.id or m.institution_id = each.id) as merged
    from generate_series(${firstId}::bigint, ${firstId + count - 1}::bigint) as each (id)
    left join institution i on i.institution_id = each.id and i.source = 'demo'
    order by each.id`.execute(queries);
  return rows
    .filter(({ name, merged }) => name !== null || merged)
    .map(({ name, merged }) => (merged ? null : name));
}

/** Returns the id of the remaining customer for each merged customer. */
async function mergedInto(queries: Queries): Promise<Map<number, number>> {
  const { rows } = await sql<{
    merged_id: number;
    institution_id: number;
  }>`select merged_id, institution_id from merged_institution`.execute(queries);
  return new Map(rows.map((row) => [row.merged_id, row.institution_id]));
}

/**
 * Returns the rows, with the id of each merged customer replaced by the id of the remaining
 * customer.
 */
async function ofPresent<Row extends { institutionId: number }>(
  queries: Queries,
  rows: readonly Row[],
): Promise<Row[]> {
  const merged = await mergedInto(queries);
  return rows.map((row) => ({
    ...row,
    institutionId: merged.get(row.institutionId) ?? row.institutionId,
  }));
}

/**
 * Locks the demo until the transaction ends. Returns `false` when the demo was removed, or when
 * another process has added the days after `laidUntil`.
 */
export async function lockDemo(transaction: Queries, laidUntil: Day): Promise<boolean> {
  const row = await transaction
    .selectFrom('demo_world')
    .select('laid_until')
    .forUpdate()
    .executeTakeFirst();
  return row?.laid_until === laidUntil;
}

export const saveFirstMissingDemoDay = (transaction: Queries, day: Day) =>
  transaction.updateTable('demo_world').set({ laid_until: day }).execute();

/** Number of rows per statement. A statement has at most 65,535 parameters. */
const rowsAtOnce = 1000;

/** Condition that keeps a deal whose outcome was recorded by a user of the demo. */
const exceptRecordedOutcomes = sql`where not exists (
  select from renewal r where r.institution_id = crm_deal.institution_id and r.deal_id = crm_deal.deal_id and r.outcome is not null)`;

/**
 * Inserts or updates rows with their values at the end of a day. When several rows have the same
 * key, writes only the last one.
 */
export async function writeChangedRows(
  transaction: Queries,
  laid: readonly EndOfDayRow[],
): Promise<void> {
  const merged = await mergedInto(transaction);
  const idOf = ({ row }: EndOfDayRow) =>
    'institution_id' in row && typeof row.institution_id === 'number' ? row.institution_id : 0;
  const changes = laid
    .filter((change) => change.table !== 'institution' || !merged.has(idOf(change)))
    .map((change) =>
      merged.has(idOf(change))
        ? ({
            ...change,
            row: { ...change.row, institution_id: merged.get(idOf(change)) },
          } as EndOfDayRow)
        : change,
    );
  const byTable = Map.groupBy(changes, ({ table }) => table);
  for (const [table, keys] of Object.entries(changingTablePrimaryKeys) as [
    ChangingTable,
    readonly string[],
  ][]) {
    const each = (byTable.get(table) ?? []).map(({ row }): Record<string, unknown> => row);
    const rows = [
      ...new Map(each.map((row) => [keys.map((key) => row[key]).join(), row])).values(),
    ];
    for (let start = 0; start < rows.length; start += rowsAtOnce) {
      const some = rows.slice(start, start + rowsAtOnce);
      const others = Object.keys(some[0] ?? {}).filter((column) => !keys.includes(column));
      await sql`insert into ${sql.table(table)} ${columnsAndValuesSql(some)}
        on conflict (${sql.join(keys.map((key) => sql.ref(key)))})
        do update set ${sql.join(others.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`))}
        ${table === 'crm_deal' ? exceptRecordedOutcomes : sql``}`.execute(transaction);
    }
  }
}

/** Writes daily or weekly usage and replaces existing values. */
export async function writeUsageRows(
  transaction: Queries,
  table: 'usage_daily' | 'usage_week',
  laid: readonly UsageRow[],
): Promise<void> {
  const rows = await ofPresent(transaction, laid);
  const day = sql.ref(table === 'usage_daily' ? 'day' : 'week_start');
  await sql`
    insert into ${sql.table(table)} (institution_id, location_id, product, ${day}, value)
    select * from unnest(${rows.map((row) => row.institutionId)}::bigint[], ${rows.map((row) => row.locationId)}::bigint[],
      ${rows.map((row) => row.product)}::text[], ${rows.map((row) => row.day)}::date[], ${rows.map((row) => row.value)}::float8[])
    on conflict (institution_id, location_id, product, ${day}) do update set value = excluded.value
    where ${sql.table(table)}.value <> excluded.value`.execute(transaction);
}

export interface ConnectionReport {
  institutionId: number;
  locationId: number;
  lastReportOn: Day;
}

export async function writeConnectionReports(
  transaction: Queries,
  week: Day,
  laid: readonly ConnectionReport[],
): Promise<void> {
  const reports = await ofPresent(transaction, laid);
  await sql`
    insert into feed_week (institution_id, location_id, week_start, last_report_on)
    select institution_id, location_id, ${week}::date, last_report_on
    from unnest(${reports.map((report) => report.institutionId)}::bigint[], ${reports.map((report) => report.locationId)}::bigint[],
      ${reports.map((report) => report.lastReportOn)}::date[]) as reported (institution_id, location_id, last_report_on)
    on conflict (institution_id, location_id, week_start) do update set last_report_on = excluded.last_report_on
    where feed_week.last_report_on < excluded.last_report_on`.execute(transaction);
}

const rowsPerDelete = 2000;

/**
 * Deletes daily usage, weekly usage and scores before the given days. The scores include the closed
 * weeks and their earlier versions.
 */
export async function deleteUsageAndScoresBefore(
  queries: Queries,
  { days, usage, scores }: Record<'days' | 'usage' | 'scores', Day>,
): Promise<void> {
  const oldest = [
    ['official_week', 'week_start', scores],
    ['week_version', 'week_start', scores],
    ['score_version', 'week_start', scores],
    ['benchmark_version', 'week_start', scores],
    ['product_version', 'week_start', scores],
    ['usage_week', 'week_start', usage],
    ['feed_week', 'week_start', usage],
    ['usage_daily', 'day', days],
  ] as const;
  for (const [table, column, day] of oldest) {
    const name = sql.table(table);
    for (let deleted = rowsPerDelete; deleted === rowsPerDelete; ) {
      const { numAffectedRows } = await sql`
        delete from ${name} where ctid = any(array(select ctid from ${name} where ${sql.ref(column)} < ${day}::date limit ${rowsPerDelete}))`.execute(
        queries,
      );
      deleted = Number(numAffectedRows ?? 0);
    }
  }
}
