import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildSessionCookie, createSession } from '#server/auth/session.ts';
import { invalidatePracticeList } from '#server/institutions/queries.ts';
import {
  type ActionItemChange,
  getActionItems,
  type ListedActionItem,
  postActionItemChange,
} from '#shared/action-items/action-items.ts';
import { getTimeline } from '#shared/timeline/timeline.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution } from '#test/factories.ts';
import { rememberUser } from '#test/page-user.ts';

// Today is 2026-11-18.
let test: TestApp;
let morgan: string;
beforeEach(async () => {
  test = await buildTestApp();
  morgan = await test.signIn('member');
  for (const id of [1, 2, 3])
    await insertInstitution(test.database, { institution_id: id, name: `Customer ${id}` });
});
afterEach(() => test.close());

/** Signs Morgan in on another day, when the session has expired. */
async function comeBack(at: string): Promise<void> {
  test.setClock(new Date(at));
  const { user_id } = await test.database.foreground
    .selectFrom('app_user')
    .select('user_id')
    .where('role', '=', 'member')
    .executeTakeFirstOrThrow();
  const { env } = test.dependencies;
  morgan = rememberUser(
    `${buildSessionCookie(env).name}=${await createSession(test.dependencies, user_id)}`,
    user_id,
  );
}

const headers = (cookie = morgan) => ({ headers: { cookie } });
const add = (facts: object = {}, cookie?: string) =>
  test.inject({
    method: 'POST',
    url: '/api/action-items',
    payload: {
      callId: randomUUID(),
      institutionIds: [1],
      kind: 'risk',
      title: 'Call them',
      details: 'They have gone quiet',
      priority: 'high',
      dueOn: '2026-11-20',
      assigneeId: null,
      minutes: 30,
      ...facts,
    },
    ...headers(cookie),
  });
async function rows(): Promise<ListedActionItem[]> {
  return getActionItems.response.parse(
    (await test.inject({ url: getActionItems.path, ...headers() })).json(),
  ).rows;
}
async function only(): Promise<ListedActionItem> {
  const [row, ...others] = await rows();
  if (row === undefined || others.length > 0) throw new Error('not one call');
  return row;
}
type Named = Pick<ListedActionItem, 'institutionId' | 'callId' | 'version'>;
const change = (
  calls: readonly Named[],
  what: ActionItemChange,
  { changeId = randomUUID() as string, cookie = morgan } = {},
) =>
  test.inject({
    method: 'POST',
    url: postActionItemChange.path,
    payload: {
      changeId,
      calls: calls.map(({ institutionId, callId, version }) => ({
        institutionId,
        callId,
        version,
      })),
      change: what,
    },
    ...headers(cookie),
  });
const undo = (changeId: string, cookie?: string) =>
  test.inject({
    method: 'POST',
    url: '/api/action-items/undo',
    payload: { changeId },
    ...headers(cookie),
  });
const headlines = async (id: number) =>
  (await test.inject({ url: getTimeline.path.replace(':id', String(id)), ...headers() }))
    .json()
    .rows.map(({ headline }: { headline: string }) => headline);

const acted = { action: 'close', outcome: 'acted', note: 'They are back' } as const;

it('adds an item once per id, and skips customers with an open item of the same kind and title', async () => {
  const callId = randomUUID();
  expect((await add({ callId, institutionIds: [1, 2] })).json()).toEqual({
    added: [1, 2],
    alreadyOpen: [],
  });
  expect((await add({ callId, institutionIds: [1, 2] })).json()).toEqual({
    added: [1, 2],
    alreadyOpen: [],
  });
  for (const other of [{ title: 'Something else' }, { dueOn: '2026-12-24' }, { minutes: 5 }])
    expect((await add({ callId, institutionIds: [1], ...other })).statusCode).toBe(409);
  expect((await add({ title: 'CALL them', institutionIds: [2, 3] })).json()).toEqual({
    added: [3],
    alreadyOpen: [2],
  });
  expect((await add({ kind: 'opportunity' })).json()).toEqual({ added: [1], alreadyOpen: [] });
  expect(await rows()).toHaveLength(4);
  expect(await headlines(1)).toContain('Action item “Call them”: added');
});

it('refuses invalid input', async () => {
  const wrong = { institutionIds: [99] };
  expect((await add(wrong)).statusCode).toBe(404);
  expect((await add({ dueOn: '2026-11-17' })).statusCode).toBe(422);
  expect((await add({ title: ' \t ' })).statusCode).toBe(422);
  expect((await add({ title: 'two\nlines' })).statusCode).toBe(422);
  expect((await add({ details: 'a\u0000b' })).statusCode).toBe(422);
  expect((await add({ minutes: 0 })).statusCode).toBe(422);
  expect((await add({ assigneeId: randomUUID() })).statusCode).toBe(422);
  await add({ title: '<script>alert(1)</script> “ñ” 🦷' });
  const row = await only();
  expect(row.title).toBe('<script>alert(1)</script> “ñ” 🦷');
  expect(
    (await change([row], { action: 'snooze', until: '2026-11-18', reason: 'Season' })).statusCode,
  ).toBe(422);
  expect(
    (await change([row], { action: 'snooze', until: '2028-01-01', reason: 'Season' })).statusCode,
  ).toBe(422);
  expect(
    (await change([row], { action: 'snooze', until: '2026-12-01', reason: '  ' })).statusCode,
  ).toBe(422);
  expect((await change([row], { action: 'due', dueOn: '2026-11-17' })).statusCode).toBe(422);
  expect((await change([row, row], acted)).statusCode).toBe(422);
  expect((await change([{ ...row, callId: randomUUID() }], acted)).statusCode).toBe(404);
  expect((await change([row, { ...row, institutionId: 2 }], acted)).statusCode).toBe(404);
  expect(await only()).toEqual(row);
});

it('accepts the first of two users who move the same card, and reports the conflict to the other', async () => {
  await add();
  const seen = await only();
  const [one, other] = await Promise.all([
    change([seen], { action: 'due', dueOn: '2026-11-19' }),
    change([seen], { action: 'due', dueOn: '2026-11-23' }),
  ]);
  expect([one?.statusCode, other?.statusCode].toSorted()).toEqual([200, 409]);
  const now = await only();
  expect(now.version).toBe(seen.version + 1);
  expect((await change([seen], acted)).statusCode).toBe(409);
  expect(await only()).toEqual(now);
});

it('applies a repeated change once', async () => {
  await add();
  const seen = await only();
  const changeId = randomUUID();
  expect((await change([seen], acted, { changeId })).json()).toEqual({ changed: 1, conflicts: 0 });
  expect((await change([seen], acted, { changeId })).json()).toEqual({ changed: 1, conflicts: 0 });
  expect((await change([seen], { action: 'wake' }, { changeId })).statusCode).toBe(409);
  const { added } = (await add({ institutionIds: [2] })).json<{ added: number[] }>();
  const other = (await rows()).find(({ institutionId }) => institutionId === added[0]);
  expect((await change(other === undefined ? [] : [other], acted, { changeId })).statusCode).toBe(
    409,
  );
  await test.database.foreground
    .deleteFrom('call_to_action')
    .where('institution_id', '=', 2)
    .execute();
  expect(await only()).toMatchObject({
    outcome: 'acted',
    note: 'They are back',
    closedOn: '2026-11-18',
    closedBy: expect.stringContaining('Morgan Member'),
  });
  expect((await headlines(1)).filter((line: string) => line.includes('closed'))).toEqual([
    'Action item “Call them”: closed, acted on',
  ]);
});

it('closes, assigns and moves items in bulk, skips items that other users changed, and undoes it', async () => {
  await add({ institutionIds: [1, 2, 3] });
  const admin = await test.signIn('admin');
  const [first, ...others] = await rows();
  if (first === undefined) throw new Error('no call');
  await change([first], { action: 'due', dueOn: '2026-12-01' }, { cookie: admin });
  const changeId = randomUUID();
  expect((await change([first, ...others], acted, { changeId })).json()).toEqual({
    changed: 2,
    conflicts: 1,
  });
  const audit = await test.database.foreground
    .selectFrom('audit_log')
    .select(['action', 'object_id'])
    .execute();
  expect(audit).toEqual([{ action: 'call.close', object_id: changeId }]);
  expect((await undo(changeId, admin)).statusCode).toBe(403);
  expect((await undo(changeId)).json()).toEqual({ undone: 2, kept: 0 });
  expect((await undo(changeId)).json()).toEqual({ undone: 2, kept: 0 });
  expect((await rows()).map(({ outcome, dueOn }) => [outcome, dueOn])).toEqual([
    [null, '2026-11-20'],
    [null, '2026-11-20'],
    [null, '2026-12-01'],
  ]);
  expect(await headlines(2)).toContain('Action item “Call them”: last change undone');

  const { user_id } = await test.database.foreground
    .selectFrom('app_user')
    .select('user_id')
    .where('role', '=', 'admin')
    .executeTakeFirstOrThrow();
  expect((await change(await rows(), { action: 'assign', assigneeId: user_id })).json()).toEqual({
    changed: 3,
    conflicts: 0,
  });
  const moving = randomUUID();
  expect(
    (
      await change(await rows(), { action: 'due', dueOn: '2026-12-02' }, { changeId: moving })
    ).json(),
  ).toEqual({
    changed: 3,
    conflicts: 0,
  });
  const standing = async () => (await rows()).map(({ assignee, dueOn }) => [assignee?.id, dueOn]);
  expect(await standing()).toEqual([1, 2, 3].map(() => [user_id, '2026-12-02']));
  expect((await undo(moving)).json()).toEqual({ undone: 3, kept: 0 });
  expect((await standing()).map(([, dueOn]) => dueOn)).toEqual([
    '2026-11-20',
    '2026-11-20',
    '2026-12-01',
  ]);
});

it('does not undo an item that changed since, that was reopened, or whose change is a day old', async () => {
  await add();
  const closing = randomUUID();
  await change([await only()], acted, { changeId: closing });
  await add({ title: 'call THEM' });
  expect((await undo(closing)).statusCode).toBe(409);
  const moving = randomUUID();
  const open = (await rows()).find(({ outcome }) => outcome === null);
  if (open === undefined) throw new Error('none open');
  await change([open], { action: 'due', dueOn: '2026-11-25' }, { changeId: moving });
  await change([{ ...open, version: open.version + 1 }], {
    action: 'snooze',
    until: '2026-12-01',
    reason: 'Season',
  });
  expect((await undo(moving)).statusCode).toBe(409);
  expect((await undo(randomUUID())).statusCode).toBe(404);
  const late = randomUUID();
  await change([{ ...open, version: open.version + 2 }], { action: 'wake' }, { changeId: late });
  await comeBack('2026-11-19T18:00:01Z');
  expect((await undo(late)).statusCode).toBe(409);
});

it('belongs to its assignee, otherwise to the owner, and its snooze ends by itself', async () => {
  await add();
  const { user_id } = await test.database.foreground
    .selectFrom('app_user')
    .select('user_id')
    .executeTakeFirstOrThrow();
  await change([await only()], { action: 'assign', assigneeId: user_id });
  expect(await only()).toMatchObject({
    personName: expect.stringContaining('Morgan Member'),
    assignee: { id: user_id },
  });
  await change([await only()], { action: 'snooze', until: '2026-11-20', reason: 'On leave' });
  expect((await only()).snooze).toEqual({ until: '2026-11-20', reason: 'On leave' });
  await comeBack('2026-11-20T18:00:00Z');
  expect((await only()).snooze).toBeNull();
});

it('keeps closed items for 28 days, and no items of lost customers', async () => {
  await add({ institutionIds: [1, 2] });
  await change([...(await rows())].slice(0, 1), acted);
  await comeBack('2026-12-16T18:00:00Z');
  expect(await rows()).toHaveLength(2);
  await comeBack('2026-12-18T18:00:00Z');
  expect(await rows()).toHaveLength(1);
  await test.database.foreground
    .updateTable('institution')
    .set({ churned_on: '2026-12-17' })
    .execute();
  await invalidatePracticeList(test.database.foreground);
  await comeBack('2026-12-18T18:00:05Z');
  expect(await rows()).toEqual([]);
});

it('exports the rows that match the filters', async () => {
  await add({ institutionIds: [1, 2], title: '=HYPERLINK("x")' });
  const response = await test.inject({
    url: '/api/action-items/export?f.institutionName=Customer%202&cols=title,institutionName,priority',
    ...headers(),
  });
  expect(response.body.replace('\uFEFF', '').trim().split(/\r?\n/)).toEqual([
    'Action item,Customer,Priority',
    `"'=HYPERLINK(""x"")",Customer 2,High`,
  ]);
});
