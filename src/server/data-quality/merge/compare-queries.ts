import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';

/** Data attached to a customer, by table. */
const attachedTables = {
  contacts: 'contact',
  notes: 'note',
  tasks: 'task',
  'calls to action': 'call_to_action',
  'playbook runs': 'playbook_run',
  deals: 'crm_deal',
  tickets: 'crm_ticket',
  contracts: 'contract',
  entitlements: 'entitlement',
} as const;

/** Counts the attached rows of each customer. */
export async function attachedTo(queries: Queries, ids: readonly number[]): Promise<Map<number, Record<string, number>>> {
  const each = Object.entries(attachedTables).map(
    ([words, table]) => sql`
      select institution_id, ${sql.lit(words)} as words, count(*)::integer as rows from ${sql.table(table)}
      where institution_id = any(${[...ids]}::bigint[]) group by institution_id`,
  );
  const { rows } = await sql<{ institution_id: number; words: string; rows: number }>`${sql.join(each, sql` union all `)}`.execute(queries);
  const none = Object.fromEntries(Object.keys(attachedTables).map((words) => [words, 0]));
  return new Map(
    ids.map((id) => [
      id,
      { ...none, ...Object.fromEntries(rows.filter((row) => row.institution_id === id).map((row) => [row.words, row.rows])) },
    ]),
  );
}
