import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#server/core/db/database.ts';
import { buildTestApp } from '#test/app.ts';
import { startDatabaseChild } from '#test/child-process.ts';
import { buildImportTestApp } from '#test/import-wizard.ts';
import { clearImported, expireHeartbeats, importText, readImportedTables } from '#test/imports.ts';
import { createLastingDatabase } from '#test/lasting-database.ts';
import { computeTableHashes } from '#test/table-hashes.ts';
import { createTemporaryFolder } from '#test/temporary-folder.ts';
import { activeImportRuns } from '../runs/active-runs.ts';
import { importJobs } from './jobs.ts';
import { retainedRowsText } from './rules.ts';
import { activeUploads } from './task.ts';

let wizard: Awaited<ReturnType<typeof buildImportTestApp>>;
beforeAll(async () => {
  wizard = await buildImportTestApp();
});
beforeEach(() => clearImported(wizard.app.database));
afterAll(() => wizard.close());

const practices = `Customer ID,Location ID,Name\n${Array.from({ length: 24 }, (_, id) => `C${id},L${id},Dental ${id}`).join('\n')}\n`;
const dayOf = (index: number) => new Date(Date.UTC(2020, 0, 1 + index)).toISOString().slice(0, 10);
const usage = (rows: number) =>
  `Customer ID,Date,Product,Value\n${Array.from({ length: rows }, (_, index) => `C${index % 24},${dayOf(Math.floor(index / 24))},forms,1`).join('\n')}\n`;
const request = (uploadId: string, action: string) =>
  wizard.post(`/api/imports/uploads/${uploadId}/action`, { action });
const signal = new AbortController().signal;

it('a check of a file with only unusable rows can be stopped before its end', async () => {
  const sent = (await wizard.send('practices.csv', `${practices}${'X,,\n'.repeat(300_000)}`)).json<{
    uploadId: string;
    version: number;
  }>();
  await wizard.plan(sent, { kind: 'practices' });
  let isAsked = false;
  await wizard.work(signal, async (_, note) => {
    if (note !== 'reading' || isAsked) return;
    isAsked = true;
    await request(sent.uploadId, 'cancel');
  });
  expect(await wizard.upload(sent.uploadId)).toMatchObject({
    state: 'uploaded',
    report: null,
    error: null,
  });
});

describe('a cancellation', () => {
  /** Starts a usage import. Sends the requests one right after another once the import writes. */
  async function requesting(...actions: string[]) {
    await wizard.load('practices', practices);
    const before = await readImportedTables(wizard.app.database);
    const checked = await wizard.check('usage', usage(9_000));
    await wizard.start(checked);
    let isAsked = false;
    await wizard.work(signal, async (_, note) => {
      if (note !== 'writing' || isAsked) return;
      isAsked = true;
      for (const action of actions) await request(checked.uploadId, action);
    });
    expect(await wizard.upload(checked.uploadId)).toMatchObject({
      state: 'cancelled',
      error: null,
    });
    expect(await readImportedTables(wizard.app.database)).toBe(before);
    const states = (await wizard.runs())
      .filter(({ kind }) => kind === 'usage')
      .map(({ state }) => state);
    expect(states.sort()).toEqual(['canceled', 'undo']);
  }

  it('wins over a later pause', () => requesting('cancel', 'pause'));
  it('wins over an earlier pause', () => requesting('pause', 'cancel'));

  it('that arrives when the last row is written still undoes the import', async () => {
    await wizard.load('practices', practices);
    const before = await readImportedTables(wizard.app.database);
    const checked = await wizard.check('usage', usage(48));
    await wizard.start(checked);
    // All rows are written in one batch. The import reads no requests after its last batch, so the
    // cancel comes too late to stop the import.
    await wizard.work(signal, async (_, note) => {
      if (note === 'writing') await request(checked.uploadId, 'cancel');
    });
    expect(await wizard.upload(checked.uploadId)).toMatchObject({ state: 'cancelled' });
    expect(await readImportedTables(wizard.app.database)).toBe(before);
  });
});

describe('a cancellation of an import whose rows were changed meanwhile', () => {
  async function canceledAfter(change: string) {
    await wizard.load('practices', practices);
    const checked = await wizard.check('usage', usage(48));
    await wizard.start(checked);
    await wizard.work(signal, async (_, note) => {
      if (note !== 'writing') return;
      await wizard.app.database.execute(change);
      await request(checked.uploadId, 'cancel');
    });
    const upload = await wizard.upload(checked.uploadId);
    expect(upload.state).toBe('cancelled');
    return upload.error;
  }

  it('reports how many rows it kept and why', async () => {
    const error =
      await canceledAfter(`update usage_daily set value = 9 where day = '2020-01-01' and institution_id in
      (select institution_id from institution where external_id in ('C0', 'C1', 'C2', 'C3'))`);
    expect(error).toMatch(
      /^4 rows of this import were kept, because they were changed or used after the import: Dental C?0, .* \(loaded again since\); .*; …\.$/,
    );
    const { days } =
      (
        await sql<{ days: number }>`select count(*) as days from usage_daily`.execute(
          wizard.app.database.background,
        )
      ).rows[0] ?? {};
    expect(days).toBe(4);
    const canceled = (await wizard.runs()).find(({ state }) => state === 'canceled');
    expect(canceled?.undoReport).toMatchObject({ removed: 44, restored: 0, kept: 4 });
  });

  it('reports that every row was changed', async () => {
    expect(await canceledAfter('update usage_daily set value = 9')).toMatch(
      /^48 rows of this import were kept, because they were changed or used after the import: /,
    );
  });
});

it('the result of a cancellation names a single kept row', () => {
  const keptRows = [{ what: 'Elm: forms on Nov 2, 2026', why: 'Loaded again since' }];
  expect(retainedRowsText({ removed: 3, restored: 0, kept: 1, keptRows })).toBe(
    '1 row of this import was kept, because it was changed or used after the import: Elm: forms on Nov 2, 2026 (loaded again since).',
  );
  expect(retainedRowsText({ removed: 3, restored: 0, kept: 0, keptRows: [] })).toBeNull();
});

it('a worker that was suspended changes nothing of an import that another worker has finished', async () => {
  await wizard.load('practices', practices);
  const checked = await wizard.check('usage', usage(9_000));
  await wizard.start(checked);
  const stopped = Promise.withResolvers<void>();
  const resumed = Promise.withResolvers<void>();
  const first = wizard.work(signal, async (_, note) => {
    if (note !== 'writing') return;
    stopped.resolve();
    await resumed.promise;
  });
  await stopped.promise;
  // Simulates another process, which does not know the uploads of this process.
  activeUploads.clear();
  activeImportRuns.clear();
  await expireHeartbeats(wizard.app.database);
  await wizard.work();
  const done = await wizard.upload(checked.uploadId);
  expect(done).toMatchObject({ state: 'done', error: null, report: { added: 9_000 } });
  resumed.resolve();
  await first;
  expect(await wizard.upload(checked.uploadId)).toEqual(done);
  const { days } =
    (
      await sql<{ days: number }>`select count(*) as days from usage_daily`.execute(
        wizard.app.database.background,
      )
    ).rows[0] ?? {};
  expect(days).toBe(9_000);
});

const uploadId = '00000000-0000-4000-8000-000000000001';
const ids = Array.from({ length: 4_000 }, (_, id) => id);

/**
 * Imports 4,000 practices and adds an upload with 8,000 rows of usage. Returns the hashes of the
 * tables before the upload is added.
 */
async function layUpload<Hashes>(
  database: Database,
  folder: string,
  hashes: (database: Database) => Promise<Hashes>,
): Promise<Hashes> {
  const content = `Customer ID,Date,Product,Value\n${ids.map((id) => `C${id},2020-01-01,forms,1\nC${id},2020-01-02,forms,1`).join('\n')}\n`;
  const rows = ids.map((id) => `C${id},L${id},Dental ${id}`).join('\n');
  await importText(database, 'practices', `Customer ID,Location ID,Name\n${rows}\n`);
  const found = await hashes(database);
  mkdirSync(join(folder, 'uploads'));
  writeFileSync(join(folder, 'uploads', uploadId), content);
  const uses = { 'Customer ID': 'institutionId', Date: 'day', Product: 'product', Value: 'value' };
  const decided = {
    kind: 'usage',
    externalSource: 'import',
    uses,
    dates: null,
    numbers: null,
    entitles: false,
  };
  const plan = { ...decided, takes: { known: true, new: true } };
  await sql`with person as (insert into app_user (issuer, subject, email, name, role, created_at)
      values ('https://identity.test', 's', 'ana@example.com', 'Ana', 'admin', now()) returning user_id)
    insert into import_upload (upload_id, file_name, bytes, sha256, made_by, made_at, state, plan, changed_at)
    select ${uploadId}::uuid, 'usage.csv', ${content.length}, ${createHash('sha256').update(content).digest('hex')}, user_id, now(), 'to_import',
      ${JSON.stringify(plan)}::jsonb, now() from person`.execute(database.background);
  return found;
}

// The embedded database allows only one process.
it.skipIf(!process.env.TEST_DATABASE_URL)(
  'a process that is stopped while it writes settles nothing once another has finished (PostgreSQL)',
  async () => {
    const lasting = await createLastingDatabase();
    const folder = createTemporaryFolder();
    try {
      await lasting.use((database) => layUpload(database, folder.path, async () => undefined));
      const stopped = startDatabaseChild('carry', lasting.place, folder.path);
      await stopped.said('writing');
      stopped.signal('SIGSTOP');
      await lasting.use(async (database) => {
        const results = async () => ({
          upload: await database.background
            .selectFrom('import_upload')
            .selectAll()
            .executeTakeFirstOrThrow(),
          runs: await database.background
            .selectFrom('import_run')
            .selectAll()
            .where('kind', '=', 'usage')
            .execute(),
          tables: await computeTableHashes(database),
        });
        expect((await results()).upload.state).toBe('importing');
        await expireHeartbeats(database);
        const other = startDatabaseChild('carry', lasting.place, folder.path);
        await other.said('done');
        const finished = await results();
        expect(finished.upload).toMatchObject({
          state: 'done',
          error: null,
          report: { added: 8_000 },
        });
        expect(finished.runs).toHaveLength(1);
        stopped.signal('SIGCONT');
        await stopped.said('done');
        expect(await results()).toEqual(finished);
        await other.kill();
      });
      await stopped.kill();
    } finally {
      await lasting.remove();
      folder.remove();
    }
  },
  180_000,
);

it('a process killed while it undoes a canceled import is followed by one that completes it', async () => {
  const lasting = await createLastingDatabase();
  const folder = createTemporaryFolder();
  // Tables whose rows change with every import, and tables of scores that are computed afterwards.
  const changing = [
    'assigned_id',
    'import_run',
    'import_upload',
    'audit_log',
    'audit_log_seal',
    'list_version',
    'app_user',
    'rules_version',
    'score_provisional',
  ];
  const hashes = (database: Database) => computeTableHashes(database, changing);
  try {
    const before = await lasting.use(async (database) => layUpload(database, folder.path, hashes));
    const child = startDatabaseChild('cancel', lasting.place, folder.path);
    await child.said('taking back');
    await child.kill();
    await lasting.use(async (database) => {
      const days = async () =>
        (
          await sql<{ days: number }>`select count(*) as days from usage_daily`.execute(
            database.background,
          )
        ).rows[0]?.days;
      expect(await days()).toBeGreaterThan(0);
      const state = async () =>
        (
          await database.background
            .selectFrom('import_upload')
            .select('state')
            .executeTakeFirstOrThrow()
        ).state;
      expect(await state()).toBe('cancelling');
      await expireHeartbeats(database);
      const { app, dependencies } = await buildTestApp({
        database: { database, close: async () => undefined },
        env: { DATA_DIR: folder.path },
      });
      await importJobs[0]?.run(dependencies, {
        businessDate: '2026-11-18',
        signal,
        progress: async () => undefined,
      });
      await app.close();
      expect(await state()).toBe('cancelled');
      expect(await hashes(database)).toEqual(before);
    });
  } finally {
    await lasting.remove();
    folder.remove();
  }
}, 180_000);
