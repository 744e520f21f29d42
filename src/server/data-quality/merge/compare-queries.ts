import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { DeclaredCustomerTables } from './tables-queries.ts';

/**
 * Returns the number of rows of each customer, by the noun of the table, such as 'action items'.
 */
export async function countAttachedRows(
  queries: Queries,
  ids: readonly number[],
  declared: DeclaredCustomerTables,
): Promise<Map<number, Record<string, number>>> {
  const nouns = [...declared].flatMap(([table, { noun }]) =>
    noun === undefined ? [] : [{ noun, table }],
  );
  const each = nouns.map(
    ({ noun, table }) => sql`
      select institution_id, ${sql.lit(noun)} as noun, count(*)::integer as rows from ${sql.table(table)}
      where institution_id = any(${[...ids]}::bigint[]) group by institution_id`,
  );
  const { rows } = await sql<{
    institution_id: number;
    noun: string;
    rows: number;
  }>`${sql.join(each, sql` union all `)}`.execute(queries);
  const none = Object.fromEntries(nouns.map(({ noun }) => [noun, 0]));
  return new Map(
    ids.map((id) => [
      id,
      {
        ...none,
        ...Object.fromEntries(
          rows.filter((row) => row.institution_id === id).map((row) => [row.noun, row.rows]),
        ),
      },
    ]),
  );
}
