import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { writeAudit } from '#server/core/audit/audit.ts';
import { getAuditLog, getAuditLogCheck } from '#shared/admin/audit.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { executeWithoutAuditTriggers as tamperWith } from '#test/audit.ts';
import { createRecordingJobQueue } from '#test/recording-jobs.ts';

let test: TestApp;
let admin: string;
const now = new Date('2026-11-18T18:00:00Z');

beforeAll(async () => {
  const jobs = createRecordingJobQueue([], now);
  const words = { title: 'Alert rules', result: {} };
  const known = [{ name: 'alerts.evaluate', words, schedules: [] }];
  test = await buildTestApp({ now, dependencies: { jobs: { ...jobs, known } } });
  admin = await test.signIn('admin');
});
afterAll(() => test.close());

const entry = (facts: Partial<Parameters<typeof writeAudit>[1]> = {}) =>
  writeAudit(test.database.foreground, {
    at: now,
    actor: 'command',
    action: 'settings.save',
    objectType: 'thing',
    objectId: randomUUID(),
    ...facts,
  });
const asAdmin = (url: string) => test.inject({ url, headers: { cookie: admin } });
const log = async (query = '') =>
  getAuditLog.response.parse((await asAdmin(`/api/admin/audit-log${query}`)).json());
const chain = async () =>
  getAuditLogCheck.response.parse((await asAdmin('/api/admin/audit-log/chain')).json());

const tamper = (statement: string) => tamperWith(test.database.background, statement);

beforeEach(() => tamper('truncate audit_log'));

it('cannot be changed', async () => {
  await entry();
  for (const statement of [
    `update audit_log set actor = 'mallory'`,
    'delete from audit_log',
    'truncate audit_log',
  ])
    await expect(sql.raw(statement).execute(test.database.foreground), statement).rejects.toThrow(
      'The audit log is only added to.',
    );
  expect((await log()).rows).toHaveLength(1);
});

it('names users, customers and jobs instead of their ids', async () => {
  const user = await test.database.foreground
    .selectFrom('app_user')
    .select(['user_id', 'name'])
    .executeTakeFirstOrThrow();
  await entry({
    action: 'job.run',
    objectType: 'job_run',
    detail: { job: 'alerts.evaluate', by: user.user_id },
  });
  const [row] = (await log()).rows;
  expect(row).toMatchObject({
    objectName: 'Alert rules',
    detail: { job: 'Alert rules', by: user.name },
  });
});

it('lists actor, action, time, address and request, newest first', async () => {
  await entry({
    at: new Date('2026-11-17T18:00:00Z'),
    detail: { before: { role: 'member' }, after: { role: 'admin' } },
  });
  const { rows: people } = await test.app
    .inject({ url: '/api/admin/accounts', headers: { cookie: admin } })
    .then((answer) => answer.json<{ rows: { userId: string; name: string }[] }>());
  const invited = await test.inject({
    method: 'POST',
    url: '/api/admin/accounts',
    payload: { email: 'new@chairside.example', name: 'New Person', role: 'member' },
    headers: { cookie: admin },
  });
  expect(invited.statusCode).toBe(200);
  const { rows } = await log();
  expect(rows.map(({ position, action }) => [position, action])).toEqual([
    [2, 'user.invite'],
    [1, 'settings.save'],
  ]);
  expect(rows[0]).toMatchObject({
    actor: people[0]?.name,
    address: '127.0.0.1',
    on: '2026-11-18',
    time: '10:00',
    objectName: 'New Person',
  });
  expect(rows[0]?.requestId).toMatch(/^[0-9a-f-]{36}$/);
  expect(rows[1]).toMatchObject({
    actor: 'command',
    actorEmail: null,
    requestId: null,
    address: null,
    objectName: null,
  });
});

it('returns the requested days in the business time zone', async () => {
  await entry({ at: new Date('2026-11-18T07:59:00Z'), action: 'rules.save' });
  await entry({ at: new Date('2026-11-18T08:00:00Z'), action: 'settings.save' });
  expect((await log('?from=2026-11-18&until=2026-11-18')).rows.map(({ action }) => action)).toEqual(
    ['settings.save'],
  );
  expect((await asAdmin('/api/admin/audit-log?from=2026-11-19&until=2026-11-18')).statusCode).toBe(
    422,
  );
});

it('finds the first entry that was changed, deleted or inserted', async () => {
  for (let count = 0; count < 5; count += 1)
    await entry({ detail: { count, text: 'naïve “quotes” \n' } });
  expect(await chain()).toMatchObject({ entries: 5, broken: null });
  const { hash } = await chain();
  await tamper(`update audit_log set detail = '{"count": 9}' where position = 3`);
  expect((await chain()).broken).toMatchObject({ position: 3, action: 'settings.save' });
  await tamper(`delete from audit_log where position = 2`);
  expect((await chain()).broken?.position).toBe(3);
  await tamper(`delete from audit_log where position > 1`);
  // The chain alone cannot show that entries at its end are missing.
  expect(await chain()).toMatchObject({ entries: 1, broken: null });
  expect((await chain()).hash).not.toBe(hash);
});

it('is one chain with concurrent writers', async () => {
  await Promise.all(Array.from({ length: 20 }, () => entry()));
  expect(await chain()).toMatchObject({ entries: 20, broken: null });
});

it('is the same whatever time zone and number format the session has', async () => {
  await entry({ detail: { amount: 0.1 } });
  await sql`set time zone 'Asia/Tokyo'`.execute(test.database.background);
  await sql`set extra_float_digits = 0`.execute(test.database.background);
  expect((await chain()).broken).toBeNull();
  await sql`reset time zone`.execute(test.database.background);
  await sql`reset extra_float_digits`.execute(test.database.background);
});

it('is for administrators', async () => {
  for (const url of [
    '/api/admin/audit-log',
    '/api/admin/audit-log/chain',
    '/api/admin/audit-log/export',
  ])
    expect((await test.inject({ url })).statusCode).toBe(403);
  const csv = await asAdmin('/api/admin/audit-log/export');
  expect(csv.headers['content-type']).toContain('text/csv');
});
