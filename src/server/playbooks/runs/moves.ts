import type { Queries } from '#server/core/db/database.ts';
import {
  addTasksWithEvents,
  changeTasksWithEvents,
  type UserWorkEvent,
  writeMultiUserEvents,
} from '#server/work/tasks/task-sets.ts';
import type { PlaybookFields } from '#shared/playbooks/playbooks.ts';
import { stepKindTexts } from '#shared/playbooks/words.ts';
import { createDeterministicId } from '../ids.ts';
import {
  type ActiveRun,
  closeOpenStepsEarly,
  closeRunSteps,
  insertRunSteps,
  type NewRunStep,
  playbookVersionKey,
  type RunUpdate,
  readPlaybookVersions,
  updateRuns,
} from '../move-queries.ts';
import {
  assignStep,
  type CurrentStep,
  decideRunAdvance,
  type PlannedRunStep,
  type RunAdvance,
  type StepAssignment,
} from '../rules.ts';
import { type PlaybookContext, toRunAdvanceFacts } from './world.ts';

interface Moved {
  run: ActiveRun;
  plan: PlaybookFields;
  move: RunAdvance;
  steps: NewStep[];
}

/**
 * Advances locked runs as far as possible. Writes tasks, steps and runs in the caller's
 * transaction.
 */
export async function advanceRuns(
  transaction: Queries,
  runs: readonly ActiveRun[],
  world: PlaybookContext,
): Promise<{ moved: number; ended: number }> {
  const plans = await readPlaybookVersions(transaction, runs);
  const moved = runs.flatMap((run): Moved[] => {
    const plan = plans.get(playbookVersionKey(run));
    if (plan === undefined)
      throw new Error(`Version ${run.version} of playbook ${run.playbookId} is missing`);
    const move = decideRunAdvance(
      plan,
      currentStepOf(run),
      toRunAdvanceFacts(world, plan, run.institutionId),
    );
    return move === undefined ? [] : [{ run, plan, move, steps: stepsOf(run, plan, move, world) }];
  });
  await writeMoves(transaction, moved, world);
  return { moved: moved.length, ended: moved.filter(({ move }) => move.end !== null).length };
}

const currentStepOf = ({ stepId, dueOn, outcome }: ActiveRun): CurrentStep | null =>
  stepId === null ? null : { stepId, dueOn, outcome };

type NewStep = NewRunStep & { assigned: StepAssignment | null; details: string };

const stepsOf = (
  run: ActiveRun,
  plan: PlaybookFields,
  { entered }: RunAdvance,
  world: PlaybookContext,
): NewStep[] =>
  entered.map((each, at) => {
    const assigned = assignedOf(each, run, plan, world);
    const { step, dueOn, outcome, hasTask } = each;
    const isWork = step.kind === 'task' || step.kind === 'checkpoint';
    return {
      institutionId: run.institutionId,
      runId: run.runId,
      stepId: step.stepId,
      place: run.place + at + 1,
      kind: step.kind,
      title: isWork ? step.title : stepKindTexts[step.kind].name,
      details: isWork ? step.details : '',
      dueOn,
      outcome,
      assigneeId: assigned?.person?.id ?? null,
      taskId: hasTask ? createDeterministicId('playbook task', run.runId, step.stepId) : null,
      note: assigned?.note ?? null,
      assigned,
    };
  });

function assignedOf(
  { step, hasTask }: PlannedRunStep,
  run: ActiveRun,
  plan: PlaybookFields,
  { customers, people }: PlaybookContext,
): StepAssignment | null {
  if (!hasTask || (step.kind !== 'task' && step.kind !== 'checkpoint')) return null;
  return assignStep(
    step,
    customers.get(run.institutionId)?.ownerName ?? null,
    plan.fallbackId,
    people,
  );
}

/**
 * Saves the steps, tasks and states of runs that advance. Changes existing tasks before it adds
 * tasks, in the same order as manual changes, so that there are no deadlocks.
 */
async function writeMoves(
  transaction: Queries,
  moved: readonly Moved[],
  world: PlaybookContext,
): Promise<void> {
  const { now } = world;
  const left = moved.flatMap(({ run, move }) =>
    move.left === null || run.stepId === null
      ? []
      : [{ ...run, stepId: run.stepId, outcome: move.left }],
  );
  const exited = moved.filter(({ move }) => move.end?.state === 'exited').map(({ run }) => run);
  await closeRunSteps(transaction, left, now);
  await cancelStepsAndTasks(transaction, exited, now);
  await changeTasksWithEvents(
    transaction,
    left.filter(({ outcome }) => outcome === 'held').flatMap(closing('done')),
    now,
  );
  const entered = moved.flatMap(({ steps }) => steps);
  await addTasksWithEvents(transaction, moved.flatMap(tasksOf), now);
  await insertRunSteps(transaction, entered, now);
  await updateRuns(
    transaction,
    moved.map((each) => runUpdate(each, world)),
    now,
  );
  await writeMultiUserEvents(transaction, moved.flatMap(eventsOf), now);
}

const closing =
  (status: 'done' | 'dropped') =>
  ({ institutionId, taskId, userId }: Pick<ActiveRun, 'institutionId' | 'taskId' | 'userId'>) =>
    taskId === null
      ? []
      : [{ institutionId, taskId, userId, status, assigneeId: null, assigneeName: null }];

/** Cancels the open steps and the open tasks of runs that end early. */
export async function cancelStepsAndTasks(
  transaction: Queries,
  runs: readonly Pick<ActiveRun, 'institutionId' | 'runId' | 'userId'>[],
  at: Date,
) {
  const userOf = new Map(runs.map(({ runId, userId }) => [runId, userId]));
  const open = (await closeOpenStepsEarly(transaction, runs, at)).flatMap(({ runId, ...step }) => {
    const userId = userOf.get(runId);
    return userId === undefined ? [] : [{ ...step, userId }];
  });
  await changeTasksWithEvents(transaction, open.flatMap(closing('dropped')), at);
}

const tasksOf = ({ run: { userId }, plan, steps }: Moved) =>
  steps.flatMap(({ institutionId, taskId, title, details, dueOn, assigneeId, assigned, note }) =>
    taskId === null
      ? []
      : [
          {
            ...{
              institutionId,
              taskId,
              title,
              dueOn,
              assigneeId,
              userId,
              assigneeName: assigned?.person?.name ?? null,
            },
            details: [details, `Playbook: ${plan.name}`, note]
              .filter((line) => line !== null && line !== '')
              .join('\n'),
          },
        ],
  );

const runUpdate = ({ run, move, steps }: Moved, { customers }: PlaybookContext): RunUpdate => ({
  institutionId: run.institutionId,
  runId: run.runId,
  stepId: steps.at(-1)?.stepId ?? run.stepId,
  state: move.end?.state ?? 'active',
  endReason: move.end?.reason ?? null,
  endScore: move.end === null ? null : (customers.get(run.institutionId)?.adoptionScore ?? null),
  endedBy: null,
});

/** Returns the timeline event of a run that ended. Tasks of the run have their own events. */
function eventsOf({ run, plan, move }: Moved): UserWorkEvent[] {
  if (move.end === null) return [];
  const what = move.end.state === 'completed' ? 'completed' : 'ended early';
  return [playbookRunEvent(run, plan.name, what, move.end.reason)];
}

export const playbookRunEvent = (
  { institutionId, runId, userId }: Pick<ActiveRun, 'institutionId' | 'runId' | 'userId'>,
  title: string,
  what: string,
  note: string | null,
): UserWorkEvent => ({
  institutionId,
  kind: 'milestone',
  event: 'playbook_changed',
  subjectId: runId,
  detail: { title, what, note },
  userId,
});
