import type { Generated } from 'kysely';
import type { JsonColumn } from '#server/core/db/json.ts';
import type {
  PipelineCheck,
  PipelineStatus,
  PipelineStepKey,
} from '#shared/churn/pipeline/pipeline-runs.ts';
import type { ChurnTier } from '#shared/core/tiers.ts';

declare module '#server/core/db/schema.ts' {
  interface Schema extends PredictionTables {}
}

interface PredictionTables {
  churn_run: ChurnRunTable;
  churn_week: ChurnWeekTable;
  churn_feature: { institution_id: number; day: string; known: (number | null)[] };
  churn_model: ChurnModelTable;
  churn_prediction: ChurnPredictionTable;
  churn_prediction_staging: ChurnPredictionTable;
  churn_verdict: ChurnVerdictTable;
  churn_quality: { day: string; made_at: Date; quality: JsonColumn<object> };
  churn_pattern_mute: { pattern: string; reason: string; muted_by: string; muted_at: Date };
}

interface ChurnRunTable {
  run_id: string;
  step: PipelineStepKey;
  day: string;
  asked_at: Date;
  asked_by: string | null;
  started_at: Date | null;
  ended_at: Date | null;
  status: PipelineStatus;
  rows_in: Generated<number>;
  rows_out: Generated<number>;
  rejects: Generated<number>;
  checks: JsonColumn<PipelineCheck[]>;
  error: string | null;
}

interface ChurnWeekTable {
  institution_id: number;
  week_start: string;
  uses: number | null;
  bookings: number | null;
  forms: number | null;
  payments: number | null;
  messages: number | null;
  group_locations: number | null;
  quiet_locations: number | null;
  gathered_at: Date;
}

interface ChurnModelTable {
  version: number;
  trained_on: string;
  made_at: Date;
  model: JsonColumn<object>;
  report: JsonColumn<object>;
  state: 'current' | 'replaced' | 'draft';
  chosen_by: string | null;
  chosen_at: Date | null;
  chosen_reason: string | null;
}

interface ChurnPredictionTable {
  institution_id: number;
  day: string;
  is_backtest: boolean;
  model_version: number;
  chance30: number;
  chance45: number;
  chance60: number;
  low: number;
  high: number;
  days_left: number | null;
  days_low: number | null;
  days_high: number | null;
  patterns: string[];
  tier: ChurnTier | null;
}

interface ChurnVerdictTable {
  institution_id: number;
  verdict_id: string;
  verdict: 'accepted' | 'rejected' | 'withdrawn';
  reason: string;
  decided_by: string;
  decided_at: Date;
  day: string;
  tier: ChurnTier | null;
  model_version: number | null;
}
