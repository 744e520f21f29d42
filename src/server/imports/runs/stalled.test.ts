import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { getSystemNotices } from '#shared/core/notices.ts';
import { getServerStatus } from '#shared/core/server-status.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { expireHeartbeats, importText } from '#test/imports.ts';
import { finishAbandonedImports } from '../finish.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => test.close());

/** Advances the clock by which a run measures the time without progress. */
function letPass(seconds: number): void {
  const { now } = performance;
  vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + seconds * 1000);
}

const health = async () => {
  const { status, checks } = getServerStatus.response.parse(
    (await test.inject({ url: '/healthz' })).json(),
  );
  return { status, imports: checks.find(({ name }) => name === 'imports')?.status };
};
const notices = async () =>
  getSystemNotices.response
    .parse((await test.inject({ url: '/api/core/notices' })).json())
    .rows.map(({ key }) => key);

it('a hanging import is reported and ended by the running server, and the next one starts', async () => {
  const { database } = test;
  expect(await health()).toEqual({ status: 'ok', imports: 'ok' });
  const isWaiting = Promise.withResolvers<void>();
  const hanging = importText(database, 'practices', 'Customer ID,Name\nC1,Dental\n', {
    gate: async () => {
      isWaiting.resolve();
      await new Promise(() => undefined);
    },
  });
  const ended = expect(hanging).rejects.toThrow(
    'The import made no progress for 80 seconds and was stopped. Nothing was written.',
  );
  await isWaiting.promise;
  expect(
    await finishAbandonedImports({ ...database, isAlone: false }, test.dependencies.clock),
  ).toEqual([]);

  letPass(60);
  await expireHeartbeats(database, 60);
  expect(await health()).toEqual({ status: 'degraded', imports: 'degraded' });
  expect(await notices()).toEqual(['imports']);
  await finishAbandonedImports({ ...database, isAlone: false }, test.dependencies.clock);

  vi.restoreAllMocks();
  letPass(90);
  await finishAbandonedImports({ ...database, isAlone: false }, test.dependencies.clock);
  await ended;
  const [run] = await database.background
    .selectFrom('import_run')
    .select(['state', 'error'])
    .execute();
  expect(run).toMatchObject({ state: 'failed', error: expect.stringContaining('no progress') });
  vi.restoreAllMocks();
  letPass(120);
  expect(await health()).toEqual({ status: 'ok', imports: 'ok' });
  expect(await importText(database, 'practices', 'Customer ID,Name\nC1,Dental\n')).toMatchObject({
    added: 1,
  });
});
