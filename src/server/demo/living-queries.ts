import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Day } from '#shared/core/dates.ts';
import { tuples } from './queries.ts';
import { type Change, type ChangingTable, changingTables } from './world/rows.ts';
import type { UsageRow } from './world/usage.ts';

/** What the demo in a database was made from, and how far it has lived. */
export interface LivingDemo {
  seed: string;
  scale: number;
  firstDay: Day;
  firstInstitutionId: number;
  firstLocationId: number;
  /** Every day before this one is laid. */
  laidUntil: Day;
}

/** The demo of a database; undefined without one, and where it stands beside practices that are not the demo's. */
export async function livingDemo(queries: Queries): Promise<LivingDemo | undefined> {
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
    .where(({ not, exists, selectFrom }) => not(exists(selectFrom('institution').where('source', '!=', 'demo').select('institution_id'))))
    .executeTakeFirst();
}

/** The names of the demo's customers from an id on; null where an administrator has merged one with another. */
export async function demoNames(queries: Queries, firstId: number, count: number): Promise<(string | null)[]> {
  const { rows } = await sql<{ name: string | null; merged: boolean }>`
    select i.name, exists (
      select from merged_institution m where m.merged_id = each.id or m.institution_id = each.id) as merged
    from generate_series(${firstId}::bigint, ${firstId + count - 1}::bigint) as each (id)
    left join institution i on i.institution_id = each.id and i.source = 'demo'
    order by each.id`.execute(queries);
  return rows.filter(({ name, merged }) => name !== null || merged).map(({ name, merged }) => (merged ? null : name));
}

/** The customers that an administrator merged into others, with those. */
async function mergedInto(queries: Queries): Promise<Map<number, number>> {
  const { rows } = await sql<{
    merged_id: number;
    institution_id: number;
  }>`select merged_id, institution_id from merged_institution`.execute(queries);
  return new Map(rows.map((row) => [row.merged_id, row.institution_id]));
}

/** The same rows, under the customers that others were merged into. */
async function ofPresent<Row extends { institutionId: number }>(queries: Queries, rows: readonly Row[]): Promise<Row[]> {
  const merged = await mergedInto(queries);
  return rows.map((row) => ({ ...row, institutionId: merged.get(row.institutionId) ?? row.institutionId }));
}

/** Holds the demo until the transaction ends; false when it is gone, or another process has laid what comes after that day. */
export async function holdDemo(transaction: Queries, laidUntil: Day): Promise<boolean> {
  const row = await transaction.selectFrom('demo_world').select('laid_until').forUpdate().executeTakeFirst();
  return row?.laid_until === laidUntil;
}

export const keepLaidUntil = (transaction: Queries, day: Day) => transaction.updateTable('demo_world').set({ laid_until: day }).execute();

/** A statement takes at most 65,535 values. */
const rowsAtOnce = 1000;

/** Writes the rows as they are now, one for each key. */
export async function keepChanges(transaction: Queries, laid: readonly Change[]): Promise<void> {
  const merged = await mergedInto(transaction);
  const idOf = ({ row }: Change) => ('institution_id' in row && typeof row.institution_id === 'number' ? row.institution_id : 0);
  const changes = laid
    .filter((change) => change.table !== 'institution' || !merged.has(idOf(change)))
    .map((change) =>
      merged.has(idOf(change)) ? ({ ...change, row: { ...change.row, institution_id: merged.get(idOf(change)) } } as Change) : change,
    );
  const byTable = Map.groupBy(changes, ({ table }) => table);
  for (const [table, keys] of Object.entries(changingTables) as [ChangingTable, readonly string[]][]) {
    const each = (byTable.get(table) ?? []).map(({ row }): Record<string, unknown> => row);
    const rows = [...new Map(each.map((row) => [keys.map((key) => row[key]).join(), row])).values()];
    for (let start = 0; start < rows.length; start += rowsAtOnce) {
      const some = rows.slice(start, start + rowsAtOnce);
      const others = Object.keys(some[0] ?? {}).filter((column) => !keys.includes(column));
      await sql`insert into ${sql.table(table)} ${tuples(some)}
        on conflict (${sql.join(keys.map((key) => sql.ref(key)))})
        do update set ${sql.join(others.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`))}`.execute(transaction);
    }
  }
}

/** Usage of days or of weeks; what is there for the same day or week is replaced. */
export async function keepUsage(transaction: Queries, table: 'usage_daily' | 'usage_week', laid: readonly UsageRow[]): Promise<void> {
  const rows = await ofPresent(transaction, laid);
  const day = sql.ref(table === 'usage_daily' ? 'day' : 'week_start');
  await sql`
    insert into ${sql.table(table)} (institution_id, location_id, product, ${day}, value)
    select * from unnest(${rows.map((row) => row.institutionId)}::bigint[], ${rows.map((row) => row.locationId)}::bigint[],
      ${rows.map((row) => row.product)}::text[], ${rows.map((row) => row.day)}::date[], ${rows.map((row) => row.value)}::float8[])
    on conflict (institution_id, location_id, product, ${day}) do update set value = excluded.value
    where ${sql.table(table)}.value <> excluded.value`.execute(transaction);
}

export interface Report {
  institutionId: number;
  locationId: number;
  lastReportOn: Day;
}

export async function keepReports(transaction: Queries, week: Day, laid: readonly Report[]): Promise<void> {
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

/** Forgets usage of days and weeks, and closed weeks with their scores and the versions before, that are older than these. */
export async function forgetBefore(queries: Queries, { days, usage, scores }: Record<'days' | 'usage' | 'scores', Day>): Promise<void> {
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
