import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getPendingChanges } from '#shared/admin/settings/settings.ts';
import { defaultHealthRules } from '#shared/core/scoring-rules.ts';
import { usualDeskSettings } from '#shared/core/settings/desk-settings.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';

let test: TestApp;
let admin: string;
const start = async (env: Record<string, string> = {}) => {
  test = await buildTestApp({ env });
  admin = await test.signIn('admin');
};
beforeEach(() => start());
afterEach(() => test.close());

const get = async (url: string, cookie = admin) => (await test.inject({ url, headers: { cookie } })).json();
const post = (url: string, payload: object, cookie = admin) => test.inject({ method: 'POST', url, payload, headers: { cookie } });
const save = (settings: object, facts: { version?: number; changeId?: string; cookie?: string } = {}) =>
  post(
    '/api/settings',
    { changeId: facts.changeId ?? randomUUID(), version: facts.version ?? 0, settings: { ...usualDeskSettings, ...settings } },
    facts.cookie,
  );
const decide = (changeId: string, decision: string, cookie: string, reason = '') =>
  post(`/api/pending-changes/${changeId}/decision`, { decision, reason }, cookie);
const actions = async () =>
  (await test.database.foreground.selectFrom('audit_log').select('action').orderBy('position').execute()).map(({ action }) => action);
const pending = async () => getPendingChanges.response.parse(await get('/api/pending-changes')).rows;

describe('settings', () => {
  it('are versions: the company is read by everybody, and who comes second looks again', async () => {
    const company = { name: 'Chairside, Inc.', address: '1 Main St' };
    const answers = await Promise.all([save({ company }), save({ company: { name: 'Other', address: '' } })]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect((await test.inject({ url: '/api/company' })).json()).toEqual(
      answers[0]?.statusCode === 200 ? company : { name: 'Other', address: '' },
    );
    expect(await get('/api/settings')).toMatchObject({ version: 1, madeBy: 'Avery Admin', needsSecondPerson: false });
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

  it.each([
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

  it('say whose people may be invited, unless the environment does', async () => {
    const { email } = (await get('/api/auth/user')) as { email: string };
    const domain = email.split('@')[1];
    expect((await save({ allowedDomains: [domain] })).statusCode).toBe(200);
    expect(((await get('/api/accounts')) as { allowedDomains: string[] }).allowedDomains).toEqual([domain]);
    const invite = await post('/api/accounts', { email: 'kim@elsewhere.example', name: 'Kim', role: 'member' });
    expect(invite.statusCode).toBe(422);
    await test.close();
    await start({ ALLOWED_EMAIL_DOMAINS: 'chairside.example' });
    const refused = await save({ allowedDomains: ['other.example'] });
    expect([refused.statusCode, refused.body]).toEqual([409, expect.stringContaining('ALLOWED_EMAIL_DOMAINS')]);
    expect(await get('/api/settings')).toMatchObject({ byEnvironment: { allowedDomains: ['chairside.example'] } });
  });
});

describe('a change that needs a second person', () => {
  it('counts at once only while there is no other administrator', async () => {
    expect((await save({ runDays: 120 })).json()).toMatchObject({ isWaiting: false, version: 1, settings: { runDays: 120 } });
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
    await test.database.execute(`update app_user set email = 'gone@elsewhere.example' where email <> '${email}'`);
    expect(await get('/api/settings')).toMatchObject({ needsSecondPerson: true });
    expect((await save({ allowedDomains: [email.split('@')[1]] })).statusCode).toBe(200);
    expect(await get('/api/settings')).toMatchObject({ version: 1, needsSecondPerson: false });
  });

  it('is how long anything is kept', async () => {
    const other = await test.signIn('admin');
    const changeId = randomUUID();
    expect((await save({ importDays: 30, sessionDays: 10 }, { changeId })).json()).toMatchObject({ isWaiting: true });
    expect((await pending())[0]?.changes).toEqual([
      { name: 'Days for which ended sessions are kept', before: '90', after: '10' },
      { name: 'Days for which records of imports are kept', before: '365', after: '30' },
    ]);
    expect((await decide(changeId, 'approved', other)).statusCode).toBe(200);
    expect(await get('/api/settings')).toMatchObject({ version: 1, settings: { importDays: 30, sessionDays: 10 } });
  });

  it('waits for another administrator, who approves it once', async () => {
    const other = await test.signIn('admin');
    const changeId = randomUUID();
    await save({ runDays: 120 }, { changeId });
    await save({ runDays: 120 }, { changeId });
    expect((await save({ runDays: 130 })).statusCode).toBe(409);
    const changed = await save({ runDays: 130 }, { changeId });
    expect([changed.statusCode, changed.body]).toEqual([409, 'Another change was sent with this id before.']);
    expect(await pending()).toMatchObject([
      {
        changeId,
        state: 'waiting',
        isStale: false,
        changes: [{ name: 'Days for which runs of jobs are kept', before: '90', after: '120' }],
      },
    ]);
    expect((await decide(changeId, 'approved', admin)).statusCode).toBe(403);
    expect((await decide(changeId, 'withdrawn', other)).statusCode).toBe(403);
    expect((await decide(changeId, 'approved', await test.signIn('member'))).statusCode).toBe(403);
    const third = await test.signIn('admin');
    const both = await Promise.all([decide(changeId, 'approved', other), decide(changeId, 'refused', third)]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const approved = both[0]?.statusCode === 200;
    expect(await get('/api/settings')).toMatchObject({ version: approved ? 1 : 0, settings: { runDays: approved ? 120 : 90 } });
    expect((await actions())[0]).toBe('settings.propose');
    expect((await actions()).at(-1)).toBe(approved ? 'pending_change.approved' : 'pending_change.refused');
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
    // What others saved is none of what it sets.
    expect(waiting?.changes.map(({ name, before, after }) => [name, before, after])).toEqual([
      ['Company', 'address none, name none', 'address none, name Chairside'],
      ['Days for which runs of jobs are kept', '90', '120'],
    ]);
    const stale = await decide(second, 'approved', other);
    expect([stale.statusCode, stale.body]).toEqual([409, expect.stringContaining('set to something else')]);
    expect((await decide(second, 'refused', other, 'Too long')).json()).toMatchObject({ state: 'refused', reason: 'Too long' });
    expect((await decide(second, 'refused', other)).statusCode).toBe(200);
    expect((await decide(randomUUID(), 'refused', other)).statusCode).toBe(404);
  });

  it('keeps what others save while it waits', async () => {
    const other = await test.signIn('admin');
    const changeId = randomUUID();
    await save({ runDays: 120 }, { changeId });
    await save({ company: { name: 'Chairside', address: '' } }, { cookie: other });
    const changes = [{ name: 'Days for which runs of jobs are kept', before: '90', after: '120' }];
    expect(await pending()).toMatchObject([{ isStale: false, changes }]);
    expect((await decide(changeId, 'approved', other)).json()).toMatchObject({ state: 'approved', isStale: false, changes });
    expect(await get('/api/settings')).toMatchObject({ version: 2, settings: { runDays: 120, company: { name: 'Chairside' } } });
  });

  it('may be scoring rules that were tried', async () => {
    const other = await test.signIn('admin');
    const trialId = randomUUID();
    await get('/api/scoring-rules');
    await test.database.execute(`insert into rules_trial (trial_id, rules, based_on, requested_by, requested_at, finished_at, result)
      select '${trialId}', '${JSON.stringify({ ...defaultHealthRules, healthyFrom: 80 })}', 1, user_id, now(), now(), null from app_user limit 1`);
    const { rows } = (await get('/api/scoring-rules')) as { rows: { version: number }[] };
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
    const proposed = await post('/api/scoring-rules', { trialId, note: 'Healthy from 80' });
    expect([proposed.statusCode, proposed.json()]).toEqual([200, null]);
    expect(await pending()).toMatchObject([
      { changeId: trialId, kind: 'scoring_rules', note: 'Healthy from 80', changes: [{ name: 'Healthy from', before: '75', after: '80' }] },
    ]);
    expect((await decide(trialId, 'approved', other)).statusCode).toBe(200);
    const after = (await get('/api/scoring-rules')) as {
      rows: { version: number; rules: { healthyFrom: number }; createdBy: { name: string } }[];
    };
    expect(after.rows[0]).toMatchObject({ version: 2, rules: { healthyFrom: 80 }, createdBy: { name: 'Avery Admin' } });
    expect(await actions()).toEqual(['rules.propose', 'rules.save', 'pending_change.approved']);
  });
});
