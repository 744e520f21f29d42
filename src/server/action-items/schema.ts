import type { Generated } from 'kysely';
import type { JsonColumn } from '#server/core/db/json.ts';
import type { ActionItemChange } from '#shared/action-items/action-items.ts';
import type {
  ActionItemKind,
  ActionItemOutcome,
  ActionItemPriority,
} from '#shared/action-items/words.ts';

declare module '#server/core/db/schema.ts' {
  interface Schema {
    call_to_action: CallTable;
    call_change: CallChangeTable;
  }
}

interface CallTable {
  institution_id: number;
  call_id: string;
  kind: ActionItemKind;
  title: string;
  details: string;
  priority: ActionItemPriority;
  due_on: string;
  assignee_id: string | null;
  minutes: number;
  rule_id: string | null;
  fired_count: Generated<number>;
  last_fired_on: string | null;
  snoozed_until: string | null;
  snooze_reason: string | null;
  outcome: ActionItemOutcome | null;
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
  told: JsonColumn<ActionItemChange>;
  before: JsonColumn<object>;
  version: number;
  undone_at: Date | null;
}
