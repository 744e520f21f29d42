import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeAudit } from '#server/core/audit/audit.ts';
import { beginAuditSealing } from '#server/core/audit/begin.ts';
import { updateAuditRecordFile } from '#server/core/audit/keep-record.ts';
import { readNewestEntry } from '#server/core/audit/queries.ts';
import { setAuditKey } from '#server/core/audit/seal.ts';
import type { Database } from '#server/core/db/database.ts';
import { executeWithoutAuditTriggers, writeEntries } from '#test/audit.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { createTemporaryFolder, type TemporaryFolder } from '#test/temporary-folder.ts';
import { verifyAuditLog } from './verify.ts';

let test: TestDatabase;
let database: Database;
let folder: TemporaryFolder;
let now: Date;
const clock = () => now;
const passMinutes = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};
const machines = ['this', 'other'] as const;
const place = (machine: (typeof machines)[number]) => ({
  DATA_DIR: join(folder.path, machine),
  AUDIT_KEY: 'ab'.repeat(32),
});

beforeEach(async () => {
  now = new Date('2026-11-18T18:00:00Z');
  folder = createTemporaryFolder();
  for (const machine of machines) mkdirSync(place(machine).DATA_DIR);
  test = await createTestDatabase();
  database = test.database;
  await beginAuditSealing(database, place('this'), clock);
});
afterEach(async () => {
  setAuditKey(undefined);
  await test.close();
  folder.remove();
});

const write = (count: number) => writeEntries(database.foreground, count, now);
const record = (machine: (typeof machines)[number]) =>
  updateAuditRecordFile({ database, place: place(machine), clock });
const verify = (machine: (typeof machines)[number]) =>
  verifyAuditLog(database.background, place(machine));
const missing = (position: number) =>
  expect.stringMatching(
    new RegExp(
      `^(Entry ${position} was the newest on |On \\S+, entry ${position} \\(checksum [0-9a-f]+\\) was found missing or changed)`,
    ),
  );

/**
 * Deletes the entries after a position, with the seals of these entries, as a restore or an
 * attacker does.
 */
async function cutAfter(position: number): Promise<void> {
  await executeWithoutAuditTriggers(
    database.background,
    `delete from audit_log where position > ${position}`,
  );
  await executeWithoutAuditTriggers(
    database.background,
    `delete from audit_log_seal where position > ${position}`,
  );
}
const writeRestore = (replaced: unknown) =>
  writeAudit(database.foreground, {
    ...{
      at: now,
      actor: 'command line',
      action: 'database.restore',
      objectType: 'database',
      objectId: 'backup',
      detail: { replaced },
    },
  });

/**
 * Writes 6 entries that both machines record. Then restores the log to entry 4. The new entry 5
 * records the restore.
 */
async function restoreLog(): Promise<void> {
  await write(6);
  for (const machine of machines) await record(machine);
  passMinutes(10);
  const head = await readNewestEntry(database.background);
  await cutAfter(4);
  await writeRestore([head]);
}

/** Expects that both machines report the missing entry 8, also after further checks. */
async function expectMissing(): Promise<void> {
  for (const machine of machines)
    expect((await verify(machine)).problems).toContainEqual(missing(8));
  for (const machine of machines)
    expect((await record(machine))?.breaks).toMatchObject([{ position: 8 }]);
}

async function writeOn(): Promise<void> {
  await restoreLog();
  await write(3);
  for (const machine of machines)
    expect(await record(machine)).toMatchObject({ position: 8, breaks: [] });
}

it('a restore explains a record made before it, and the log continues', async () => {
  await writeOn();
  for (const machine of machines)
    expect(await verify(machine)).toMatchObject({
      entries: 8,
      broken: null,
      problems: [],
      notes: [],
    });
});

it('the end of a restored log cannot be cut back to the restore, which explains each record once', async () => {
  await writeOn();
  await cutAfter(5);
  await expectMissing();
});

it('the end of the log cannot be cut together with a restore that was written without the key', async () => {
  await writeOn();
  const sealed = await database.background
    .selectFrom('audit_log_seal')
    .selectAll()
    .where('position', '=', 5)
    .executeTakeFirstOrThrow();
  await cutAfter(6);
  setAuditKey(undefined);
  await writeRestore(null);
  await database.background
    .insertInto('audit_log_seal')
    .values({ ...sealed, position: 7 })
    .execute();
  // Only the restore ran without the key. This sets the key again, as on a running server.
  await beginAuditSealing(database, place('this'), clock);
  await expectMissing();
});

it('a restore whose entry was changed or deleted explains nothing', async () => {
  await restoreLog();
  await write(1);
  await executeWithoutAuditTriggers(
    database.background,
    `update audit_log set detail = '{"replaced": null}' where position = 5`,
  );
  expect(await verify('other')).toMatchObject({ broken: { position: 5 }, problems: [missing(6)] });
  await cutAfter(4);
  expect(await verify('other')).toMatchObject({ broken: null, problems: [missing(6)] });
});

it('a restore sealed with another key explains nothing', async () => {
  await restoreLog();
  const { problems } = await verifyAuditLog(database.background, {
    ...place('this'),
    AUDIT_KEY: 'cd'.repeat(32),
  });
  expect(problems).toContainEqual(missing(6));
});
