import type { Queries } from '#server/core/db/database.ts';
import type { Day } from '#shared/core/dates.ts';

/**
 * Returns the first official week for which the institution has figures; `null` without figures.
 */
export async function findFirstWeekWithFigures(
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
