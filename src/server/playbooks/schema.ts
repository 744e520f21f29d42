import type { Generated } from 'kysely';
import type { JsonColumn } from '#server/core/db/json.ts';
import type { NoRunReason, PlaybookFields } from '#shared/playbooks/playbooks.ts';
import type { RunState, StepKind, StepOutcome } from '#shared/playbooks/words.ts';

declare module '#server/core/db/schema.ts' {
  interface Schema {
    playbook: PlaybookTable;
    playbook_version: PlaybookVersionTable;
    playbook_run: PlaybookRunTable;
    playbook_step: PlaybookStepTable;
    playbook_firing: PlaybookFiringTable;
  }
}

interface PlaybookTable {
  playbook_id: string;
  version: number;
  name: string;
  rule_id: string | null;
  is_on: boolean;
  follows_from: string | null;
  changed_by: string;
  changed_at: Date;
}

interface PlaybookVersionTable {
  playbook_id: string;
  version: number;
  is_on: boolean;
  told: JsonColumn<PlaybookFields>;
  changed_by: string;
  changed_at: Date;
}

interface PlaybookRunTable {
  institution_id: number;
  run_id: string;
  playbook_id: string;
  version: number;
  state: RunState;
  step_id: string | null;
  started_on: string;
  started_at: Date;
  started_by: string | null;
  start_score: number | null;
  ended_at: Date | null;
  ended_by: string | null;
  end_reason: string | null;
  end_score: number | null;
  revision: Generated<number>;
}

interface PlaybookStepTable {
  institution_id: number;
  run_id: string;
  step_id: string;
  place: number;
  kind: StepKind;
  title: string;
  started_at: Date;
  due_on: string | null;
  done_at: Date | null;
  outcome: StepOutcome | null;
  assignee_id: string | null;
  task_id: string | null;
  note: string | null;
}

interface PlaybookFiringTable {
  institution_id: number;
  playbook_id: string;
  rule_id: string;
  fired_on: string;
  decided_at: Date;
  run_id: string | null;
  left_out: NoRunReason | null;
}
