import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';

/**
 * Returns the names of all tables with customer facts, except `institution` and the staging tables
 * of imports.
 */
export async function findCustomerTables(queries: Queries): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.table_name as name from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
    where c.table_schema = current_schema() and c.column_name = 'institution_id' and c.table_name <> 'institution'
      and c.table_name not like '%\\_staging'
    order by c.table_name`.execute(queries);
  return rows.map(({ name }) => name);
}
