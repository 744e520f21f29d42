import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import {
  type ActionItemChange,
  postActionItemChange,
  postActionItemUndo,
} from '#shared/action-items/action-items.ts';
import { actionItemOutcomeTexts } from '#shared/action-items/words.ts';
import type { Day } from '#shared/core/dates.ts';
import { type DayRow, type PlannedItem, postDayMove, postDayOrder } from '#shared/day/day.ts';
import {
  actionItemOutcomeOf,
  dayItemName,
  isFinishedByOutcome,
  isHiddenBySnooze,
} from '#shared/day/rules.ts';
import {
  getRiskCase,
  postRiskOutcomes,
  postRiskSnooze,
  type RiskOutcomeKind,
  riskOutcomeTexts,
} from '#shared/work/cases.ts';
import { patchProspectTask } from '#shared/work/prospect-tasks.ts';
import { patchTask, type TaskChanges } from '#shared/work/tasks.ts';
import { postUndo } from '#shared/work/undo.ts';
import { refetchActionItemData } from '#web/action-items/data.ts';
import { call } from '#web/core/api.ts';
import { dayText } from '#web/core/days.ts';
import { notifyFailure } from '#web/ui/sending/notify-failure.ts';
import { notifyUndoable, skippedText } from '#web/ui/sending/notify-undoable.tsx';
import { showWorkAtOnce, type WorkChange } from '#web/work/optimistic.ts';

/** Undoes a change. Returns the number of action items that have changed since and are skipped. */
type Undo = () => Promise<number>;

/** Change of one piece of work, which is shown immediately. */
interface Step {
  change: WorkChange;
  /** Sends the change and returns the function that undoes it. */
  act: () => Promise<Undo>;
}

interface Action {
  /** Completed action with its customer, for the toast; `null` for no toast. */
  title: string | null;
  /** Customers whose work changes. */
  institutionIds: readonly number[];
  steps: readonly Step[];
}

type ItemWithTask = PlannedItem & { task: NonNullable<PlannedItem['task']> };

const hasTask = (item: PlannedItem): item is ItemWithTask => item.task !== null;

/** Changes the task of an item. */
async function sendTaskChanges(
  { institutionId, prospect, task: { taskId } }: ItemWithTask,
  body: TaskChanges & { version: number },
): Promise<{ version: number }> {
  if (prospect !== null)
    return call(patchProspectTask, { params: { prospectId: prospect.prospectId, taskId }, body });
  if (institutionId === null) throw new Error('The item has neither a customer nor a prospect');
  return call(patchTask, { params: { id: institutionId, taskId }, body });
}

const taskStep = (item: ItemWithTask, changes: TaskChanges, back: TaskChanges): Step => ({
  change: { kind: 'task', taskId: item.task.taskId, changes },
  async act() {
    const { version } = await sendTaskChanges(item, { version: item.task.version, ...changes });
    return async () => {
      await sendTaskChanges(item, { version, ...back });
      return 0;
    };
  },
});

/** Changes the action items among the items of one customer. Returns no step without any. */
function actionItemSteps(items: readonly PlannedItem[], change: ActionItemChange): Step[] {
  const calls = items.flatMap(({ institutionId, call: each }) =>
    each === null || institutionId === null
      ? []
      : [{ institutionId, callId: each.callId, version: each.version }],
  );
  if (calls.length === 0) return [];
  const callIds = new Set(calls.map(({ callId }) => callId));
  return [
    {
      change: { kind: 'actionItems', callIds, change },
      async act() {
        const changeId = crypto.randomUUID();
        await call(postActionItemChange, { body: { changeId, calls, change } });
        return async () => (await call(postActionItemUndo, { body: { changeId } })).kept;
      },
    },
  ];
}

function moveStep(userId: string, items: readonly PlannedItem[], to: Day | null): Step {
  const [before = null] = items.map(({ movedTo }) => movedTo);
  return {
    change: { kind: 'dayMove', keys: items.map(({ key }) => key), to },
    async act() {
      const moving = items.map(({ key, planVersion }) => ({ key, version: planVersion }));
      const moved = await call(postDayMove, { body: { userId, items: moving, to } });
      return async () => {
        await call(postDayMove, { body: { userId, items: moved.items, to: before } });
        return 0;
      };
    },
  };
}

const undoWorkOf =
  (institutionId: number, workId: string): Undo =>
  async () => {
    await call(postUndo, { params: { workId }, body: { institutionIds: [institutionId] } });
    return 0;
  };

const outcomeStep = (institutionId: number, outcome: RiskOutcomeKind, note: string): Step => ({
  change: { kind: 'outcome', institutionIds: [institutionId] },
  async act() {
    const outcomeId = crypto.randomUUID();
    const body = { outcomeId, institutionIds: [institutionId], outcome, note };
    await call(postRiskOutcomes, { body });
    return undoWorkOf(institutionId, outcomeId);
  },
});

const snoozeCaseStep = (institutionId: number, until: Day, reason: string): Step => ({
  change: { kind: 'snooze', institutionIds: [institutionId], until, reason },
  async act() {
    const { version } = await call(getRiskCase, { params: { id: institutionId } });
    const changeId = crypto.randomUUID();
    const cases = [{ institutionId, version }];
    await call(postRiskSnooze, { body: { changeId, cases, until, reason } });
    return undoWorkOf(institutionId, changeId);
  },
});

/** Failure of an action whose completed steps could not all be undone. */
class PartialChangeError extends Error {
  readonly reason: Error;

  constructor(reason: Error) {
    super(reason.message);
    this.reason = reason;
  }
}

/** Returns `true` when the change is undone completely. */
async function isUndone(undo: Undo): Promise<boolean> {
  try {
    return (await undo()) === 0;
  } catch {
    return false;
  }
}

/**
 * Sends the changes of an action one after another and returns their undo functions. When a step
 * fails, undoes the completed steps and throws the step's error, or `PartialChangeError` when an
 * undo fails too.
 */
async function runSteps({ steps }: Action): Promise<Undo[]> {
  const undos: Undo[] = [];
  try {
    for (const step of steps) undos.push(await step.act());
    return undos;
  } catch (error) {
    let isComplete = true;
    for (const undo of undos.toReversed()) isComplete = (await isUndone(undo)) && isComplete;
    throw isComplete || !(error instanceof Error) ? error : new PartialChangeError(error);
  }
}

const dayMutationKey = ['day'];

/**
 * Actions on the rows of a person’s day. Changes are shown immediately and rolled back when the
 * request fails. Each action can be undone.
 */
export function useDayActions(userId: string | undefined, today: Day) {
  const client = useQueryClient();
  /** Customers whose data is refetched after the last pending action. */
  const changedIds = useRef(new Set<number>());
  const work = useMutation({
    mutationKey: dayMutationKey,
    mutationFn: runSteps,
    onMutate: ({ steps }) =>
      showWorkAtOnce(
        client,
        steps.map(({ change }) => change),
      ),
    onError: (error, _, rollBack) => {
      rollBack?.();
      if (error instanceof PartialChangeError)
        notifyFailure('Only part of this row was changed', error.reason);
      else notifyFailure('Couldn’t change this row', error);
    },
    onSuccess: (undos, { title, institutionIds }) => {
      if (title === null) return;
      notifyUndoable({
        id: crypto.randomUUID(),
        title,
        async undo() {
          let kept = 0;
          try {
            for (const undo of undos.toReversed()) kept += await undo();
          } finally {
            await refetchActionItemData(client, institutionIds);
          }
          return skippedText(kept, 'action item', 'since');
        },
      });
    },
    onSettled: (_, __, { institutionIds }) => {
      for (const id of institutionIds) changedIds.current.add(id);
      // While another action is pending, a response would show its row again.
      if (client.isMutating({ mutationKey: dayMutationKey }) > 1) return;
      const ids = [...changedIds.current];
      changedIds.current.clear();
      // Without waiting, so that the action isn't pending during the refetch.
      void refetchActionItemData(client, ids);
    },
  });

  /** Runs the steps of an action on one row. */
  const run = ({ institutionId }: DayRow, title: string, steps: readonly Step[]) =>
    work.mutate({ title, institutionIds: institutionId === null ? [] : [institutionId], steps });

  return {
    move(row: DayRow, to: Day | null): void {
      if (userId === undefined) return;
      const name = dayItemName(row);
      // A task moves by its due date, unless it moves back from another day.
      const tasks =
        to === null ? [] : row.items.filter(hasTask).filter(({ kind }) => kind === 'task');
      const others = row.items.filter(({ kind }) => to === null || kind !== 'task');
      run(
        row,
        to === null ? `${name} moved back to today` : `Moved ${name} to ${dayText(to, today)}`,
        [
          ...tasks.map((item) =>
            // A due date in the past can't be set again, so an undo makes an overdue task due today.
            taskStep(
              item,
              { dueOn: to },
              { dueOn: item.due !== null && item.due > today ? item.due : today },
            ),
          ),
          ...(others.length === 0 ? [] : [moveStep(userId, others, to)]),
        ],
      );
    },
    completeTasks: (row: DayRow) =>
      run(
        row,
        `Completed: ${dayItemName(row)}`,
        row.items
          .filter(hasTask)
          .map((item) => taskStep(item, { status: 'done' }, { status: 'open' })),
      ),
    /** Records an outcome for the customer, and closes the given tasks and action items with it. */
    finish(
      row: DayRow,
      {
        outcome,
        note,
        closed,
      }: { outcome: RiskOutcomeKind; note: string; closed: DayRow['items'] },
    ): void {
      const { institutionId } = row;
      if (institutionId === null) return;
      run(row, `${dayItemName(row)}: ${riskOutcomeTexts[outcome].name}`, [
        outcomeStep(institutionId, outcome, note),
        ...closed
          .filter(hasTask)
          .map((item) => taskStep(item, { status: 'done' }, { status: 'open' })),
        ...actionItemSteps(closed, {
          action: 'close',
          outcome: actionItemOutcomeOf(outcome),
          note,
        }),
      ]);
    },
    /** Closes an action item whose customer no longer matches its rule. */
    closeOutdated: (row: DayRow, item: PlannedItem) =>
      run(
        row,
        `Closed: ${item.call?.title}, ${dayItemName(row)}, ${actionItemOutcomeTexts.lapsed.name.toLowerCase()}`,
        actionItemSteps([item], { action: 'close', outcome: 'lapsed', note: '' }),
      ),
    snooze(row: DayRow, until: Day, reason: string): void {
      const { institutionId, items } = row;
      if (userId === undefined) return;
      const others = items.filter(
        (item) => item.kind !== 'task' && item.call === null && !isFinishedByOutcome(item),
      );
      run(row, `Snoozed ${dayItemName(row)} until ${dayText(until, today)}`, [
        ...(institutionId !== null && items.some(isHiddenBySnooze)
          ? [snoozeCaseStep(institutionId, until, reason)]
          : []),
        ...items
          .filter(hasTask)
          .map((item) => taskStep(item, { snoozedUntil: until }, { snoozedUntil: null })),
        ...actionItemSteps(items, { action: 'snooze', until, reason }),
        ...(others.length === 0 ? [] : [moveStep(userId, others, until)]),
      ]);
    },
    order: (keys: readonly string[]) =>
      work.mutate({
        title: null,
        institutionIds: [],
        steps: [
          {
            change: { kind: 'dayOrder', keys },
            async act() {
              if (userId !== undefined)
                await call(postDayOrder, { body: { userId, keys: [...keys] } });
              return async () => 0;
            },
          },
        ],
      }),
  };
}
