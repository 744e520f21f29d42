import { addDays, type Day } from '#shared/core/dates.ts';
import type { PlaybookFields, PlaybookPath } from '#shared/playbooks/playbooks.ts';
import { type CurrentStep, decideRunAdvance, type RunAdvanceFacts } from './rules.ts';

/**
 * Returns the weeks in which a run would have started for a customer. A rule fires in the first of
 * consecutive matching weeks.
 */
export function simulatedStartWeeks(
  matched: readonly Day[],
  fitting: ReadonlySet<Day>,
  { weeks, againDays }: { weeks: readonly Day[]; againDays: number },
): Day[] {
  const inWeek = new Set(matched);
  const started: Day[] = [];
  for (const week of weeks) {
    const fires = inWeek.has(week) && !inWeek.has(addDays(week, -7)) && fitting.has(week);
    const last = started.at(-1);
    if (fires && (last === undefined || week >= addDays(last, againDays))) started.push(week);
  }
  return started;
}

/** Number of days after the start for which a run is simulated. */
const simulatedDays = 366;

/**
 * Simulates a run from its start, day by day. Tasks and checkpoints count as done on their due days.
 * `factsOn` returns what is known on a day.
 */
export function simulateRun(
  plan: Pick<PlaybookFields, 'exit' | 'steps'>,
  start: Day,
  factsOn: (day: Day) => RunAdvanceFacts,
): Pick<PlaybookPath, 'path' | 'end'> {
  const path: PlaybookPath['path'] = [];
  let current: CurrentStep | null = null;
  for (let day = start; day <= addDays(start, simulatedDays); day = addDays(day, 1)) {
    for (;;) {
      const closed: CurrentStep | null = withAssumedOutcome(plan, current, day);
      const advance = decideRunAdvance(plan, closed, factsOn(day));
      if (advance === undefined) break;
      const last = path.at(-1);
      if (closed !== null && last !== undefined) {
        last.leftOn = day;
        last.outcome = closed.outcome ?? advance.left ?? 'ended';
      }
      for (const { step, outcome } of advance.entered)
        path.push({ stepId: step.stepId, on: day, leftOn: day, outcome });
      if (advance.end !== null) return { path, end: { on: day, ...advance.end } };
      const open = advance.entered.at(-1);
      const shown = path.at(-1);
      if (open === undefined || shown === undefined) break;
      shown.leftOn = null;
      current = { stepId: open.step.stepId, dueOn: open.dueOn, outcome: null };
    }
  }
  return { path, end: null };
}

/** Returns the current step as done when it is a task or checkpoint that is due on `day`. */
function withAssumedOutcome(
  { steps }: Pick<PlaybookFields, 'steps'>,
  current: CurrentStep | null,
  day: Day,
): CurrentStep | null {
  const kind = steps.find(({ stepId }) => stepId === current?.stepId)?.kind;
  const isDone =
    (kind === 'task' || kind === 'checkpoint') &&
    current !== null &&
    current.dueOn !== null &&
    current.dueOn <= day;
  return isDone ? { ...current, outcome: 'done' } : current;
}

/**
 * Returns the week whose scores are known on a day: the last of `weeks` that ended before the day,
 * or the first week. Returns `undefined` without weeks.
 */
export const weekKnownOn = (weeks: readonly Day[], day: Day): Day | undefined =>
  weeks.findLast((week) => addDays(week, 7) <= day) ?? weeks[0];
