import type { Generated } from 'kysely';
import type { JsonColumn } from '#server/core/db/json.ts';
import type { RenewalChange } from '#shared/renewals/renewals.ts';
import type {
  ForecastCategory,
  ForecastConflictDecision,
  OpenRenewalStage,
  OwnerForecast,
  RenewalOutcome,
  RenewalStage,
} from '#shared/renewals/words.ts';

declare module '#server/core/db/schema.ts' {
  interface Schema {
    renewal: RenewalTable;
    renewal_change: RenewalChangeTable;
    renewal_snapshot: RenewalSnapshotTable;
  }
}

interface RenewalTable {
  institution_id: number;
  deal_id: number;
  stage: Generated<OpenRenewalStage>;
  call: OwnerForecast | null;
  call_note: string | null;
  expected_cents: number | null;
  expected_reason: string | null;
  expected_by: string | null;
  six_months_on: string | null;
  six_months_by: string | null;
  three_months_on: string | null;
  three_months_by: string | null;
  decision: ForecastConflictDecision | null;
  decided_call: string | null;
  decided_risk: string | null;
  decided_by: string | null;
  decided_at: Date | null;
  seen_closes_on: string | null;
  outcome: RenewalOutcome | null;
  outcome_on: string | null;
  outcome_reason: string | null;
  outcome_note: string | null;
  outcome_by: string | null;
  deal_before: JsonColumn<{ stage: string; amountCents: number | null }> | null;
  version: Generated<number>;
}

interface RenewalChangeTable {
  institution_id: number;
  deal_id: number;
  change_id: string;
  changed_by: string;
  changed_at: Date;
  told: JsonColumn<RenewalChange>;
}

interface RenewalSnapshotTable {
  institution_id: number;
  deal_id: number;
  taken_on: string;
  due_on: string | null;
  amount_cents: number | null;
  expected_cents: number | null;
  forecast: ForecastCategory;
  stage: RenewalStage;
}
