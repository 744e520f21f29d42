import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Queries } from '#server/core/db/database.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { conflict, notFound, unprocessable } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { requireEarlierRowEqual } from '#server/core/repeated-requests.ts';
import { requireInstitution, requireInstitutions } from '#server/institutions/existence.ts';
import { decodeCursor, encodeCursor } from '#server/list/paging.ts';
import { dayIn, isInAcceptedYears } from '#shared/core/dates.ts';
import { daySchema, idSchema } from '#shared/core/endpoint.ts';
import { getPeople } from '#shared/work/people.ts';
import {
  getTask,
  getTasks,
  type NewTask,
  patchTask,
  postTask,
  postTasks,
  type Task,
} from '#shared/work/tasks.ts';
import { assigneeOf } from '../assignee.ts';
import { writeWorkEvents } from '../event-queries.ts';
import { findEnabledPeople } from '../people-queries.ts';
import {
  countTasks,
  countTasksMatchingRequest,
  findTask,
  insertTaskForCustomers,
  listTasks,
  lockTask,
  updateTask,
} from './tasks-queries.ts';
import { resolveTaskUpdate, taskChangeEvents, taskDayProblem } from './tasks-rules.ts';

const placeSchema = z
  .tuple([
    z.union([daySchema, z.literal('infinity'), z.iso.datetime().refine(isInAcceptedYears)]),
    idSchema,
    z.uuid(),
  ])
  .transform(([key, institutionId, taskId]) => ({ key, institutionId, taskId }));

export function tasksRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { database, clock, env } = dependencies;
  const { foreground } = database;
  const today = () => dayIn(env.BUSINESS_TIME_ZONE, clock());

  route(app, getPeople, async () => ({ rows: await findEnabledPeople(foreground) }));

  route(app, getTasks, async ({ query, user }) => {
    const assigneeId =
      query.assignee === 'me' ? user.id : query.assignee === 'nobody' ? null : query.assignee;
    const filter = { ...query, institutionId: query.institutionId, assigneeId, dueBy: query.dueBy };
    const after = decodeCursor(query.after, placeSchema);
    const found = await listTasks(foreground, filter, { after, limit: query.limit + 1 }, today());
    const page = found.slice(0, query.limit);
    const last = found.length > query.limit ? page.at(-1)?.place : undefined;
    return {
      rows: page.map(({ task }) => task),
      next: last === undefined ? null : encodeCursor([last.key, last.institutionId, last.taskId]),
      ...(await countTasks(foreground, filter, today())),
    };
  });

  route(app, getTask, async ({ params }) =>
    existing(await findTask(foreground, params.id, params.taskId, today())),
  );

  async function newTask(body: NewTask, userId: string) {
    const { taskId, title, details, dueOn } = body;
    const assignee = await assigneeOf(foreground, body.assigneeId);
    return {
      taskId,
      title,
      details,
      dueOn,
      assignee,
      status: 'open',
      snoozedUntil: null,
      userId,
      at: clock(),
    } as const;
  }
  type MadeTask = Awaited<ReturnType<typeof newTask>>;

  async function addTasks(
    transaction: Queries,
    institutionIds: readonly number[],
    task: MadeTask,
  ): Promise<void> {
    const { taskId, title, dueOn, assignee } = task;
    const detail = { title, assignee: assignee?.name ?? null, due: dueOn };
    const added = await insertTaskForCustomers(transaction, institutionIds, task);
    const events = added.map(
      (institutionId) =>
        ({ institutionId, kind: 'task', event: 'created', subjectId: taskId, detail }) as const,
    );
    await writeWorkEvents(transaction, events, task.userId, task.at);
  }

  route(app, postTask, async ({ params, body, user }) => {
    await requireInstitution(foreground, params.id);
    const task = await newTask(body, user.id);
    const sentBefore = await findTask(foreground, params.id, body.taskId, today());
    if (sentBefore !== undefined) return replayed(sentBefore, user.id);
    const problem = taskDayProblem(undefined, task, today());
    if (problem !== undefined) throw unprocessable(problem);
    await foreground
      .transaction()
      .execute((transaction) => addTasks(transaction, [params.id], task));
    return replayed(await findTask(foreground, params.id, body.taskId, today()), user.id);
  });

  route(app, postTasks, async ({ body: { institutionIds, ...body }, user }) => {
    const institutionName = await requireInstitutions(foreground, institutionIds);
    const task = await newTask(body, user.id);
    const problem = taskDayProblem(undefined, task, today());
    if (problem !== undefined) throw unprocessable(problem);
    await foreground.transaction().execute(async (transaction) => {
      await addTasks(transaction, institutionIds, task);
      if (
        (await countTasksMatchingRequest(transaction, institutionIds, task)) < institutionIds.length
      )
        throw conflict('Another task already uses this id. Reload the page and try again.');
    });
    return { institutionIds, institutionName };
  });

  route(app, patchTask, async ({ params, body, user }) => {
    const assignee = await assigneeOf(foreground, body.assigneeId ?? null);
    await foreground.transaction().execute(async (transaction) => {
      await lockTask(transaction, params.id, params.taskId);
      const before = existing(await findTask(transaction, params.id, params.taskId, today()));
      const at = clock();
      const after = resolveTaskUpdate(before, body, assignee, { today: today(), at });
      if (after === undefined) return;
      const written = { institutionId: params.id, taskId: params.taskId, userId: user.id, at };
      await updateTask(transaction, { ...written, ...after, version: body.version + 1 });
      const events = taskChangeEvents(before, after).map((event) => ({
        ...event,
        institutionId: params.id,
        kind: 'task' as const,
        subjectId: params.taskId,
      }));
      await writeWorkEvents(transaction, events, user.id, at);
    });
    return existing(await findTask(foreground, params.id, params.taskId, today()));
  });
}

function existing(task: Task | undefined): Task {
  if (task === undefined) throw notFound('This task');
  return task;
}

/**
 * Returns the task of a repeated request. Throws a 409 error when another user created the task
 * with this id.
 */
const replayed = (task: Task | undefined, userId: string): Task =>
  requireEarlierRowEqual(
    task,
    ({ createdBy }) => createdBy.id === userId,
    'Another task already uses this id. Reload the page and try again.',
  );
