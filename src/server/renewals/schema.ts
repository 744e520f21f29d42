import type { Generated } from 'kysely';
import type { JsonColumn } from '#server/core/db/json.ts';
import type { RenewalChange } from '#shared/renewals/renewals.ts';
import type {
  ForecastConflictDecision,
  OpenRenewalStage,
  OwnerForecast,
} from '#shared/renewals/words.ts';

declare module '#server/core/db/schema.ts' {
  interface Schema {
    renewal: RenewalTable;
    renewal_change: RenewalChangeTable;
  }
}

interface RenewalTable {
  institution_id: number;
  deal_id: number;
  stage: Generated<OpenRenewalStage>;
  call: OwnerForecast | null;
  call_note: string | null;
  expected_cents: number | null;
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
