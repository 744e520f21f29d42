import { addDays, type Day } from '#shared/core/dates.ts';
import type { Person } from '#shared/core/person.ts';
import { unassignedOwner } from '#shared/core/provider-answers.ts';
import type { LeftOutReason, PlaybookFields } from '#shared/success-ops/playbooks/playbooks.ts';
import { stepAt } from '#shared/success-ops/playbooks/rules.ts';
import type { Delay, Next, Step, WorkStep } from '#shared/success-ops/playbooks/steps.ts';
import type { StepOutcome } from '#shared/success-ops/playbooks/words.ts';
import type { WorkingTime } from '#shared/work/working-time.ts';
import { windowOn } from '#shared/work/working-time-rules.ts';

/** What a move depends on beside the run itself: the customer as it is listed now, and the day. */
export interface Facts {
  today: Day;
  /** It is no longer a customer. */
  isGone: boolean;
  fits: (conditions: string) => boolean;
  dayAfter: (delay: Delay) => Day;
}

/** The step at which a run stands. */
export interface Standing {
  stepId: string;
  dueOn: Day | null;
  /** Of a step that is over, such as of one whose task is closed. */
  outcome: StepOutcome | null;
}

export interface Entered {
  step: Step;
  dueOn: Day | null;
  /** null while it is open. */
  outcome: StepOutcome | null;
  hasTask: boolean;
}

export interface Move {
  /** What became of the step that it stood at; null where that was known before. */
  left: StepOutcome | null;
  /** The steps that it comes to, in order. */
  entered: Entered[];
  end: { state: 'completed' | 'exited'; reason: string | null } | null;
}

type Plan = Pick<PlaybookFields, 'exit' | 'steps'>;

/**
 * How a run moves on; undefined where it stays. It goes through steps that are over at once until it comes to one that lasts, or to the
 * end. `standing` is null before the first step. Since every way leads forward, it comes to no step twice.
 */
export function moveOf({ exit, steps }: Plan, standing: Standing | null, facts: Facts): Move | undefined {
  const exited = (reason: string): Move => ({ left: null, entered: [], end: { state: 'exited', reason } });
  if (facts.isGone) return exited('The customer has left');
  if (exit !== '' && facts.fits(exit)) return exited('The customer fits the exit conditions');
  if (standing === null) return { left: null, ...walk(steps, steps[0], facts) };
  const step = steps.find(({ stepId }) => stepId === standing.stepId);
  if (step === undefined) throw new Error(`No step ${standing.stepId} in the version of the run`);
  const left = standing.outcome ?? outcomeOf(step, standing.dueOn, facts);
  if (left === null) return undefined;
  return { left: standing.outcome === null ? left : null, ...walk(steps, after(steps, step, left), facts) };
}

function outcomeOf(step: Step, dueOn: Day | null, facts: Facts): StepOutcome | null {
  if (step.kind === 'wait') return dueOn !== null && dueOn <= facts.today ? 'waited' : null;
  return step.kind === 'checkpoint' && step.until !== '' && facts.fits(step.until) ? 'held' : null;
}

function after(steps: readonly Step[], step: Step, outcome: StepOutcome | null): Step | undefined {
  const next: Next = step.kind === 'branch' && outcome === 'no' ? step.otherwise : step.next;
  return stepAt(steps, step, next);
}

function walk(steps: readonly Step[], first: Step | undefined, facts: Facts): Pick<Move, 'entered' | 'end'> {
  const entered: Entered[] = [];
  for (let step = first; step !== undefined; ) {
    const here = enter(step, facts);
    entered.push(here);
    if (here.outcome === null && !(step.kind === 'task' && !step.waits)) return { entered, end: null };
    step = after(steps, step, here.outcome);
  }
  return { entered, end: { state: 'completed', reason: null } };
}

function enter(step: Step, facts: Facts): Entered {
  switch (step.kind) {
    case 'task':
      return { step, dueOn: facts.dayAfter(step.due), outcome: null, hasTask: true };
    case 'wait':
      return { step, dueOn: facts.dayAfter(step.delay), outcome: null, hasTask: false };
    case 'checkpoint': {
      const outcome = outcomeOf(step, null, facts);
      return { step, dueOn: outcome === null ? facts.dayAfter(step.due) : null, outcome, hasTask: outcome === null };
    }
    case 'branch':
      return { step, dueOn: null, outcome: facts.fits(step.conditions) ? 'yes' : 'no', hasTask: false };
  }
}

type Hours = Pick<WorkingTime, 'week' | 'holidays'>;

/** So many days after a day; working days are those with working time, and where no day has any, every day is one. */
export function dayAfter({ days, unit }: Delay, from: Day, hours: Hours): Day {
  if (unit === 'calendar' || hours.week.every((window) => window === null)) return addDays(from, days);
  let day = from;
  for (let left = days; left > 0; ) {
    day = addDays(day, 1);
    if (windowOn(hours, day) !== null) left -= 1;
  }
  return day;
}

export interface People {
  /** Everybody, by id. */
  byId: ReadonlyMap<string, Person & { isActive: boolean }>;
  /** Those who can be given work, by the name that they have as an owner too. */
  byOwnerName: ReadonlyMap<string, Person>;
}

export interface Assigned {
  person: Person | null;
  /** Why it is not who was meant; null where it is. */
  note: string | null;
}

/** Who gets the work of a step: the named person or the customer's owner, and where that one has left, whoever takes over. */
export function assigneeOf(step: Pick<WorkStep, 'assigneeId'>, ownerName: string | null, fallbackId: string, people: People): Assigned {
  const meant = step.assigneeId === null ? people.byOwnerName.get(ownerName ?? '') : activeOf(people, step.assigneeId);
  if (meant !== undefined) return { person: meant, note: null };
  const hasNoOwner = step.assigneeId === null && (ownerName === null || ownerName === unassignedOwner);
  const missing = step.assigneeId === null ? ownerName : people.byId.get(step.assigneeId)?.name;
  return takeOver(
    hasNoOwner ? 'The customer has no owner' : `${missing ?? 'Somebody'} has left or cannot be given work`,
    fallbackId,
    people,
  );
}

/** To whom work goes that nobody else can have, and why. */
export function takeOver(why: string, fallbackId: string, people: People): Assigned {
  const fallback = activeOf(people, fallbackId);
  if (fallback !== undefined) return { person: fallback, note: `${why}: given to ${fallback.name}.` };
  return { person: null, note: `${why}. ${people.byId.get(fallbackId)?.name ?? 'Whoever takes over'} has left too: nobody has it.` };
}

function activeOf({ byId }: People, id: string): Person | undefined {
  const found = byId.get(id);
  return found?.isActive === true ? { id: found.id, name: found.name } : undefined;
}

interface Candidate {
  isGone: boolean;
  fits: boolean;
  hasActive: boolean;
  /** null where there was none, or it does not matter. */
  lastStartedOn: Day | null;
}

/** Why a customer gets no run; undefined when it gets one. */
export function leftOutReason(
  { isGone, fits, hasActive, lastStartedOn }: Candidate,
  againDays: number,
  today: Day,
): LeftOutReason | undefined {
  if (isGone) return 'gone';
  if (!fits) return 'unfit';
  if (hasActive) return 'active';
  return lastStartedOn !== null && today < addDays(lastStartedOn, againDays) ? 'recent' : undefined;
}
