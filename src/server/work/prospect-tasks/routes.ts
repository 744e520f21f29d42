import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { notFound, unprocessable } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { requireEarlierRowEqual } from '#server/core/repeated-requests.ts';
import { dayIn } from '#shared/core/dates.ts';
import {
  getProspectTask,
  getProspectTasks,
  type ProspectTask,
  patchProspectTask,
  postProspectTask,
} from '#shared/work/prospect-tasks.ts';
import { assigneeOf } from '../assignee.ts';
import { resolveTaskUpdate, taskDayProblem } from '../tasks/tasks-rules.ts';
import { holdProspect } from './merged-prospects-queries.ts';
import {
  findProspectTask,
  insertProspectTask,
  isProspect,
  listProspectTasks,
  lockProspectTask,
  updateProspectTask,
} from './queries.ts';

export function prospectTasksRoutes(
  app: FastifyInstance,
  { database: { foreground }, clock, env }: Dependencies,
): void {
  const today = () => dayIn(env.BUSINESS_TIME_ZONE, clock());

  route(app, getProspectTasks, async ({ params: { prospectId } }) => {
    if (!(await isProspect(foreground, prospectId))) throw notFound('This prospect');
    return { rows: await listProspectTasks(foreground, prospectId, today()) };
  });

  route(app, getProspectTask, async ({ params: { prospectId, taskId } }) =>
    existing(await findProspectTask(foreground, prospectId, taskId, today())),
  );

  route(app, postProspectTask, ({ params: { prospectId }, body, user }) =>
    foreground.transaction().execute(async (transaction) => {
      if (!(await holdProspect(transaction, prospectId))) throw notFound('This prospect');
      const { assigneeId, ...fields } = body;
      const find = () => findProspectTask(transaction, prospectId, body.taskId, today());
      const replayed = (task: ProspectTask | undefined) =>
        requireEarlierRowEqual(
          task,
          ({ createdBy }) => createdBy.id === user.id,
          'Another task already uses this id. Reload the page and try again.',
        );
      const sentBefore = await find();
      if (sentBefore !== undefined) return replayed(sentBefore);
      const assignee = await assigneeOf(transaction, assigneeId);
      const task = { ...fields, assignee, status: 'open' as const, snoozedUntil: null };
      const problem = taskDayProblem(undefined, task, today());
      if (problem !== undefined) throw unprocessable(problem);
      await insertProspectTask(transaction, { prospectId, ...task, userId: user.id, at: clock() });
      return replayed(await find());
    }),
  );

  route(app, patchProspectTask, async ({ params: { prospectId, taskId }, body, user }) => {
    const assignee = await assigneeOf(foreground, body.assigneeId ?? null);
    return foreground.transaction().execute(async (transaction) => {
      await holdProspect(transaction, prospectId);
      await lockProspectTask(transaction, prospectId, taskId);
      const find = async () =>
        existing(await findProspectTask(transaction, prospectId, taskId, today()));
      const at = clock();
      const after = resolveTaskUpdate(await find(), body, assignee, { today: today(), at });
      if (after !== undefined)
        await updateProspectTask(transaction, {
          ...{ prospectId, taskId, userId: user.id, at },
          ...after,
          version: body.version + 1,
        });
      return find();
    });
  });
}

function existing(task: ProspectTask | undefined): ProspectTask {
  if (task === undefined) throw notFound('This task');
  return task;
}
