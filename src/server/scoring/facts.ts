import type { Selectable } from 'kysely';
import type { Schema } from '#server/core/db/schema.ts';
import type { InstitutionScore } from '#shared/scoring/facts.ts';

/** Columns of `score_week` that `toScoreFacts` needs. */
export const scoreFactsColumns = [
  'size_tier',
  'location_count',
  'adoption_score',
  'health_tier',
  'previous_score',
  'previous_health_tier',
  'score_change',
  'percent_change',
  'tier_change',
  'change_by_usage',
  'change_by_peers',
  'change_by_entitlements',
  'change_by_locations',
  'in_grace',
  'at_risk',
  'has_zero_usage',
  'weeks_at_risk',
  'weeks_declining',
  'weeks_improving',
  'coverage',
  'entitled_features',
  'active_features',
] as const satisfies (keyof Schema['score_week'])[];

type ScoreFactsRow = Pick<Selectable<Schema['score_week']>, (typeof scoreFactsColumns)[number]>;

export const toScoreFacts = (row: ScoreFactsRow): InstitutionScore => ({
  sizeTier: row.size_tier,
  locationCount: row.location_count,
  adoptionScore: row.adoption_score,
  healthTier: row.health_tier,
  previousScore: row.previous_score,
  previousHealthTier: row.previous_health_tier,
  scoreChange: row.score_change,
  percentChange: row.percent_change,
  tierChange: row.tier_change,
  scoreChangeParts: scoreChangeParts(row),
  inGrace: row.in_grace,
  atRisk: row.at_risk,
  hasZeroUsage: row.has_zero_usage,
  consecutiveWeeksAtRisk: row.weeks_at_risk,
  consecutiveWeeksDeclining: row.weeks_declining,
  consecutiveWeeksImproving: row.weeks_improving,
  coverage: row.coverage,
  entitledFeatures: row.entitled_features,
  activeFeatures: row.active_features,
});

function scoreChangeParts(row: ScoreFactsRow): InstitutionScore['scoreChangeParts'] {
  const {
    change_by_usage: usage,
    change_by_peers: peers,
    change_by_entitlements: entitlements,
    change_by_locations: locations,
  } = row;
  return usage === null || peers === null || entitlements === null || locations === null
    ? null
    : { usage, peers, entitlements, locations };
}

/**
 * Returns the facts of an institution without a score for the week. Its health is Unknown, and it
 * has no change.
 */
export const createUnscoredFacts = (
  known: Pick<InstitutionScore, 'sizeTier' | 'locationCount' | 'inGrace'>,
): InstitutionScore => ({
  ...known,
  adoptionScore: null,
  healthTier: 'Unknown',
  previousScore: null,
  previousHealthTier: null,
  scoreChange: null,
  percentChange: null,
  tierChange: 'flat',
  scoreChangeParts: null,
  atRisk: false,
  hasZeroUsage: false,
  consecutiveWeeksAtRisk: 0,
  consecutiveWeeksDeclining: 0,
  consecutiveWeeksImproving: 0,
  coverage: 0,
  entitledFeatures: 0,
  activeFeatures: 0,
});
