import type { Queries } from '#server/core/db/database.ts';
import type { Day } from '#shared/core/dates.ts';

/** Returns the first official week with figures of the institution, or `null`. */
export async function firstWeekWithFigures(
  queries: Queries,
  institutionId: number,
): Promise<Day | null> {
  const found = await queries
    .selectFrom('product_week')
    .select(({ fn }) => fn.min('week_start').as('week'))
    .where('institution_id', '=', institutionId)
    .executeTakeFirst();
  return found?.week ?? null;
}
