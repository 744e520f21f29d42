import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { ChangedCollidingRows } from './moves-queries.ts';

/** Column with the id that files use, by table. */
const idColumns = new Map([
  ['contract', 'contract_id'],
  ['contact', 'external_id'],
]);

/**
 * Records the ids of a customer's contracts and contacts as files use them. Must run before a merge
 * moves the rows to another customer.
 */
export async function recordMergedRowIds(transaction: Queries, otherId: number): Promise<void> {
  const suffix = ` (${otherId})`;
  for (const [table, column] of idColumns) {
    const id = sql.ref(`r.${column}`);
    await sql`
      insert into merged_row_id (institution_id, merged_id, table_name, external_source, external_id, stored_id)
      select r.institution_id, r.institution_id, ${table}, r.external_source,
        case when right(${id}, ${suffix.length}) = ${suffix} then left(${id}, ${-suffix.length}) else ${id} end, ${id}
      from ${sql.table(table)} r
      where r.institution_id = ${otherId} and ${id} is not null and not exists (
        select from merged_row_id m where m.institution_id = r.institution_id and m.table_name = ${table}
          and m.external_source = r.external_source and m.stored_id = ${id}
      )
      on conflict do nothing`.execute(transaction);
  }
}

/**
 * Updates the recorded ids of a customer's rows to the ids that a merge gave these rows. With
 * `back`, restores the previous ids.
 */
export async function renameMergedRowIds(
  transaction: Queries,
  institutionId: number,
  changed: readonly ChangedCollidingRows[],
  direction: 'forth' | 'back',
): Promise<void> {
  for (const { table, columns, institutionId: changedId, rows } of changed) {
    const column = idColumns.get(table);
    if (column === undefined || changedId !== institutionId || !columns.includes(column)) continue;
    const [from, to] =
      direction === 'forth' ? [sql`before`, sql`after`] : [sql`after`, sql`before`];
    await sql`
      update merged_row_id m set stored_id = w.${to} ->> ${column}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w(before jsonb, after jsonb)
      where m.institution_id = ${institutionId} and m.table_name = ${table} and m.external_source = w.${from} ->> 'external_source'
        and m.stored_id = w.${from} ->> ${column}`.execute(transaction);
  }
}

/** Deletes the ids that were recorded for a merged customer. */
export const deleteMergedRowIds = (transaction: Queries, otherId: number) =>
  sql`delete from merged_row_id where merged_id = ${otherId}`.execute(transaction);
