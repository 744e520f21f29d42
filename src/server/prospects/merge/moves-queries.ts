import { sql } from 'kysely';
import { z } from 'zod';
import type { Queries } from '#server/core/db/database.ts';

/** Tables with a prospect's id that a merge does not move row by row. */
const otherTables = [
  'prospect',
  'prospect_work',
  'prospect_fact',
  'prospect_version',
  'prospect_merge',
] as const;

/** Table whose rows belong to a prospect and move with it. */
export interface ProspectTable {
  name: string;
  /** Columns of the primary key without the prospect's id. */
  key: string[];
  /** Column of the key that gets another id when both prospects have a row with its id. */
  renewedId: string | null;
}

/** Rows that a merge moved. */
export const movedRowsSchema = z.object({
  table: z.string(),
  /** Keys without the prospect's id; `from` before the merge, `to` after it. */
  rows: z.array(
    z.object({
      from: z.record(z.string(), z.unknown()),
      to: z.record(z.string(), z.unknown()),
    }),
  ),
});
export type MovedRows = z.output<typeof movedRowsSchema>;

/** Returns the tables whose rows move with a prospect, from the database catalog. */
export async function findProspectTables(queries: Queries): Promise<ProspectTable[]> {
  const { rows } = await sql<{ name: string; key: string[]; types: string[]; hasId: boolean }>`
    select c.relname as name, coalesce(k.key, '{}') as key, coalesce(k.types, '{}') as types, coalesce(k."hasId", false) as "hasId"
    from pg_class c
    join pg_attribute owner on owner.attrelid = c.oid and owner.attname = 'prospect_id' and not owner.attisdropped
    left join lateral (
      select array_agg(a.attname::text order by a.attnum) filter (where a.attnum <> owner.attnum) as key,
        array_agg(format_type(a.atttypid, null) order by a.attnum) filter (where a.attnum <> owner.attnum) as types,
        bool_or(a.attnum = owner.attnum) as "hasId"
      from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
      where i.indrelid = c.oid and i.indisprimary
    ) k on true
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> all(${[...otherTables]}::text[])
    order by c.relname`.execute(queries);
  return rows.map(({ name, key, types, hasId }) => ({
    name,
    key,
    renewedId: hasId && key.length === 1 && types[0] === 'uuid' ? (key[0] ?? null) : null,
  }));
}

const keyJson = (alias: string, key: readonly string[]) =>
  sql`jsonb_build_object(${sql.join(key.flatMap((column) => [sql.lit(column), sql.ref(`${alias}.${column}`)]))})`;

/** Returns the SQL condition that row `t` has the key of the JSON object `key`. */
const hasKey = (table: string, key: readonly string[], json: string) =>
  sql`(${sql.join(key.map((column) => sql.ref(`t.${column}`)))}) =
    (select ${sql.join(key.map((column) => sql.ref(column)))} from jsonb_populate_record(null::${sql.table(table)}, ${sql.ref(json)}))`;

/**
 * Moves the rows of a prospect to another. A row whose id the other prospect already has gets an id
 * derived from both; a row without such an id stays.
 */
export async function moveProspectRows(
  transaction: Queries,
  tables: readonly ProspectTable[],
  { from, to }: { from: number; to: number },
): Promise<MovedRows[]> {
  const moved: MovedRows[] = [];
  for (const { name, key, renewedId } of tables) {
    const table = sql.table(name);
    const sameKey = key.map((column) => sql`${sql.ref(`k.${column}`)} = ${sql.ref(`t.${column}`)}`);
    const collides = sql`exists (select from ${table} k where k.prospect_id = ${to} and ${sql.join(sameKey, sql` and `)})`;
    const steps = [{ set: sql``, where: sql`not ${collides}` }];
    if (renewedId !== null)
      steps.unshift({
        set: sql`, ${sql.ref(renewedId)} = md5(${sql.ref(`b.${renewedId}`)}::text || ${String(from)})::uuid`,
        where: collides,
      });
    const rows: MovedRows['rows'] = [];
    for (const { set, where } of steps) {
      const { rows: found } = await sql<MovedRows['rows'][number]>`
        update ${table} t set prospect_id = ${to}${set}
        from (select t.* from ${table} t where t.prospect_id = ${from} and ${where} for update) b
        where t.prospect_id = ${from} and ${sql.join(
          key.map((column) => sql`${sql.ref(`t.${column}`)} = ${sql.ref(`b.${column}`)}`),
          sql` and `,
        )}
        returning ${keyJson('b', key)} as "from", ${keyJson('t', key)} as "to"`.execute(
        transaction,
      );
      rows.push(...found);
    }
    if (rows.length > 0) moved.push({ table: name, rows });
  }
  return moved;
}

/** Moves rows back that the remaining prospect still has. */
export async function moveProspectRowsBack(
  transaction: Queries,
  tables: readonly ProspectTable[],
  moved: readonly MovedRows[],
  { from, to }: { from: number; to: number },
): Promise<void> {
  for (const { table, rows } of moved) {
    const found = tables.find(({ name }) => name === table);
    if (found === undefined) continue;
    const { renewedId, key } = found;
    const set =
      renewedId === null
        ? sql``
        : sql`, ${sql.ref(renewedId)} = (c."from"->>${sql.lit(renewedId)})::uuid`;
    await sql`
      update ${sql.table(table)} t set prospect_id = ${to}${set}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c ("from" jsonb, "to" jsonb)
      where t.prospect_id = ${from} and ${hasKey(table, key, 'c.to')}`.execute(transaction);
  }
}

/** Nouns of the rows of a table; others are named by their table. */
const nouns: Readonly<Record<string, string>> = {
  contact_suppression: 'do-not-contact mark',
};
const nounOf = (table: string): string =>
  nouns[table] ?? table.replace(/^prospect_/, '').replaceAll('_', ' ');

/** Returns the number of rows that would move with each prospect, by their noun. */
export async function countProspectRows(
  queries: Queries,
  tables: readonly ProspectTable[],
  prospectIds: readonly number[],
): Promise<Map<number, Record<string, number>>> {
  const each = tables.map(
    ({ name }) => sql`
      select prospect_id, ${sql.lit(nounOf(name))} as noun, count(*)::integer as rows from ${sql.table(name)}
      where prospect_id = any(${[...prospectIds]}::bigint[]) group by prospect_id`,
  );
  const { rows } = await sql<{ prospect_id: number; noun: string; rows: number }>`
    ${sql.join(each, sql` union all `)}`.execute(queries);
  return new Map(
    prospectIds.map((id) => [
      id,
      Object.fromEntries(
        rows.filter(({ prospect_id }) => prospect_id === id).map((row) => [row.noun, row.rows]),
      ),
    ]),
  );
}
