import type { Generated } from 'kysely';
import type { JsonColumn } from '#server/core/db/json.ts';
import type { ProductKey } from '#shared/core/products.ts';
import type { OnboardingState } from '#shared/institutions/onboarding-states.ts';
import type { BlockerKind, MilestoneKey } from '#shared/onboarding/milestones.ts';
import type { OnboardingAction } from '#shared/onboarding/onboarding.ts';

declare module '#server/core/db/schema.ts' {
  interface Schema extends OnboardingTables {}
}

interface OnboardingTables {
  onboarding_case: OnboardingCaseTable;
  onboarding_milestone: OnboardingMilestoneTable;
  onboarding_pause: OnboardingPauseTable;
  onboarding_blocker: OnboardingBlockerTable;
  onboarding_week: OnboardingWeekTable;
  onboarding_change: OnboardingChangeTable;
}

interface OnboardingCaseTable {
  institution_id: number;
  contract_on: string | null;
  kickoff_on: string | null;
  extension_days: Generated<number>;
  handed_over_on: string | null;
  graduated_on: string | null;
  graduated_by: string | null;
  /** State as of the last refresh or change; `null` when onboarding was never tracked. */
  state: OnboardingState | null;
  version: Generated<number>;
}

interface OnboardingMilestoneTable {
  institution_id: number;
  milestone: MilestoneKey;
  product: ProductKey | '';
  side: 'us' | 'customer';
  due_day: number;
  done_on: string | null;
  evidence: string | null;
  done_by: string | null;
}

interface OnboardingPauseTable {
  institution_id: number;
  from_on: string;
  until_on: string | null;
  reason: string;
}

interface OnboardingBlockerTable {
  institution_id: number;
  from_on: string;
  until_on: string | null;
  blocker: BlockerKind;
}

interface OnboardingWeekTable {
  institution_id: number;
  week_start: string;
  day: number;
  score: number | null;
  expected: number;
  state: OnboardingState;
  blocker: BlockerKind | null;
  milestones_done: number;
}

interface CaseBeforeChange {
  version: number;
  extension_days: number;
  graduated_on: string | null;
  graduated_by: string | null;
  handed_over_on: string | null;
  pauses: Omit<OnboardingPauseTable, 'institution_id'>[];
  blockers: Omit<OnboardingBlockerTable, 'institution_id'>[];
}

interface OnboardingChangeTable {
  institution_id: number;
  change_id: string;
  changed_by: string;
  changed_at: Date;
  told: JsonColumn<OnboardingAction>;
  /** Case before the change, for its undo; `null` for a change before undo existed. */
  before: JsonColumn<CaseBeforeChange> | null;
  undone_at: Date | null;
}
