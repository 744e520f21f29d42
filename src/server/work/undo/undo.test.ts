import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSessionCookie, createSession } from '#server/auth/session.ts';
import { buildUrl } from '#shared/core/endpoint.ts';
import { getTimeline } from '#shared/timeline/timeline.ts';
import {
  getRiskCase,
  postRiskAssignee,
  postRiskOutcomes,
  postRiskSnooze,
  type RiskCase,
} from '#shared/work/cases.ts';
import { postNotes } from '#shared/work/notes.ts';
import { getPeople } from '#shared/work/people.ts';
import { getTasks, postTasks } from '#shared/work/tasks.ts';
import { postUndo } from '#shared/work/undo.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution } from '#test/factories.ts';
import { rememberUser } from '#test/page-user.ts';

let test: TestApp;
let admin: string;
let next = 0;

beforeAll(async () => {
  test = await buildTestApp({ now: new Date('2026-11-18T18:00:00Z') });
  for (let institution_id = 1; institution_id <= 60; institution_id++)
    await insertInstitution(test.database, { institution_id });
  admin = await test.signIn('admin');
});
afterAll(() => test.close());

/** Returns ids of customers that no earlier test has used. */
const fresh = (count: number): number[] => Array.from({ length: count }, () => ++next);
const post = (endpoint: { path: string }, payload: object, cookie?: string) =>
  test.inject({
    method: 'POST',
    url: endpoint.path,
    payload,
    ...(cookie === undefined ? {} : { headers: { cookie } }),
  });
const undo = (workId: string, institutionIds: readonly number[], cookie?: string) =>
  post({ path: buildUrl(postUndo.path, { workId }) }, { institutionIds }, cookie);
const caseOf = async (institution: number): Promise<RiskCase & { outcomes: unknown[] }> =>
  getRiskCase.response.parse(
    (await test.inject({ url: buildUrl(getRiskCase.path, { id: institution }) })).json(),
  );
const timeline = async (institution: number) =>
  getTimeline.response
    .parse(
      (
        await test.inject({
          url: buildUrl(getTimeline.path, { id: institution }, { kinds: 'risk,note,task' }),
        })
      ).json(),
    )
    .rows.map(({ headline }) => headline);
const at0 = (institutionIds: readonly number[]) =>
  institutionIds.map((institutionId) => ({ institutionId, version: 0 }));
const snooze = (
  changeId: string,
  cases: { institutionId: number; version: number }[],
  facts: object = {},
  cookie?: string,
) =>
  post(
    postRiskSnooze,
    { changeId, cases, until: '2026-12-01', reason: 'Season', ...facts },
    cookie,
  );
const later = () => test.setClock(new Date(test.dependencies.clock().getTime() + 1000));

describe('a snooze', () => {
  it('is undone to the previous case, for each of many, and the timeline shows both', async () => {
    const ids = fresh(3);
    const [first = 0, second = 0] = ids;
    await snooze(randomUUID(), at0([second]), { until: '2026-12-24', reason: 'Before' });
    later();
    const changeId = randomUUID();
    const cases = ids.map((institutionId) => ({
      institutionId,
      version: institutionId === second ? 1 : 0,
    }));
    expect((await snooze(changeId, cases)).json()).toMatchObject({
      conflicts: [],
      institutionName: null,
    });
    later();
    expect((await undo(changeId, ids)).json()).toEqual({ undone: ids, kept: [] });
    expect((await caseOf(first)).snooze).toBeNull();
    expect(await caseOf(second)).toMatchObject({
      version: 3,
      snooze: { until: '2026-12-24', reason: 'Before', by: { name: 'Morgan Member' } },
    });
    expect(await timeline(first)).toEqual(['Undid the snooze', 'Snoozed until Dec 1, 2026']);
    later();
    expect((await undo(changeId, ids)).json()).toEqual({ undone: ids, kept: [] });
    expect(await timeline(first)).toHaveLength(2);
  });

  it('that another user changed since is kept, with a plain 409 when nothing else is left to undo', async () => {
    const ids = fresh(2);
    const [first = 0, second = 0] = ids;
    const changeId = randomUUID();
    await snooze(changeId, at0(ids));
    await post(
      postRiskAssignee,
      { changeId: randomUUID(), cases: [{ institutionId: first, version: 1 }], assigneeId: null },
      admin,
    );
    const refused = await undo(changeId, [first]);
    expect([refused.statusCode, refused.body]).toEqual([
      409,
      'Someone changed this in the meantime, so it wasn’t undone.',
    ]);
    expect((await undo(changeId, ids)).json()).toEqual({ undone: [second], kept: [first] });
    expect((await caseOf(first)).snooze).not.toBeNull();
  });

  it('by two users at once is saved once, and the other user is informed', async () => {
    const [id = 0] = fresh(1);
    const answers = await Promise.all([
      snooze(randomUUID(), at0([id])),
      snooze(randomUUID(), at0([id]), { until: '2026-12-09' }, admin),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(await timeline(id)).toHaveLength(1);
    expect((await caseOf(id)).version).toBe(1);
  });

  it('repeated under one id is saved once, and another change under the id is refused', async () => {
    const ids = fresh(2);
    const changeId = randomUUID();
    const [first, again] = await Promise.all([1, 2].map(() => snooze(changeId, at0(ids))));
    expect([first?.statusCode, again?.statusCode]).toEqual([200, 200]);
    expect(first?.json()).toEqual(again?.json());
    expect(await timeline(ids[0] ?? 0)).toHaveLength(1);
    const moved = ids.map((institutionId) => ({ institutionId, version: 1 }));
    expect((await snooze(changeId, moved, { until: '2026-12-09' })).body).toBe(
      'An earlier version of this change was already saved, so this one wasn’t. Reload the page to see what was saved, then try again.',
    );
    expect((await snooze(changeId, moved, {}, admin)).statusCode).toBe(409);
    expect((await caseOf(ids[0] ?? 0)).snooze?.until).toBe('2026-12-01');
  });

  it('undone twice at once is undone once', async () => {
    const [id = 0] = fresh(1);
    const changeId = randomUUID();
    await snooze(changeId, at0([id]));
    later();
    expect(
      (await Promise.all([undo(changeId, [id]), undo(changeId, [id])])).map(
        ({ statusCode }) => statusCode,
      ),
    ).toEqual([200, 200]);
    expect(await timeline(id)).toHaveLength(2);
    expect((await caseOf(id)).version).toBe(2);
  });
});

describe('an outcome', () => {
  it('of many is stored for each, is marked as withdrawn when undone, and no longer counts', async () => {
    const ids = fresh(3);
    const outcomeId = randomUUID();
    const payload = { outcomeId, institutionIds: ids, outcome: 'contacted', note: 'Spoke' };
    const both = await Promise.all([
      post(postRiskOutcomes, payload),
      post(postRiskOutcomes, payload),
    ]);
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    for (const id of ids)
      expect(await caseOf(id)).toMatchObject({
        lastOutcome: { outcome: 'contacted' },
        outcomes: [{ outcomeId }],
      });
    expect((await undo(outcomeId, ids)).json()).toEqual({ undone: ids, kept: [] });
    expect(await caseOf(ids[0] ?? 0)).toMatchObject({ lastOutcome: null, outcomes: [] });
    expect(await timeline(ids[0] ?? 0)).toEqual(['Withdrawn outcome: Contacted']);
  });

  it('is saved for all of them or for none', async () => {
    const [id = 0, other = 0] = fresh(2);
    const outcomeId = randomUUID();
    const send = (institutionIds: number[], outcome: string, cookie?: string) =>
      post(postRiskOutcomes, { outcomeId, institutionIds, outcome }, cookie);
    expect((await send([id, 999], 'contacted')).body).toBe('Institution 999 was not found.');
    await send([other], 'contacted');
    expect((await send([id, other], 'escalated')).statusCode).toBe(409);
    expect((await send([id, other], 'contacted', admin)).statusCode).toBe(409);
    expect((await caseOf(id)).outcomes).toEqual([]);
  });
});

describe('notes and tasks', () => {
  it('are added for many at once, once per request, and undone', async () => {
    const ids = fresh(3);
    const noteId = randomUUID();
    for (let time = 0; time < 2; time++)
      expect(
        (await post(postNotes, { noteId, institutionIds: ids, body: 'Outage' })).statusCode,
      ).toBe(200);
    expect(
      (await post(postNotes, { noteId, institutionIds: ids, body: 'Another' })).statusCode,
    ).toBe(409);
    const taskId = randomUUID();
    const task = { taskId, institutionIds: ids, title: 'Call', dueOn: '2026-11-25' };
    for (const { statusCode } of await Promise.all([post(postTasks, task), post(postTasks, task)]))
      expect(statusCode).toBe(200);
    expect((await post(postTasks, { ...task, title: 'Write' })).statusCode).toBe(409);
    const [first = 0] = ids;
    const openTasks = async () =>
      getTasks.response.parse(
        (await test.inject({ url: `${getTasks.path}?institutionId=${first}` })).json(),
      ).rows;
    expect(await timeline(first)).toHaveLength(2);
    expect(await openTasks()).toHaveLength(1);
    later();
    for (const workId of [noteId, taskId]) {
      for (let time = 0; time < 2; time++)
        expect((await undo(workId, ids)).json()).toEqual({ undone: ids, kept: [] });
    }
    expect(await openTasks()).toEqual([]);
    expect((await timeline(first)).sort()).toEqual([
      'Added task “Call”, due Nov 25, 2026',
      'Canceled “Call”',
      'Deleted a note',
    ]);
  });

  it('are refused as a whole for an unknown customer, and beyond the limit', async () => {
    const [id = 0] = fresh(1);
    const many = Array.from({ length: 501 }, (_, at) => at + 1);
    for (const [endpoint, content] of [
      [postNotes, { noteId: randomUUID(), body: 'Outage' }],
      [postTasks, { taskId: randomUUID(), title: 'Call' }],
    ] as const) {
      expect((await post(endpoint, { ...content, institutionIds: [id, 999] })).statusCode).toBe(
        404,
      );
      for (const institutionIds of [[], [id, id], many, [-1], ['1 or 1=1']]) {
        expect((await post(endpoint, { ...content, institutionIds })).statusCode).toBe(422);
      }
    }
    expect(await timeline(id)).toEqual([]);
  });
});

it('users who share a name are distinguished by their email everywhere', async () => {
  const twin = {
    issuer: 'x',
    subject: 'twin',
    email: 'm2@example.com',
    name: 'morgan member',
    picture: null,
    role: 'member' as const,
  };
  await test.database.foreground
    .insertInto('app_user')
    .values({ ...twin, created_at: new Date(), last_sign_in_at: null })
    .execute();
  const { rows } = getPeople.response.parse((await test.inject({ url: getPeople.path })).json());
  const names = rows.map(({ name }) => name).filter((name) => /morgan/i.test(name));
  expect(names).toHaveLength(2);
  expect(names).toContain('morgan member (m2@example.com)');
  const [id = 0] = fresh(1);
  const answer = await post(postRiskAssignee, {
    changeId: randomUUID(),
    cases: at0([id]),
    assigneeId: rows.find(({ name }) => name.includes('m2@'))?.id,
  });
  expect(answer.json().changed[0].assignee.name).toBe('morgan member (m2@example.com)');
  expect(await timeline(id)).toEqual(['Assigned to morgan member (m2@example.com)']);
});

describe('nothing is undone', () => {
  it('for another user’s work, unknown work or an invalid id', async () => {
    const [id = 0] = fresh(1);
    const changeId = randomUUID();
    await snooze(changeId, at0([id]));
    const foreign = await undo(changeId, [id], admin);
    expect([foreign.statusCode, foreign.body]).toEqual([
      403,
      'Only the person who made this change can undo it.',
    ]);
    expect((await undo(randomUUID(), [id])).statusCode).toBe(404);
    expect((await undo(changeId, [id + 100])).statusCode).toBe(404);
    for (const workId of ["' or 1=1 --", '7', '..'])
      expect([404, 422]).toContain((await undo(workId, [id])).statusCode);
    expect((await caseOf(id)).snooze).not.toBeNull();
  });

  it('after a day', async () => {
    const [id = 0] = fresh(1);
    const changeId = randomUUID();
    await snooze(changeId, at0([id]));
    test.setClock(new Date(test.dependencies.clock().getTime() + 24 * 3_600_000 + 1));
    const [morgan] = await test.database.foreground
      .selectFrom('app_user')
      .select('user_id')
      .where('name', '=', 'Morgan Member')
      .execute();
    const cookie = rememberUser(
      `${buildSessionCookie(test.dependencies.env).name}=${await createSession(test.dependencies, morgan?.user_id ?? '')}`,
      morgan?.user_id ?? '',
    );
    const answer = await undo(changeId, [id], cookie);
    expect([answer.statusCode, answer.body]).toEqual([
      409,
      'This change is more than 24 hours old and can no longer be undone.',
    ]);
  });
});
