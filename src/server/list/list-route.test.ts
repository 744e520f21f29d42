import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { invalidatePracticeList } from '#server/institutions/queries.ts';
import { signOutPath } from '#shared/auth/auth.ts';
import { getPractices } from '#shared/institutions/institutions.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution } from '#test/factories.ts';
import { pageHeaders } from '#test/page-user.ts';

let test: TestApp;
let origin: string;
let cookie: string;
const now = new Date('2026-11-18T18:00:00Z');
const later = (milliseconds: number) => test.setClock(new Date(now.getTime() + milliseconds));

beforeAll(async () => {
  test = await buildTestApp({ now });
  await insertInstitution(test.database, { institution_id: 1, name: 'Elm Dental' }, [
    { location_id: 1, name: 'Elm' },
  ]);
  origin = await test.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => test.close());
beforeEach(async () => {
  later(0);
  cookie = await test.signIn('member');
});

/**
 * Sends a request over the network, where cached lists are sent before the router runs. `inject`
 * would use only the router.
 */
const ask = (headers: Record<string, string> = {}, path: string = getPractices.path) =>
  fetch(origin + path, { headers: { cookie, 'accept-encoding': 'identity', ...headers } });
const routed = (headers: Record<string, string> = {}) =>
  test.app.inject({
    method: 'GET',
    url: getPractices.path,
    headers: { cookie, 'accept-encoding': 'identity', ...headers },
  });
const headersOf = (headers: Iterable<[string, unknown]>) =>
  Object.fromEntries(
    [...headers]
      .filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name))
      .map(([name, value]) => [name, String(value)]),
  );

describe('a cached list', () => {
  it.each([{}, { 'accept-encoding': 'gzip' }, { 'accept-encoding': 'gzip, br' }])(
    'is the very answer of the router, asked with %o',
    async (asked) => {
      await ask();
      const [ready, usual] = [await ask(asked), await routed(asked)];
      expect(ready.status).toBe(200);
      expect(headersOf(ready.headers)).toEqual(headersOf(Object.entries(usual.headers)));
      expect(await ready.text()).toContain('Elm Dental');
    },
  );

  it('is a 304 when nothing has changed', async () => {
    const etag = String((await ask()).headers.get('etag'));
    const [ready, usual] = [
      await ask({ 'if-none-match': etag }),
      await routed({ 'if-none-match': etag }),
    ];
    expect([ready.status, usual.statusCode]).toEqual([304, 304]);
    expect(headersOf(ready.headers)).toEqual(headersOf(Object.entries(usual.headers)));
  });

  it('is rebuilt after a change', async () => {
    const before = (await ask()).headers.get('etag');
    await sql`update location set name = 'Elm and Oak' where location_id = 1`.execute(
      test.database.background,
    );
    await invalidatePracticeList(test.database.background);
    later(2_000);
    const after = await ask();
    expect(after.headers.get('etag')).not.toBe(before);
    expect(await after.text()).toContain('Elm and Oak');
  });
});

describe('a cached list is refused', () => {
  it.each([
    ['without a cookie', ''],
    ['with a cookie that is no secret', 'sid=1'],
    ['with a secret that is no session', `sid=${'a'.repeat(43)}`],
  ])('%s', async (_, other) => {
    await ask();
    expect((await ask({ cookie: other })).status).toBe(401);
  });

  it('immediately after sign-out', async () => {
    expect((await ask()).status).toBe(200);
    await test.app.inject({
      method: 'POST',
      url: signOutPath,
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
    });
    expect((await ask()).status).toBe(401);
  });

  it('within a second after another server ended the session', async () => {
    expect((await ask()).status).toBe(200);
    await test.database.background.updateTable('user_session').set({ revoked_at: now }).execute();
    later(1_100);
    expect((await ask()).status).toBe(401);
  });

  it('when the session has reached its maximum age', async () => {
    expect((await ask()).status).toBe(200);
    later(24 * 3_600_000);
    expect((await ask()).status).toBe(401);
  });

  it('for other methods and addresses', async () => {
    await ask();
    const posted = await fetch(origin + getPractices.path, {
      method: 'POST',
      headers: { ...pageHeaders(cookie), 'sec-fetch-site': 'same-origin' },
    });
    expect(posted.status).toBe(404);
    expect((await ask({}, `${getPractices.path}/../auth/user`)).status).toBe(200);
    expect((await ask({}, `/${getPractices.path}`)).status).toBe(404);
  });
});
