import type { Generated, JSONColumnType } from 'kysely';
import type { JsonColumn } from '#server/core/db/json.ts';
import type { HealthTier } from '#shared/core/tiers.ts';
import type { RiskOutcomeKind, RiskReasonKey } from '#shared/work/cases.ts';
import type { TaskStatus } from '#shared/work/tasks.ts';
import type { WorkingTime, WorkingWeek } from '#shared/work/working-time.ts';
import type { WorkEventKind } from './event-kinds.ts';

/** Timeline event of a change, with the names and texts at the time of the change. */
export interface WorkChangeEvent {
  event: WorkEventKind;
  detail: Record<string, string | null>;
}

declare module '#server/core/db/schema.ts' {
  interface Schema extends WorkTables {}
}

interface WorkTables {
  note: NoteTable;
  task: TaskTable;
  prospect_task: ProspectTaskTable;
  risk_case: RiskCaseTable;
  risk_outcome: RiskOutcomeTable;
  risk_change: RiskChangeTable;
  person: PersonView;
  work_event: WorkEventTable;
  work_version: WorkVersionTable;
  working_time_version: WorkingTimeVersionTable;
  person_hours: PersonHoursTable;
  absence: AbsenceTable;
}

interface WorkVersionTable {
  institution_id: number;
  version: number;
}

interface NoteTable {
  institution_id: number;
  note_id: string;
  author_id: string;
  body: string;
  version: Generated<number>;
  created_at: Date;
  edited_at: Date | null;
  deleted_at: Date | null;
}

interface TaskTable extends TaskColumns {
  institution_id: number;
}

interface ProspectTaskTable extends TaskColumns {
  prospect_id: number;
  /** User who closed the task; `null` while it is open. */
  closed_by: string | null;
}

interface TaskColumns {
  task_id: string;
  title: string;
  details: Generated<string>;
  due_on: string | null;
  assignee_id: string | null;
  status: Generated<TaskStatus>;
  snoozed_until: string | null;
  version: Generated<number>;
  created_by: string;
  created_at: Date;
  updated_by: string;
  updated_at: Date;
  closed_at: Date | null;
}

interface RiskCaseTable {
  institution_id: number;
  assignee_id: string | null;
  snoozed_until: string | null;
  snooze_reason: string | null;
  snoozed_by: string | null;
  snoozed_at: Date | null;
  /** Last official week at the time of the snooze. */
  snooze_week: string | null;
  snooze_tier: HealthTier | null;
  version: number;
  updated_by: string;
  updated_at: Date;
}

interface RiskOutcomeTable {
  institution_id: number;
  outcome_id: string;
  decided_by: string;
  decided_at: Date;
  outcome: RiskOutcomeKind;
  note: string;
  judged_week: string | null;
  judged_score: number | null;
  judged_tier: HealthTier | null;
  judged_reasons: JSONColumnType<RiskReasonKey[], string, string>;
  withdrawn_at: Date | null;
}

interface RiskChangeTable {
  institution_id: number;
  change_id: string;
  changed_by: string;
  changed_at: Date;
  told: JsonColumn<WorkChangeEvent>;
  /** Version of the case after the change. */
  version: number;
  /** Row of the case before the change; `null` when the case had no row. */
  before: JSONColumnType<Record<string, unknown>> | null;
  undone_at: Date | null;
}

interface PersonView {
  user_id: string;
  name: string;
}

interface WorkEventTable {
  institution_id: number;
  event_id: string;
  at: Date;
  actor_id: string;
  kind: 'task' | 'risk' | 'note' | 'milestone';
  event: WorkEventKind;
  subject_id: string | null;
  detail: JsonColumn<Record<string, string | null>>;
}

interface WorkingTimeVersionTable {
  version: number;
  settings: JsonColumn<WorkingTime>;
  made_by: string;
  made_at: Date;
}

interface PersonHoursTable {
  user_id: string;
  /** Working hours of the user; `null` when the team's hours apply. */
  week: JsonColumn<WorkingWeek> | null;
  version: Generated<number>;
  updated_by: string;
  updated_at: Date;
}

interface AbsenceTable {
  absence_id: string;
  user_id: string;
  /** First day of the absence. */
  from_on: string;
  until_on: string;
  cover_id: string | null;
  made_by: string;
  made_at: Date;
}
