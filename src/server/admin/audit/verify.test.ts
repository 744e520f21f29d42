import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeAudit } from '#server/core/audit/audit.ts';
import { beginAuditSealing } from '#server/core/audit/begin.ts';
import { startAuditRecordUpdates, updateAuditRecordFile } from '#server/core/audit/keep-record.ts';
import { setAuditKey } from '#server/core/audit/seal.ts';
import type { Database } from '#server/core/db/database.ts';
import { executeWithoutAuditTriggers, writeEntries } from '#test/audit.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { createTemporaryFolder, type TemporaryFolder } from '#test/temporary-folder.ts';
import { verifyAuditLog } from './verify.ts';

let test: TestDatabase;
let database: Database;
let folder: TemporaryFolder;
const now = new Date('2026-11-18T18:00:00Z');
const clock = () => now;
const place = () => ({ DATA_DIR: folder.path });
const path = (name: string) => join(folder.path, name);

beforeEach(async () => {
  folder = createTemporaryFolder();
  test = await createTestDatabase();
  database = test.database;
  await beginAuditSealing(database, place(), clock);
});
afterEach(async () => {
  setAuditKey(undefined);
  await test.close();
  folder.remove();
});

const write = (count: number) => writeEntries(database.foreground, count, now);
const record = () => updateAuditRecordFile({ database, place: place(), clock });
const verify = () => verifyAuditLog(database.background, place());
const attack = (statement: string) => executeWithoutAuditTriggers(database.background, statement);

/** Recomputes the whole chain, as an attacker with the database password can. */
const chainAnew = () =>
  attack(`do $$
    declare entry audit_log; previous bytea; reached bigint := 0;
    begin
      for entry in select * from audit_log order by position loop
        reached := reached + 1;
        entry.position := reached;
        previous := audit_hash(previous, entry);
        update audit_log set position = -reached, hash = previous where audit_id = entry.audit_id;
      end loop;
      update audit_log set position = -position;
    end $$`);

it('is intact when nothing was changed, and only the owner can read its key and record', async () => {
  await write(5);
  await record();
  expect(await verify()).toMatchObject({ entries: 5, broken: null, problems: [], notes: [] });
  for (const name of ['audit.key', 'audit-record.json'])
    expect(statSync(path(name)).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(path('audit-record.json'), 'utf8'))).toMatchObject({
    record: { position: 5, sealedFrom: 1, breaks: [] },
  });
});

it('shows that the newest entries were deleted, with or without their seals', async () => {
  await write(5);
  await record();
  await attack('delete from audit_log where position > 3');
  const missing = expect.stringMatching(
    /^Entry 5 was the newest on 2026-11-18T18:00:00.000Z .* the log ends with entry 3: the end of the log is missing/,
  );
  expect(await verify()).toMatchObject({
    broken: null,
    problems: [
      'The end of the log is missing: 2 seals belong to entries that no longer exist.',
      missing,
    ],
  });
  await attack('delete from audit_log_seal where position > 3');
  expect((await verify()).problems).toEqual([missing]);
});

it('shows that the whole log was emptied', async () => {
  await write(5);
  await record();
  await attack('truncate audit_log, audit_log_seal');
  const { entries, broken, problems } = await verify();
  expect([entries, broken, problems[0]]).toEqual([
    0,
    null,
    expect.stringContaining('and the log is empty: the end of the log is missing'),
  ]);
});

it('shows that an entry was changed and the chain recomputed, even when every seal was deleted', async () => {
  await write(5);
  await record();
  await attack(`update audit_log set actor = 'mallory' where position = 3`);
  expect((await verify()).broken?.position).toBe(3);
  await chainAnew();
  const anew = await verify();
  expect([anew.broken, anew.problems]).toEqual([
    null,
    [
      'The seal of entry 3 is wrong: the log was changed and its checksums were recomputed.',
      expect.stringMatching(/^Entry 5 was the newest .* its checksum now differs/),
    ],
  ]);
  await attack('delete from audit_log_seal');
  // A server that starts afterwards seals the remaining entries. The record still reports the
  // break.
  await beginAuditSealing(database, place(), clock);
  expect((await verify()).problems).toEqual([
    expect.stringMatching(/its checksum now differs: the log was changed/),
    'The seals from entry 1 on were deleted.',
  ]);
});

it('shows an entry that was inserted without the key', async () => {
  await write(2);
  await sql`insert into audit_log (at, actor, action, object_type, object_id, detail) values (now(), 'x', 'a.b', 'c', 'd', '{}')`.execute(
    database.foreground,
  );
  await write(2);
  expect((await verify()).problems).toEqual([
    'Entry 3 has no seal: it was not written by Chairside.',
  ]);
});

it('shows an entry that was inserted with the seal of an invented key', async () => {
  await write(3);
  await record();
  setAuditKey(undefined);
  await write(1);
  await attack(
    `insert into audit_log_seal (position, key_id, seal) values (4, 'deadbeefdeadbeef', decode(repeat('ab', 32), 'hex'))`,
  );
  expect(await verify()).toMatchObject({
    broken: null,
    problems: [
      expect.stringMatching(
        /^Entry 4 is sealed with the key deadbeefdeadbeef, although an earlier entry is sealed with this server's key/,
      ),
    ],
  });
});

it('keeps reporting a missing end as the log grows', async () => {
  await write(5);
  await record();
  await attack('delete from audit_log where position > 3');
  await write(1);
  expect(await record()).toMatchObject({ position: 4, breaks: [{ position: 5 }] });
  await write(4);
  expect(await record()).toMatchObject({ position: 8, breaks: [{ position: 5 }] });
  expect((await verify()).problems).toEqual([
    expect.stringMatching(
      /^On 2026-11-18\S*, entry 5 .* was found missing or changed\. Until then, it was the newest recorded entry\.$/,
    ),
  ]);
});

it('seals entries without a seal, and reports the first sealed entry', async () => {
  setAuditKey(undefined);
  await write(3);
  expect((await verify()).notes).toContain(
    'No entry has a seal yet. Sealing begins when a server next starts.',
  );
  await beginAuditSealing(database, place(), clock);
  await beginAuditSealing(database, place(), clock);
  await record();
  expect(await verify()).toMatchObject({
    entries: 4,
    problems: [],
    notes: [
      'Entries 1 to 3 are older than the first seal. Changes made to them before entry 4 was sealed cannot be detected.',
    ],
  });
});

it('reports a missing key, and continues with a new one', async () => {
  await write(3);
  await record();
  rmSync(path('audit.key'));
  expect((await verify()).problems).toEqual([
    'The key of the audit log is missing, so no seal was checked. Restore audit.key in DATA_DIR, or set AUDIT_KEY.',
  ]);
  await beginAuditSealing(database, place(), clock);
  await record();
  const { problems, notes } = await verify();
  expect(problems).toEqual([]);
  expect(notes).toEqual([
    expect.stringMatching(
      /^3 entries \(1 to 3\) are sealed with the key [0-9a-f]{16}\. This server doesn't have it/,
    ),
  ]);
  const newest = await database.foreground
    .selectFrom('audit_log')
    .select(['action', 'position'])
    .orderBy('position', 'desc')
    .executeTakeFirst();
  expect(newest).toEqual({ action: 'audit_log.change_key', position: 4 });
});

it('uses the key of the setting, which several servers share', async () => {
  const shared = { ...place(), AUDIT_KEY: 'ab'.repeat(32) };
  await beginAuditSealing(database, shared, clock);
  await write(2);
  expect((await verifyAuditLog(database.background, shared)).problems).toEqual([]);
  expect(
    (await verifyAuditLog(database.background, { ...shared, AUDIT_KEY: 'cd'.repeat(32) })).problems,
  ).toEqual([
    "None of the log's seals were made with this server's key. Restore the key that they were made with.",
  ]);
});

it('shows that the record was changed by hand', async () => {
  await write(3);
  await record();
  const text = readFileSync(path('audit-record.json'), 'utf8');
  writeFileSync(path('audit-record.json'), text.replace('"position":3', '"position":1'));
  expect((await verify()).problems).toEqual([
    'The file outside the database that records the newest log entry was changed or damaged.',
  ]);
  await record();
  expect((await verify()).problems).toEqual([
    'The record of the newest entry was found changed or damaged on 2026-11-18T18:00:00.000Z.',
  ]);
});

it('the record follows while a server runs, and rolled-back entries do not block it', async () => {
  const told: string[] = [];
  const log = { error: (said: unknown) => void told.push(String(said)), info: () => undefined };
  const keeping = startAuditRecordUpdates({ database, place: place(), clock }, log);
  await write(2);
  const kept = () => {
    try {
      return JSON.parse(readFileSync(path('audit-record.json'), 'utf8')).record.position;
    } catch {
      return 0;
    }
  };
  await expect.poll(kept, { timeout: 10_000 }).toBe(2);
  await database.foreground
    .transaction()
    .execute(async (transaction) => {
      await writeAudit(transaction, {
        at: now,
        actor: 'Ana',
        action: 'settings.save',
        objectType: 'thing',
        objectId: '3',
      });
      throw new Error('rolled back');
    })
    .catch(() => undefined);
  await write(1);
  await keeping.stop();
  expect([kept(), told]).toEqual([3, []]);
});
