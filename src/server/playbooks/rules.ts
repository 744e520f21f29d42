import { addDays, type Day } from '#shared/core/dates.ts';
import type { Person } from '#shared/core/person.ts';
import { unassignedOwner } from '#shared/core/provider-answers.ts';
import { dayInWords } from '#shared/core/words.ts';
import type { NoRunReason, PlaybookFields } from '#shared/playbooks/playbooks.ts';
import { nextPlaybookStep } from '#shared/playbooks/rules.ts';
import type {
  NextStepChoice,
  PlaybookStep,
  StepDelay,
  TaskOrCheckpointStep,
} from '#shared/playbooks/steps.ts';
import type { StepOutcome } from '#shared/playbooks/words.ts';
import type { WorkingTime } from '#shared/work/working-time.ts';
import { findWorkHoursOnDay } from '#shared/work/working-time-rules.ts';

/** Data that determines whether a run advances: the day and the state of the customer. */
export interface RunAdvanceFacts {
  today: Day;
  /** `true` for a lost customer. */
  isGone: boolean;
  /**
   * Day of the customer's notice; `null` without one, and for a playbook that is for leaving
   * customers.
   */
  noticedOn: Day | null;
  fits: (conditions: string) => boolean;
  dayAfter: (delay: StepDelay) => Day;
}

/** Current step of a run. */
export interface CurrentStep {
  stepId: string;
  dueOn: Day | null;
  /** Outcome of the step, for example after its task was closed; `null` while the step is open. */
  outcome: StepOutcome | null;
}

export interface PlannedRunStep {
  step: PlaybookStep;
  dueOn: Day | null;
  /** Outcome of a step that completed at once; `null` while the step is open. */
  outcome: StepOutcome | null;
  hasTask: boolean;
}

export interface RunAdvance {
  /**
   * Outcome with which the run leaves the current step; `null` when the outcome was saved before.
   */
  left: StepOutcome | null;
  /** Steps that the run enters, in order. */
  entered: PlannedRunStep[];
  end: { state: 'completed' | 'exited'; reason: string | null } | null;
}

type Plan = Pick<PlaybookFields, 'exit' | 'steps'>;

/**
 * Returns how a run advances; `undefined` when the run stays at its step. The run enters all steps
 * that complete at once, until it reaches a step that stays open or the end. `current` is `null`
 * before the first step. Steps lead only forward, so no step is entered twice.
 */
export function decideRunAdvance(
  { exit, steps }: Plan,
  current: CurrentStep | null,
  facts: RunAdvanceFacts,
): RunAdvance | undefined {
  const exited = (reason: string): RunAdvance => ({
    left: null,
    entered: [],
    end: { state: 'exited', reason },
  });
  if (facts.isGone) return exited('The customer has left');
  if (facts.noticedOn !== null) return exited(`Gave notice on ${dayInWords(facts.noticedOn)}`);
  if (exit !== '' && facts.fits(exit)) return exited('The customer matches the exit conditions');
  if (current === null) return { left: null, ...walk(steps, steps[0], facts) };
  const step = steps.find(({ stepId }) => stepId === current.stepId);
  if (step === undefined) throw new Error(`No step ${current.stepId} in the version of the run`);
  const left = current.outcome ?? outcomeOf(step, current.dueOn, facts);
  if (left === null) return undefined;
  return {
    left: current.outcome === null ? left : null,
    ...walk(steps, after(steps, step, left), facts),
  };
}

function outcomeOf(
  step: PlaybookStep,
  dueOn: Day | null,
  facts: RunAdvanceFacts,
): StepOutcome | null {
  if (step.kind === 'wait') return dueOn !== null && dueOn <= facts.today ? 'waited' : null;
  return step.kind === 'checkpoint' && step.until !== '' && facts.fits(step.until) ? 'held' : null;
}

function after(
  steps: readonly PlaybookStep[],
  step: PlaybookStep,
  outcome: StepOutcome | null,
): PlaybookStep | undefined {
  const next: NextStepChoice =
    step.kind === 'branch' && outcome === 'no' ? step.otherwise : step.next;
  return nextPlaybookStep(steps, step, next);
}

function walk(
  steps: readonly PlaybookStep[],
  first: PlaybookStep | undefined,
  facts: RunAdvanceFacts,
): Pick<RunAdvance, 'entered' | 'end'> {
  const entered: PlannedRunStep[] = [];
  for (let step = first; step !== undefined; ) {
    const entry = enterStep(step, facts);
    entered.push(entry);
    if (entry.outcome === null && !(step.kind === 'task' && !step.waits))
      return { entered, end: null };
    step = after(steps, step, entry.outcome);
  }
  return { entered, end: { state: 'completed', reason: null } };
}

function enterStep(step: PlaybookStep, facts: RunAdvanceFacts): PlannedRunStep {
  switch (step.kind) {
    case 'task':
      return { step, dueOn: facts.dayAfter(step.due), outcome: null, hasTask: true };
    case 'wait':
      return { step, dueOn: facts.dayAfter(step.delay), outcome: null, hasTask: false };
    case 'checkpoint': {
      const outcome = outcomeOf(step, null, facts);
      return {
        step,
        dueOn: outcome === null ? facts.dayAfter(step.due) : null,
        outcome,
        hasTask: outcome === null,
      };
    }
    case 'branch':
      return {
        step,
        dueOn: null,
        outcome: facts.fits(step.conditions) ? 'yes' : 'no',
        hasTask: false,
      };
  }
}

type Hours = Pick<WorkingTime, 'week' | 'holidays'>;

/**
 * Returns the day that is `days` days after `from`. A working day is a day with working time. If no
 * weekday has working time, every day counts.
 */
export function dayAfterDelay({ days, unit }: StepDelay, from: Day, hours: Hours): Day {
  if (unit === 'calendar' || hours.week.every((window) => window === null))
    return addDays(from, days);
  let day = from;
  for (let left = days; left > 0; ) {
    day = addDays(day, 1);
    if (findWorkHoursOnDay(hours, day) !== null) left -= 1;
  }
  return day;
}

export interface PlaybookPeople {
  byId: ReadonlyMap<string, Person & { isActive: boolean }>;
  /** Active users by name. A user's name equals the name of the owner in the CRM. */
  byOwnerName: ReadonlyMap<string, Person>;
}

export interface StepAssignment {
  person: Person | null;
  /**
   * Reason why the assignee differs from the intended assignee; `null` for the intended assignee.
   */
  note: string | null;
}

/**
 * Returns the assignee of a step: the named user, or the owner of the customer. If that user is not
 * active, returns the fallback assignee.
 */
export function assignStep(
  step: Pick<TaskOrCheckpointStep, 'assigneeId'>,
  ownerName: string | null,
  fallbackId: string,
  people: PlaybookPeople,
): StepAssignment {
  const intended =
    step.assigneeId === null
      ? people.byOwnerName.get(ownerName ?? '')
      : activeOf(people, step.assigneeId);
  if (intended !== undefined) return { person: intended, note: null };
  const hasNoOwner =
    step.assigneeId === null && (ownerName === null || ownerName === unassignedOwner);
  const missing = step.assigneeId === null ? ownerName : people.byId.get(step.assigneeId)?.name;
  return assignFallbackPerson(
    hasNoOwner ? 'The customer has no owner' : `${missing ?? 'The assignee'} is no longer active`,
    fallbackId,
    people,
  );
}

/**
 * Returns the fallback assignee with the reason. Returns no assignee when the fallback assignee is
 * not active.
 */
export function assignFallbackPerson(
  why: string,
  fallbackId: string,
  people: PlaybookPeople,
): StepAssignment {
  const fallback = activeOf(people, fallbackId);
  if (fallback !== undefined)
    return { person: fallback, note: `${why}: assigned to ${fallback.name}.` };
  return {
    person: null,
    note: `${why}. ${people.byId.get(fallbackId)?.name ?? 'The fallback assignee'} is no longer active either, so this is unassigned.`,
  };
}

function activeOf({ byId }: PlaybookPeople, id: string): Person | undefined {
  const found = byId.get(id);
  return found?.isActive === true ? { id: found.id, name: found.name } : undefined;
}

interface Candidate {
  isGone: boolean;
  /** `true` for a customer that gave notice, unless the playbook is for leaving customers. */
  isLeaving: boolean;
  fits: boolean;
  hasActive: boolean;
  /**
   * Day on which the customer's last run started; `null` when there was none or when the decision
   * does not depend on it.
   */
  lastStartedOn: Day | null;
}

/** Returns the reason why a customer gets no run; `undefined` when the customer gets one. */
export function noRunReason(
  { isGone, isLeaving, fits, hasActive, lastStartedOn }: Candidate,
  againDays: number,
  today: Day,
): NoRunReason | undefined {
  if (isGone) return 'gone';
  if (isLeaving) return 'leaving';
  if (!fits) return 'unfit';
  if (hasActive) return 'active';
  return lastStartedOn !== null && today < addDays(lastStartedOn, againDays) ? 'recent' : undefined;
}
