import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ImportReport } from '#shared/imports/report.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { insertInstitution } from '#test/factories.ts';
import { clearImported, expireHeartbeats, importText } from '#test/imports.ts';
import { watchForAbandonedImports } from '../abandoned.ts';
import { finishAbandonedImports } from '../finish.ts';
import { endAbandonedRuns } from './abandoned-queries.ts';
import {
  beginRun,
  failRun,
  type ImportRunClaim,
  ImportRunLost,
  runLeaseSeconds,
  tryTakeWriteTurn,
  updateRunHeartbeat,
} from './run-queries.ts';

let opened: TestDatabase;
beforeAll(async () => {
  opened = await createTestDatabase();
});
beforeEach(() => clearImported(opened.database));
afterAll(() => opened.close());

const at = (minute: number) => new Date(Date.UTC(2026, 10, 18, 18, minute));
const run = (id: number): ImportRunClaim => ({
  importId: `00000000-0000-0000-0000-00000000000${id}`,
  kind: 'usage',
  externalSource: 'import',
  today: '2026-11-18',
  fence: 0,
});
const report: ImportReport = {
  kind: 'usage',
  rowsRead: 1,
  added: 0,
  changed: 0,
  unchanged: 0,
  superseded: 0,
  skipped: 0,
  rejected: 0,
  rejects: [],
  warned: 0,
  warnings: [],
  undated: 0,
  newcomers: 0,
  moved: 0,
  notes: [],
  reasons: [],
  columns: [],
};
const runs = async () =>
  (
    await opened.database.background
      .selectFrom('import_run')
      .select(['state', 'error'])
      .orderBy('started_at')
      .execute()
  ).map((row) => [row.state, row.error]);

test('one run has the turn to write, and the next takes it afterwards', async () => {
  const { background } = opened.database;
  await beginRun(background, run(1), 'test', at(0));
  await beginRun(background, run(2), 'test', at(1));
  expect(await tryTakeWriteTurn(background, run(1), report)).toBe(true);
  expect(await tryTakeWriteTurn(background, run(2), report)).toBe(false);
  await failRun(background, run(1), 'stopped by hand', at(1));
  expect(await tryTakeWriteTurn(background, run(2), report)).toBe(true);
  expect(await runs()).toEqual([
    ['failed', 'stopped by hand'],
    ['running', null],
  ]);
});

test('a run without a heartbeat for its lease is taken over, once, and its earlier process finds it lost', async () => {
  const { background } = opened.database;
  const others = { except: [], alone: false, now: at(3) };
  await beginRun(background, run(1), 'test', at(0));
  await tryTakeWriteTurn(background, run(1), report);
  await beginRun(background, run(2), 'test', at(0));
  await expireHeartbeats(opened.database, runLeaseSeconds - 10);
  expect(await endAbandonedRuns(background, others)).toEqual([]);
  await expireHeartbeats(opened.database, runLeaseSeconds + 1);
  await updateRunHeartbeat(background, run(2));
  expect(await endAbandonedRuns(background, others)).toEqual([
    {
      ...run(1),
      takes: null,
      entitles: false,
      addsRepeats: false,
      undoes: null,
      fence: 1,
      writing: true,
    },
  ]);
  expect(await endAbandonedRuns(background, others)).toEqual([]);
  await expect(updateRunHeartbeat(background, run(1))).rejects.toThrow(ImportRunLost);
  await failRun(background, run(1), 'not ours any more', at(3));
  expect((await runs())[0]).toEqual(['running', null]);
});

test('a run that cannot be finished ends with the reason, and other imports continue', async () => {
  const { background } = opened.database;
  await insertInstitution(opened.database, { institution_id: 5 }, [{ location_id: 50 }]);
  await beginRun(background, run(1), 'test', at(0));
  await tryTakeWriteTurn(background, run(1), report);
  // Stages the value -1, which violates a constraint of the daily usage table. Reading a file would
  // already refuse this value.
  await sql`insert into usage_staging values (${run(1).importId}::uuid, 2, 5, 50, 'forms', '2026-11-16', -1)`.execute(
    background,
  );
  await expireHeartbeats(opened.database);
  expect(await finishAbandonedImports(opened.database, () => at(10))).toEqual([
    expect.stringMatching(/^Couldn't finish the interrupted import of usage: .*usage_daily/),
  ]);
  expect(await runs()).toEqual([
    [
      'failed',
      expect.stringMatching(/^The import stopped after it had written some of its rows: /),
    ],
  ]);
  expect((await sql`select from usage_staging`.execute(background)).rows).toEqual([]);
  expect(
    await importText(
      opened.database,
      'usage',
      'Location ID,Product,Date,Value\n50,forms,2026-11-16,1\n',
    ),
  ).toMatchObject({ added: 1 });
});

test('a running server finishes the import of a command that was killed', async () => {
  const { background } = opened.database;
  const said: unknown[] = [];
  const log = {
    warn: (line: unknown) => said.push(line),
    error: (line: unknown) => said.push(line),
  };
  await insertInstitution(opened.database, { institution_id: 6 }, [{ location_id: 60 }]);
  await beginRun(background, run(1), 'test', at(0));
  await tryTakeWriteTurn(background, run(1), report);
  await sql`insert into usage_staging values (${run(1).importId}::uuid, 2, 6, 60, 'forms', '2026-11-16', 3)`.execute(
    background,
  );
  await expireHeartbeats(opened.database);
  const watching = watchForAbandonedImports(
    { database: { ...opened.database, isAlone: false }, clock: () => at(10), log },
    20,
  );
  await expect.poll(runs).toEqual([['succeeded', null]]);
  await watching.stop();
  expect(said).toEqual([
    'An import of usage was interrupted. It is now finished: 1 added, 0 changed.',
  ]);
});
