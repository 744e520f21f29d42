import type { JsonColumn } from '#server/core/db/json.ts';
import type { ActionItemKind, ActionItemPriority } from '#shared/action-items/words.ts';
import type { AlertRuleFields, AlertTrial } from '#shared/alerts/alerts.ts';

declare module '#server/core/db/schema.ts' {
  interface Schema {
    call_firing: CallFiringTable;
    alert_rule: AlertRuleTable;
    alert_rule_version: AlertRuleVersionTable;
    alert_baseline: AlertBaselineTable;
    alert_run: AlertRunTable;
    alert_rule_test: AlertRuleTestTable;
  }
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
  kind: ActionItemKind;
  conditions: string;
  priority: ActionItemPriority;
  due_days: number;
  minutes: number;
  is_on: boolean;
  changed_by: string;
  changed_at: Date;
}

interface AlertRuleVersionTable {
  rule_id: string;
  version: number;
  told: JsonColumn<AlertRuleFields>;
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
  told: JsonColumn<{ heldBack: { person: string | null; calls: number }[]; silent: string[] }>;
}

interface AlertRuleTestTable {
  rule_id: string;
  version: number;
  conditions: string;
  tested_by: string;
  tested_at: Date;
  result: JsonColumn<AlertTrial>;
}
