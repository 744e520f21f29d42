import { type RawBuilder, sql } from 'kysely';
import { type ProductKey, productKeys } from '#shared/core/products.ts';
import { highestDisplayedScore } from '#shared/scoring/constants.ts';

const productScore = (product: ProductKey) =>
  sql`(select least(${highestDisplayedScore}::integer, floor(p.score + 0.5)) from product_week p where s.measured_locations > 0
    and p.institution_id = s.institution_id and p.week_start = s.week_start and p.product = ${product} and p.score is not null)`;

/**
 * SQL expressions over `score_week s` and `institution i` for the columns of the customer list that
 * are stored for each official week. Other columns only have a current value.
 */
export const weeklyColumnSqlExpressions: ReadonlyMap<string, RawBuilder<unknown>> = new Map<
  string,
  RawBuilder<unknown>
>([
  ['healthTier', sql`s.health_tier`],
  ['adoptionScore', sql`s.adoption_score`],
  ['scoreChange', sql`s.score_change`],
  ['sizeTier', sql`s.size_tier`],
  ['practiceType', sql`s.practice_type`],
  ['locationCount', sql`s.location_count`],
  ['consecutiveWeeksAtRisk', sql`s.weeks_at_risk`],
  ['consecutiveWeeksDeclining', sql`s.weeks_declining`],
  ['consecutiveWeeksImproving', sql`s.weeks_improving`],
  ['inGrace', sql`s.in_grace`],
  ['previousScore', sql`s.previous_score`],
  ['previousHealthTier', sql`s.previous_health_tier`],
  ['percentChange', sql`s.percent_change`],
  ['tierChange', sql`s.tier_change`],
  ['changeByUsage', sql`s.change_by_usage`],
  ['changeByPeers', sql`s.change_by_peers`],
  ['changeByEntitlements', sql`s.change_by_entitlements`],
  ['changeByLocations', sql`s.change_by_locations`],
  ['atRisk', sql`s.at_risk`],
  ['hasZeroUsage', sql`s.has_zero_usage`],
  ['entitledFeatures', sql`s.entitled_features`],
  ['activeFeatures', sql`s.active_features`],
  ['coverage', sql`s.coverage * 100`],
  ['goLiveDate', sql`i.live_on`],
  ['institutionId', sql`s.institution_id`],
  ...productKeys.map((key) => [`${key}Score`, productScore(key)] as const),
]);
