import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type {
  CustomerTableDeclaration,
  MergeRule,
} from '#server/institutions/customer-table-rules.ts';

/** Customer tables that the rooms declare, by name. */
export type DeclaredCustomerTables = ReadonlyMap<string, CustomerTableDeclaration>;

/** Table whose rows move when customers are merged. */
export interface CustomerTable {
  name: string;
  rules: readonly MergeRule[];
  /** Columns that are not generated. */
  columns: string[];
  /** Columns of the primary key, except the institution id. */
  key: string[];
  /**
   * Unique indexes within a customer: their columns or expressions without the institution id, and
   * the condition of a partial index.
   */
  uniques: { columns: string[]; rows: string | null }[];
  /**
   * Customer tables to which foreign keys of this table refer. `columns` are the referenced columns
   * and `own` the referring columns, both without the institution id.
   */
  parents: { name: string; columns: string[]; own: string[] }[];
}

const text = (expression: RawBuilder<unknown>) =>
  sql`(select coalesce(jsonb_agg(x), '[]') from (${expression}) as e(x))`;

/**
 * Returns the declared tables whose rows move in a merge, with their columns and keys from the
 * database catalog. A referenced table comes first.
 */
export async function findMovingTables(
  queries: Queries,
  declared: DeclaredCustomerTables,
): Promise<CustomerTable[]> {
  const { rows } = await sql<Omit<CustomerTable, 'rules'>>`
    with customer as (
      select c.oid, c.relname as name, a.attnum as id from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'institution_id' and not a.attisdropped
      where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
    )
    select t.name,
      ${text(sql`select attname from pg_attribute where attrelid = t.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`)} as columns,
      ${text(sql`
        select a.attname from pg_index i cross join unnest(i.indkey) with ordinality k(num, at)
        join pg_attribute a on a.attrelid = t.oid and a.attnum = k.num
        where i.indrelid = t.oid and i.indisprimary and a.attname <> 'institution_id' order by k.at`)} as key,
      ${text(sql`
        select jsonb_build_object('rows', pg_get_expr(i.indpred, t.oid), 'columns', ${text(sql`
          select pg_get_indexdef(i.indexrelid, at, true) from generate_series(1, i.indnkeyatts) at
          where i.indkey[at - 1] <> t.id order by at`)})
        from pg_index i where i.indrelid = t.oid and i.indisunique and t.id = any (i.indkey)`)} as uniques,
      ${text(sql`
        select jsonb_build_object('name', p.name,
          'columns', ${text(sql`select a.attname from unnest(f.confkey) with ordinality k(num, at)
            join pg_attribute a on a.attrelid = f.confrelid and a.attnum = k.num where a.attname <> 'institution_id' order by k.at`)},
          'own', ${text(sql`select a.attname from unnest(f.conkey) with ordinality k(num, at)
            join pg_attribute a on a.attrelid = t.oid and a.attnum = k.num where a.attname <> 'institution_id' order by k.at`)})
        from pg_constraint f join customer p on p.oid = f.confrelid and p.name <> 'institution'
        where f.conrelid = t.oid and f.contype = 'f' and t.id = any (f.conkey)`)} as parents
    from customer t order by t.name`.execute(queries);
  return parentsFirst(
    rows.flatMap((row) => {
      const rules = [declared.get(row.name)?.merge ?? []].flat();
      return rules.length === 0 || rules.some(({ is }) => is === 'staying')
        ? []
        : [{ ...row, rules }];
    }),
  );
}

function parentsFirst(tables: readonly CustomerTable[]): CustomerTable[] {
  const ordered: CustomerTable[] = [];
  const place = (table: CustomerTable): void => {
    if (ordered.includes(table)) return;
    for (const parent of table.parents) {
      const found = tables.find(({ name }) => name === parent.name);
      if (found !== undefined && found !== table) place(found);
    }
    ordered.push(table);
  };
  for (const table of tables) place(table);
  return ordered;
}
