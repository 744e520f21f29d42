import type { Queries } from '#server/core/db/database.ts';
import { addBatchTasks, type BatchEvent, changeBatchTasks, writeBatchEvents } from '#server/work/task-sets.ts';
import type { PlaybookFields } from '#shared/success-ops/playbooks/playbooks.ts';
import { kindWords } from '#shared/success-ops/playbooks/words.ts';
import { idOf } from './ids.ts';
import {
  type ActiveRun,
  type EnteredStep,
  endOpenSteps,
  enterSteps,
  leaveSteps,
  type MovedRun,
  moveRuns,
  readVersions,
  versionKey,
} from './move-queries.ts';
import { type Assigned, assigneeOf, type Entered, type Move, moveOf, type Standing } from './rules.ts';
import { factsOf, type World } from './world.ts';

interface Moved {
  run: ActiveRun;
  plan: PlaybookFields;
  move: Move;
  steps: NewStep[];
}

/** Moves runs that are held as far as they go. What the steps do, that they are done and where the run stands is one transaction, which is the caller's. */
export async function moveHeld(transaction: Queries, runs: readonly ActiveRun[], world: World): Promise<{ moved: number; ended: number }> {
  const plans = await readVersions(transaction, runs);
  const moved = runs.flatMap((run): Moved[] => {
    const plan = plans.get(versionKey(run));
    if (plan === undefined) throw new Error(`The version ${run.version} of playbook ${run.playbookId} is not there`);
    const move = moveOf(plan, standingOf(run), factsOf(world, run.institutionId));
    return move === undefined ? [] : [{ run, plan, move, steps: stepsOf(run, plan, move, world) }];
  });
  await writeMoves(transaction, moved, world);
  return { moved: moved.length, ended: moved.filter(({ move }) => move.end !== null).length };
}

const standingOf = ({ stepId, dueOn, outcome }: ActiveRun): Standing | null => (stepId === null ? null : { stepId, dueOn, outcome });

type NewStep = EnteredStep & { assigned: Assigned | null; details: string };

const stepsOf = (run: ActiveRun, plan: PlaybookFields, { entered }: Move, world: World): NewStep[] =>
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
      title: isWork ? step.title : kindWords[step.kind].name,
      details: isWork ? step.details : '',
      dueOn,
      outcome,
      assigneeId: assigned?.person?.id ?? null,
      taskId: hasTask ? idOf('playbook task', run.runId, step.stepId) : null,
      note: assigned?.note ?? null,
      assigned,
    };
  });

function assignedOf({ step, hasTask }: Entered, run: ActiveRun, plan: PlaybookFields, { customers, people }: World): Assigned | null {
  if (!hasTask || (step.kind !== 'task' && step.kind !== 'checkpoint')) return null;
  return assigneeOf(step, customers.get(run.institutionId)?.ownerName ?? null, plan.fallbackId, people);
}

/** Tasks that stand already are changed before any is added: whoever changes one by hand holds its row before the list's version. */
async function writeMoves(transaction: Queries, moved: readonly Moved[], world: World): Promise<void> {
  const { now } = world;
  const left = moved.flatMap(({ run, move }) =>
    move.left === null || run.stepId === null ? [] : [{ ...run, stepId: run.stepId, outcome: move.left }],
  );
  const exited = moved.filter(({ move }) => move.end?.state === 'exited').map(({ run }) => run);
  await leaveSteps(transaction, left, now);
  await dropTasks(transaction, exited, now);
  await changeBatchTasks(transaction, left.filter(({ outcome }) => outcome === 'held').flatMap(closing('done')), now);
  const entered = moved.flatMap(({ steps }) => steps);
  await addBatchTasks(transaction, moved.flatMap(tasksOf), now);
  await enterSteps(transaction, entered, now);
  await moveRuns(
    transaction,
    moved.map((each) => movedRun(each, world)),
    now,
  );
  await writeBatchEvents(transaction, moved.flatMap(eventsOf), now);
}

const closing =
  (status: 'done' | 'dropped') =>
  ({ institutionId, taskId, userId }: Pick<ActiveRun, 'institutionId' | 'taskId' | 'userId'>) =>
    taskId === null ? [] : [{ institutionId, taskId, userId, status, assigneeId: null, assigneeName: null }];

/** What is open of runs that end early is over with them. */
export async function dropTasks(transaction: Queries, runs: readonly Pick<ActiveRun, 'institutionId' | 'runId' | 'userId'>[], at: Date) {
  const userOf = new Map(runs.map(({ runId, userId }) => [runId, userId]));
  const open = (await endOpenSteps(transaction, runs, at)).flatMap(({ runId, ...step }) => {
    const userId = userOf.get(runId);
    return userId === undefined ? [] : [{ ...step, userId }];
  });
  await changeBatchTasks(transaction, open.flatMap(closing('dropped')), at);
}

const tasksOf = ({ run: { userId }, plan, steps }: Moved) =>
  steps.flatMap(({ institutionId, taskId, title, details, dueOn, assigneeId, assigned, note }) =>
    taskId === null
      ? []
      : [
          {
            ...{ institutionId, taskId, title, dueOn, assigneeId, userId, assigneeName: assigned?.person?.name ?? null },
            details: [details, `Playbook: ${plan.name}`, note].filter((line) => line !== null && line !== '').join('\n'),
          },
        ],
  );

const movedRun = ({ run, move, steps }: Moved, { customers }: World): MovedRun => ({
  institutionId: run.institutionId,
  runId: run.runId,
  stepId: steps.at(-1)?.stepId ?? run.stepId,
  state: move.end?.state ?? 'active',
  endReason: move.end?.reason ?? null,
  endScore: move.end === null ? null : (customers.get(run.institutionId)?.adoptionScore ?? null),
  endedBy: null,
});

/** The timeline tells how a run began and ended; its tasks tell their own. */
function eventsOf({ run, plan, move }: Moved): BatchEvent[] {
  if (move.end === null) return [];
  const what = move.end.state === 'completed' ? 'completed' : 'ended early';
  return [runEvent(run, plan.name, what, move.end.reason)];
}

export const runEvent = (
  { institutionId, runId, userId }: Pick<ActiveRun, 'institutionId' | 'runId' | 'userId'>,
  title: string,
  what: string,
  note: string | null,
): BatchEvent => ({
  institutionId,
  kind: 'milestone',
  event: 'playbook_changed',
  subjectId: runId,
  detail: { title, what, note },
  userId,
});
