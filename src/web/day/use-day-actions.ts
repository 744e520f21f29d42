import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Day } from '#shared/core/dates.ts';
import { type PlannedItem, postDayMove, postDayOrder } from '#shared/day/day.ts';
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

/** Actions on the rows of a person’s day; each can be undone. */
export function useDayActions(userId: string | undefined, today: Day) {
  const client = useQueryClient();
  const work = useMutation({
    mutationFn: ({ act }: Action) => act(),
    onError: (error) => notifyFailure('Couldn’t change this item', error),
    onSettled: (_, __, { institutionIds }) => refreshWork(client, institutionIds),
  });

  const say = (title: string, undo: () => Promise<unknown>, institutionId: number) =>
    notifyUndoable({
      id: crypto.randomUUID(),
      title,
      async undo() {
        try {
          await undo();
        } finally {
          await refreshWork(client, [institutionId]);
        }
        return null;
      },
    });

  /** Changes a task, and offers to undo the change. */
  async function changeTask(
    item: PlannedItem & { task: NonNullable<PlannedItem['task']> },
    changes: TaskChanges,
    back: TaskChanges,
    title: string,
  ) {
    const { institutionId, task } = item;
    const send = (body: TaskChanges & { version: number }) =>
      call(patchTask, {
        params: { id: institutionId, taskId: task.taskId },
        body,
      });
    const { version } = await send({ version: task.version, ...changes });
    say(title, () => send({ version, ...back }), institutionId);
  }

  async function movePlan(
    { key, planVersion, movedTo, institutionId, institutionName }: PlannedItem,
    to: Day | null,
  ): Promise<void> {
    if (userId === undefined) return;
    const moved = await call(postDayMove, { body: { userId, key, to, version: planVersion } });
    const title =
      to === null
        ? `${institutionName} moved back to today`
        : `Moved ${institutionName} to ${dayText(to, today)}`;
    say(
      title,
      () => call(postDayMove, { body: { userId, key, to: movedTo, version: moved.version } }),
      institutionId,
    );
  }

  /** Runs an action that changes the work of one customer. */
  const change = ({ institutionId }: PlannedItem, act: () => Promise<unknown>) =>
    work.mutate({ institutionIds: [institutionId], act });

  return {
    isBusy: work.isPending,
    move: (item: PlannedItem, to: Day | null) =>
      change(item, () => {
        if (item.kind !== 'task' || item.task === null || to === null) return movePlan(item, to);
        const title = `Moved ${item.institutionName} to ${dayText(to, today)}`;
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
            `Completed: ${item.institutionName}`,
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
