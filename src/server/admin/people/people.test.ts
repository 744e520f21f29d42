import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOrUpdateUser } from '#server/auth/queries.ts';
import {
  accountSchema,
  getAccountSessions,
  getAccounts,
  getAdministrators,
} from '#shared/admin/people.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';

let test: TestApp;
let admin: string;
let member: string;

async function start(env: Record<string, string> = {}): Promise<void> {
  test = await buildTestApp({ env });
  admin = await test.signIn('admin');
  member = await test.signIn('member');
}
beforeEach(() => start({ ALLOWED_EMAIL_DOMAINS: 'chairside.example,example.com' }));
afterEach(() => test.close());

const get = (url: string, cookie = admin) => test.app.inject({ url, headers: { cookie } });
const post = (url: string, payload: object, cookie = admin) =>
  test.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
  });
const accounts = async () =>
  getAccounts.response.parse((await get('/api/admin/accounts')).json()).rows;
const account = async (role: 'admin' | 'member') => {
  const found = (await accounts()).find((each) => each.role === role);
  if (found === undefined) throw new Error(`There is no ${role}`);
  return found;
};
const actions = async () =>
  (
    await test.database.foreground
      .selectFrom('audit_log')
      .select('action')
      .orderBy('position')
      .execute()
  ).map((row) => row.action);

it('lists all users with role, state and active sessions', async () => {
  expect(await accounts()).toMatchObject([
    { role: 'admin', state: 'active', sessions: 1, openTasks: 0 },
    { role: 'member', state: 'active', sessions: 1, openTasks: 0 },
  ]);
  test.setClock(new Date('2026-11-19T18:00:00Z'));
  expect((await get('/api/admin/accounts')).statusCode).toBe(401);
});

it('shows the administrators to all users', async () => {
  const { rows } = getAdministrators.response.parse(
    (await get('/api/admin/administrators', member)).json(),
  );
  expect(rows).toHaveLength(1);
});

describe('sessions', () => {
  it('an ended one stops working at once', async () => {
    const { userId } = await account('member');
    const { rows } = getAccountSessions.response.parse(
      (await get(`/api/admin/accounts/${userId}/sessions`)).json(),
    );
    expect(rows).toMatchObject([{ isOwn: false }]);
    expect((await get('/api/auth/user', member)).statusCode).toBe(200);
    expect(
      (
        await post(`/api/admin/accounts/${userId}/sessions/end`, { sessionId: rows[0]?.sessionId })
      ).json(),
    ).toEqual({ ended: 1 });
    expect((await get('/api/auth/user', member)).statusCode).toBe(401);
    expect(
      (await post(`/api/admin/accounts/${userId}/sessions/end`, { sessionId: null })).json(),
    ).toEqual({ ended: 0 });
    expect(await actions()).toEqual(['session.end']);
  });

  it('a session of another user is not ended by its id', async () => {
    const { userId } = await account('member');
    const { rows } = getAccountSessions.response.parse(
      (await get(`/api/admin/accounts/${(await account('admin')).userId}/sessions`)).json(),
    );
    expect(rows).toMatchObject([{ isOwn: true }]);
    expect(
      (
        await post(`/api/admin/accounts/${userId}/sessions/end`, { sessionId: rows[0]?.sessionId })
      ).json(),
    ).toEqual({ ended: 0 });
    expect((await get('/api/auth/user')).statusCode).toBe(200);
  });
});

describe('disabling', () => {
  it('ends every session at once; enabling does not restore them', async () => {
    const { userId } = await account('member');
    expect((await get('/api/auth/user', member)).statusCode).toBe(200);
    expect(
      (await post(`/api/admin/accounts/${userId}/state`, { state: 'disabled' })).json(),
    ).toMatchObject({
      state: 'disabled',
      sessions: 0,
    });
    expect((await get('/api/auth/user', member)).statusCode).toBe(401);
    await post(`/api/admin/accounts/${userId}/state`, { state: 'disabled' });
    expect(
      (await post(`/api/admin/accounts/${userId}/state`, { state: 'active' })).json(),
    ).toMatchObject({ state: 'active' });
    expect((await get('/api/auth/user', member)).statusCode).toBe(401);
    expect(await actions()).toEqual(['user.state', 'user.state']);
  });

  it('keeps the last administrator', async () => {
    const { userId } = await account('admin');
    const refused = await post(`/api/admin/accounts/${userId}/state`, { state: 'disabled' });
    expect([refused.statusCode, refused.body]).toEqual([
      409,
      'No other administrator has signed in yet. Make another user an administrator and have them sign in first.',
    ]);
    expect((await post(`/api/admin/accounts/${userId}/role`, { role: 'member' })).statusCode).toBe(
      409,
    );
    expect(await actions()).toEqual([]);
  });

  it('does not count an administrator who was invited and never signed in', async () => {
    const { userId } = await account('admin');
    await post('/api/admin/accounts', {
      email: 'kim@chairside.example',
      name: 'Kim',
      role: 'admin',
    });
    expect(
      (await post(`/api/admin/accounts/${userId}/state`, { state: 'disabled' })).statusCode,
    ).toBe(409);
    expect((await post(`/api/admin/accounts/${userId}/role`, { role: 'member' })).statusCode).toBe(
      409,
    );
    expect((await get('/api/admin/accounts')).statusCode).toBe(200);
  });

  it('does not count an administrator by setting who never signed in', async () => {
    await test.close();
    await start({
      ALLOWED_EMAIL_DOMAINS: 'chairside.example,example.com',
      ADMIN_EMAILS: 'kim@chairside.example',
    });
    await post('/api/admin/accounts', {
      email: 'kim@chairside.example',
      name: 'Kim',
      role: 'member',
    });
    const own = (await accounts()).find(
      ({ role, lastSignInAt }) => role === 'admin' && lastSignInAt !== null,
    );
    expect(
      (await post(`/api/admin/accounts/${own?.userId}/role`, { role: 'member' })).statusCode,
    ).toBe(409);
  });

  it('disables an invited administrator without asking for another one', async () => {
    const invited = accountSchema.parse(
      (
        await post('/api/admin/accounts', {
          email: 'kim@chairside.example',
          name: 'Kim',
          role: 'admin',
        })
      ).json(),
    );
    expect(
      (await post(`/api/admin/accounts/${invited.userId}/state`, { state: 'disabled' })).json(),
    ).toMatchObject({ state: 'disabled' });
  });

  it('applies to all accounts of the email address, and so does enabling', async () => {
    const { userId, email } = await account('member');
    const twin = await test.signIn('member');
    await test.database.execute(
      `update app_user set email = upper('${email}') where role = 'member' and user_id <> '${userId}'`,
    );
    const states = async () =>
      (await accounts())
        .filter(({ role }) => role === 'member')
        .map(({ state, sessions }) => [state, sessions]);
    expect(
      (await post(`/api/admin/accounts/${userId}/state`, { state: 'disabled' })).statusCode,
    ).toBe(200);
    expect(await states()).toEqual([
      ['disabled', 0],
      ['disabled', 0],
    ]);
    expect((await get('/api/auth/user', twin)).statusCode).toBe(401);
    await post(`/api/admin/accounts/${userId}/state`, { state: 'active' });
    expect(await states()).toEqual([
      ['active', 0],
      ['active', 0],
    ]);
    expect(await actions()).toEqual(['user.state', 'user.state', 'user.state', 'user.state']);
  });

  it('also prevents a concurrent first sign-in', async () => {
    const invited = accountSchema.parse(
      (
        await post('/api/admin/accounts', {
          email: 'kim@chairside.example',
          name: 'Kim',
          role: 'member',
        })
      ).json(),
    );
    const kim = {
      issuer: 'https://identity.test',
      subject: 'kim',
      email: 'kim@chairside.example',
      name: 'Kim',
    };
    const [disabling] = await Promise.all([
      post(`/api/admin/accounts/${invited.userId}/state`, { state: 'disabled' }),
      createOrUpdateUser(
        test.database.foreground,
        { ...kim, emailVerified: true, hostedDomain: null, picture: null },
        new Date(),
      ),
    ]);
    expect(disabling.statusCode).toBe(200);
    expect(
      (await accounts()).filter(({ email }) => email === kim.email).map(({ state }) => state),
    ).toEqual(['disabled']);
  });

  it('does not count an administrator whose address may not sign in any more', async () => {
    const { userId } = await account('admin');
    await test.signIn('admin');
    await test.database.execute(
      `update app_user set email = 'gone@elsewhere.example' where role = 'admin' and user_id <> '${userId}'`,
    );
    expect((await post(`/api/admin/accounts/${userId}/role`, { role: 'member' })).statusCode).toBe(
      409,
    );
  });

  it.each([
    ['role', { role: 'member' }],
    ['state', { state: 'disabled' }],
  ])('two administrators who remove each other at once leave one (%s)', async (path, body) => {
    const other = await test.signIn('admin');
    const [one, two] = (await accounts()).filter(({ role }) => role === 'admin');
    const answers = await Promise.all([
      post(`/api/admin/accounts/${one?.userId}/${path}`, body, other),
      post(`/api/admin/accounts/${two?.userId}/${path}`, body, admin),
    ]);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const left = test.database.foreground
      .selectFrom('app_user')
      .select('user_id')
      .where('role', '=', 'admin')
      .where('status', '=', 'active');
    expect(await left.execute()).toHaveLength(1);
  });
});

describe('roles', () => {
  it('apply to open sessions', async () => {
    const { userId } = await account('member');
    expect((await get('/api/admin/accounts', member)).statusCode).toBe(403);
    await post(`/api/admin/accounts/${userId}/role`, { role: 'admin' });
    expect((await get('/api/admin/accounts', member)).statusCode).toBe(200);
    await post(`/api/admin/accounts/${userId}/role`, { role: 'member' });
    expect((await get('/api/admin/accounts', member)).statusCode).toBe(403);
  });

  it('of users in ADMIN_EMAILS are changed there', async () => {
    await test.close();
    await start({
      ALLOWED_EMAIL_DOMAINS: 'chairside.example',
      ADMIN_EMAILS: 'kim@chairside.example',
    });
    const invited = await post('/api/admin/accounts', {
      email: 'kim@chairside.example',
      name: 'Kim',
      role: 'member',
    });
    const { userId } = accountSchema.parse(invited.json());
    expect(invited.json()).toMatchObject({ role: 'admin', isAdminBySetting: true });
    expect((await post(`/api/admin/accounts/${userId}/role`, { role: 'member' })).statusCode).toBe(
      409,
    );
  });
});

describe('invitations', () => {
  const invite = (facts: object) =>
    post('/api/admin/accounts', {
      email: 'kim@chairside.example',
      name: 'Kim',
      role: 'member',
      ...facts,
    });

  it('add a user once, in any case of the address', async () => {
    expect((await invite({})).json()).toMatchObject({
      name: 'Kim',
      lastSignInAt: null,
      sessions: 0,
    });
    expect((await invite({ email: 'KIM@chairside.example' })).statusCode).toBe(409);
    expect((await invite({ email: '\u200eKim@chairside.\u00adexample\u00a0' })).statusCode).toBe(
      409,
    );
    const both = await Promise.all([
      invite({ email: 'lou@chairside.example' }),
      invite({ email: 'lou@chairside.example' }),
    ]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });

  it.each([
    'kim@elsewhere.example',
    'kim',
    'kim?bcc=spy@chairside.example',
    'kim@',
    '@chairside.example',
    'kım@chairside.example',
    'kim@chairside.example.evil.example',
  ])('refuse %s', async (email) => {
    expect((await invite({ email })).statusCode).toBe(422);
  });

  it('are for administrators, and need existing users', async () => {
    expect(
      (
        await post(
          '/api/admin/accounts',
          { email: 'kim@chairside.example', name: 'Kim', role: 'admin' },
          member,
        )
      ).statusCode,
    ).toBe(403);
    expect(
      (await post(`/api/admin/accounts/${randomUUID()}/role`, { role: 'admin' })).statusCode,
    ).toBe(404);
  });
});
