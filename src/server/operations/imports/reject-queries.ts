import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '#server/db/database.ts';
import type { Merge } from './merge.ts';

const pageSize = 5000;

interface RejectedLine {
  line: number;
  column: string;
  value: string | null;
  reason: string;
}

/** Hands over the staged lines (s) that a join with a table p of reasons singles out, a page at a time: there may be millions. */
export async function rejectInPages(
  transaction: Queries,
  { importId, headerOf, reject }: Merge,
  table: 'usage_staging' | 'entitlement_staging',
  reasons: RawBuilder<unknown>,
): Promise<void> {
  const value =
    table === 'usage_staging' ? sql`case when p.column = 'locationId' then s.location_id else s.institution_id end` : sql`s.institution_id`;
  for (let after = 0; ; ) {
    const { rows } = await sql<RejectedLine>`
      select s.line, p.column, ${value}::text as value, p.reason
      from ${sql.table(table)} s ${reasons}
      where s.import_id = ${importId}::uuid and s.line > ${after}
      group by 1, 2, 3, 4 order by s.line limit ${pageSize}`.execute(transaction);
    await reject(rows.map((row) => ({ line: row.line, column: headerOf(row.column), value: row.value ?? '', reason: row.reason })));
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) return;
    after = last.line;
  }
}
