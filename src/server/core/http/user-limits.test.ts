import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { getUser, signOutPath } from '#shared/auth/auth.ts';
import { getPractices } from '#shared/institutions/institutions.ts';
import { getJobRuns } from '#shared/jobs/jobs.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { userLimits } from './user-limits.ts';

let testApp: TestApp;
let inWork = 0;
let held = Promise.withResolvers<void>();

beforeAll(async () => {
  const recentRuns = async () => {
    inWork += 1;
    await held.promise;
    inWork -= 1;
    return [];
  };
  const jobs = {
    known: [],
    recentRuns,
    runNow: () => Promise.reject(new Error('no jobs in this test')),
    stop: async () => undefined,
  };
  testApp = await buildTestApp({ dependencies: { jobs } });
});
beforeEach(() => {
  held = Promise.withResolvers();
});
afterAll(() => testApp.close());

const ask = (cookie: string, url: string = getJobRuns.path, method: 'GET' | 'HEAD' = 'GET') =>
  testApp.app.inject({ method, url, headers: { cookie } });
const many = <T>(count: number, make: () => Promise<T>) => Array.from({ length: count }, make);

test('of two hundred requests at once a few run, some wait, the rest is refused, and other users do not wait', async () => {
  const [crowd, other] = [await testApp.signIn('admin'), await testApp.signIn('admin')];
  const answers = many(200, () => ask(crowd));
  await expect.poll(() => inWork).toBe(userLimits.atOnce);
  const refused = [];
  const others = ask(other);
  await expect.poll(() => inWork).toBe(userLimits.atOnce + 1);
  expect((await ask(other, getUser.path)).statusCode).toBe(200);
  held.resolve();
  for (const answer of await Promise.all(answers))
    if (answer.statusCode !== 200) refused.push(answer);
  expect(refused).toHaveLength(200 - userLimits.atOnce - userLimits.waiting);
  expect(refused[0]?.statusCode).toBe(429);
  expect(refused[0]?.body).toBe(
    'Your other requests are still being answered. Try again in 2 seconds.',
  );
  expect(refused[0]?.headers['retry-after']).toBe('2');
  expect((await others).statusCode).toBe(200);
  expect((await ask(crowd)).statusCode).toBe(200);
});

test('a page may ask for all of its parts at once, by HEAD too', async () => {
  const cookie = await testApp.signIn('admin');
  for (const method of ['GET', 'HEAD'] as const) {
    const answers = many(30, () => ask(cookie, getJobRuns.path, method));
    held.resolve();
    for (const answer of await Promise.all(answers)) expect(answer.statusCode).toBe(200);
  }
});

test('requests of a disconnected client release their turns when their work is done', async () => {
  const origin = await testApp.app.listen({ port: 0, host: '127.0.0.1' });
  const cookie = await testApp.signIn('admin');
  const leaving = new AbortController();
  const answers = many(20, () =>
    fetch(origin + getJobRuns.path, { headers: { cookie }, signal: leaving.signal }).catch(
      () => 'gone',
    ),
  );
  await expect.poll(() => inWork).toBe(userLimits.atOnce);
  leaving.abort();
  expect(await Promise.all(answers)).toEqual(Array(20).fill('gone'));
  const patient = fetch(origin + getJobRuns.path, { headers: { cookie } });
  held.resolve();
  expect((await patient).status).toBe(200);
  await expect.poll(() => inWork).toBe(0);
});

test('a minute allows many calls and then says when to retry; shared lists, signing out and other users continue', async () => {
  const [cookie, other] = [await testApp.signIn('member'), await testApp.signIn('member')];
  const statuses: number[] = [];
  while (statuses.length < userLimits.perMinute)
    for (const answer of await Promise.all(many(60, () => ask(cookie, getUser.path))))
      statuses.push(answer.statusCode);
  expect(new Set(statuses)).toEqual(new Set([200]));
  const refused = await ask(cookie, getUser.path);
  expect(refused.statusCode).toBe(429);
  const seconds = Number(refused.headers['retry-after']);
  expect(seconds).toBeGreaterThan(0);
  expect(refused.body).toBe(
    `You have sent too many requests. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  );
  expect((await ask(cookie, getPractices.path)).statusCode).toBe(200);
  expect((await ask(other, getUser.path)).statusCode).toBe(200);
  const signOut = await testApp.app.inject({
    method: 'POST',
    url: signOutPath,
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
  });
  expect(signOut.statusCode).toBe(200);
});
