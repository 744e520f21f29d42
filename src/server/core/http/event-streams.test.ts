import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signOutPath } from '#shared/auth/auth.ts';
import { getJobRuns, jobProgressPath } from '#shared/jobs/jobs.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { maxUserEventStreams } from './event-streams.ts';
import { userLimits } from './user-limits.ts';

let testApp: TestApp;
let origin: string;
beforeAll(async () => {
  testApp = await buildTestApp();
  origin = await testApp.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => testApp.close());

const get = (cookie: string, path: string) => fetch(origin + path, { headers: { cookie } });
/**
 * Opens a stream over a separate connection. fetch keeps idle connections open, and the server's
 * shutdown would wait for them.
 */
const open = (cookie: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request(origin + jobProgressPath, { headers: { cookie }, agent: false }, resolve)
      .once('error', reject)
      .end();
  });
const userIdOf = async (cookie: string) => {
  const answer = await get(cookie, '/api/auth/user');
  return ((await answer.json()) as { id: string }).id;
};

test('open streams do not count toward a user’s calls, and have their own limit', async () => {
  const cookie = await testApp.signIn('admin');
  const streams = await Promise.all(
    Array.from({ length: maxUserEventStreams }, () => open(cookie)),
  );
  expect(streams.map(({ statusCode }) => statusCode)).toEqual(Array(maxUserEventStreams).fill(200));
  const calls = await Promise.all(
    Array.from({ length: userLimits.atOnce }, () => get(cookie, getJobRuns.path)),
  );
  expect(calls.map(({ status }) => status)).toEqual(Array(userLimits.atOnce).fill(200));
  await Promise.all(calls.map((answer) => answer.text()));

  const refused = await get(cookie, jobProgressPath);
  expect([refused.status, refused.headers.get('retry-after'), await refused.text()]).toEqual([
    429,
    '15',
    'You have 12 pages open that show progress. Close one of them. Try again in 15 seconds.',
  ]);
  const other = await open(await testApp.signIn('admin'));
  expect(other.statusCode).toBe(200);
  for (const stream of [...streams, other]) stream.destroy();
  await expect
    .poll(
      async () =>
        (await fetch(origin + jobProgressPath, { method: 'HEAD', headers: { cookie } })).status,
    )
    .toBe(200);
});

test('a HEAD request leaves no stream open', async () => {
  const cookie = await testApp.signIn('admin');
  for (let count = 0; count <= maxUserEventStreams; count += 1) {
    const answer = await fetch(origin + jobProgressPath, { method: 'HEAD', headers: { cookie } });
    expect(answer.status).toBe(200);
  }
});

test('a stream ends with its reason after signing out, a change of role or disabling; others stay open', {
  timeout: 15_000,
}, async () => {
  const [leaving, demoted, disabled, staying] = [
    await testApp.signIn('admin'),
    await testApp.signIn('admin'),
    await testApp.signIn('admin'),
    await testApp.signIn('admin'),
  ];
  const ending = await Promise.all([leaving, demoted, disabled].map(open));
  const lasting = await open(staying);
  const { foreground } = testApp.database;
  const signedOut = await fetch(origin + signOutPath, {
    method: 'POST',
    headers: { cookie: leaving, 'sec-fetch-site': 'same-origin' },
  });
  await signedOut.text();
  expect(signedOut.status).toBe(200);
  const update = (userId: string, set: { role: 'member' } | { status: 'disabled' }) =>
    foreground.updateTable('app_user').set(set).where('user_id', '=', userId).execute();
  await update(await userIdOf(demoted), { role: 'member' });
  await update(await userIdOf(disabled), { status: 'disabled' });

  const ends = await Promise.all(ending.map((stream) => text(stream)));
  const lastEvent = (body: string) => body.slice(body.lastIndexOf('event:'));
  expect(ends.map(lastEvent)).toEqual([
    'event: end\ndata: 401\n\n',
    'event: end\ndata: 403\n\n',
    'event: end\ndata: 401\n\n',
  ]);
  expect(lasting.readableEnded).toBe(false);
  lasting.destroy();
});
