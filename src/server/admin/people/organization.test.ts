import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { buildSessionCookie } from '#server/auth/session.ts';
import { parseEnv } from '#server/core/env/env.ts';
import type { Identity, IdentityProvider } from '#server/core/providers/identity.ts';
import { getAccounts } from '#shared/admin/people.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { TestBrowser } from '#test/browser.ts';
import { rememberUser } from '#test/page-user.ts';
import { productionSettings } from '#test/production.ts';
import { restoreAdministrator } from './restore-administrator.ts';

const appOrigin = 'http://localhost:3000';
const google = 'https://accounts.google.com';
let test: TestApp;
let person: Identity;
const identity: IdentityProvider = {
  begin: async () => ({
    url: `${appOrigin}/auth/callback?state=one`,
    state: 'one',
    nonce: 'nonce',
    codeVerifier: 'verifier',
  }),
  finish: async () => person,
  signOutUrl: async () => null,
  probe: async () => undefined,
  isDown: () => false,
};
const start = async (env: Record<string, string> = {}) => {
  test = await buildTestApp({ env, identity });
};
afterEach(() => test.close());

/** Signs in an account of an organization and returns its cookie. */
async function signIn(name: string, email: string, hostedDomain = 'corp.test'): Promise<string> {
  person = {
    issuer: google,
    subject: name,
    email,
    emailVerified: true,
    hostedDomain,
    name,
    picture: null,
  };
  const browser = new TestBrowser({ [appOrigin]: test.app });
  await browser.request(`${appOrigin}/auth/google`);
  const answer = await browser.request(`${appOrigin}/auth/callback?state=one`);
  expect(answer.headers.get('location')).toBe('/app');
  const { name: cookieName } = buildSessionCookie(test.dependencies.env);
  const cookie = `${cookieName}=${browser.cookie(cookieName)}`;
  const { user_id: userId } = await test.database.foreground
    .selectFrom('app_user')
    .select('user_id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return rememberUser(cookie, userId);
}

const get = async (url: string, cookie: string) =>
  (await test.inject({ url, headers: { cookie } })).json();
const post = (url: string, payload: object, cookie: string) =>
  test.inject({ method: 'POST', url, payload, headers: { cookie } });
const makeAdministrators = () =>
  test.database.foreground.updateTable('app_user').set({ role: 'admin' }).execute();
const userIdOf = async (email: string, cookie: string) => {
  const found = getAccounts.response
    .parse(await get('/api/admin/accounts', cookie))
    .rows.find((row) => row.email === email);
  return found?.userId ?? '';
};
const save = (allowedDomains: string[], cookie: string) =>
  post(
    '/api/admin/settings',
    { changeId: randomUUID(), version: 0, settings: { allowedDomains } },
    cookie,
  );

it('counts an administrator with an address in a second domain of an allowed organization as a second person', async () => {
  await start({ ALLOWED_EMAIL_DOMAINS: 'corp.test' });
  const ana = await signIn('Ana', 'ana@corp.test');
  await signIn('Kim', 'kim@second.test');
  await makeAdministrators();
  expect(await get('/api/admin/settings', ana)).toMatchObject({ needsSecondPerson: true });
});

it('keeps the last administrator when the address is in a second domain of an allowed organization', async () => {
  await start({ ALLOWED_EMAIL_DOMAINS: 'corp.test' });
  const kim = await signIn('Kim', 'kim@second.test');
  await makeAdministrators();
  const userId = await userIdOf('kim@second.test', kim);
  const answer = await post(`/api/admin/accounts/${userId}/role`, { role: 'member' }, kim);
  expect([answer.statusCode, answer.body]).toEqual([
    409,
    expect.stringContaining('No other administrator'),
  ]);
});

it('does not count an administrator whose organization is no longer allowed, although the domain of the address is', async () => {
  await start();
  const ana = await signIn('Ana', 'ana@corp.test');
  await signIn('Kim', 'kim@corp.test', 'other.test');
  await makeAdministrators();
  expect(await get('/api/admin/settings', ana)).toMatchObject({ needsSecondPerson: true });
  expect((await save(['corp.test'], ana)).json()).toMatchObject({ version: 1, isWaiting: false });
  const periods = await test.database.foreground
    .selectFrom('administrator_period')
    .select('until')
    .where('until', 'is', null)
    .execute();
  expect(periods).toHaveLength(1);
});

it('requires the domain that lets an administrator sign in, which is the organization, among the allowed domains', async () => {
  await start();
  const kim = await signIn('Kim', 'kim@second.test');
  await makeAdministrators();
  const refused = await save(['second.test'], kim);
  expect([refused.statusCode, refused.body]).toEqual([
    422,
    expect.stringContaining('must include corp.test'),
  ]);
  expect((await save(['corp.test'], kim)).statusCode).toBe(200);
});

it('invites any address where the organization decides, and only allowed domains elsewhere', async () => {
  const settings = { ...productionSettings, ALLOWED_EMAIL_DOMAINS: 'example.com' };
  const kim = { email: 'kim@second.test', name: 'Kim', role: 'member' };
  await start({ ...settings, OIDC_ISSUER: google });
  const headers = { origin: settings.APP_ORIGIN, cookie: await test.signIn('admin') };
  const invite = () =>
    test.inject({ method: 'POST', url: '/api/admin/accounts', payload: kim, headers });
  expect((await invite()).statusCode).toBe(200);
  expect((await test.inject({ url: '/api/admin/accounts', headers })).json()).toMatchObject({
    allowedDomains: [],
  });
  await test.close();
  await start(settings);
  headers.cookie = await test.signIn('admin');
  expect((await invite()).statusCode).toBe(422);
});

it('restores an administrator of any address where the organization decides', async () => {
  await start();
  const order = { email: 'kim@second.test', at: new Date('2026-11-18T18:00:00Z') };
  const env = parseEnv({ ...productionSettings, OIDC_ISSUER: google });
  expect(await restoreAdministrator(test.database.background, { ...order, env })).toEqual([
    expect.stringContaining('is invited'),
  ]);
  await expect(
    restoreAdministrator(test.database.background, { ...order, env: parseEnv(productionSettings) }),
  ).rejects.toThrow(/can't be invited/);
});
