import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSessionCookie, createSession } from '#server/auth/session.ts';
import { buildUrl } from '#shared/core/endpoint.ts';
import { getTimeline } from '#shared/timeline/timeline.ts';
import { getRiskCases, postRiskOutcomes, postRiskSnooze } from '#shared/work/cases.ts';
import { postNote } from '#shared/work/notes.ts';
import { getPeople } from '#shared/work/people.ts';
import {
  getInstitutionWorkSummaries,
  getTasks,
  type Task,
  taskSchema,
} from '#shared/work/tasks.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution } from '#test/factories.ts';
import { rememberUser } from '#test/page-user.ts';

let test: TestApp;
let admin: string;
let member: string;

beforeAll(async () => {
  test = await buildTestApp({ now: new Date('2026-11-18T18:00:00Z') });
  for (const institution_id of [1, 2, 3])
    await insertInstitution(test.database, { institution_id, name: `Practice ${institution_id}` });
  admin = await test.signIn('admin');
  member = await test.signIn('member');
});
afterAll(() => test.close());

/** Sets the clock and signs Morgan in again. */
async function at(now: Date): Promise<void> {
  test.setClock(now);
  const morgan = (
    await test.database.foreground
      .selectFrom('app_user')
      .select('user_id')
      .where('name', '=', 'Morgan Member')
      .execute()
  )[0];
  member = rememberUser(
    `${buildSessionCookie(test.dependencies.env).name}=${await createSession(test.dependencies, morgan?.user_id ?? '')}`,
    morgan?.user_id ?? '',
  );
}
const later = (milliseconds: number) =>
  test.setClock(new Date(test.dependencies.clock().getTime() + milliseconds));

const as = (cookie = member) => ({ headers: { cookie, 'sec-fetch-site': 'same-origin' } });
const get = (url: string) => test.app.inject({ method: 'GET', url, ...as() });
const post = (payload: object, institution: number | string = 1, cookie?: string) =>
  test.app.inject({
    method: 'POST',
    url: `/api/institution/${institution}/tasks`,
    payload,
    ...as(cookie),
  });
const patch = (task: Task, payload: object, cookie?: string) =>
  test.app.inject({
    method: 'PATCH',
    url: `/api/institution/${task.institutionId}/tasks/${task.taskId}`,
    payload,
    ...as(cookie),
  });
const add = async (facts: object = {}, institution = 1): Promise<Task> =>
  taskSchema.parse(
    (await post({ taskId: randomUUID(), title: 'Call them', ...facts }, institution)).json(),
  );
const list = async (query: string) =>
  getTasks.response.parse((await get(`/api/work/tasks?${query}`)).json());
const headlines = async (institution: number) =>
  getTimeline.response
    .parse((await get(`/api/institution/${institution}/timeline?kinds=task`)).json())
    .rows.map((entry) => `${entry.actor?.name}: ${entry.headline}`);
const people = async () => getPeople.response.parse((await get(getPeople.path)).json()).rows;

describe('adding a task', () => {
  it('creates one task for a double click, with one event', async () => {
    const taskId = randomUUID();
    const [first, second] = await Promise.all(
      [1, 2].map(() => post({ taskId, title: '  Call Dr. Elm ', dueOn: '2026-11-25' }, 2)),
    );
    expect([first?.statusCode, second?.statusCode]).toEqual([200, 200]);
    expect(first?.json()).toEqual(second?.json());
    expect(first?.json()).toMatchObject({
      title: 'Call Dr. Elm',
      dueOn: '2026-11-25',
      status: 'open',
      version: 1,
      institutionName: 'Practice 2',
    });
    expect(await headlines(2)).toEqual([
      'Morgan Member: Added task “Call Dr. Elm”, due Nov 25, 2026',
    ]);
    expect((await list('institutionId=2')).rows).toHaveLength(1);
  });

  it('does not accept another user’s task as a repeated request', async () => {
    const task = await add();
    expect((await post({ taskId: task.taskId, title: 'Mine' }, 1, admin)).statusCode).toBe(409);
  });

  it.each([
    ['no title', { title: '   ' }, /title/],
    ['a title of two lines', { title: 'a\nb' }, /one line/],
    ['a long title', { title: 'x'.repeat(201) }, /at most 200/],
    ['long details', { details: 'x'.repeat(4001) }, /at most 4,000/],
    ['a day that does not exist', { dueOn: '2026-02-30' }, /dueOn/],
    ['a date in another format', { dueOn: '25.11.2026' }, /dueOn/],
    ['a day in the past', { dueOn: '2026-11-17' }, /dueOn: must not be before today/],
    ['a day far away', { dueOn: '2106-11-25' }, /five years/],
    ['a day before all supported dates', { dueOn: '0000-01-01' }, /1900 to 2200/],
    ['no one’s id', { assigneeId: '0192f5d2-7f6c-7d3a-9d38-0a1b2c3d4e5f' }, /assigneeId/],
    ['an invalid id', { assigneeId: "' or 1=1" }, /assigneeId/],
    ['a NUL', { title: 'a\0b' }, /NUL/],
    ['an unknown field', { owner: 'me' }, /owner/],
  ])('refuses %s', async (_, facts, message) => {
    const answer = await post({ taskId: randomUUID(), title: 'Call them', ...facts });
    expect(answer.statusCode).toBe(422);
    expect(answer.body).toMatch(message);
  });

  it('is a 404 for an unknown institution', async () => {
    expect((await post({ taskId: randomUUID(), title: 'Call' }, 999)).statusCode).toBe(404);
    expect((await get(`/api/institution/1/tasks/${randomUUID()}`)).statusCode).toBe(404);
    expect((await post({ taskId: randomUUID(), title: 'Call' }, 'abc')).statusCode).toBe(422);
  });
});

describe('changing a task', () => {
  it('records every change on the timeline', async () => {
    const [someone] = await people();
    let task = await add({}, 3);
    const steps = [
      { title: 'Call again' },
      { dueOn: '2026-12-01' },
      { assigneeId: someone?.id },
      { snoozedUntil: '2026-11-20' },
      { status: 'done' },
      { status: 'open' },
    ];
    for (const step of steps) {
      later(1000);
      const answer = await patch(task, { version: task.version, ...step });
      expect(answer.statusCode, answer.body).toBe(200);
      task = taskSchema.parse(answer.json());
    }
    expect(task).toMatchObject({
      version: 7,
      status: 'open',
      closedAt: null,
      snoozedUntil: null,
      assignee: someone,
    });
    expect((await headlines(3)).map((line) => line.replace(/^Morgan Member: /, ''))).toEqual([
      'Reopened “Call again”',
      'Completed “Call again”',
      'Snoozed “Call again” until Nov 20, 2026',
      `Assigned “Call again” to ${someone?.name}`,
      'Moved the due date of “Call again” to Dec 1, 2026',
      'Renamed task “Call them” to “Call again”',
      'Added task “Call them”',
    ]);
  });

  it('loses nothing when two users edit: the second learns who was first', async () => {
    const task = await add({ title: 'Shared' });
    const [first, second] = await Promise.all([
      patch(task, { version: 1, title: 'Mine' }),
      patch(task, { version: 1, title: 'Theirs' }, admin),
    ]);
    expect([first.statusCode, second.statusCode].sort()).toEqual([200, 409]);
    const refused = first.statusCode === 409 ? first : second;
    expect(refused.body).toMatch(/^(Morgan Member|Avery Admin) changed this task/);
    const stored = taskSchema.parse((await get(`/api/institution/1/tasks/${task.taskId}`)).json());
    expect(stored).toMatchObject({
      version: 2,
      title: first.statusCode === 200 ? 'Mine' : 'Theirs',
    });
  });

  it('applies a repeated change once', async () => {
    const task = await add();
    const answers = await Promise.all(
      [1, 2].map(() => patch(task, { version: 1, status: 'done' })),
    );
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200]);
    expect(answers.map((answer) => answer.json().version)).toEqual([2, 2]);
  });

  it('keeps a due date that has passed, and refuses to set one', async () => {
    const task = await add({ dueOn: '2026-11-18' });
    await at(new Date('2026-11-20T18:00:00Z'));
    expect((await patch(task, { version: 1, title: 'Late' })).json()).toMatchObject({
      title: 'Late',
      dueOn: '2026-11-18',
    });
    expect((await patch(task, { version: 2, dueOn: '2026-11-19' })).statusCode).toBe(422);
    expect((await patch(task, { version: 2, snoozedUntil: '2026-11-20' })).body).toBe(
      'snoozedUntil: must be after today',
    );
    expect((await patch(task, { version: 2, snoozedUntil: '2027-06-01' })).body).toBe(
      'snoozedUntil: must be at most 180 days ahead',
    );
  });

  it('ends a snooze on its day', async () => {
    const task = await add({ title: 'Sleeper' });
    await patch(task, { version: 1, snoozedUntil: '2026-11-22' });
    const titles = async (snoozed: string) =>
      (await list(`institutionId=1&snoozed=${snoozed}`)).rows.map(({ title }) => title);
    expect(await titles('yes')).toEqual(['Sleeper']);
    expect(await titles('no')).not.toContain('Sleeper');
    await at(new Date('2026-11-22T18:00:00Z'));
    expect(await titles('yes')).toEqual([]);
    expect(
      (await list('institutionId=1')).rows.find(({ title }) => title === 'Sleeper')?.snoozedUntil,
    ).toBeNull();
  });
});

describe('lists of tasks', () => {
  it('page by due date, tasks without one last, and return each task once', async () => {
    await insertInstitution(test.database, { institution_id: 50 });
    const days = ['2026-12-03', null, '2026-12-01', '2026-12-03', null, '2026-12-02', '2026-12-01'];
    for (const dueOn of days) await add({ dueOn }, 50);
    const seen: Task[] = [];
    let after = '';
    for (;;) {
      const page = await list(`institutionId=50&limit=2${after}`);
      expect([page.total, page.overdue]).toEqual([7, 0]);
      seen.push(...page.rows);
      if (page.next === null) break;
      after = `&after=${page.next}`;
    }
    expect(seen.map(({ dueOn }) => dueOn)).toEqual([
      '2026-12-01',
      '2026-12-01',
      '2026-12-02',
      '2026-12-03',
      '2026-12-03',
      null,
      null,
    ]);
    expect(new Set(seen.map(({ taskId }) => taskId)).size).toBe(7);
    await at(new Date('2026-12-02T18:00:00Z'));
    expect((await list('institutionId=50&dueBy=2026-12-02')).total).toBe(3);
    expect((await list('institutionId=50')).overdue).toBe(2);
    for (const task of seen) {
      later(7);
      await patch(task, { version: 1, status: 'dropped' });
    }
    const closed = await list('institutionId=50&state=closed&limit=4');
    const rest = await list(`institutionId=50&state=closed&limit=4&after=${closed.next}`);
    expect([...closed.rows, ...rest.rows].map(({ taskId }) => taskId)).toEqual(
      seen.map(({ taskId }) => taskId).toReversed(),
    );
    expect(rest.next).toBeNull();
  });

  it('can be filtered by the user, by another user and by unassigned tasks', async () => {
    await insertInstitution(test.database, { institution_id: 60 });
    const morgan = (await people()).find(({ name }) => name === 'Morgan Member');
    await add({ title: 'Mine', assigneeId: morgan?.id }, 60);
    await add({ title: 'Free' }, 60);
    const titles = async (assignee: string) =>
      (await list(`institutionId=60&assignee=${assignee}`)).rows.map(({ title }) => title);
    expect(await titles('me')).toEqual(['Mine']);
    expect(await titles(morgan?.id ?? '')).toEqual(['Mine']);
    expect(await titles('nobody')).toEqual(['Free']);
  });

  it.each([
    'after=bm9uc2Vuc2U',
    'after=%00',
    'assignee=you',
    'limit=0',
    'limit=201',
    'dueBy=soon',
    'state=lost',
    'institutionId=x',
  ])('refuse %s', async (query) => {
    expect((await get(`/api/work/tasks?${query}`)).statusCode).toBe(422);
  });

  it('refuse a cursor that the server did not create', async () => {
    const place = Buffer.from(JSON.stringify(['2026-02-30', 1, randomUUID()])).toString(
      'base64url',
    );
    expect((await get(`/api/work/tasks?after=${place}`)).statusCode).toBe(422);
  });

  it('are summarized for lists of institutions', async () => {
    await insertInstitution(test.database, { institution_id: 70 });
    await add({ title: 'Later', dueOn: '2026-12-24' }, 70);
    await add({ title: 'Sooner', dueOn: '2026-12-20' }, 70);
    const { rows: summaries } = getInstitutionWorkSummaries.response.parse(
      (await get(getInstitutionWorkSummaries.path)).json(),
    );
    expect(summaries.find(({ institutionId }) => institutionId === 70)).toEqual({
      institutionId: 70,
      openTasks: 2,
      nextTask: { title: 'Sooner', dueOn: '2026-12-20' },
      lastTouchAt: test.dependencies.clock().toISOString(),
    });
  });
});

it('new work is in the summaries and cases at once, and these are sent again only after a change', async () => {
  await insertInstitution(test.database, { institution_id: 80 });
  const tags = async () =>
    Promise.all(
      [getInstitutionWorkSummaries.path, getRiskCases.path].map(
        async (path) => (await get(path)).headers.etag as string,
      ),
    );
  const send = (url: string, payload: object) =>
    test.app.inject({ method: 'POST', url, payload, ...as() });
  const noteId = randomUUID();
  const seen = [await tags()];
  for (const [act, changesSummaries, changesCases] of [
    [() => send(buildUrl(postNote.path, { id: 80 }), { noteId, body: 'Called' }), true, false],
    [() => add({}, 80), true, false],
    [
      () =>
        send(postRiskSnooze.path, {
          changeId: randomUUID(),
          cases: [{ institutionId: 80, version: 0 }],
          until: '2027-01-15',
          reason: 'Moving',
        }),
      false,
      true,
    ],
    [
      () =>
        send(postRiskOutcomes.path, {
          institutionIds: [80],
          outcomeId: randomUUID(),
          outcome: 'contacted',
          note: '',
        }),
      false,
      true,
    ],
  ] as const) {
    await act();
    const [before, now] = [seen.at(-1), await tags()];
    expect([now[0] !== before?.[0], now[1] !== before?.[1]]).toEqual([
      changesSummaries,
      changesCases,
    ]);
    seen.push(now);
  }
  const [summaries, cases] = await tags();
  for (const [path, tag] of [
    [getInstitutionWorkSummaries.path, summaries],
    [getRiskCases.path, cases],
  ] as const) {
    const again = await test.app.inject({
      method: 'GET',
      url: path,
      headers: { ...as().headers, 'if-none-match': tag ?? '' },
    });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  }
});

it('names only people who are not disabled', async () => {
  await test.database.foreground
    .insertInto('app_user')
    .values({
      issuer: 'x',
      subject: 'gone',
      email: 'g@example.com',
      name: 'Gone',
      picture: null,
      role: 'member',
      status: 'disabled',
      created_at: new Date(),
      last_sign_in_at: null,
    })
    .execute();
  expect((await people()).map(({ name }) => name)).toEqual(['Avery Admin', 'Morgan Member']);
});
