import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { importText } from '#test/imports.ts';
import { createLogger } from './log.ts';

const token = 'a'.repeat(32);
const apps: TestApp[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

async function built(...given: Parameters<typeof buildTestApp>): Promise<TestApp> {
  const app = await buildTestApp(...given);
  apps.push(app);
  return app;
}

const measured = () => built({ env: { METRICS_TOKEN: token } });
const scrape = (test: TestApp, authorization = `Bearer ${token}`) =>
  test.app.inject({ url: '/metrics', headers: { authorization } });

/** Returns the sample values of a scrape, as text, by name with labels. */
const samplesOf = (text: string) =>
  new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [
        line.slice(0, line.lastIndexOf(' ')),
        Number(line.slice(line.lastIndexOf(' ') + 1)),
      ]),
  );

describe('access', () => {
  it('no caller, where no token is set', async () => {
    expect((await scrape(await built())).statusCode).toBe(404);
  });

  it('no caller without the token or with another', async () => {
    const test = await measured();
    for (const wrong of [
      '',
      'Bearer ',
      `Bearer ${'b'.repeat(32)}`,
      `bearer${token}`,
      `Bearer ${token} `,
      token,
    ]) {
      const answer = await scrape(test, wrong);
      expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, 'Bearer']);
      expect(answer.body).not.toContain('_seconds');
    }
    const admin = await test.signIn('admin');
    expect(
      (await test.app.inject({ url: '/metrics', headers: { cookie: admin } })).statusCode,
    ).toBe(401);
  });

  it('a caller with the token, and caches nothing', async () => {
    const answer = await scrape(await measured());
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).not.toContain(token);
  });
});

describe('content', () => {
  let text: string;
  beforeAll(async () => {
    const test = await measured();
    await importText(test.database, 'practices', 'name,zip\nElm Dental,06831\n,06831\n');
    const before = samplesOf((await scrape(test)).body);
    expect(before.size).toBeGreaterThan(20);
    for (const id of [1, 2]) await test.inject({ url: `/api/institution/${id}/prep-sheet` });
    await test.inject({ url: '/api/customer-practices' });
    await test.inject({ url: '/api/customer-practices' });
    await test.database.execute(
      `insert into job_run (job, scheduled_for, business_date, state, arguments, created_at, started_at, finished_at)
       values ('scores.weekly', now(), current_date, 'succeeded', '{}', now(), now(), '2026-11-18T10:00:00Z'),
              ('scores.weekly', now(), current_date, 'queued', '{}', now(), null, null)`,
    );
    text = (await scrape(test)).body;
  });

  it('follows the conventions: help and type of each, and our counters end in total', () => {
    const families = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type]) => ({
      name,
      type,
    }));
    expect(families.length).toBeGreaterThan(20);
    for (const { name, type } of families) {
      expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
      expect(text).toContain(`# HELP ${name} `);
      if (!/^(nodejs|process)_/.test(name))
        expect(name.endsWith('_total'), name).toBe(type === 'counter');
    }
    expect(new Set(families.map(({ name }) => name)).size).toBe(families.length);
  });

  it('counts requests by the pattern of their route, so that no id and no unknown path adds a series', () => {
    const routes = new Set(
      [...text.matchAll(/http_request_duration_seconds_count\{[^}]*route="([^"]+)"/g)].map(
        ([, route]) => route,
      ),
    );
    expect([...routes].filter((route) => /\d/.test(route ?? ''))).toEqual([]);
    expect(routes).toContain('/metrics');
    expect([...routes].some((route) => route?.includes(':'))).toBe(true);
  });

  it('has the ledger, the pools, the rows of imports and the event loop', () => {
    const samples = samplesOf(text);
    expect(samples.get('chairside_job_last_success_timestamp_seconds{job="scores.weekly"}')).toBe(
      Date.parse('2026-11-18T10:00:00Z') / 1000,
    );
    expect(samples.get('chairside_job_runs_open{job="scores.weekly",state="waiting"}')).toBe(1);
    expect(samples.get('chairside_database_up')).toBe(1);
    expect(samples.get('chairside_database_connections_max{pool="foreground"}')).toBeGreaterThan(0);
    expect(samples.get('chairside_database_connections_waiting{pool="background"}')).toBe(0);
    expect(
      samples.get('chairside_import_rows_total{kind="practices",outcome="added"}'),
    ).toBeGreaterThanOrEqual(1);
    expect(
      samples.get('chairside_import_rows_total{kind="practices",outcome="rejected"}'),
    ).toBeGreaterThanOrEqual(1);
    expect([...samples.keys()]).toContain('nodejs_eventloop_lag_p99_seconds');
  });
});

// Only the embedded database may be closed twice.
it.skipIf(process.env.TEST_DATABASE_URL)(
  'answers while the database is unavailable, and reports it',
  async () => {
    const test = await measured();
    await test.database.close();
    const samples = samplesOf((await scrape(test)).body);
    expect(samples.get('chairside_database_up')).toBe(0);
    expect([...samples.keys()].some((name) => name.startsWith('chairside_job_runs_open'))).toBe(
      false,
    );
  },
);

it('logs lines of JSON that share the id of their request, without the queries of URLs', async () => {
  const lines: string[] = [];
  const test = await built({
    env: { LOG_LEVEL: 'info' },
    dependencies: { log: createLogger('info', { write: (line) => lines.push(line) }) },
  });
  const answer = await test.inject({ url: '/api/core/settings?code=secret-of-a-sign-in' });
  expect(answer.statusCode).toBe(200);
  const told = lines.map((line) => JSON.parse(line));
  const [came, went] = told.filter(({ req, res }) => req !== undefined || res !== undefined);
  expect(came).toMatchObject({
    req: { method: 'GET', url: '/api/core/settings' },
    reqId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(went).toMatchObject({ reqId: came.reqId, res: { statusCode: 200 } });
  expect(lines.join('')).not.toContain('secret-of-a-sign-in');
});
