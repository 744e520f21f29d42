import type { Generated } from 'kysely';
import type { Json } from '#server/core/db/json.ts';
import type { AlertRuleFields } from '#shared/alerts/alerts.ts';
import type { CallChange } from '#shared/action-items/calls.ts';
import type { CallKind, CallOutcome, CallPriority } from '#shared/action-items/words.ts';

declare module '#server/core/db/schema.ts' {
  interface Schema {
    call_to_action: CallTable;
    call_change: CallChangeTable;
    call_firing: CallFiringTable;
    alert_rule: AlertRuleTable;
    alert_rule_version: AlertRuleVersionTable;
    alert_baseline: AlertBaselineTable;
    alert_run: AlertRunTable;
  }
}

interface CallTable {
  institution_id: number;
  call_id: string;
  kind: CallKind;
  title: string;
  details: string;
  priority: CallPriority;
  due_on: string;
  assignee_id: string | null;
  minutes: number;
  rule_id: string | null;
  fired_count: Generated<number>;
  last_fired_on: string | null;
  snoozed_until: string | null;
  snooze_reason: string | null;
  outcome: CallOutcome | null;
  note: string | null;
  version: Generated<number>;
  created_by: string | null;
  created_at: Date;
  updated_by: string | null;
  updated_at: Date;
  closed_at: Date | null;
}

interface CallChangeTable {
  institution_id: number;
  call_id: string;
  change_id: string;
  changed_by: string;
  changed_at: Date;
  told: Json<CallChange>;
  before: Json<object>;
  version: number;
  undone_at: Date | null;
}

interface CallFiringTable {
  institution_id: number;
  rule_id: string;
  fired_on: string;
  call_id: string;
  saw: string;
}

interface AlertRuleTable {
  rule_id: string;
  version: number;
  name: string;
  kind: CallKind;
  conditions: string;
  priority: CallPriority;
  due_days: number;
  minutes: number;
  is_on: boolean;
  changed_by: string;
  changed_at: Date;
}

interface AlertRuleVersionTable {
  rule_id: string;
  version: number;
  told: Json<AlertRuleFields>;
  changed_by: string;
  changed_at: Date;
}

interface AlertBaselineTable {
  institution_id: number;
  rule_id: string;
}

interface AlertRunTable {
  day: string;
  ran_at: Date;
  told: Json<{ heldBack: { person: string | null; calls: number }[]; silent: string[] }>;
}
