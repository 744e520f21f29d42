import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { findCustomerTables } from '#server/institutions/customer-tables-queries.ts';
import type { ImportKind } from '#shared/imports/report.ts';
import { maxListedRetainedRows, type UndoReport } from '#shared/imports/undo.ts';
import {
  samePrimaryKeySql,
  type UndoTrackedTable,
  undoTrackedTableKeys,
} from '../merging/changes-sql.ts';

type Sql = RawBuilder<unknown>;

/**
 * Table whose changes are counted as the rows of an import, by import kind. Usage is counted
 * separately, so `usage` maps to the table of entitlements that the import added.
 */
const rowTables: Record<ImportKind, UndoTrackedTable> = {
  usage: 'entitlement',
  practices: 'location',
  entitlements: 'entitlement',
  contracts: 'contract',
  contacts: 'contact',
  prospects: 'prospect',
  churn: 'churn_event',
};
const isKeptTable = (name: string): name is UndoTrackedTable =>
  Object.hasOwn(undoTrackedTableKeys, name);

/**
 * Tables whose rows jobs derive from imported data. These rows are deleted with the customer. Rows
 * in any other table prevent the removal of the customer.
 */
const tablesDeletedWithCustomer = [
  'onboarding_milestone',
  'onboarding_case',
  'crm_owner_change',
] as const;
/**
 * Tables whose rows jobs derive from imported data. When an undo removes a customer, the customer's
 * rows in these tables are deleted after the undo.
 */
export const tablesCleanedAfterUndo = [
  'onboarding_week',
  'churn_week',
  'churn_feature',
  'churn_prediction',
  'score_provisional',
  'product_provisional',
] as const;
/** Tables of earlier, tried and coming versions of scores, which jobs compute. */
export const tablesOfComputedScores = [
  'score_version',
  'product_version',
  'score_trial',
  'product_trial',
  'score_provisional_next',
  'product_provisional_next',
] as const;
/**
 * Tables whose rows never prevent the removal of a customer. They contain earlier versions of
 * scores, data derived from usage, undo data, and the customer's locations, keys and deals. New
 * locations and deals are checked separately.
 */
const neverInTheWay = [
  ...tablesOfComputedScores,
  ...[
    'usage_week',
    'feed_week',
    'import_change',
    'usage_change',
    'usage_week_change',
    'feed_week_change',
  ],
  ...['location', 'practice_key', 'crm_deal'],
];

/** Tables that every batch of an undo needs. */
export interface TablesChangedByImport {
  /**
   * Tables that the import changed row by row, with their writable columns. A table comes after the
   * tables it references.
   */
  changed: { table: UndoTrackedTable; columns: string[] }[];
  /** Tables whose rows show that a customer is in use. */
  using: string[];
}

export async function findTablesChangedByImport(
  queries: Queries,
  importId: string,
): Promise<TablesChangedByImport> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select table_name as name, array_agg(column_name::text order by ordinal_position) as columns
    from information_schema.columns
    where table_schema = current_schema() and is_generated = 'NEVER'
      and table_name in (select distinct table_name from import_change where import_id = ${importId}::uuid)
    group by table_name`.execute(queries);
  const columnsOf = new Map(rows.map(({ name, columns }) => [name, columns]));
  const changed = Object.keys(undoTrackedTableKeys)
    .filter(isKeptTable)
    .flatMap((table) => {
      const columns = columnsOf.get(table);
      return columns === undefined ? [] : [{ table, columns }];
    });
  const out = [...tablesDeletedWithCustomer, ...tablesCleanedAfterUndo, ...neverInTheWay];
  return {
    changed,
    using: (await findCustomerTables(queries)).filter((table) => !out.includes(table)),
  };
}

/**
 * Updates the statistics of the undo data. Without current statistics, PostgreSQL would scan all
 * changes of the run to find the end of each batch.
 */
export const analyzeUndoTable = (queries: Queries) =>
  sql`analyze import_change (import_id, institution_id)`.execute(queries);

/**
 * Number below every `institution_id` in the undo data, where prospects have their id as a negative
 * number.
 */
export const idBelowEveryInstitution = Number.MIN_SAFE_INTEGER;

/**
 * Returns the institution that ends the next batch of about `rows` rows; `undefined` after the last
 * batch.
 */
export async function findBatchEndInstitution(
  transaction: Queries,
  importId: string,
  after: number,
  rows: number,
): Promise<number | undefined> {
  const { rows: found } = await sql<{ last: number | null }>`
    select max(institution_id) as last
    from (
      select institution_id from import_change where import_id = ${importId}::uuid and institution_id > ${after}
      order by institution_id limit ${rows}
    ) next`.execute(transaction);
  return found[0]?.last ?? undefined;
}

export const changedRowsInBatchConditionSql = (
  importId: string,
  after: number,
  last: number,
): Sql =>
  sql`import_id = ${importId}::uuid and institution_id > ${after} and institution_id <= ${last}`;

/**
 * Returns the SQL that selects each changed row of a batch once, with its values before and after
 * the run.
 */
const changes = (piece: Sql): Sql => sql`
  select table_name, row_key, institution_id, (array_agg(row_before order by position))[1] as before,
         (array_agg(row_after order by position desc))[1] as after
  from import_change where ${piece}
  group by table_name, row_key, institution_id`;

interface InTheWay {
  institution_id: number;
  why: string;
}

/**
 * Returns the institutions of a batch whose rows are not undone. Their rows were changed since the
 * import, or other data refers to their rows.
 */
export async function findInstitutionsNotUndone(
  transaction: Queries,
  piece: Sql,
  { changed: tables, using }: TablesChangedByImport,
): Promise<InTheWay[]> {
  const changed = tables.map(
    ({ table }) => sql`
      select c.institution_id, 'Changed since' as why
      from change c
      cross join lateral jsonb_populate_record(null::${sql.table(table)}, coalesce(c.after, c.before)) as known
      left join lateral (select to_jsonb(stored) as row from ${sql.table(table)} stored where ${samePrimaryKeySql(table, 'stored', 'known')} offset 0) now on true
      where c.table_name = ${table} and not coalesce(now.row @> c.after, now.row is null and c.after is null)`,
  );
  const used = using.map(
    (table) => sql`
      select i.institution_id, 'In use since' as why from added_institution i
      where exists (select from ${sql.table(table)} other where other.institution_id = i.institution_id)`,
  );
  const { rows } = await sql<InTheWay>`
    with change as materialized (${changes(piece)}), added_institution as materialized (
      select institution_id from change where table_name = 'institution' and before is null
    )
    select institution_id, min(why) as why
    from (
      ${sql.join([...changed, ...used], sql` union all `)}
      union all
      select institution_id, 'Has a location since' from (
        select institution_id, location_id from added_institution join location using (institution_id)
        except
        select institution_id, (row_key->>1)::bigint from change where table_name = 'location' and before is null
      ) new_location
      union all
      select institution_id, 'Has a deal since' from (
        select institution_id, deal_id from added_institution join crm_deal using (institution_id)
        except
        select institution_id, (row_key->>1)::bigint from change where table_name = 'crm_deal' and before is null
      ) new_deal
      union all
      select c.institution_id, 'Has usage since' from change c
      where c.table_name = 'location' and c.before is null and exists (
        select from usage_daily d where d.institution_id = c.institution_id and d.location_id = (c.row_key->>1)::bigint
      )
      union all
      select c.institution_id, 'Has a retrospective since' from change c
      where c.table_name = 'churn_event' and c.before is null and exists (
        select from churn_retro r where r.institution_id = c.institution_id and r.loss_id = (c.row_key->>1)::uuid
      )
      union all
      select c.institution_id, 'Merged since' from change c
      where c.table_name = 'prospect' and c.before is null and exists (
        select from prospect_merge m where -c.institution_id in (m.prospect_id, m.kept_id, m.merged_into)
      )
      union all
      select c.institution_id, 'Has sales work since' from change c
      where c.table_name = 'prospect' and c.before is null and (
        exists (select from prospect_work w where w.prospect_id = -c.institution_id)
        or exists (select from prospect_note n where n.prospect_id = -c.institution_id)
        or exists (select from prospect_task t where t.prospect_id = -c.institution_id)
        or exists (select from prospect_deal d where d.prospect_id = -c.institution_id)
      )
    ) in_the_way
    group by institution_id order by institution_id`.execute(transaction);
  return rows;
}

/**
 * Counts the rows of a batch that an undo removes and restores. Also counts the rows that the undo
 * keeps because their institution is in `inTheWay`.
 */
export async function countUndoRows(
  transaction: Queries,
  kind: ImportKind,
  piece: Sql,
  inTheWay: readonly InTheWay[],
): Promise<UndoReport> {
  const kept = sql`institution_id = any(${inTheWay.map(({ institution_id }) => institution_id)}::bigint[])`;
  const { rows } = await sql<Omit<UndoReport, 'keptRows'>>`
    select count(*) filter (where not ${kept} and before is null) as removed, count(*) filter (where not ${kept} and before is not null) as restored,
           count(*) filter (where ${kept}) as kept
    from (${changes(piece)}) change where table_name = ${rowTables[kind]}`.execute(transaction);
  const counts = rows[0] ?? { removed: 0, restored: 0, kept: 0 };
  return {
    ...counts,
    keptRows: await namesOf(transaction, inTheWay.slice(0, maxListedRetainedRows)),
  };
}

async function namesOf(
  transaction: Queries,
  inTheWay: readonly InTheWay[],
): Promise<UndoReport['keptRows']> {
  if (inTheWay.length === 0) return [];
  const ids = sql`any(${inTheWay.map(({ institution_id }) => institution_id)}::bigint[])`;
  const { rows } = await sql<{ institution_id: number; name: string }>`
    select institution_id, name from institution where institution_id = ${ids}
    union all select -prospect_id, name from prospect where -prospect_id = ${ids}`.execute(
    transaction,
  );
  const names = new Map(rows.map(({ institution_id, name }) => [institution_id, name]));
  return inTheWay.map(({ institution_id, why }) => ({
    what: names.get(institution_id) ?? `Customer ${institution_id}`,
    why,
  }));
}

/** Restores the rows of a batch, except rows of the institutions in `inTheWay`. */
export async function restoreBatchRows(
  transaction: Queries,
  piece: Sql,
  inTheWay: readonly InTheWay[],
  { changed: tables }: TablesChangedByImport,
): Promise<void> {
  const free = sql`institution_id <> all(${inTheWay.map(({ institution_id }) => institution_id)}::bigint[])`;
  const change = sql`(select * from (${changes(piece)}) each where ${free})`;
  for (const table of [...tablesDeletedWithCustomer])
    await sql`delete from ${sql.table(table)} made using ${change} c
      where c.table_name = 'institution' and c.before is null and made.institution_id = c.institution_id`.execute(
      transaction,
    );
  for (const { table } of [...tables].reverse())
    await sql`
      delete from ${sql.table(table)} stored using ${change} c
      cross join lateral jsonb_populate_record(null::${sql.table(table)}, c.after) as known
      where c.table_name = ${table} and c.before is null and ${samePrimaryKeySql(table, 'stored', 'known')}`.execute(
      transaction,
    );
  for (const { table, columns } of tables) {
    const list = sql.join(columns.map((column) => sql.ref(column)));
    const keys = sql.join(undoTrackedTableKeys[table].map((column) => sql.ref(column)));
    await sql`
      insert into ${sql.table(table)} (${list})
      select ${sql.join(columns.map((column) => sql.ref(`known.${column}`)))}
      from ${change} c cross join lateral jsonb_populate_record(null::${sql.table(table)}, c.before) as known
      where c.table_name = ${table} and c.before is not null
      on conflict (${keys}) do update set ${sql.join(columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`))}`.execute(
      transaction,
    );
  }
}

export const deleteBatchUndoData = (transaction: Queries, piece: Sql) =>
  sql`delete from import_change where ${piece}`.execute(transaction);

/** Deletes derived rows of customers that no longer exist. */
export async function deleteRowsOfRemovedCustomers(database: Queries): Promise<void> {
  for (const table of tablesCleanedAfterUndo)
    await sql`delete from ${sql.table(table)} made
      where not exists (select from institution i where i.institution_id = made.institution_id)`.execute(
      database,
    );
}
