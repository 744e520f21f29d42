import type { ColumnType, Generated } from 'kysely';
import type { JsonColumn } from '#server/core/db/json.ts';
import type { ProductKey } from '#shared/core/products.ts';
import type { HealthRules } from '#shared/core/scoring-rules.ts';
import type { HealthTier, PeerGroupLevel, SizeTier } from '#shared/core/tiers.ts';
import type { TrialResult } from '#shared/scoring/rules.ts';

declare module '#server/core/db/schema.ts' {
  interface Schema extends ScoringTables {}
}

interface ScoringTables {
  usage_daily: UsageDailyTable;
  usage_week: UsageWeekTable;
  feed_week: FeedWeekTable;
  rules_version: RulesVersionTable;
  official_week: OfficialWeekTable;
  week_version: WeekVersionTable;
  scoring_turn: ScoringTurnTable;
  week_reopening: WeekReopeningTable;
  benchmark_version: BenchmarkTable & OfVersion;
  score_version: ScoreTable & OfVersion;
  product_version: ProductScoreTable & OfVersion;
  /** Views of the official version's rows. */
  benchmark_week: BenchmarkTable;
  score_week: ScoreTable;
  product_week: ProductScoreTable;
  benchmark_provisional: BenchmarkTable & { as_of_day: string; made_at: Date };
  score_provisional: ScoreTable & { as_of_day: string; made_at: Date };
  product_provisional: ProductScoreTable;
  rules_trial: RulesTrialTable;
  benchmark_trial: BenchmarkTable;
  score_trial: ScoreTable;
  product_trial: ProductScoreTable;
}

interface RulesVersionTable {
  rules_version_id: number;
  rules: JsonColumn<HealthRules>;
  note: string;
  created_at: Date;
  created_by: string | null;
  trial_id: string | null;
}

interface OfficialWeekTable {
  week_start: string;
  week_end: string;
  rules_version_id: number;
  closed_at: Date;
  institutions: number;
  version: Generated<number>;
  /** Reason why the week was rescored; `null` for the first version. */
  reason: string | null;
}

interface WeekVersionTable {
  week_start: string;
  version: number;
  rules_version_id: number;
  closed_at: Date;
  institutions: number;
  reason: string | null;
  replaced_because: string;
  replaced_at: Date;
}

interface ScoringTurnTable {
  one_row: Generated<boolean>;
  holder: string;
  seen_at: Date;
}

/**
 * Columns of tables with several versions of a week. A version that is not official belongs to a
 * replaced week or to a week that is being scored.
 */
interface OfVersion {
  version: number;
}

interface WeekReopeningTable {
  reopening_id: string;
  from_week: string;
  reason: string;
  asked_by: string;
  asked_at: Date;
  next_week: string;
  weeks_made: Generated<number>;
  weeks_taken_away: Generated<number>;
  finished_at: Date | null;
}

interface BenchmarkTable {
  week_start: string;
  product: ProductKey;
  peer_level: PeerGroupLevel;
  size_tier: SizeTier | '';
  practice_type: string;
  benchmark: number;
  quartile_low: number;
  quartile_high: number;
  institutions: number;
  locations: number;
}

interface ScoreTable {
  institution_id: number;
  week_start: string;
  rules_version_id: number;
  size_tier: SizeTier;
  practice_type: string | null;
  location_count: number;
  measured_locations: number;
  entitled_features: number;
  active_features: number;
  coverage: number;
  adoption_score: number | null;
  health_tier: HealthTier;
  previous_score: number | null;
  previous_health_tier: HealthTier | null;
  score_change: number | null;
  percent_change: number | null;
  tier_change: 'up' | 'down' | 'flat';
  has_zero_usage: boolean;
  in_grace: boolean;
  at_risk: boolean;
  weeks_at_risk: number;
  weeks_declining: number;
  weeks_improving: number;
  change_by_usage: number | null;
  change_by_peers: number | null;
  change_by_entitlements: number | null;
  change_by_locations: number | null;
}

interface ProductScoreTable {
  institution_id: number;
  week_start: string;
  product: ProductKey;
  entitled: boolean;
  usage: number;
  benchmark: number | null;
  expected: number | null;
  score: number | null;
  peer_level: PeerGroupLevel | null;
  peers: number | null;
}

interface RulesTrialTable {
  trial_id: string;
  rules: JsonColumn<HealthRules>;
  based_on: number;
  requested_by: string;
  requested_at: Date;
  weeks_done: Generated<number>;
  weeks_total: Generated<number>;
  finished_at: Date | null;
  result: ColumnType<TrialResult | null, string | null | undefined, string | null>;
  error: string | null;
}

interface UsageDailyTable {
  institution_id: number;
  location_id: number;
  product: ProductKey;
  day: string;
  value: number;
}

interface UsageWeekTable {
  institution_id: number;
  location_id: number;
  product: ProductKey;
  week_start: string;
  value: number;
}

interface FeedWeekTable {
  institution_id: number;
  location_id: number;
  week_start: string;
  last_report_on: string;
}
