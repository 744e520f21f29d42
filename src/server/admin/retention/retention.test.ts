import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { retentionJobs } from './jobs.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
  const settings = { sessionDays: 10, signInDays: 20, importDays: 30, conversationDays: 40 };
  const payload = { changeId: randomUUID(), version: 0, settings };
  const headers = { cookie: await test.signIn('admin') };
  expect(
    (await test.inject({ method: 'POST', url: '/api/admin/settings', payload, headers }))
      .statusCode,
  ).toBe(200);
  await test.database.execute('delete from user_session; delete from auth_event');
});
afterAll(() => test.close());

const run = () =>
  retentionJobs[0]?.run(test.dependencies, {
    businessDate: '2026-11-18',
    signal: new AbortController().signal,
    progress: async () => undefined,
  });
const values = async (text: string) =>
  (await test.database.execute(text)).rows.map((row) => Object.values(row)[0]);

it('deletes expired records only, keeps when a user was last seen, and is in the audit log once', async () => {
  const [ana, ben] = [randomUUID(), randomUUID()];
  for (const id of [ana, ben])
    await test.database.execute(
      `insert into app_user (user_id, issuer, subject, email, name, role, created_at) values ('${id}', 'i', '${id}', '${id}@example.com', 'A', 'member', now())`,
    );
  await test.database.execute(`
    insert into user_session (session_hash, user_id, created_at, last_seen_at) values
      ('ana old', '${ana}', '2026-11-01', '2026-11-07T23:59:59Z'), ('ana edge', '${ana}', '2026-11-01', '2026-11-08T00:00:00Z'),
      ('ana new', '${ana}', '2026-11-18', '2026-11-18T17:00:00Z'),
      ('ben older', '${ben}', '2026-10-01', '2026-10-01'), ('ben last', '${ben}', '2026-10-02', '2026-10-02');
    insert into auth_event (at, kind) values ('2026-10-28T23:59:59Z', 'signed_in'), ('2026-10-29T00:00:00Z', 'signed_in');
    insert into import_run (import_id, kind, source, state, started_at, seen_at, finished_at) values
      (gen_random_uuid(), 'usage', 'old', 'succeeded', '2026-10-01', '2026-10-01', '2026-10-18'),
      (gen_random_uuid(), 'usage', 'new', 'failed', '2026-10-01', '2026-10-01', '2026-10-20'),
      (gen_random_uuid(), 'usage', 'running', 'running', '2026-10-01', '2026-10-01', null);
    insert into assistant_conversation values
      (gen_random_uuid(), '${ana}', 'old', '2026-01-01', '2026-10-08T23:59:59Z'), (gen_random_uuid(), '${ana}', 'edge', '2026-01-01', '2026-10-09');
    insert into assistant_turn (turn_id, conversation_id, position, question, kind, unknown_words, unknown_keys, asked_at)
      select gen_random_uuid(), conversation_id, 1, title, 'answer', '{}', '{}', '2026-01-01' from assistant_conversation;
    insert into rate_window values ('ended', 1, now() - interval '1 second'), ('running', 1, now() + interval '1 minute')`);

  expect(await run()).toEqual({ sessions: 2, signIns: 1, imports: 1, conversations: 1 });
  expect(await values('select session_hash from user_session order by 1')).toEqual([
    'ana edge',
    'ana new',
    'ben last',
  ]);
  expect(await values('select count(*)::int from auth_event')).toEqual([1]);
  expect(await values('select source from import_run order by 1')).toEqual(['new', 'running']);
  expect(await values('select question from assistant_turn')).toEqual(['edge']);
  expect(await values('select hash from rate_window')).toEqual(['running']);
  expect(await run()).toEqual({ sessions: 0, signIns: 0, imports: 0, conversations: 0 });
  const audits = await test.database.background
    .selectFrom('audit_log')
    .select(['actor', 'action', 'detail'])
    .execute();
  expect(audits.filter(({ actor }) => actor === 'retention')).toEqual([
    {
      actor: 'retention',
      action: 'retention.apply',
      detail: {
        forgotten: { sessions: 2, signIns: 1, imports: 1, conversations: 1 },
        days: { sessions: 10, signIns: 20, imports: 30, conversations: 40 },
      },
    },
  ]);
});
