import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoIdentityPath } from '#server/core/providers/identity/demo-accounts.ts';
import {
  type Identity,
  type IdentityProvider,
  IdentityUnavailable,
} from '#server/core/providers/identity.ts';
import { rooms } from '#server/rooms.ts';
import { getUser } from '#shared/auth/auth.ts';
import { pageUserHeader } from '#shared/core/user.ts';
import { postUpload, uploadContentType } from '#shared/imports/wizard.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { pageHeaders } from '#test/page-user.ts';
import { productionSettings } from '#test/production.ts';

const start = new Date('2026-11-18T18:00:00Z');
const minute = 60_000;
const hour = 60 * minute;
const person: Identity = {
  issuer: 'https://identity.test',
  subject: 'ana',
  email: 'ana@corp.test',
  emailVerified: true,
  hostedDomain: null,
  name: 'Ana',
  picture: 'https://pictures.test/ana.png',
};
let signOutThere: () => Promise<string | null> = async () => null;
const identity: IdentityProvider = {
  begin: async () => ({
    url: 'https://identity.test/authorize',
    state: 's',
    nonce: 'n',
    codeVerifier: 'v',
  }),
  finish: async () => person,
  signOutUrl: () => signOutThere(),
  probe: async () => undefined,
  isDown: () => false,
};

let testApp: TestApp;
beforeAll(async () => {
  testApp = await buildTestApp({ identity, now: start });
});
afterAll(() => testApp.close());

const at = (milliseconds: number) => testApp.setClock(new Date(start.getTime() + milliseconds));
const askWho = async (cookie: string) =>
  (await testApp.app.inject({ url: '/api/auth/user', headers: { cookie } })).statusCode;
const sameOrigin = { 'sec-fetch-site': 'same-origin' };

describe('a session', () => {
  test('ends after eight hours without use', async () => {
    at(0);
    const cookie = await testApp.signIn('member');
    const unused = await testApp.signIn('member');
    at(8 * hour - 1);
    expect(await askWho(cookie)).toBe(200);
    at(8 * hour);
    expect(await askWho(unused)).toBe(401);
    at(16 * hour - 2);
    expect(await askWho(cookie)).toBe(200);
    at(24 * hour - 2);
    expect(await askWho(cookie)).toBe(401);
  });

  test('ends after a day, however much it is used', async () => {
    at(0);
    const cookie = await testApp.signIn('member');
    for (let hours = 1; hours < 24; hours += 1) {
      at(hours * hour);
      expect(await askWho(cookie)).toBe(200);
    }
    at(24 * hour);
    expect(await askWho(cookie)).toBe(401);
  });

  test('is marked as seen at most once a minute', async () => {
    at(0);
    const cookie = await testApp.signIn('member');
    const seen = async () => {
      const rows = await testApp.database.foreground
        .selectFrom('user_session')
        .select('last_seen_at')
        .orderBy('created_at', 'desc')
        .orderBy('last_seen_at', 'desc')
        .execute();
      return rows.filter(
        ({ last_seen_at: last }) =>
          last.getTime() > start.getTime() && last.getTime() < start.getTime() + hour,
      );
    };
    at(minute - 1);
    await askWho(cookie);
    expect(await seen()).toEqual([]);
    at(minute);
    await Promise.all(Array.from({ length: 20 }, () => askWho(cookie)));
    at(2 * minute - 1);
    await askWho(cookie);
    expect(await seen()).toEqual([{ last_seen_at: new Date(start.getTime() + minute) }]);
  });

  test('of a person who is disabled ends within a second', async () => {
    at(0);
    const cookie = await testApp.signIn('member');
    expect(await askWho(cookie)).toBe(200);
    await testApp.database.foreground.updateTable('app_user').set({ status: 'disabled' }).execute();
    at(1_000);
    expect(await askWho(cookie)).toBe(401);
    await testApp.database.foreground.updateTable('app_user').set({ status: 'active' }).execute();
  });

  test.each([
    ['nobody’s', `sid=${'A'.repeat(43)}`],
    ['too short', 'sid=abc'],
    ['empty', 'sid='],
    ['odd', "sid='; drop table user_session; --"],
    ['a stored hash', 'hash'],
  ])('cannot be had with a value that is %s', async (kind, cookie) => {
    at(0);
    await testApp.signIn('member');
    const row = await testApp.database.foreground
      .selectFrom('user_session')
      .select('session_hash')
      .executeTakeFirstOrThrow();
    expect(await askWho(kind === 'a stored hash' ? `sid=${row.session_hash}` : cookie)).toBe(401);
  });

  test('is cached: a hundred requests in a row query the database once', async () => {
    at(0);
    const cookie = await testApp.signIn('member');
    expect(await askWho(cookie)).toBe(200);
    await testApp.database.foreground.deleteFrom('user_session').execute();
    for (let call = 0; call < 100; call += 1) expect(await askWho(cookie)).toBe(200);
    at(1_000);
    expect(await askWho(cookie)).toBe(401);
  });
});

describe('signing out', () => {
  const signOut = (cookie: string) =>
    testApp.app.inject({ method: 'POST', url: '/auth/logout', headers: { cookie, ...sameOrigin } });

  test('ends the session at once and clears the browser’s cookie', async () => {
    at(0);
    const cookie = await testApp.signIn('member');
    expect(await askWho(cookie)).toBe(200);
    const answer = await signOut(cookie);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ redirectTo: '/' });
    expect(answer.headers['clear-site-data']).toBe('"cache","storage"');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['set-cookie']).toBe(
      'sid=; Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax',
    );
    expect(await askWho(cookie)).toBe(401);
  });

  test('works while requests of the same session are active', async () => {
    at(0);
    const cookie = await testApp.signIn('member');
    await Promise.all([
      ...Array.from({ length: 10 }, () => askWho(cookie)),
      signOut(cookie),
      ...Array.from({ length: 10 }, () => askWho(cookie)),
    ]);
    expect(await askWho(cookie)).toBe(401);
  });

  test('succeeds when repeated, and without a session', async () => {
    at(0);
    const cookie = await testApp.signIn('member');
    await signOut(cookie);
    expect((await signOut(cookie)).statusCode).toBe(200);
    expect((await signOut('')).statusCode).toBe(200);
  });

  test('redirects to the provider’s sign-out page if there is one, but not while the provider is down', async () => {
    signOutThere = async () => 'https://identity.test/sign-out';
    expect((await signOut(await testApp.signIn('member'))).json()).toEqual({
      redirectTo: 'https://identity.test/sign-out',
    });
    signOutThere = () => Promise.reject(new IdentityUnavailable('no connection'));
    const cookie = await testApp.signIn('member');
    expect((await signOut(cookie)).json()).toEqual({ redirectTo: '/' });
    expect(await askWho(cookie)).toBe(401);
    signOutThere = async () => null;
  });

  test('cannot be triggered by a link', async () => {
    const cookie = await testApp.signIn('member');
    expect(
      (await testApp.app.inject({ url: '/auth/logout', headers: { cookie } })).statusCode,
    ).toBe(404);
    expect(await askWho(cookie)).toBe(200);
  });
});

describe('cookies', () => {
  async function cookiesOfSignIn(env: Record<string, string>) {
    const secure = await buildTestApp({ identity, env });
    const begun = await secure.app.inject({ url: '/auth/google' });
    const attempt = String(begun.headers['set-cookie']);
    const done = await secure.app.inject({
      url: '/auth/callback?state=s',
      headers: { cookie: attempt.split(';')[0] ?? '' },
    });
    const session = String(done.headers['set-cookie']);
    const whoIs = (cookie: string) =>
      secure.app.inject({ url: '/api/auth/user', headers: { cookie } });
    const sessionPair = session.split(';')[0] ?? '';
    const statuses = [
      (await whoIs(sessionPair)).statusCode,
      (await whoIs(sessionPair.replace('__Host-', ''))).statusCode,
    ];
    await secure.close();
    return {
      attempt: attempt.replace(/=[\w-]{43};/, '=…;'),
      session: session.replace(/=[\w-]{43};/, '=…;'),
      statuses,
    };
  }

  test('on https they are bound to the host and never go over http', async () => {
    expect(
      await cookiesOfSignIn({ ...productionSettings, ALLOWED_EMAIL_DOMAINS: 'corp.test' }),
    ).toEqual({
      attempt: '__Host-oidc=…; Max-Age=600; Path=/; HttpOnly; Secure; SameSite=Lax',
      session: '__Host-sid=…; Max-Age=86400; Path=/; HttpOnly; Secure; SameSite=Lax',
      statuses: [200, 401],
    });
  });

  test('on http://localhost they have plain names, because browsers differ there', async () => {
    expect(await cookiesOfSignIn({})).toEqual({
      attempt: 'oidc=…; Max-Age=600; Path=/; HttpOnly; SameSite=Lax',
      session: 'sid=…; Max-Age=86400; Path=/; HttpOnly; SameSite=Lax',
      statuses: [200, 200],
    });
  });
});

const publicPaths = rooms.flatMap((room) => room.publicPaths ?? []);
const ownProofPaths = rooms.flatMap((room) => room.ownProofPaths ?? []);

const concrete = (url: string) =>
  url.replace(/:kind/g, 'practices').replace(/:\w+/g, '1').replace('*', 'index.html');

describe('every route', () => {
  test('under /api requires a session, unless it is a public path', async () => {
    const closed = testApp.app.routeTable.filter(
      ({ url }) => url.startsWith('/api') && !publicPaths.includes(url),
    );
    expect(closed.length).toBeGreaterThan(15);
    for (const { method, url } of closed) {
      for (const path of [
        concrete(url),
        concrete(url).replace('/api', '/%61pi'),
        `${concrete(url)}?x=/api/core/settings`,
      ]) {
        const request = {
          method,
          url: path,
          headers: { ...sameOrigin, origin: 'http://localhost:3000' },
        } as InjectOptions;
        const answer = await testApp.app.inject(request);
        expect([method, path, answer.statusCode]).toEqual([method, path, 401]);
        expect(answer.headers['content-type'] ?? '').not.toContain('json');
      }
    }
  });

  test('that does not exist under /api is a 401 without a session', async () => {
    for (const url of ['/api', '/api/', '/api/nothing', '/api/auth/user/', '/api/auth/user/x'])
      expect([url, (await testApp.app.inject({ url })).statusCode]).toEqual([url, 401]);
  });

  test('on the list of public paths exists, so that the list cannot hide a wrong name', () => {
    const urls = testApp.app.routeTable.map(({ url }) => url);
    const demoOnly = `${demoIdentityPath}/*`;
    for (const path of [...publicPaths, ...ownProofPaths])
      if (path !== demoOnly) expect(urls).toContain(path);
  });

  test('that changes state rejects the page of another user, and a request that states no user', async () => {
    const unsafe = testApp.app.routeTable.filter(
      ({ method, url }) =>
        url.startsWith('/api') &&
        !['GET', 'HEAD', 'OPTIONS'].includes(method) &&
        ![...publicPaths, ...ownProofPaths].includes(url),
    );
    expect(unsafe.length).toBeGreaterThan(50);
    const [cookie, other] = [await testApp.signIn('admin'), await testApp.signIn('member')];
    const answer = await testApp.inject({ url: getUser.path, headers: { cookie } });
    const { id, name } = getUser.response.parse(answer.json());
    const rowsBefore = await stateOf(testApp);
    const pageOfOther = pageHeaders(other)[pageUserHeader] ?? '';
    for (const { method, url } of unsafe)
      for (const [stated, status, text] of [
        [pageOfOther, 409, `You are now signed in as ${name}. Reload to continue as ${name}.`],
        ['', 409, `You are now signed in as ${name}. Reload to continue as ${name}.`],
        [undefined, 400, `Send the id of the signed-in user in the header ${pageUserHeader}.`],
      ] as const) {
        const rejected = await testApp.app.inject({
          method,
          url: concrete(url),
          headers: {
            cookie: stated === undefined ? `${cookie}; a=1` : cookie,
            ...sameOrigin,
            ...(stated === undefined ? {} : { [pageUserHeader]: stated }),
            ...(url === postUpload.path ? { 'content-type': uploadContentType } : {}),
          },
        } as InjectOptions);
        expect([method, url, stated, rejected.statusCode]).toEqual([method, url, stated, status]);
        expect(rejected.body).toContain(text);
        expect(rejected.headers[pageUserHeader]).toBe(status === 409 ? id : undefined);
      }
    expect(await stateOf(testApp)).toEqual(rowsBefore);
  });

  test('that changes state rejects requests from other sites', async () => {
    const unsafe = testApp.app.routeTable.filter(
      ({ method, url }) =>
        !['GET', 'HEAD', 'OPTIONS'].includes(method) && !ownProofPaths.includes(url),
    );
    expect(unsafe.length).toBeGreaterThan(3);
    const cookie = await testApp.signIn('admin');
    const rowsBefore = await stateOf(testApp);
    const json = { 'content-type': 'application/json' };
    const own = 'http://localhost:3000';
    const matrix: [string, Record<string, string>, string, number][] = [
      ['cross-site', { 'sec-fetch-site': 'cross-site', origin: own, ...json }, '{}', 403],
      [
        'sibling sub-domain',
        { 'sec-fetch-site': 'same-site', origin: 'http://evil.localhost:3000', ...json },
        '{}',
        403,
      ],
      ['no headers', json, '{}', 403],
      ['null origin', { origin: 'null', ...json }, '{}', 403],
      ['another port', { origin: 'http://localhost:3001', ...json }, '{}', 403],
      ['https twin', { origin: 'https://localhost:3000', ...json }, '{}', 403],
      ['form', { ...sameOrigin, 'content-type': 'application/x-www-form-urlencoded' }, 'a=1', 415],
      [
        'multipart',
        { ...sameOrigin, 'content-type': 'multipart/form-data; boundary=x' },
        '--x--',
        415,
      ],
      ['text', { ...sameOrigin, 'content-type': 'text/plain' }, '{}', 415],
      [
        'text that hides JSON',
        { ...sameOrigin, 'content-type': 'text/plain; application/json' },
        '{}',
        415,
      ],
      ['no type', sameOrigin, '{}', 415],
    ];
    for (const { method, url } of unsafe)
      for (const [name, headers, payload, status] of matrix) {
        const answer = await testApp.app.inject({
          method,
          url: concrete(url),
          headers: { cookie, ...headers },
          payload,
        } as InjectOptions);
        expect([method, url, name, answer.statusCode]).toEqual([method, url, name, status]);
      }
    expect(await stateOf(testApp)).toEqual(rowsBefore);
    expect(await askWho(cookie)).toBe(200);
  });

  test('ignores method overrides', async () => {
    const cookie = await testApp.signIn('member');
    const url = '/auth/logout?_method=POST';
    const answer = await testApp.app.inject({
      url,
      headers: { cookie, ...sameOrigin, 'x-http-method-override': 'POST' },
    });
    expect(answer.statusCode).toBe(404);
    expect(await askWho(cookie)).toBe(200);
  });

  test('does not allow other sites to read responses', async () => {
    const headers = { origin: 'https://evil.example', cookie: await testApp.signIn('member') };
    const answer = await testApp.app.inject({ url: '/api/auth/user', headers });
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual(
      [],
    );
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});

/**
 * Returns the number of rows in each table. Leaves out the shared rate limits, which the server
 * writes at any time.
 */
async function stateOf({ database }: TestApp): Promise<Record<string, unknown>[]> {
  const { rows } = await database.execute(
    "select string_agg(format('select %L as name, count(*)::int as rows from %I', table_name, table_name), ' union all ') as text from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'rate_window'",
  );
  return (await database.execute(`${String(rows[0]?.text)} order by name`)).rows;
}
