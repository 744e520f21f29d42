import type { Queries } from '#server/core/db/database.ts';
import type { Day } from '#shared/core/dates.ts';
import type { HealthTier } from '#shared/core/tiers.ts';

/** Returns the number of institutions and the sum of scores by health tier in a week. */
export const findWeekTierCounts = (
  database: Queries,
  week: Day,
): Promise<{ tier: HealthTier; institutions: number; scored: number; sum: number | null }[]> =>
  database
    .selectFrom('score_week')
    .select((of) => [
      'health_tier as tier',
      of.fn.countAll<number>().as('institutions'),
      of.fn.count<number>('adoption_score').as('scored'),
      of.fn.sum<number | null>('adoption_score').as('sum'),
    ])
    .where('week_start', '=', week)
    .groupBy('health_tier')
    .execute();
