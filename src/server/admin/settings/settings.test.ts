import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildSessionCookie, createSession } from '#server/auth/session.ts';
import { getAccounts } from '#shared/admin/people.ts';
import { getPendingChanges } from '#shared/admin/settings/settings.ts';
import { getUser } from '#shared/auth/auth.ts';
import { getSystemNotices } from '#shared/core/notices.ts';
import { defaultHealthRules } from '#shared/core/scoring-rules.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { rememberUser } from '#test/page-user.ts';

const hour = 60 * 60_000;
const now = new Date('2026-11-18T18:00:00Z');
let test: TestApp;
let admin: string;
let adminId: string;
const start = async (env: Record<string, string> = {}) => {
  test = await buildTestApp({ env });
  admin = await test.signIn('admin');
  adminId = (await userOf(admin)).id;
};
beforeEach(() => start());
afterEach(() => test.close());

const get = async (url: string, cookie = admin) =>
  (await test.inject({ url, headers: { cookie } })).json();
const post = (url: string, payload: object, cookie = admin) =>
  test.inject({ method: 'POST', url, payload, headers: { cookie } });
const save = (
  settings: object,
  facts: { version?: number; changeId?: string; cookie?: string } = {},
) =>
  post(
    '/api/admin/settings',
    {
      changeId: facts.changeId ?? randomUUID(),
      version: facts.version ?? 0,
      settings,
    },
    facts.cookie,
  );
const decide = (changeId: string, decision: string, cookie: string, reason = '') =>
  post(`/api/admin/pending-changes/${changeId}/decision`, { decision, reason }, cookie);
const actions = async () =>
  (
    await test.database.foreground
      .selectFrom('audit_log')
      .select('action')
      .orderBy('position')
      .execute()
  ).map(({ action }) => action);
const userOf = async (cookie: string) =>
  getUser.response.parse(await get('/api/auth/user', cookie));
/**
 * Creates a session for a user whose session has expired by the test's clock. Returns the cookie.
 */
const newSession = async (userId: string) =>
  rememberUser(
    `${buildSessionCookie(test.dependencies.env).name}=${await createSession(test.dependencies, userId)}`,
    userId,
  );
const pending = async () =>
  getPendingChanges.response.parse(await get('/api/admin/pending-changes')).rows;

describe('settings', () => {
  it('are versions: all users read the company, and a later save of an old version is refused', async () => {
    const company = { name: 'Chairside, Inc.', address: '1 Main St' };
    const answers = await Promise.all([
      save({ company }),
      save({ company: { name: 'Other', address: '' } }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect((await test.inject({ url: '/api/admin/company' })).json()).toEqual(
      answers[0]?.statusCode === 200 ? company : { name: 'Other', address: '' },
    );
    expect(await get('/api/admin/settings')).toMatchObject({
      version: 1,
      madeBy: 'Avery Admin',
      needsSecondPerson: false,
    });
    expect(await actions()).toEqual(['settings.save']);
  });

  it('sent twice are saved once', async () => {
    const body = { company: { name: 'Chairside', address: '' } };
    const twice = [await save(body), await save(body)];
    expect(twice.map((answer) => [answer.statusCode, answer.json().version])).toEqual([
      [200, 1],
      [200, 1],
    ]);
  });

  it('keep the value of settings that are not sent, and have defaults for new ones', async () => {
    await test.database.foreground
      .insertInto('setting_version')
      .values({
        version: 1,
        settings: JSON.stringify({ runDays: 120, ofARemovedRoom: 1 }),
        made_by: adminId,
        made_at: now,
      })
      .execute();
    const company = { name: 'Chairside', address: '' };
    expect((await save({ company }, { version: 1 })).json()).toMatchObject({
      version: 2,
      settings: { company, runDays: 120, sessionDays: 90, insightsAccess: null },
    });
    expect((await get('/api/admin/settings')).settings).not.toHaveProperty('ofARemovedRoom');
  });

  it.each([
    [{ unknown: 1 }],
    [{ company: null }],
    [{ allowedDomains: ['elsewhere.example'] }],
    [{ allowedDomains: ['Example.com'] }],
    [{ allowedDomains: ['no domain'] }],
    [{ runDays: 89 }],
    [{ runDays: 90.5 }],
    [{ sessionDays: 1 }],
    [{ signInDays: 3651 }],
    [{ company: { name: 'x'.repeat(121), address: '' } }],
    [{ company: { name: 'x\0', address: '' } }],
    [{ insightsAccess: 'anybody' }],
  ])('refuse %j', async (settings) => {
    expect((await save(settings)).statusCode).toBe(422);
    expect(await actions()).toEqual([]);
  });

  it('decide who can be invited, unless the environment does', async () => {
    const { email } = (await get('/api/auth/user')) as { email: string };
    const domain = email.split('@')[1];
    expect((await save({ allowedDomains: [domain] })).statusCode).toBe(200);
    expect(
      ((await get('/api/admin/accounts')) as { allowedDomains: string[] }).allowedDomains,
    ).toEqual([domain]);
    const invite = await post('/api/admin/accounts', {
      email: 'kim@elsewhere.example',
      name: 'Kim',
      role: 'member',
    });
    expect(invite.statusCode).toBe(422);
    await test.close();
    await start({ ALLOWED_EMAIL_DOMAINS: 'chairside.example' });
    const refused = await save({ allowedDomains: ['other.example'] });
    expect([refused.statusCode, refused.body]).toEqual([
      409,
      expect.stringContaining('ALLOWED_EMAIL_DOMAINS'),
    ]);
    expect(await get('/api/admin/settings')).toMatchObject({
      byEnvironment: { allowedDomains: ['chairside.example'] },
    });
  });
});

describe('a change that needs a second person', () => {
  it('takes effect at once only while there is no other administrator', async () => {
    expect((await save({ runDays: 120 })).json()).toMatchObject({
      isWaiting: false,
      version: 1,
      settings: { runDays: 120 },
    });
    await test.signIn('admin');
    expect((await save({ runDays: 200 }, { version: 1 })).json()).toMatchObject({
      isWaiting: true,
      version: 1,
      settings: { runDays: 120 },
      needsSecondPerson: true,
    });
  });

  it('does not wait for an administrator whose address may not sign in any more', async () => {
    const { email } = (await get('/api/auth/user')) as { email: string };
    await test.signIn('admin');
    await test.database.execute(
      `update app_user set email = 'gone@elsewhere.example' where email <> '${email}'`,
    );
    expect(await get('/api/admin/settings')).toMatchObject({ needsSecondPerson: true });
    expect((await save({ allowedDomains: [email.split('@')[1]] })).statusCode).toBe(200);
    expect(await get('/api/admin/settings')).toMatchObject({ version: 1, needsSecondPerson: true });
    test.setClock(new Date(now.getTime() + 72 * hour));
    expect(await get('/api/admin/settings', await newSession(adminId))).toMatchObject({
      version: 1,
      needsSecondPerson: false,
    });
  });

  it('is any retention period', async () => {
    const other = await test.signIn('admin');
    const changeId = randomUUID();
    expect((await save({ importDays: 30, sessionDays: 10 }, { changeId })).json()).toMatchObject({
      isWaiting: true,
    });
    expect((await pending())[0]?.changes).toEqual([
      { name: 'Retention of ended sessions in days', before: '90', after: '10' },
      { name: 'Retention of import records in days', before: '365', after: '30' },
    ]);
    expect((await decide(changeId, 'approved', other)).statusCode).toBe(200);
    expect(await get('/api/admin/settings')).toMatchObject({
      version: 1,
      settings: { importDays: 30, sessionDays: 10 },
    });
  });

  it('waits for another administrator, who approves it once', async () => {
    const other = await test.signIn('admin');
    const changeId = randomUUID();
    await save({ runDays: 120 }, { changeId });
    await save({ runDays: 120 }, { changeId });
    expect((await save({ runDays: 130 })).statusCode).toBe(409);
    const changed = await save({ runDays: 130 }, { changeId });
    expect([changed.statusCode, changed.body]).toEqual([
      409,
      'An earlier version of this change was already saved, so this one wasn’t. Reload the page to see what was saved, then try again.',
    ]);
    expect(await pending()).toMatchObject([
      {
        changeId,
        state: 'waiting',
        isStale: false,
        changes: [{ name: 'Retention of job runs in days', before: '90', after: '120' }],
      },
    ]);
    const waiting = async (cookie: string) =>
      getSystemNotices.response
        .parse(await get('/api/core/notices', cookie))
        .rows.filter(({ key }) => key === 'pending-changes')
        .map(({ text }) => text);
    expect(await waiting(other)).toEqual([
      expect.stringMatching(/^Settings: a change by Avery Admin .*waits for your decision\.$/),
    ]);
    expect(await waiting(admin)).toEqual([]);
    expect((await decide(changeId, 'approved', admin)).statusCode).toBe(403);
    expect((await decide(changeId, 'withdrawn', other)).statusCode).toBe(403);
    expect((await decide(changeId, 'approved', await test.signIn('member'))).statusCode).toBe(403);
    const third = await test.signIn('admin');
    const both = await Promise.all([
      decide(changeId, 'approved', other),
      decide(changeId, 'refused', third),
    ]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const approved = both[0]?.statusCode === 200;
    expect(await get('/api/admin/settings')).toMatchObject({
      version: approved ? 1 : 0,
      settings: { runDays: approved ? 120 : 90 },
    });
    expect((await actions())[0]).toBe('settings.propose');
    expect((await actions()).at(-1)).toBe(
      approved ? 'pending_change.approved' : 'pending_change.refused',
    );
  });

  it('is withdrawn, refused with a reason, or stale', async () => {
    const other = await test.signIn('admin');
    const [first, second] = [randomUUID(), randomUUID()];
    await save({ runDays: 120 }, { changeId: first });
    expect((await decide(first, 'withdrawn', admin)).json()).toMatchObject({ state: 'withdrawn' });
    expect((await save({ runDays: 120 }, { changeId: first })).statusCode).toBe(409);
    const company = (name: string) => ({ name, address: '' });
    await save({ runDays: 120, company: company('Chairside') }, { changeId: second });
    await save({ company: company('Deskside') }, { cookie: other });
    const [waiting] = await pending();
    expect(waiting).toMatchObject({ changeId: second, isStale: true });
    // The change does not include settings that other users saved in the meantime.
    expect(waiting?.changes.map(({ name, before, after }) => [name, before, after])).toEqual([
      ['Company', 'address none, name none', 'address none, name Chairside'],
      ['Retention of job runs in days', '90', '120'],
    ]);
    const stale = await decide(second, 'approved', other);
    expect([stale.statusCode, stale.body]).toEqual([
      409,
      expect.stringContaining('settings changed after this request'),
    ]);
    expect((await decide(second, 'refused', other, 'Too long')).json()).toMatchObject({
      state: 'refused',
      reason: 'Too long',
    });
    expect((await decide(second, 'refused', other)).statusCode).toBe(200);
    expect((await decide(randomUUID(), 'refused', other)).statusCode).toBe(404);
  });

  it('keeps settings that others save while it waits', async () => {
    const other = await test.signIn('admin');
    const changeId = randomUUID();
    await save({ runDays: 120 }, { changeId });
    await save({ company: { name: 'Chairside', address: '' } }, { cookie: other });
    const changes = [{ name: 'Retention of job runs in days', before: '90', after: '120' }];
    expect(await pending()).toMatchObject([{ isStale: false, changes }]);
    expect((await decide(changeId, 'approved', other)).json()).toMatchObject({
      state: 'approved',
      isStale: false,
      changes,
    });
    expect(await get('/api/admin/settings')).toMatchObject({
      version: 2,
      settings: { runDays: 120, company: { name: 'Chairside' } },
    });
  });

  it('can be scoring rules with a trial', async () => {
    const other = await test.signIn('admin');
    const trialId = randomUUID();
    await get('/api/scoring/rules');
    await test.database.execute(`insert into rules_trial (trial_id, rules, based_on, requested_by, requested_at, finished_at, result)
      select '${trialId}', '${JSON.stringify({ ...defaultHealthRules, healthyFrom: 80 })}', 1, user_id, now(), now(), null from app_user limit 1`);
    const { rows } = (await get('/api/scoring/rules')) as { rows: { version: number }[] };
    expect(rows.map(({ version }) => version)).toEqual([1]);
    const result = {
      firstWeek: '2026-05-17',
      lastWeek: '2026-11-08',
      weeks: 26,
      institutions: 0,
      averageScore: { now: null, trial: null },
      atRisk: { now: 0, trial: 0 },
      movement: [],
      changes: [],
      changesInAll: 0,
      churn: null,
    };
    await test.database.execute(`update rules_trial set result = '${JSON.stringify(result)}'`);
    const proposed = await post('/api/scoring/rules', { trialId, note: 'Healthy from 80' });
    expect([proposed.statusCode, proposed.json()]).toEqual([200, null]);
    expect(await pending()).toMatchObject([
      {
        changeId: trialId,
        kind: 'scoring_rules',
        note: 'Healthy from 80',
        changes: [{ name: 'Healthy from', before: '75', after: '80' }],
      },
    ]);
    expect((await decide(trialId, 'approved', other)).statusCode).toBe(200);
    const after = (await get('/api/scoring/rules')) as {
      rows: { version: number; rules: { healthyFrom: number }; createdBy: { name: string } }[];
    };
    expect(after.rows[0]).toMatchObject({
      version: 2,
      rules: { healthyFrom: 80 },
      createdBy: { name: 'Avery Admin' },
    });
    expect(await actions()).toEqual(['rules.propose', 'rules.save', 'pending_change.approved']);
  });
});

describe('an administrator who removes the other one', () => {
  let other: string;
  let third: string;
  const accounts = async (cookie = admin) =>
    getAccounts.response.parse(await get('/api/admin/accounts', cookie)).rows;
  const setRole = async (of: string, role: string, cookie = admin) =>
    post(`/api/admin/accounts/${of}/role`, { role }, cookie);
  const setState = async (of: string, state: string, cookie = admin) =>
    post(`/api/admin/accounts/${of}/state`, { state }, cookie);
  const roles = async () =>
    (await accounts()).map(({ userId, role, state }) => [userId, role, state]);
  let otherId: string;
  beforeEach(async () => {
    other = await test.signIn('admin');
    otherId = (await userOf(other)).id;
  });
  const later = async (milliseconds: number) => {
    test.setClock(new Date(now.getTime() + milliseconds));
    admin = await newSession(adminId);
  };

  it.each([
    ['demoting', () => setRole(otherId, 'member'), () => setRole(otherId, 'admin')],
    ['disabling', () => setState(otherId, 'disabled'), () => setState(otherId, 'active')],
  ])(
    'still needs a second person for 72 hours after %s, with or without the other one back',
    async (_, remove, bringBack) => {
      expect((await remove()).statusCode).toBe(200);
      const changeId = randomUUID();
      expect((await save({ runDays: 120 }, { changeId })).json()).toMatchObject({
        isWaiting: true,
        version: 0,
        needsSecondPerson: true,
      });
      expect((await decide(changeId, 'approved', admin)).statusCode).toBe(403);
      expect((await bringBack()).statusCode).toBe(200);
      expect((await save({ runDays: 120 }, { changeId })).json()).toMatchObject({
        isWaiting: true,
        version: 0,
      });
      expect(await get('/api/admin/settings')).toMatchObject({
        version: 0,
        settings: { runDays: 90 },
      });
    },
  );

  it('saves alone once 72 hours have passed, to the second', async () => {
    await setRole(otherId, 'member');
    await later(72 * hour - 1000);
    const changeId = randomUUID();
    expect((await save({ runDays: 120 }, { changeId })).json()).toMatchObject({ isWaiting: true });
    expect((await decide(changeId, 'withdrawn', admin)).statusCode).toBe(200);
    await later(72 * hour);
    expect((await save({ runDays: 120 })).json()).toMatchObject({ isWaiting: false, version: 1 });
  });

  it('proposes scoring rules too', async () => {
    await setRole(otherId, 'member');
    const trialId = randomUUID();
    await get('/api/scoring/rules');
    await test.database.execute(`insert into rules_trial (trial_id, rules, based_on, requested_by, requested_at, finished_at, result)
      select '${trialId}', '${JSON.stringify({ ...defaultHealthRules, healthyFrom: 80 })}', 1, '${otherId}', now(), now(), '{}'`);
    expect((await post('/api/scoring/rules', { trialId, note: 'Healthy from 80' })).json()).toBe(
      null,
    );
  });

  it.each([
    ['demoting', () => setRole(otherId, 'member'), 'member', 'active'],
    ['disabling', () => setState(otherId, 'disabled'), 'admin', 'disabled'],
  ])(
    'while a change waits, asks for %s, and the other administrator approves it',
    async (_, remove, role, state) => {
      await save({ runDays: 120 });
      const [first, second] = [await remove(), await remove()];
      expect([first.statusCode, first.json(), second.statusCode]).toEqual([
        200,
        expect.objectContaining({ role: 'admin', state: 'active', isRemovalWaiting: true }),
        200,
      ]);
      const removals = (await pending()).filter(({ kind }) => kind === 'administrator_removal');
      expect(removals).toMatchObject([
        {
          state: 'waiting',
          isStale: false,
          changes: [{ before: 'Administrator', after: state === 'active' ? 'Member' : 'Disabled' }],
        },
      ]);
      const changeId = removals[0]?.changeId ?? '';
      expect((await decide(changeId, 'approved', admin)).statusCode).toBe(403);
      expect((await decide(changeId, 'approved', other)).json()).toMatchObject({
        state: 'approved',
        isStale: false,
      });
      expect(await roles()).toContainEqual([otherId, role, state]);
      expect(
        (await test.inject({ url: '/api/admin/accounts', headers: { cookie: other } })).statusCode,
      ).toBe(state === 'active' ? 403 : 401);
      expect(await actions()).toEqual([
        'settings.propose',
        'user.propose_removal',
        state === 'active' ? 'user.role' : 'user.state',
        'pending_change.approved',
      ]);
    },
  );

  it('can withdraw the change that waits, and remove the other one alone', async () => {
    const changeId = randomUUID();
    await save({ runDays: 120 }, { changeId });
    await setRole(otherId, 'member');
    expect((await decide(changeId, 'withdrawn', admin)).statusCode).toBe(200);
    const [removal] = await pending();
    expect((await decide(removal?.changeId ?? '', 'withdrawn', admin)).statusCode).toBe(200);
    expect((await setRole(otherId, 'member')).json()).toMatchObject({
      role: 'member',
      isRemovalWaiting: false,
    });
  });

  it('cannot have it approved by an administrator who came after the request', async () => {
    const changeId = randomUUID();
    await save({ runDays: 120 }, { changeId });
    third = await test.signIn('member');
    test.setClock(new Date(now.getTime() + 1000));
    await setRole((await userOf(third)).id, 'admin');
    const refused = await decide(changeId, 'approved', third);
    expect([refused.statusCode, refused.body]).toEqual([
      403,
      expect.stringContaining('after this change was requested'),
    ]);
    expect((await decide(changeId, 'refused', third)).statusCode).toBe(200);
  });

  it('cannot have it approved by a member whom the proposer made an administrator for it', async () => {
    third = await test.signIn('member');
    await setRole((await userOf(third)).id, 'admin');
    const changeId = randomUUID();
    await save({ runDays: 120 }, { changeId });
    const refused = await decide(changeId, 'approved', third);
    expect([refused.statusCode, refused.body]).toEqual([
      403,
      expect.stringContaining('made you an administrator'),
    ]);
    expect((await decide(changeId, 'approved', other)).statusCode).toBe(200);
  });

  it('cannot have it approved by a person whom the proposer invited as an administrator', async () => {
    third = await test.signIn('member');
    const { id } = await userOf(third);
    // An invitation gives the role before the first sign-in. The user's time as an admin starts
    // with the first sign-in.
    await test.database.foreground
      .updateTable('app_user')
      .set({ role: 'admin', role_given_by: adminId })
      .where('user_id', '=', id)
      .execute();
    third = await newSession(id);
    const changeId = randomUUID();
    await save({ runDays: 120 }, { changeId });
    const refused = await decide(changeId, 'approved', third);
    expect([refused.statusCode, refused.body]).toEqual([
      403,
      expect.stringContaining('made you an administrator'),
    ]);
  });

  it('cannot remove two at once while a change waits', async () => {
    third = await test.signIn('admin');
    await save({ runDays: 120 });
    await setRole(otherId, 'member');
    const refused = await setRole((await userOf(third)).id, 'member');
    expect([refused.statusCode, refused.body]).toEqual([
      409,
      expect.stringContaining('removal of another administrator is pending'),
    ]);
    const [removal] = (await pending()).filter(({ kind }) => kind === 'administrator_removal');
    expect((await decide(removal?.changeId ?? '', 'approved', third)).statusCode).toBe(200);
    expect(await roles()).toContainEqual([otherId, 'member', 'active']);
  });

  it('cannot shut the other one out by the allowed domains while a change waits', async () => {
    await test.database.execute(
      `update app_user set email = 'kim@elsewhere.example' where user_id = '${otherId}'`,
    );
    await save({ runDays: 120 });
    const refused = await save({ allowedDomains: ['example.com'] });
    expect([refused.statusCode, refused.body]).toEqual([
      409,
      expect.stringContaining('lock out an administrator'),
    ]);
    expect(await get('/api/admin/settings')).toMatchObject({
      version: 0,
      settings: { allowedDomains: [] },
    });
  });

  it('still needs the other one after a restart without the other one in ADMIN_EMAILS', async () => {
    const { email } = await userOf(other);
    await setRole(otherId, 'member');
    await test.database.execute('delete from administrator_period');
    const before = await buildTestApp({
      env: { ADMIN_EMAILS: email },
      database: { database: test.database, close: async () => undefined },
    });
    expect(
      (await before.inject({ url: '/api/admin/settings', headers: { cookie: admin } })).json(),
    ).toMatchObject({
      needsSecondPerson: true,
    });
    await before.close();
    expect(await get('/api/admin/settings')).toMatchObject({ needsSecondPerson: true });
    await later(72 * hour);
    expect(await get('/api/admin/settings')).toMatchObject({ needsSecondPerson: false });
  });

  it('is reported to both for 72 hours, and to no member', async () => {
    const member = await test.signIn('member');
    await test.database.execute(
      `update app_user set name = 'Kim Lee' where user_id = '${otherId}'`,
    );
    const told = async (cookie: string) =>
      getSystemNotices.response
        .parse(await get('/api/core/notices', cookie))
        .rows.filter(({ key }) => key === 'administrators')
        .map(({ text }) => text);
    expect(await told(admin)).toEqual([]);
    await setRole(otherId, 'member');
    const removal = expect.stringMatching(
      /^Kim Lee stopped being an administrator on Nov 18, 2026, 10:00 AM, by Avery Admin\. Until Nov 21, 2026, 10:00 AM, /,
    );
    expect([await told(admin), await told(other), await told(member)]).toEqual([
      [removal],
      [removal],
      [],
    ]);
    test.setClock(new Date(now.getTime() + hour));
    await setRole(otherId, 'admin');
    const return_ = 'Kim Lee became an administrator on Nov 18, 2026, 11:00 AM, by Avery Admin.';
    expect((await told(other))[0]?.split('\n')).toEqual([return_, removal]);
    await save({ runDays: 120 });
    await setRole(otherId, 'member');
    expect((await told(other))[0]?.split('\n')[0]).toMatch(
      /^Avery Admin asked to remove Kim Lee as an administrator/,
    );
    await later(72 * hour);
    expect((await told(admin))[0]?.split('\n')).toEqual([
      expect.stringMatching(/^Avery Admin asked/),
      return_,
    ]);
  });
});

describe('the only administrator', () => {
  it('saves at once, also when an invited administrator never signs in', async () => {
    await post('/api/admin/accounts', {
      email: 'kim@chairside.example',
      name: 'Kim',
      role: 'admin',
    });
    expect((await save({ runDays: 120 })).json()).toMatchObject({
      isWaiting: false,
      version: 1,
      needsSecondPerson: false,
    });
  });
});
