import type { Insertable } from 'kysely';
import type { Schema } from '#server/core/db/schema.ts';

type ScoreWeek = Insertable<Schema['score_week']>;

/** One institution's row of an official week, steady and Healthy; say only what the test is about. */
export function scoreWeek(facts: Partial<ScoreWeek> & Pick<ScoreWeek, 'institution_id' | 'week_start'>): ScoreWeek {
  return {
    rules_version_id: 1,
    size_tier: 'Small',
    practice_type: null,
    location_count: 1,
    measured_locations: 1,
    entitled_features: 1,
    active_features: 1,
    coverage: 1,
    adoption_score: 80,
    health_tier: 'Healthy',
    previous_score: null,
    previous_health_tier: null,
    score_change: null,
    percent_change: null,
    tier_change: 'flat',
    has_zero_usage: false,
    in_grace: false,
    at_risk: false,
    weeks_at_risk: 0,
    weeks_declining: 0,
    weeks_improving: 0,
    change_by_usage: null,
    change_by_peers: null,
    change_by_entitlements: null,
    change_by_locations: null,
    ...facts,
  };
}
