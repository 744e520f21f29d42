import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';

interface Prediction {
  institution_id: number;
  chance60: number;
  days_left: number | null;
}

/** Returns the latest churn predictions of the customers. Leaves out rejected predictions. */
export async function findPredictions(
  queries: Queries,
  institutionIds: readonly number[],
): Promise<Prediction[]> {
  const { rows } = await sql<Prediction>`
    select p.institution_id, p.chance60, p.days_left from churn_prediction p
    where p.day = (select max(day) from churn_prediction where not is_backtest) and p.institution_id = any(${institutionIds}::bigint[])
      and coalesce((select v.verdict from churn_verdict v where v.institution_id = p.institution_id and v.day > p.day - 60
        order by v.decided_at desc limit 1), '') <> 'rejected'`.execute(queries);
  return rows;
}
