import type { Queries } from '#server/core/db/database.ts';

/** Returns the ids of the customers that left or have given notice. */
export async function findLeavingCustomers(queries: Queries): Promise<ReadonlySet<number>> {
  const rows = await queries
    .selectFrom('churn_event')
    .select('institution_id')
    .where('taken_back_at', 'is', null)
    .execute();
  return new Set(rows.map(({ institution_id }) => institution_id));
}
