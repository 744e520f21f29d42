import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Day } from '#shared/core/dates.ts';
import { type PlannedItem, postDayMove, postDayOrder } from '#shared/day/day.ts';
import { dayItemName } from '#shared/day/rules.ts';
import { patchProspectTask } from '#shared/work/prospect-tasks.ts';
import { patchTask, type TaskChanges } from '#shared/work/tasks.ts';
import { call } from '#web/core/api.ts';
import { dayText } from '#web/core/days.ts';
import { notifyFailure } from '#web/ui/sending/notify-failure.ts';
import { notifyUndoable } from '#web/ui/sending/notify-undoable.tsx';
import { refreshWork } from '#web/work/data.ts';

interface Action {
  /** Institutions whose work changes. */
  institutionIds: readonly number[];
  act: () => Promise<unknown>;
}

type ItemWithTask = PlannedItem & { task: NonNullable<PlannedItem['task']> };

const institutionIdsOf = ({ institutionId }: PlannedItem): number[] =>
  institutionId === null ? [] : [institutionId];

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

/** Actions on the rows of a person’s day; each can be undone. */
export function useDayActions(userId: string | undefined, today: Day) {
  const client = useQueryClient();
  const work = useMutation({
    mutationFn: ({ act }: Action) => act(),
    onError: (error) => notifyFailure('Couldn’t change this item', error),
    onSettled: (_, __, { institutionIds }) => refreshWork(client, institutionIds),
  });

  const say = (title: string, undo: () => Promise<unknown>, item: PlannedItem) =>
    notifyUndoable({
      id: crypto.randomUUID(),
      title,
      async undo() {
        try {
          await undo();
        } finally {
          await refreshWork(client, institutionIdsOf(item));
        }
        return null;
      },
    });

  /** Changes a task, and offers to undo the change. */
  async function changeTask(
    item: ItemWithTask,
    changes: TaskChanges,
    back: TaskChanges,
    title: string,
  ) {
    const { version } = await sendTaskChanges(item, { version: item.task.version, ...changes });
    say(title, () => sendTaskChanges(item, { version, ...back }), item);
  }

  async function movePlan(item: PlannedItem, to: Day | null): Promise<void> {
    const { key, planVersion, movedTo } = item;
    if (userId === undefined) return;
    const moved = await call(postDayMove, { body: { userId, key, to, version: planVersion } });
    const title =
      to === null
        ? `${dayItemName(item)} moved back to today`
        : `Moved ${dayItemName(item)} to ${dayText(to, today)}`;
    say(
      title,
      () => call(postDayMove, { body: { userId, key, to: movedTo, version: moved.version } }),
      item,
    );
  }

  /** Runs an action that changes the work of one customer or prospect. */
  const change = (item: PlannedItem, act: () => Promise<unknown>) =>
    work.mutate({ institutionIds: institutionIdsOf(item), act });

  return {
    isBusy: work.isPending,
    move: (item: PlannedItem, to: Day | null) =>
      change(item, () => {
        if (item.kind !== 'task' || item.task === null || to === null) return movePlan(item, to);
        const title = `Moved ${dayItemName(item)} to ${dayText(to, today)}`;
        // A due date in the past can't be set again, so an undo makes an overdue task due today.
        const before = item.due !== null && item.due > today ? item.due : today;
        return changeTask({ ...item, task: item.task }, { dueOn: to }, { dueOn: before }, title);
      }),
    complete: (item: PlannedItem) => {
      const { task } = item;
      if (task !== null)
        change(item, () =>
          changeTask(
            { ...item, task },
            { status: 'done' },
            { status: 'open' },
            `Completed: ${dayItemName(item)}`,
          ),
        );
    },
    order: (keys: readonly string[]) =>
      work.mutate({
        institutionIds: [],
        act: async () => {
          if (userId !== undefined) await call(postDayOrder, { body: { userId, keys: [...keys] } });
        },
      }),
  };
}
