import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { CustomerTable } from './tables-queries.ts';

type Sql = RawBuilder<unknown>;
type Rows = Record<string, unknown>[];

/** Rows of a table that a merge moved, by primary key or by location. */
export interface MovedRows {
  table: string;
  keys: Rows;
}

/** Deleted rows of the merged customer, which collided with rows of the remaining customer. */
export interface DeletedCollidingRows {
  table: string;
  rows: Rows;
}

/**
 * Rows that a merge changed so that the rows of both customers can coexist, with the values before
 * and after.
 */
export interface ChangedCollidingRows {
  table: string;
  /** Customer to which the rows belong before the merge. */
  institutionId: number;
  /** Columns that were changed. */
  columns: string[];
  rows: { before: Record<string, unknown>; after: Record<string, unknown> }[];
}

const refs = (names: readonly string[]): Sql => sql.join(names.map((name) => sql.ref(name)));
const isByLocation = ({ name, key }: CustomerTable): boolean =>
  name !== 'location' && key.includes('location_id');

/**
 * Returns the SQL condition for rows of the merged customer that collide with rows of the remaining
 * customer. Returns `undefined` for tables with locations, whose rows never collide.
 */
function inTheWay(table: CustomerTable, otherId: number, keptId: number): Sql | undefined {
  const name = sql.table(table.name);
  const each = table.uniques
    .filter(({ columns }) => table.name !== 'location' && !columns.includes('location_id'))
    .map(({ columns, rows }) => {
      const which = rows === null ? sql`` : sql` and (${sql.raw(rows)})`;
      const own = sql`institution_id = ${otherId}${which}`;
      const kept = sql`from ${name} where institution_id = ${keptId}${which}`;
      if (columns.length === 0) return sql`(${own} and exists (select ${kept}))`;
      const values = sql.raw(columns.join(', '));
      return sql`(${own} and (${values}) in (select ${values} ${kept}))`;
    });
  return each.length === 0 ? undefined : sql.join(each, sql` or `);
}

/**
 * Returns SQL that selects the pairs of rows of two customers with equal values of a unique key.
 * Rows are identified by `ctid`.
 */
function collidingPairs({ name, uniques }: CustomerTable, otherId: number, keptId: number): Sql {
  const pairs = uniques.map(({ columns, rows }) => {
    const values = columns.map((column, at) => sql`(${sql.raw(column)}) as ${sql.ref(`key${at}`)}`);
    const of = (id: number) => sql`
      (select ${sql.join([sql`ctid as place`, ...values])} from ${sql.table(name)} where institution_id = ${id}${rows === null ? sql`` : sql` and (${sql.raw(rows)})`})`;
    const areSame = [
      sql`true`,
      ...columns.map((_, at) => sql`other.${sql.ref(`key${at}`)} = kept.${sql.ref(`key${at}`)}`),
    ];
    return sql`select other.place as other_place, kept.place as kept_place from ${of(otherId)} other join ${of(keptId)} kept on ${sql.join(areSame, sql` and `)}`;
  });
  return sql.join(pairs, sql` union `);
}

/** Changes colliding rows by the rules of their tables. Returns the changes for an undo. */
export async function changeCollidingRows(
  transaction: Queries,
  tables: readonly CustomerTable[],
  { otherId, keptId, at }: { otherId: number; keptId: number; at: Date },
): Promise<ChangedCollidingRows[]> {
  const changed: ChangedCollidingRows[] = [];
  for (const { table, rule } of tables.flatMap((table) =>
    table.rules.map((rule) => ({ table, rule })),
  )) {
    if (rule.is !== 'folded' && rule.is !== 'both') continue;
    const columns = Object.keys(rule.columns);
    const values = Object.entries(rule.columns).map(
      ([column, value]) => sql`${sql.ref(column)} = ${sql.raw(value)}`,
    );
    const place = sql.raw(rule.is === 'folded' ? 'kept_place' : 'other_place');
    const when = sql.raw(rule.is === 'both' ? (rule.when ?? 'true') : 'true');
    const name = sql.table(table.name);
    const { rows } = await sql<ChangedCollidingRows['rows'][number]>`
      with pair as materialized (${collidingPairs(table, otherId, keptId)}), changed as (
        update ${name} t set ${sql.join(values)} from pair join ${name} o on o.ctid = other_place join ${name} k on k.ctid = kept_place
          cross join (select ${at}::timestamptz as at) m
        where t.ctid = ${place} and (${when}) returning ${place} as place, to_jsonb(t) as after
      ) select to_jsonb(b) as before, c.after from changed c join ${name} b on b.ctid = c.place`.execute(
      transaction,
    );
    if (rows.length > 0)
      changed.push({
        table: table.name,
        institutionId: rule.is === 'folded' ? keptId : otherId,
        columns,
        rows,
      });
  }
  return changed;
}

/** Restores the changed rows that were not changed again after the merge. */
export async function restoreChangedCollidingRows(
  transaction: Queries,
  tables: readonly CustomerTable[],
  changed: readonly ChangedCollidingRows[],
): Promise<void> {
  for (const { table: name, institutionId, columns, rows } of changed) {
    const table = tables.find((each) => each.name === name);
    if (table === undefined) continue;
    const populated = (side: 'before' | 'after') =>
      sql`jsonb_populate_record(null::${sql.table(name)}, w.${sql.ref(side)})`;
    const sameKey = table.key.map((column) => sql`t.${sql.ref(column)} = a.${sql.ref(column)}`);
    await sql`
      update ${sql.table(name)} t set ${sql.join(columns.map((column) => sql`${sql.ref(column)} = b.${sql.ref(column)}`))}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w(before jsonb, after jsonb)
      cross join lateral ${populated('before')} b cross join lateral ${populated('after')} a
      where t.institution_id = ${institutionId} and ${sql.join([sql`true`, ...sameKey], sql` and `)}
        and (${sql.join(columns.map((column) => sql`t.${sql.ref(column)}`))}) is not distinct from (${sql.join(columns.map((column) => sql`a.${sql.ref(column)}`))})`.execute(
      transaction,
    );
  }
}

/**
 * Deletes the colliding rows and the rows that refer to them. Returns the deleted rows; a
 * referenced row comes before the rows that refer to it.
 */
export async function deleteCollidingRows(
  transaction: Queries,
  tables: readonly CustomerTable[],
  otherId: number,
  keptId: number,
): Promise<DeletedCollidingRows[]> {
  const conditions = new Map(tables.map((table) => [table.name, inTheWay(table, otherId, keptId)]));
  const dropped: DeletedCollidingRows[] = [];
  for (const table of tables.toReversed()) {
    const ofParents = table.parents.flatMap(({ name, columns, own }) => {
      const condition = conditions.get(name);
      return condition === undefined
        ? []
        : [
            sql`(institution_id = ${otherId} and (${refs(own)}) in (select ${refs(columns)} from ${sql.table(name)} where ${condition}))`,
          ];
    });
    const own = conditions.get(table.name);
    const all = own === undefined ? ofParents : [own, ...ofParents];
    if (all.length === 0) continue;
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      with gone as (delete from ${sql.table(table.name)} where ${sql.join(all, sql` or `)} returning *)
      select to_jsonb(gone) as row from gone`.execute(transaction);
    if (rows.length > 0) dropped.unshift({ table: table.name, rows: rows.map(({ row }) => row) });
  }
  return dropped;
}

/**
 * Returns the primary keys of a customer's rows. Leaves out tables whose rows move with their
 * locations.
 */
export async function findCustomerRowKeys(
  transaction: Queries,
  tables: readonly CustomerTable[],
  institutionId: number,
): Promise<MovedRows[]> {
  const moved: MovedRows[] = [];
  for (const table of tables) {
    if (isByLocation(table)) continue;
    const columns = table.key.map((column) => sql`${sql.lit(column)}, ${sql.ref(column)}`);
    const { rows } = await sql<{ keys: Rows | null }>`
      select jsonb_agg(jsonb_build_object(${sql.join(columns)})) as keys from ${sql.table(table.name)}
      where institution_id = ${institutionId}`.execute(transaction);
    if (rows[0]?.keys) moved.push({ table: table.name, keys: rows[0].keys });
  }
  return moved;
}

/** Returns the SQL condition for tables in which all rows of the customer move. */
export const matchAllRowsSql = (): Sql => sql`true`;

/**
 * Returns the SQL condition for the rows of a table that a merge moved: by primary key, by parent
 * row or by location.
 */
export const movedRowsConditionSql =
  (moved: readonly MovedRows[], locationIds: readonly number[]) =>
  (table: CustomerTable): Sql | undefined => {
    if (isByLocation(table))
      return locationIds.length === 0
        ? undefined
        : sql`location_id = any(${[...locationIds]}::bigint[])`;
    const known = (name: string, own: readonly string[], columns: readonly string[]): Sql[] => {
      const keys = moved.find((one) => one.table === name)?.keys;
      if (keys === undefined) return [];
      if (columns.length === 0) return [sql`true`];
      const rows = sql`jsonb_populate_recordset(null::${sql.table(name)}, ${JSON.stringify(keys)}::jsonb)`;
      return [sql`(${refs(own)}) in (select ${refs(columns)} from ${rows})`];
    };
    const all = [
      ...known(table.name, table.key, table.key),
      ...table.parents.flatMap(({ name, own, columns }) => known(name, own, columns)),
    ];
    return all.length === 0 ? undefined : sql`(${sql.join(all, sql` or `)})`;
  };

/** Moves rows from one customer to another. Parent rows are copied first and deleted last. */
export async function moveRows(
  transaction: Queries,
  tables: readonly CustomerTable[],
  { from, to }: { from: number; to: number },
  which: (table: CustomerTable) => Sql | undefined,
): Promise<void> {
  const isParent = (table: CustomerTable) =>
    tables.some(({ parents }) => parents.some(({ name }) => name === table.name));
  const chosen = tables.flatMap((table) => {
    const condition = which(table);
    return condition === undefined
      ? []
      : [
          {
            table,
            name: sql.table(table.name),
            where: sql`institution_id = ${from} and ${condition}`,
          },
        ];
  });
  for (const { table, name, where } of chosen)
    if (isParent(table)) {
      const others = table.columns.filter((column) => column !== 'institution_id');
      await sql`insert into ${name} (institution_id, ${refs(others)}) select ${to}::bigint, ${refs(others)} from ${name} where ${where}`.execute(
        transaction,
      );
    }
  for (const { table, name, where } of chosen)
    if (!isParent(table))
      await sql`update ${name} set institution_id = ${to} where ${where}`.execute(transaction);
  for (const { table, name, where } of chosen.toReversed())
    if (isParent(table)) await sql`delete from ${name} where ${where}`.execute(transaction);
}

/** Restores deleted rows. */
export async function restoreDeletedCollidingRows(
  transaction: Queries,
  tables: readonly CustomerTable[],
  dropped: readonly DeletedCollidingRows[],
): Promise<void> {
  for (const table of tables) {
    const rows = dropped.find(({ table: name }) => name === table.name)?.rows;
    if (rows === undefined) continue;
    const name = sql.table(table.name);
    await sql`
      insert into ${name} (${refs(table.columns)})
      select ${refs(table.columns)} from jsonb_populate_recordset(null::${name}, ${JSON.stringify(rows)}::jsonb)`.execute(
      transaction,
    );
  }
}
