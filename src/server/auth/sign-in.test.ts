import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type IdentityProvider, IdentityUnavailable } from '#server/core/providers/identity.ts';
import { createOidcProvider } from '#server/core/providers/identity-oidc.ts';
import type { SignInRefusal } from '#shared/auth/auth.ts';
import { getServerStatus } from '#shared/core/server-status.ts';
import { getJobRuns } from '#shared/jobs/jobs.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { chooseDemoUser, TestBrowser } from '#test/browser.ts';
import { type ServedDemoIdentity, serveDemoIdentity } from '#test/demo-identity.ts';
import { createOrUpdateUser, maxSignInAttempts } from './queries.ts';
import { newSecret } from './secret.ts';
import { signInLimits } from './sign-in-limits.ts';

const appOrigin = 'http://localhost:3000';
const redirectUri = `${appOrigin}/auth/callback`;
const account = (subject: string, email: string, emailVerified = true) => ({
  subject,
  name: subject,
  email,
  emailVerified,
});
const others = [
  account('foreign', 'ana@elsewhere.example'),
  account('unverified', 'ana@chairside.example', false),
  account('look-alike', 'ana@chairside.example.evil.com'),
  account('homograph', 'ana@ch\u0430irside.example'),
  account('kelvin', 'ana@chairside.e\u212aample'),
];
const adminEmails = 'avery.admin@chairside.example';

let demo: ServedDemoIdentity;
/** Apps by their settings. Their data is deleted before each test. */
const apps = new Map<string, Promise<TestApp>>();

beforeAll(async () => {
  demo = await serveDemoIdentity({ appOrigin, others });
});
afterAll(async () => {
  for (const testApp of apps.values()) await (await testApp).close();
  await demo.close();
});

interface Scene extends TestApp {
  newBrowser(): TestBrowser;
  begin(browser: TestBrowser, returnTo?: string): Promise<string>;
  count(table: 'app_user' | 'user_session' | 'sign_in_attempt' | 'auth_event'): Promise<number>;
}

const now = new Date('2026-11-18T18:00:00Z');

async function emptyApp(
  env: Record<string, string>,
  change: Partial<IdentityProvider>,
): Promise<TestApp> {
  const key = JSON.stringify([env, Object.keys(change)]);
  const settings = {
    ALLOWED_EMAIL_DOMAINS: 'chairside.example',
    ADMIN_EMAILS: adminEmails,
    ...env,
  };
  const building =
    apps.get(key) ??
    buildTestApp({
      now,
      identity: { ...createOidcProvider({ ...demo, redirectUri }), ...change },
      env: settings,
    });
  apps.set(key, building);
  const testApp = await building;
  testApp.setClock(now);
  for (const table of ['user_session', 'sign_in_attempt', 'auth_event', 'app_user'] as const)
    await testApp.database.foreground.deleteFrom(table).execute();
  return testApp;
}

async function scene(
  env: Record<string, string> = {},
  change: Partial<IdentityProvider> = {},
): Promise<Scene> {
  const testApp = await emptyApp(env, change);
  return {
    ...testApp,
    newBrowser: () => new TestBrowser({ [appOrigin]: testApp.app }),
    async begin(browser, returnTo = '/dashboard?tab=benchmarks') {
      const answer = await browser.request(
        `${appOrigin}/auth/google?returnTo=${encodeURIComponent(returnTo)}`,
      );
      expect(answer.status).toBe(302);
      return answer.headers.get('location') ?? '';
    },
    async count(table) {
      const { total } = await testApp.database.foreground
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return total;
    },
  };
}

const who = (browser: TestBrowser) => browser.request(`${appOrigin}/api/auth/user`);

/** Returns the callback URL with the provider's response for a subject. */
async function answerFor({ begin }: Scene, browser: TestBrowser, subject: string): Promise<URL> {
  return chooseDemoUser(browser, await begin(browser), subject, redirectUri);
}

async function signIn(stage: Scene, browser: TestBrowser, subject: string) {
  return browser.request(await answerFor(stage, browser, subject));
}

describe('signing in', () => {
  test('the first user returns to the requested page and is a member', async () => {
    const stage = await scene();
    const browser = stage.newBrowser();
    expect((await who(browser)).status).toBe(401);
    const answer = await signIn(stage, browser, 'morgan-member');
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      '/dashboard?tab=benchmarks',
    ]);
    expect(await (await who(browser)).json()).toEqual({
      id: expect.any(String),
      name: 'Morgan Member',
      email: 'morgan.member@chairside.example',
      picture: null,
      role: 'member',
    });
    await signIn(stage, browser, 'avery-admin');
    expect(await (await who(browser)).json()).toMatchObject({ name: 'Avery Admin', role: 'admin' });
  });

  test('works the same over a real connection', async () => {
    const stage = await scene();
    const browser = new TestBrowser({
      [appOrigin]: await stage.app.listen({ port: 0, host: '127.0.0.1' }),
    });
    expect((await signIn(stage, browser, 'morgan-member')).status).toBe(303);
    expect((await who(browser)).status).toBe(200);
    const headers = { 'sec-fetch-site': 'same-origin' };
    expect(
      (await browser.request(`${appOrigin}/auth/logout`, { method: 'POST', headers })).status,
    ).toBe(200);
    expect(browser.cookie('sid')).toBeUndefined();
    expect((await who(browser)).status).toBe(401);
  });

  test('no token of the provider is stored, and no secret in plain text', async () => {
    const stage = await scene();
    const browser = stage.newBrowser();
    await signIn(stage, browser, 'morgan-member');
    const dump = await stage.database.execute(
      'select row_to_json(s)::text as text from user_session s',
    );
    expect(dump.rows).toHaveLength(1);
    expect(JSON.stringify(dump.rows)).not.toContain(browser.cookie('sid'));
    expect(await stage.count('sign_in_attempt')).toBe(0);
  });

  test('each sign-in creates a new session and ends the old one', async () => {
    const stage = await scene();
    const browser = stage.newBrowser();
    browser.setCookie('localhost', 'sid', 'A'.repeat(43));
    await signIn(stage, browser, 'morgan-member');
    const first = browser.cookie('sid') ?? '';
    expect(first).toMatch(/^[\w-]{43}$/);
    expect(first).not.toBe('A'.repeat(43));
    await signIn(stage, browser, 'morgan-member');
    expect(browser.cookie('sid')).not.toBe(first);
    const thief = stage.newBrowser();
    thief.setCookie('localhost', 'sid', first);
    expect((await who(thief)).status).toBe(401);
    expect((await who(browser)).status).toBe(200);
    expect(await stage.count('app_user')).toBe(1);
  });

  test('two tabs at once', async () => {
    const stage = await scene();
    const browser = stage.newBrowser();
    const first = await answerFor(stage, browser, 'morgan-member');
    const second = await answerFor(stage, browser, 'avery-admin');
    expect((await browser.request(first)).status).toBe(303);
    expect((await browser.request(second)).status).toBe(303);
    expect(await (await who(browser)).json()).toMatchObject({ name: 'Avery Admin' });
  });

  test('the first user is a member too when ADMIN_EMAILS is empty', async () => {
    const stage = await scene({ ADMIN_EMAILS: '' });
    const browser = stage.newBrowser();
    await signIn(stage, browser, 'avery-admin');
    expect(await (await who(browser)).json()).toMatchObject({ role: 'member' });
  });

  test('ten concurrent users, each signing in twice, get one account each', async () => {
    const { database, count } = await scene();
    const subjects = Array.from({ length: 20 }, (_, at) => `person-${at % 10}`);
    const people = subjects.map((subject) => ({
      ...account(subject, `${subject}@chairside.example`),
      issuer: demo.issuer,
    }));
    await Promise.all(
      people.map((person) =>
        createOrUpdateUser(
          database.foreground,
          { ...person, hostedDomain: null, picture: null },
          now,
        ),
      ),
    );
    expect(await count('app_user')).toBe(10);
  });

  test('an account from before the first sign-in is claimed by it, unless the account is disabled', async () => {
    const { database, count } = await scene();
    const known = {
      issuer: 'elsewhere',
      name: 'A. Lopez',
      picture: null,
      role: 'member' as const,
      created_at: now,
      last_sign_in_at: null,
    };
    const of = (subject: string, email: string, status: 'active' | 'disabled') => ({
      ...known,
      subject,
      email,
      status,
    });
    const [ana] = await database.foreground
      .insertInto('app_user')
      .values([
        of('1', 'Ana@chairside.example', 'active'),
        of('2', 'bo@chairside.example', 'disabled'),
      ])
      .returning('user_id')
      .execute();
    const person = (subject: string) => ({
      ...account(subject, `${subject}@chairside.example`),
      issuer: demo.issuer,
      hostedDomain: null,
      picture: null,
    });
    const saved = await Promise.all(
      [1, 2, 3].map(() => createOrUpdateUser(database.foreground, person('ana'), now)),
    );
    expect(saved).toEqual(saved.map(() => ({ userId: ana?.user_id, disabled: false })));
    expect((await createOrUpdateUser(database.foreground, person('bo'), now)).disabled).toBe(true);
    expect(await count('app_user')).toBe(2);
  });

  test('a changed name or address is saved, and the role stays', async () => {
    const { database } = await scene();
    const person = {
      ...account('ana', 'ana@chairside.example'),
      issuer: demo.issuer,
      hostedDomain: null,
      picture: null,
    };
    const first = await createOrUpdateUser(database.foreground, person, now);
    await database.foreground.updateTable('app_user').set({ role: 'admin' }).execute();
    const again = await createOrUpdateUser(
      database.foreground,
      { ...person, name: 'Ana B.', email: 'ana.b@chairside.example' },
      now,
    );
    expect(again).toEqual(first);
    expect(
      await database.foreground.selectFrom('app_user').select(['name', 'email', 'role']).execute(),
    ).toEqual([{ name: 'Ana B.', email: 'ana.b@chairside.example', role: 'admin' }]);
  });

  test('a request to 127.0.0.1 is redirected to the address that the provider knows', async () => {
    const { app } = await scene();
    const answer = await app.inject({
      url: '/auth/google?returnTo=%2Fmap',
      headers: { host: '127.0.0.1:3000' },
    });
    expect(answer.headers.location).toBe('http://localhost:3000/auth/google?returnTo=%2Fmap');
    const foreign = await app.inject({
      url: '/auth/google?returnTo=%2Fmap',
      headers: { host: '127.0.0.1:3000.evil.example' },
    });
    expect(foreign.headers.location).toMatch(new RegExp(`^${demo.issuer}/auth\\?`));
  });

  test('a return path to another site is replaced by the map', async () => {
    const stage = await scene();
    const browser = stage.newBrowser();
    for (const returnTo of [
      '//evil.example',
      '/\\evil.example',
      'https:evil.example',
      '%2f%2fevil.example',
      '/api/auth/user',
      '/auth/google',
    ]) {
      const answer = await chooseDemoUser(
        browser,
        await stage.begin(browser, returnTo),
        'morgan-member',
        redirectUri,
      );
      expect((await browser.request(answer)).headers.get('location'), returnTo).toBe('/app');
    }
  });

  test('two return paths at once are replaced by the map', async () => {
    const { app, database } = await scene();
    expect(
      (await app.inject('/auth/google?returnTo=/map&returnTo=//evil.example')).statusCode,
    ).toBe(302);
    const { return_to: kept } = await database.foreground
      .selectFrom('sign_in_attempt')
      .select('return_to')
      .executeTakeFirstOrThrow();
    expect(kept).toBe('/app');
  });
});

describe('who is an administrator', () => {
  /** Returns `true` when the browser's session has the admin role. */
  const isAdmin = async (browser: TestBrowser) => {
    const { status } = await browser.request(`${appOrigin}${getJobRuns.path}`);
    expect([200, 403]).toContain(status);
    return status === 200;
  };

  let restarts = 0;

  /**
   * Returns an app with changed settings on the same database, like after a restart some seconds
   * later.
   */
  async function restarted({ database }: Scene, env: Record<string, string>) {
    restarts += 1;
    const app = await buildTestApp({
      now: new Date(now.getTime() + restarts * 5_000),
      database: { database, close: async () => undefined },
      env: { ALLOWED_EMAIL_DOMAINS: 'chairside.example', ...env },
    });
    return {
      close: app.close,
      asksAs: (browser: TestBrowser) => browser.servedBy({ [appOrigin]: app.app }),
    };
  }

  test('by setting: from the next request on, and only while the setting lists the address', async () => {
    const stage = await scene();
    const browser = stage.newBrowser();
    await signIn(stage, browser, 'avery-admin');
    expect(await isAdmin(browser)).toBe(true);
    const without = await restarted(stage, { ADMIN_EMAILS: 'kim@chairside.example' });
    without.asksAs(browser);
    expect(await isAdmin(browser)).toBe(false);
    expect(await (await who(browser)).json()).toMatchObject({ role: 'member' });
    await without.close();
    const named = await restarted(stage, {
      ADMIN_EMAILS: 'kim@chairside.example, Avery.Admin@chairside.example',
    });
    named.asksAs(browser);
    expect(await isAdmin(browser)).toBe(true);
    await named.close();
  });

  test('by the stored role: regardless of the setting, and unchanged by another sign-in', async () => {
    const stage = await scene();
    const browser = stage.newBrowser();
    await signIn(stage, browser, 'morgan-member');
    expect(await isAdmin(browser)).toBe(false);
    await stage.database.foreground.updateTable('app_user').set({ role: 'admin' }).execute();
    stage.setClock(new Date(now.getTime() + 1_000));
    expect(await isAdmin(browser)).toBe(true);
    await signIn(stage, browser, 'morgan-member');
    expect(await isAdmin(browser)).toBe(true);
    const after = await restarted(stage, { ADMIN_EMAILS: '' });
    after.asksAs(browser);
    expect(await isAdmin(browser)).toBe(true);
    await after.close();
  });
});

/** Returns the search parameters of the redirect to the sign-in page. */
function refusalOf(answer: Response): Record<string, string> {
  expect(answer.status).toBe(303);
  const { origin, pathname, searchParams } = new URL(
    answer.headers.get('location') ?? '',
    appOrigin,
  );
  expect([origin, pathname]).toEqual([appOrigin, '/employee-login']);
  return Object.fromEntries(searchParams);
}

describe('an invalid sign-in', () => {
  const wanted = '/dashboard?tab=benchmarks';
  const nowhere = '/app';

  /**
   * Expects a redirect to the sign-in page without a session. The redirect keeps the requested page
   * only for the browser that started the attempt.
   */
  async function expectNoSession(
    stage: Scene,
    answer: Response,
    browser: TestBrowser,
    { reason = 'expired', returnTo = wanted }: { reason?: SignInRefusal; returnTo?: string } = {},
  ): Promise<void> {
    expect(refusalOf(answer)).toEqual({ reason, returnTo });
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.text()).toBe('');
    expect((await who(browser)).status).toBe(401);
    expect(await stage.count('user_session')).toBe(0);
  }

  test('in another browser', async () => {
    const stage = await scene();
    const [victim, attacker] = [stage.newBrowser(), stage.newBrowser()];
    const answer = await answerFor(stage, attacker, 'avery-admin');
    await expectNoSession(stage, await victim.request(answer), victim, { returnTo: nowhere });
    // An attempt that another browser has used cannot be used by the right browser either.
    await expectNoSession(stage, await attacker.request(answer), attacker, { returnTo: nowhere });
  });

  test('in another browser that has begun its own sign-in', async () => {
    const stage = await scene();
    const [victim, attacker] = [stage.newBrowser(), stage.newBrowser()];
    await stage.begin(victim);
    await expectNoSession(
      stage,
      await victim.request(await answerFor(stage, attacker, 'avery-admin')),
      victim,
      {
        returnTo: nowhere,
      },
    );
  });

  test('a second time', async () => {
    const stage = await scene();
    const browser = stage.newBrowser();
    const answer = await answerFor(stage, browser, 'morgan-member');
    expect((await browser.request(answer)).headers.get('location')).toBe(wanted);
    expect(refusalOf(await browser.request(answer))).toEqual({
      reason: 'expired',
      returnTo: nowhere,
    });
    expect(await stage.count('user_session')).toBe(1);
  });

  test('twice at the same moment', async () => {
    const stage = await scene();
    const browser = stage.newBrowser();
    const answer = await answerFor(stage, browser, 'morgan-member');
    const both = await Promise.all([browser.request(answer), browser.request(answer)]);
    expect(both.map(({ headers }) => headers.get('location')).sort()).toEqual([
      wanted,
      '/employee-login?reason=expired&returnTo=%2Fapp',
    ]);
    expect(await stage.count('user_session')).toBe(1);
  });

  test('eleven minutes later', async () => {
    const stage = await scene();
    const browser = stage.newBrowser();
    const answer = await answerFor(stage, browser, 'morgan-member');
    stage.setClock(new Date(stage.dependencies.clock().getTime() + 11 * 60_000));
    await expectNoSession(stage, await browser.request(answer), browser);
  });

  test('with the answer to another sign-in of the same browser', async () => {
    const stage = await scene();
    const browser = stage.newBrowser();
    const first = await answerFor(stage, browser, 'morgan-member');
    const second = await answerFor(stage, browser, 'morgan-member');
    first.searchParams.set('code', second.searchParams.get('code') ?? '');
    await expectNoSession(stage, await browser.request(first), browser);
  });

  test('with a malformed answer', async () => {
    const stage = await scene();
    const browser = stage.newBrowser();
    await stage.begin(browser);
    const queries = [
      '',
      '?code=x',
      '?code=x&state=y',
      '?code=%00&state=%00',
      '?code=%zz&state=%e0%a4',
      `?code=x&state=${'s'.repeat(8_000)}`,
      '?code=x&state=a&state=b',
      '?error=access_denied&state=y',
      '?error=%3Cscript%3Ealert(1)%3C/script%3E&error_description=%3Cscript%3E&state=y',
    ];
    for (const query of queries) {
      const answer = await browser.request(`${redirectUri}${query}`);
      expect(answer.headers.get('location'), query).toBe(
        '/employee-login?reason=expired&returnTo=%2Fapp',
      );
      await expectNoSession(stage, answer, browser, { returnTo: nowhere });
    }
  });

  test('when the user declined at the provider', async () => {
    const stage = await scene();
    const browser = stage.newBrowser();
    const state = new URL(await stage.begin(browser)).searchParams.get('state');
    const answer = await browser.request(
      `${redirectUri}?error=access_denied&state=${state}&iss=${encodeURIComponent(demo.issuer)}`,
    );
    await expectNoSession(stage, answer, browser);
    expect(await stage.count('sign_in_attempt')).toBe(0);
  });

  test('of an account that may not sign in, and the refusal is recorded', async () => {
    const stage = await scene({
      ALLOWED_EMAIL_DOMAINS: 'chairside.example,chairside.ekample',
      ADMIN_EMAILS: '',
    });
    const refusals = [];
    for (const { subject, emailVerified } of others) {
      const browser = stage.newBrowser();
      const reason = emailVerified ? 'wrong_domain' : 'unverified';
      await expectNoSession(stage, await signIn(stage, browser, subject), browser, { reason });
      refusals.push(
        ...(await stage.database.foreground
          .deleteFrom('auth_event')
          .returning(['kind', 'user_id', 'detail'])
          .execute()),
      );
    }
    expect(refusals).toEqual(
      others.map(({ subject, email, emailVerified }) => ({
        kind: emailVerified ? 'refused_wrong_domain' : 'refused_unverified',
        user_id: null,
        detail: { issuer: demo.issuer, subject, email, hostedDomain: null },
      })),
    );
    expect(await stage.count('app_user')).toBe(0);
  });

  const formerly = (facts: {
    issuer?: string;
    subject?: string;
    email?: string;
    status?: 'active' | 'disabled';
    last_sign_in_at?: Date | null;
  }) => ({
    ...{
      issuer: demo.issuer,
      subject: 'other',
      email: 'other@chairside.example',
      name: 'Morgan',
      picture: null,
    },
    ...{
      role: 'member' as const,
      status: 'disabled' as const,
      created_at: now,
      last_sign_in_at: now,
    },
    ...facts,
  });
  const sameEmail = 'Morgan.Member@chairside.example';
  test.each([
    [
      'was invited and disabled before the first sign-in',
      { issuer: 'invitation', email: sameEmail, last_sign_in_at: null },
    ],
    ['comes with another subject', { email: sameEmail }],
    ['comes with another address', { subject: 'morgan-member' }],
    [
      'comes by another provider with the same address',
      { issuer: 'https://before.example', email: sameEmail },
    ],
    [
      'comes by another provider with the same subject',
      { issuer: 'https://before.example', subject: 'morgan-member' },
    ],
  ])('a disabled person who %s is refused and stays disabled', async (_, facts) => {
    const stage = await scene();
    const before = await stage.database.foreground
      .insertInto('app_user')
      .values(formerly(facts))
      .returningAll()
      .execute();
    const browser = stage.newBrowser();
    await expectNoSession(stage, await signIn(stage, browser, 'morgan-member'), browser, {
      reason: 'disabled',
    });
    expect(await stage.database.foreground.selectFrom('app_user').selectAll().execute()).toEqual(
      before,
    );
    expect(
      await stage.database.foreground
        .selectFrom('auth_event')
        .select(['kind', 'user_id'])
        .execute(),
    ).toEqual([{ kind: 'refused_disabled', user_id: before[0]?.user_id }]);
  });

  test('an active account does not help a person whose address was disabled under another subject', async () => {
    const stage = await scene();
    await signIn(stage, stage.newBrowser(), 'morgan-member');
    await stage.database.foreground.deleteFrom('user_session').execute();
    await stage.database.foreground
      .insertInto('app_user')
      .values(formerly({ email: sameEmail }))
      .execute();
    const browser = stage.newBrowser();
    await expectNoSession(stage, await signIn(stage, browser, 'morgan-member'), browser, {
      reason: 'disabled',
    });
  });

  test('a disabled colleague does not block others', async () => {
    const stage = await scene();
    await stage.database.foreground.insertInto('app_user').values(formerly({})).execute();
    expect((await signIn(stage, stage.newBrowser(), 'morgan-member')).headers.get('location')).toBe(
      wanted,
    );
  });

  test('a disabled person is refused and stays disabled', async () => {
    const stage = await scene();
    const browser = stage.newBrowser();
    await signIn(stage, browser, 'avery-admin');
    await stage.database.foreground.updateTable('app_user').set({ status: 'disabled' }).execute();
    const answer = await signIn(stage, stage.newBrowser(), 'avery-admin');
    expect(refusalOf(answer)).toEqual({ reason: 'disabled', returnTo: wanted });
    expect(
      await stage.database.foreground.selectFrom('app_user').select('status').execute(),
    ).toEqual([{ status: 'disabled' }]);
    expect(await stage.count('user_session')).toBe(1);
  });
});

describe('while the provider is down', () => {
  test('the server runs, reports it, and accepts sign-ins as soon as the provider is back', async () => {
    const down = await serveDemoIdentity({ appOrigin });
    await down.close();
    const stage = await scene({}, createOidcProvider({ ...down, redirectUri }));
    const browser = stage.newBrowser();
    const answer = await browser.request(`${appOrigin}/auth/google?returnTo=%2Fmap`);
    expect(refusalOf(answer)).toEqual({ reason: 'provider_down', returnTo: '/map' });
    const elsewhere = await browser.request(
      `${appOrigin}/auth/google?returnTo=${encodeURIComponent('//evil.example')}`,
    );
    expect(refusalOf(elsewhere)).toEqual({ reason: 'provider_down', returnTo: '/app' });
    expect(await stage.count('auth_event')).toBe(0);
    const health = async () => {
      const { status, checks } = getServerStatus.response.parse(
        await (await browser.request(`${appOrigin}/healthz`)).json(),
      );
      return [status, checks.find(({ name }) => name === 'identity')?.status];
    };
    expect(await health()).toEqual(['degraded', 'degraded']);
    const back = await serveDemoIdentity({ appOrigin, port: Number(new URL(down.issuer).port) });
    expect(back.issuer).toBe(down.issuer);
    expect((await browser.request(`${appOrigin}/auth/google`)).status).toBe(302);
    expect(await health()).toEqual(['ok', 'ok']);
    await back.close();
  });

  test('an answer that cannot be verified at the moment is reported as an outage', async () => {
    const stage = await scene(
      {},
      { finish: () => Promise.reject(new IdentityUnavailable('no connection')) },
    );
    const answer = await signIn(stage, stage.newBrowser(), 'morgan-member');
    expect(refusalOf(answer)).toEqual({
      reason: 'provider_down',
      returnTo: '/dashboard?tab=benchmarks',
    });
  });
});

describe('limits', () => {
  const startFrom = ({ app }: Scene, remoteAddress: string, cookie = '') =>
    app.inject({ url: '/auth/google', remoteAddress, headers: { cookie } });
  const failFrom = ({ app }: Scene, remoteAddress: string, cookie = '') =>
    app.inject({ url: '/auth/callback?code=x&state=y', remoteAddress, headers: { cookie } });
  const newCookie = () => `oidc=${newSecret()}`;
  /**
   * Sends requests one after another. Returns the number of requests before the first 429 response,
   * and this response.
   */
  async function passed(request: () => ReturnType<typeof startFrom>, most: number) {
    for (let count = 0; count <= most; count += 1) {
      const answer = await request();
      if (answer.statusCode === 429) return { count, answer };
    }
    throw new Error(`${most} requests and none was refused`);
  }

  test('a hundred people behind one address start to sign in within a minute', async () => {
    const stage = await scene();
    for (let person = 0; person < 100; person += 1)
      expect((await startFrom(stage, '10.0.0.1')).statusCode).toBe(302);
  });

  test('a browser that starts again and again has to wait, and the next one at its address does not', async () => {
    const stage = await scene();
    const cookie = newCookie();
    const { count, answer } = await passed(() => startFrom(stage, '10.0.0.2', cookie), 100);
    expect(count).toBe(signInLimits.starts.browser);
    expect(answer.body).toMatch(/^Too many sign-ins were started\. Try again in \d+ seconds?\.$/);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect((await startFrom(stage, '10.0.0.2', newCookie())).statusCode).toBe(302);
  });

  test('an address that starts again and again without keeping a cookie has to wait, and no other does', async () => {
    const stage = await scene();
    expect((await passed(() => startFrom(stage, '10.0.0.3'), 1_000)).count).toBe(
      signInLimits.starts.address,
    );
    expect((await startFrom(stage, '10.0.0.4')).statusCode).toBe(302);
  });

  test('a browser whose sign-ins fail has to wait, and the next one at its address signs in', async () => {
    const stage = await scene();
    const cookie = newCookie();
    const { count, answer } = await passed(() => failFrom(stage, '10.0.0.5', cookie), 100);
    expect(count).toBe(signInLimits.failures.browser);
    expect(answer.body).toMatch(/^Too many sign-ins failed\. Try again in \d+ seconds?\.$/);
    expect((await startFrom(stage, '10.0.0.5', cookie)).statusCode).toBe(429);
    expect((await startFrom(stage, '10.0.0.5', newCookie())).statusCode).toBe(302);
    expect((await failFrom(stage, '10.0.0.5', newCookie())).statusCode).toBe(303);
  });

  test('an address that fails with a new browser each time has to wait in the end, and leaves limited data behind', async () => {
    const stage = await scene();
    const { count } = await passed(() => failFrom(stage, '10.0.0.6', newCookie()), 1_000);
    expect(count).toBe(signInLimits.failures.address);
    expect(await stage.count('auth_event')).toBe(count);
    expect((await failFrom(stage, '10.0.0.7')).statusCode).toBe(303);
  });

  test('a provider that is down counts as no failed attempt', async () => {
    const stage = await scene(
      {},
      { finish: () => Promise.reject(new IdentityUnavailable('no connection')) },
    );
    const browser = stage.newBrowser();
    for (let call = 0; call < signInLimits.failures.browser + 2; call += 1)
      expect(refusalOf(await signIn(stage, browser, 'morgan-member')).reason).toBe('provider_down');
  });

  test('of a flood of started sign-ins only the newest are kept, up to the maximum', async () => {
    const stage = await scene();
    const first = stage.newBrowser();
    await stage.begin(first);
    await stage.database.execute(`insert into sign_in_attempt (state_hash, browser_hash, nonce, code_verifier, return_to, created_at)
      select 'flood ' || n, 'b', 'n', 'v', '/app', timestamptz '2026-11-18T18:00:01Z' + n * interval '1 millisecond'
      from generate_series(1, ${maxSignInAttempts + 50}) n`);
    stage.setClock(new Date(now.getTime() + 60_000));
    const late = stage.newBrowser();
    const answer = await answerFor(stage, late, 'morgan-member');
    expect(await stage.count('sign_in_attempt')).toBe(maxSignInAttempts);
    expect((await late.request(answer)).headers.get('location')).toBe('/dashboard?tab=benchmarks');
  });
});

test('unfinished attempts are deleted', async () => {
  const stage = await scene();
  await stage.begin(stage.newBrowser());
  stage.setClock(new Date(stage.dependencies.clock().getTime() + 10 * 60_000));
  await stage.begin(stage.newBrowser());
  expect(await stage.count('sign_in_attempt')).toBe(1);
});
