import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildUrl } from '#shared/core/endpoint.ts';
import { getDayPlan } from '#shared/day/day.ts';
import { getProspectPage } from '#shared/prospects/list.ts';
import { getProspectProfile } from '#shared/prospects/profile.ts';
import {
  getProspectTasks,
  patchProspectTask,
  postProspectTask,
  prospectTaskSchema,
} from '#shared/work/prospect-tasks.ts';
import type { NewTask, TaskChanges } from '#shared/work/tasks.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertProspect } from '#test/factories.ts';

let test: TestApp;
let me: string;
const today = '2026-11-18';

beforeAll(async () => {
  test = await buildTestApp({ now: new Date('2026-11-18T18:00:00Z') });
  await insertProspect(test.database, { prospect_id: 1, place_id: 'place/1?' });
  await insertProspect(test.database, { prospect_id: 2 });
  await get(getDayPlan.path);
  const { user_id } = await test.database.foreground
    .selectFrom('app_user')
    .select('user_id')
    .executeTakeFirstOrThrow();
  me = user_id;
});
afterAll(() => test.close());

const get = async (url: string) => (await test.inject({ method: 'GET', url })).json();
const add = (prospectId: number, task: Partial<NewTask>) =>
  test.inject({
    method: 'POST',
    url: buildUrl(postProspectTask.path, { prospectId }),
    payload: { taskId: randomUUID(), title: 'Call them', ...task },
  });
const change = (taskId: string, changes: TaskChanges & { version: number }, prospectId = 1) =>
  test.inject({
    method: 'PATCH',
    url: buildUrl(patchProspectTask.path, { prospectId, taskId }),
    payload: changes,
  });
const nextTask = async (id: number) =>
  getProspectPage.response
    .parse(await get(buildUrl(getProspectPage.path)))
    .rows.find(({ prospectId }) => prospectId === id)?.nextTask;
const dayItems = async () => {
  const { rows, rest } = getDayPlan.response.parse(await get(getDayPlan.path));
  return [...rows, ...rest].flatMap(({ items }) => items);
};

it('adds a task once for repeated requests, and shows it as the next step', async () => {
  const task = { taskId: randomUUID(), dueOn: '2026-11-20' };
  const answers = await Promise.all(Array.from({ length: 8 }, () => add(1, task)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
  const { rows } = getProspectTasks.response.parse(
    await get(buildUrl(getProspectTasks.path, { prospectId: 1 })),
  );
  expect(rows).toMatchObject([
    { title: 'Call them', dueOn: '2026-11-20', status: 'open', prospectName: 'Prospect 1' },
  ]);
  expect(await nextTask(1)).toEqual({ title: 'Call them', dueOn: '2026-11-20' });
  const changes = { version: 1, status: 'done' } as const;
  expect((await change(task.taskId, changes, 2)).statusCode).toBe(404);
  await change(task.taskId, changes);
  expect(await nextTask(1)).toBeNull();
});

it('shows a due task in My day until it is done, and counts its minutes', async () => {
  const taskId = randomUUID();
  await add(1, { taskId, dueOn: today, assigneeId: me });
  const [item] = await dayItems();
  expect(item).toMatchObject({
    kind: 'task',
    institutionId: null,
    prospect: { prospectId: 1, name: 'Prospect 1', key: 'place/1?' },
    urgency: 'today',
    why: 'Call them',
    task: { taskId, version: 1 },
  });
  const before = getDayPlan.response.parse(await get(getDayPlan.path)).doneMinutes;
  await change(taskId, { version: 1, status: 'done' });
  expect(await dayItems()).toEqual([]);
  const after = getDayPlan.response.parse(await get(getDayPlan.path)).doneMinutes;
  expect(after - before).toBe(item?.minutes);
});

it('accepts one of several concurrent changes, and keeps all in the activity', async () => {
  const taskId = randomUUID();
  await add(2, { taskId });
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, at) => change(taskId, { version: 1, title: `Title ${at}` }, 2)),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(5);
  const { title } = prospectTaskSchema.parse(
    answers.find(({ statusCode }) => statusCode === 200)?.json(),
  );
  await change(taskId, { version: 2, status: 'dropped' }, 2);
  const { activity } = getProspectProfile.response.parse(
    await get(buildUrl(getProspectProfile.path, {}, { key: 'prospect-2' })),
  );
  expect(activity.map(({ text }) => text).toSorted()).toEqual([
    `Added the task “${title}”`,
    `Canceled the task “${title}”`,
  ]);
});

it('names the user who closed a task, also after another user edits it', async () => {
  await insertProspect(test.database, { prospect_id: 3 });
  const taskId = randomUUID();
  await add(3, { taskId });
  const other = await test.signIn('member');
  const closed = await test.inject({
    method: 'PATCH',
    url: buildUrl(patchProspectTask.path, { prospectId: 3, taskId }),
    payload: { version: 1, status: 'done' },
    headers: { cookie: other },
  });
  const closer = prospectTaskSchema.parse(closed.json()).updatedBy;
  expect(closer.id).not.toBe(me);
  await change(taskId, { version: 2, details: 'Left a message first' }, 3);
  const profile = await get(buildUrl(getProspectProfile.path, {}, { key: 'prospect-3' }));
  const { activity } = getProspectProfile.response.parse(profile);
  expect(activity.find(({ text }) => text.startsWith('Completed'))?.by).toEqual(closer);
  await change(taskId, { version: 3, status: 'open' }, 3);
  await change(taskId, { version: 4, status: 'dropped' }, 3);
  const again = getProspectProfile.response.parse(
    await get(buildUrl(getProspectProfile.path, {}, { key: 'prospect-3' })),
  );
  expect(again.activity.find(({ text }) => text.startsWith('Canceled'))?.by.id).toBe(me);
});

it('hides a snoozed task until its day', async () => {
  const taskId = randomUUID();
  await add(2, { taskId, title: 'Later' });
  await change(taskId, { version: 1, snoozedUntil: '2026-11-19' }, 2);
  expect(await nextTask(2)).toBeNull();
  await test.database.foreground
    .updateTable('prospect_task')
    .set({ snoozed_until: today })
    .where('task_id', '=', taskId)
    .execute();
  expect(await nextTask(2)).toEqual({ title: 'Later', dueOn: null });
});

it.each([
  [99, {}, 404],
  [1, { dueOn: '2026-11-17' }, 422],
  [1, { title: ' ' }, 422],
  [1, { assigneeId: randomUUID() }, 422],
])('refuses a task of prospect %d with %j', async (prospectId, task, status) => {
  expect((await add(prospectId, task)).statusCode).toBe(status);
});
