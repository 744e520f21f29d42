import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getUploadValues } from '#shared/imports/values.ts';
import { clearScores } from '#test/health-world.ts';
import { buildImportTestApp } from '#test/import-wizard.ts';
import { clearImported, expireHeartbeats, importText, readImportedTables } from '#test/imports.ts';

let wizard: Awaited<ReturnType<typeof buildImportTestApp>>;
beforeAll(async () => {
  wizard = await buildImportTestApp();
});
beforeEach(async () => {
  await clearImported(wizard.app.database);
  await clearScores(wizard.app.database.background);
});
afterAll(() => wizard.close());

const ids = Array.from({ length: 24 }, (_, index) => `C${index}`);
const practices = `Customer ID,Location ID,Name,Created,City\n${ids.map((id) => `${id},L${id},Dental ${id},2024-03-09,Reno`).join('\n')}\n`;
const days = Array.from({ length: 35 }, (_, index) =>
  new Date(Date.UTC(2026, 9, 12 + index)).toISOString().slice(0, 10),
);
const usage = `Customer ID,Date,Payments\n${days.flatMap((day) => ids.map((id, index) => `${id},${day},${index}`)).join('\n')}\n`;
const entitlements = `Customer ID,Product,Entitled\n${ids.map((id) => `${id},payments,yes`).join('\n')}\n`;
const scores = async () =>
  (
    await sql<{
      weeks: number;
      scored: number;
      provisional: number;
    }>`select (select count(*) from official_week) as weeks,
    (select count(*) from score_week where adoption_score is not null) as scored,
    (select count(*) from score_provisional where adoption_score is not null) as provisional`.execute(
      wizard.app.database.background,
    )
  ).rows[0];

describe('practices and usage through the wizard', () => {
  it('lead to scores, and an undo restores everything', async () => {
    const empty = await readImportedTables(wizard.app.database);
    const first = await wizard.load('practices', practices);
    expect(first).toMatchObject({
      state: 'done',
      report: { rowsRead: 24, added: 24, rejected: 0 },
      hasRejects: false,
      error: null,
    });
    const may = await wizard.load('entitlements', entitlements);
    const before = await readImportedTables(wizard.app.database);
    const second = await wizard.load('usage', usage);
    expect(second).toMatchObject({ state: 'done', report: { added: 24 * 35 } });
    expect(await scores()).toMatchObject({ weeks: 2, scored: 48, provisional: 24 });

    await wizard.undo(second.importId);
    await wizard.work();
    expect(await readImportedTables(wizard.app.database)).toBe(before);
    expect(await scores()).toEqual({ weeks: 0, scored: 0, provisional: 0 });
    for (const { importId } of [may, first]) {
      await wizard.undo(importId);
      await wizard.work();
    }
    expect(await readImportedTables(wizard.app.database)).toBe(empty);
    expect((await wizard.runs()).map(({ kind, state }) => `${kind} ${state}`).sort()).toEqual([
      ...[
        'entitlements undo',
        'entitlements undone',
        'practices undo',
        'practices undone',
        'usage undo',
        'usage undone',
      ],
    ]);
  });

  it('are counted before anything is written', async () => {
    await wizard.load('practices', practices);
    const before = await readImportedTables(wizard.app.database);
    const changed = practices
      .replace('Dental C1,', 'Dental Changed,')
      .replace('Dental C2,2024-03-09', 'Dental C2,someday');
    const checked = await wizard.check(
      'practices',
      `${changed}N1,N1,New,2025-01-01,Reno\nN1,N1,Newer,2025-01-01,Reno\n`,
    );
    expect(checked).toMatchObject({
      state: 'checked',
      warning: null,
      hasRejects: true,
      report: {
        rowsRead: 26,
        added: 1,
        changed: 1,
        unchanged: 22,
        superseded: 1,
        rejected: 1,
        rejects: [{ line: 4, column: 'Created', value: 'someday' }],
      },
    });
    expect(await readImportedTables(wizard.app.database)).toBe(before);
    const rejects = await wizard.get(`/api/imports/uploads/${checked.uploadId}/rejects`);
    expect(rejects.body).toBe(
      'line,column,value,reason,row\n4,Created,someday,is not a date: write 2026-03-09 or 3/9/2026,rejected\n',
    );
    expect(rejects.headers['content-disposition']).toContain('practices.csv.rejects.csv');
  });

  it.each([
    [
      { known: true, new: false },
      { changed: 1, added: 0, skipped: 1 },
    ],
    [
      { known: false, new: true },
      { changed: 0, added: 1, skipped: 24 },
    ],
  ])('import only the requested rows: %j', async (takes, report) => {
    await wizard.load('practices', practices);
    const file = `${practices.replace('Dental C1,', 'Dental Changed,')}N1,N1,New,2025-01-01,Reno\n`;
    expect((await wizard.load('practices', file, { takes })).report).toMatchObject(report);
    await wizard.load('usage', 'Customer ID,Date,Payments\nC1,2026-11-02,5\n');
    expect(
      (
        await wizard.load(
          'usage',
          'Customer ID,Date,Payments\nC1,2026-11-02,6\nC2,2026-11-02,6\n',
          { takes },
        )
      ).report,
    ).toMatchObject({
      added: takes.new ? 1 : 0,
      changed: takes.known ? 1 : 0,
      skipped: 1,
    });
  });
});

describe('numbers that can be read in two ways', () => {
  it('cause a question, are read as answered, and are remembered', async () => {
    await wizard.load('practices', practices);
    const usage = 'Customer ID,Date,Messaging\nC1,2026-11-03,1.204\nC1,2026-11-04,998\n';
    const asked = await wizard.check('usage', usage);
    expect(asked).toMatchObject({
      state: 'failed',
      error:
        'The numbers in "Messaging" can be read in two ways: 1.204 (line 2) is 1.204 or 1,204, and nothing in the file says which. Choose the number format and import the file again.',
      question: {
        header: 'Messaging',
        value: '1.204',
        line: 2,
        readings: { 'decimal-point': 1.204, 'decimal-comma': 1204 },
      },
    });
    await wizard.plan(asked, { kind: 'usage', numbers: 'decimal-comma' });
    await wizard.work();
    const checked = await wizard.upload(asked.uploadId);
    expect(checked).toMatchObject({
      state: 'checked',
      error: null,
      question: null,
      plan: { numbers: 'decimal-comma' },
    });
    expect(checked.report?.columns[2]?.note).toBe(
      'numbers such as 1.204 (line 2) are read as 1204, as you chose',
    );
    await wizard.start(checked);
    await wizard.work();
    const rows = await wizard.app.database.background
      .selectFrom('usage_daily')
      .select('value')
      .orderBy('day')
      .execute();
    expect(rows).toEqual([{ value: 1204 }, { value: 998 }]);
    const { uploadId } = (await wizard.send('usage.csv', usage)).json<{ uploadId: string }>();
    expect(await wizard.columns(uploadId, '?kind=usage')).toMatchObject({
      numbers: 'decimal-comma',
      isRemembered: true,
    });
  });
});

describe('several usage rows for one location, product and day', () => {
  const usage = 'Customer ID,User,Date,Forms\nC1,anna,2026-11-03,7\nC1,ben,2026-11-03,5\n';

  it.each([
    ['add', 12],
    ['replace', 5],
  ] as const)('cause a question, and are imported as answered: %s', async (repeats, value) => {
    await wizard.load('practices', practices);
    const asked = await wizard.check('usage', usage);
    expect(asked).toMatchObject({
      state: 'checked',
      warning: expect.stringContaining('The rows differ in the column "User"'),
      question: { repeatedLines: [2, 3] },
    });
    await wizard.plan(asked, { kind: 'usage', repeats });
    await wizard.work();
    const checked = await wizard.upload(asked.uploadId);
    expect(checked).toMatchObject({
      state: 'checked',
      warning: null,
      question: null,
      plan: { repeats },
    });
    await wizard.start(checked);
    await wizard.work();
    expect(
      await wizard.app.database.background.selectFrom('usage_daily').select('value').execute(),
    ).toEqual([{ value }]);
  });
});

/** Header in exports of Zendesk Sell. */
const britishName = 'organisation_name';

describe('columns', () => {
  it('are guessed, changed, and remembered', async () => {
    const file = 'Kunde;Praxis;Id;City\nA;Praxis Nord;7;Reno\n';
    const { uploadId } = (await wizard.send('praxen.csv', file)).json<{ uploadId: string }>();
    expect(await wizard.columns(uploadId, '?kind=practices')).toMatchObject({
      guessedKind: null,
      isRemembered: false,
      columns: [
        { header: 'Kunde', samples: ['A'], usedAs: null },
        { header: 'Praxis', samples: ['Praxis Nord'], usedAs: null },
        { header: 'Id', usedAs: 'institutionId' },
        { header: 'City', usedAs: 'city' },
      ],
    });
    const uses = { Kunde: 'institutionId', Praxis: 'name', Id: null, City: 'city' };
    const loaded = await wizard.load('practices', file, { externalSource: 'praxis', uses });
    expect(loaded.report).toMatchObject({ added: 1 });
    expect(
      await wizard.app.database.background
        .selectFrom('institution')
        .select(['name', 'external_id'])
        .execute(),
    ).toEqual([{ name: 'Praxis Nord', external_id: 'A' }]);
    const again = (await wizard.send('praxen2.csv', file)).json<{ uploadId: string }>();
    const found = await wizard.columns(again.uploadId, '?kind=practices&source=praxis');
    expect(found.isRemembered).toBe(true);
    expect(Object.fromEntries(found.columns.map(({ header, usedAs }) => [header, usedAs]))).toEqual(
      uses,
    );
    expect(found.knownSources).toContain('praxis');
  });

  it('are guessed from their words, and noted as guesses until the user confirms them', async () => {
    const file =
      'ID,Name,Primary location > City,Office Zip,Clinic Zip\n7,Oak Dental,Reno,89501,89502\n';
    const { uploadId } = (await wizard.send('oak.csv', file)).json<{ uploadId: string }>();
    const { columns } = await wizard.columns(uploadId, '?kind=practices');
    expect(columns.map(({ usedAs, note }) => [usedAs, note])).toEqual([
      ['institutionId', null],
      ['name', null],
      ['city', 'guessed from its words'],
      [null, 'not used: it could be zip, and so could "Clinic Zip"'],
      [null, 'not used: it could be zip, and so could "Office Zip"'],
    ]);
    const uses = {
      ...Object.fromEntries(columns.map(({ header, usedAs }) => [header, usedAs])),
      'Clinic Zip': 'zip',
    };
    const { report } = await wizard.load('practices', file, { externalSource: 'crm', uses });
    expect(report).toMatchObject({
      added: 1,
      columns: [{}, {}, { usedAs: 'city', note: null }, { usedAs: null }, { usedAs: 'zip' }],
    });
    const again = (await wizard.send('oak2.csv', file)).json<{ uploadId: string }>();
    const known = await wizard.columns(again.uploadId, '?kind=practices&source=crm');
    expect(known.columns.map(({ usedAs, note }) => [usedAs, note])).toEqual([
      ['institutionId', null],
      ['name', null],
      ['city', null],
      [null, null],
      ['zip', null],
    ]);
  });

  it.each([
    [
      'practices',
      `id,is_organisation,name,first_name,last_name,${britishName},phone,email,address city\n`,
    ],
    [
      'contacts',
      'Record Id,First Name,Last Name,Account Name.id,Account Name,Email,Phone,Mailing City\n',
    ],
    [
      'contacts',
      'Person - ID,Person - Name,Organization - ID,Organization - Name,Person - Email - Work,Person - Phone - Work\n',
    ],
    ['practices', 'Customer ID,Name,City,Phone,Email\n'],
    ['practices', 'Customer ID,Name,Phone\n'],
    ['contacts', 'Customer ID,Name,Email,Phone\n'],
    ['contacts', 'Record ID,Associated Company ID,First Name,Last Name,Email,City\n'],
    ['prospects', 'Lead Name,Street,City\n'],
    ['churn', 'Customer ID,Notice date,Reason\n'],
    ['contracts', 'Customer ID,Contract start date,MRR\n'],
    ['usage', 'Customer ID,Date,Forms\n'],
    ['entitlements', 'Customer ID,Product,Entitled\n'],
  ])('tell that the file is %s', async (kind, header) => {
    const { uploadId } = (await wizard.send('some.csv', header)).json<{ uploadId: string }>();
    expect((await wizard.columns(uploadId)).guessedKind).toBe(kind);
  });

  it('can be mapped to products', async () => {
    await wizard.load('practices', practices);
    const loaded = await wizard.load('usage', 'Customer ID,Date,Pay\nC1,2026-11-02,5\n', {
      uses: { 'Customer ID': 'institutionId', Date: 'day', Pay: 'payments' },
    });
    expect(loaded).toMatchObject({ state: 'done', report: { added: 1 } });
  });

  it('with one header twice, the first is used, and the page says so', async () => {
    const { uploadId } = (await wizard.send('twice.csv', 'Name,City,Name\nOak,Reno,Elm\n')).json<{
      uploadId: string;
    }>();
    expect((await wizard.columns(uploadId)).columns).toMatchObject([
      { usedAs: 'name', isDouble: false },
      {},
      { usedAs: null, isDouble: true },
    ]);
  });
});

describe('unusable files are reported and change nothing', () => {
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 'a'));
  it.each<[string, string | Buffer, string]>([
    [
      'a spreadsheet',
      Buffer.from([0x50, 0x4b, 0x03, 0x04, 1, 2, 3]),
      'This is a spreadsheet or archive, not a CSV file.',
    ],
    [
      'a picture',
      Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(400)]),
      'This file is not text',
    ],
    ['NUL bytes', 'Na\0me,City\nOak,Reno\n', 'This file is not text'],
    ['a gzip bomb', bomb, 'decompresses to more than 100 times its size'],
    [
      'gzip that is cut short',
      gzipSync(Buffer.from(practices)).subarray(0, 60),
      'gzip file is incomplete or damaged',
    ],
    [
      'a million columns',
      `${Array.from({ length: 1_000_000 }, (_, index) => `c${index}`).join(',')}\n`,
      'A line is longer than 1 MB. This does not look like a CSV file.',
    ],
    [
      'twenty thousand columns',
      `${Array.from({ length: 20_000 }, (_, index) => `c${index}`).join(',')}\n`,
      'The header line is longer than 64 KB',
    ],
    [
      '300 columns',
      `${Array.from({ length: 300 }, (_, index) => `c${index}`).join(',')}\n`,
      'The header has 300 columns; at most 200 are read.',
    ],
    ['nothing but line ends', '\n\n\n', 'The file is empty: it has no header line.'],
    [
      'a quote that is never closed',
      `Name,City\n"Oak,Reno\n${'x\n'.repeat(40_000)}`,
      'longer than 64 KB',
    ],
  ])('%s', async (_, content, message) => {
    const sent = (await wizard.send('bad.csv', content)).json<{
      uploadId: string;
      version: number;
    }>();
    const answer = await wizard.get(`/api/imports/uploads/${sent.uploadId}/columns?kind=practices`);
    if (answer.statusCode !== 200)
      return expect([answer.statusCode, answer.body]).toEqual([
        422,
        expect.stringContaining(message),
      ]);
    await wizard.plan(await wizard.upload(sent.uploadId), { kind: 'practices' });
    await wizard.work();
    expect(await wizard.upload(sent.uploadId)).toMatchObject({
      state: 'failed',
      error: expect.stringContaining(message),
      report: null,
    });
  });

  it('a gzip file is decompressed', async () => {
    expect((await wizard.load('practices', gzipSync(practices))).report).toMatchObject({
      added: 24,
    });
  });

  it('invalid rows are rejected with line and reason', async () => {
    await wizard.load('practices', practices);
    const checked = await wizard.check(
      'usage',
      'Customer ID;Product;Date;Value\nC1;forms;03.11.2026;1.234,5\nC1;forms;04.11.2026;1e309\nX9;forms;05.11.2026;1\nC2;forms;20.12.2026;1\nCustomer ID;Product;Date;Value\nC2;forms;2026-11-03;2,5\n',
      { dates: 'day-first' },
    );
    expect(checked.report).toMatchObject({ rowsRead: 6, added: 2, rejected: 4 });
    expect(checked.report?.rejects.map(({ line, reason }) => [line, reason])).toEqual([
      [3, 'is larger than a trillion'],
      [4, 'is not a known institution'],
      [5, 'is in the future'],
      [6, 'repeats the header line'],
    ]);
  });

  it('ids of another system are reported as such', async () => {
    await wizard.load('practices', practices);
    const checked = await wizard.check(
      'usage',
      usage.replaceAll(/^C/gm, 'Z').replace('Zustomer', 'Customer'),
    );
    expect(checked.warning).toMatch(
      /840 of 840 cells of "Customer ID" cannot be used as institutionId.* ids of another system\.$/,
    );
    expect(checked.warning).not.toContain('--');
  });

  it('an empty file, a second file with one id, and an unknown upload', async () => {
    expect((await wizard.send('empty.csv', '')).statusCode).toBe(422);
    const uploadId = randomUUID();
    expect((await wizard.send('a.csv', practices, uploadId)).statusCode).toBe(200);
    expect((await wizard.send('a.csv', practices, uploadId)).statusCode).toBe(409);
    expect((await wizard.get(`/api/imports/uploads/${randomUUID()}`)).statusCode).toBe(404);
  });
});

describe('a running import', () => {
  const many = `Customer ID,Date,Product,Value\n${Array.from({ length: 9_000 }, (_, index) => `C${index % 24},${new Date(Date.UTC(2020, 0, 1 + Math.floor(index / 24))).toISOString().slice(0, 10)},forms,1`).join('\n')}\n`;
  const request = (uploadId: string, action: string) =>
    wizard.post(`/api/imports/uploads/${uploadId}/action`, { action });

  /** Starts an import and requests an action while the import is reading or writing. */
  async function requesting(action: string, when: 'reading' | 'writing') {
    await wizard.load('practices', practices);
    const before = await readImportedTables(wizard.app.database);
    const checked = await wizard.check('usage', many);
    await wizard.start(checked);
    let isAsked = false;
    await wizard.work(new AbortController().signal, async (_, note) => {
      if (note !== when || isAsked) return;
      isAsked = true;
      await request(checked.uploadId, action);
      // The worker reads requests twice a second.
      await pause(600);
    });
    expect(isAsked).toBe(true);
    return { before, upload: await wizard.upload(checked.uploadId) };
  }

  it('is paused and resumed', async () => {
    const { upload } = await requesting('pause', 'writing');
    expect(upload.state).toBe('paused');
    expect((await wizard.runs()).find(({ importId }) => importId === upload.importId)?.state).toBe(
      'paused',
    );
    await request(upload.uploadId, 'resume');
    await wizard.work();
    expect(await wizard.upload(upload.uploadId)).toMatchObject({
      state: 'done',
      report: { added: 9_000 },
    });
  });

  it('is canceled while it waits or reads, and changes nothing', async () => {
    await wizard.load('practices', practices);
    const before = await readImportedTables(wizard.app.database);
    const checked = await wizard.check('usage', many);
    await wizard.start(checked);
    await request(checked.uploadId, 'cancel');
    await wizard.work();
    expect(await wizard.upload(checked.uploadId)).toMatchObject({ state: 'cancelled' });
    expect(await readImportedTables(wizard.app.database)).toBe(before);
  });

  it('is canceled while it writes, and the written rows are undone', async () => {
    const { upload, before } = await requesting('cancel', 'writing');
    expect(upload).toMatchObject({ state: 'cancelled' });
    expect(await readImportedTables(wizard.app.database)).toBe(before);
  });

  it('waits while the database’s disk is full, and resumes by itself', async () => {
    const { background } = wizard.app.database;
    await wizard.load('practices', practices);
    const checked = await wizard.check('usage', many);
    await wizard.start(checked);
    await sql`create function no_room() returns trigger language plpgsql as $$ begin raise 'no room' using errcode = 'disk_full'; end $$`.execute(
      background,
    );
    await sql`create trigger no_room before insert on usage_week execute function no_room()`.execute(
      background,
    );
    try {
      await expect(wizard.work()).rejects.toThrow('has no disk space left');
      expect(await wizard.upload(checked.uploadId)).toMatchObject({
        state: 'importing',
        error: expect.stringMatching(
          /no disk space left.*It resumes by itself a few minutes after the problem is solved\.$/,
        ),
      });
    } finally {
      await sql`drop function no_room cascade`.execute(background);
    }
    // On PostgreSQL, another process may hold the run until the run's heartbeat expires.
    await expireHeartbeats(wizard.app.database);
    await wizard.work();
    expect(await wizard.upload(checked.uploadId)).toMatchObject({
      state: 'done',
      error: null,
      report: { added: 9_000 },
    });
  });

  it('twice at once with the same file adds every row once', async () => {
    await wizard.load('practices', practices);
    const [one, other] = [await wizard.check('usage', many), await wizard.check('usage', many)];
    await wizard.start(one);
    await wizard.start(other);
    await Promise.all([wizard.work(), wizard.work()]);
    const done = [await wizard.upload(one.uploadId), await wizard.upload(other.uploadId)];
    expect(done.map(({ state }) => state)).toEqual(['done', 'done']);
    const { count } = await wizard.app.database.background
      .selectFrom('usage_daily')
      .select((of) => of.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(count).toBe(9_000);
  });
});

it('an undo that rows prevent lists them and changes nothing until the rest is requested', async () => {
  await wizard.load('practices', practices);
  const first = await wizard.load(
    'usage',
    'Customer ID,Date,Payments\nC1,2026-11-02,5\nC2,2026-11-02,6\n',
  );
  await wizard.load('usage', 'Customer ID,Date,Payments\nC1,2026-11-02,9\n');
  expect((await wizard.get(`/api/imports/runs/${first.importId}/undo`)).json()).toMatchObject({
    removed: 1,
    kept: 1,
  });
  await wizard.undo(first.importId);
  await wizard.work();
  const refused = (await wizard.runs()).find(({ importId }) => importId === first.importId);
  expect(refused).toMatchObject({
    state: 'succeeded',
    isBeingUndone: false,
    undoError:
      '1 row of this import was changed or used since. Nothing was undone. Rows that prevent the undo: Dental C1, Dental C1: payments on Nov 2, 2026 (loaded again since). Request the undo again to undo the other rows.',
  });
  await wizard.undo(first.importId, true);
  await wizard.work();
  expect((await wizard.runs()).find(({ importId }) => importId === first.importId)).toMatchObject({
    state: 'undone',
    undoError: null,
    undoReport: {
      removed: 1,
      kept: 1,
      keptRows: [
        { what: 'Dental C1, Dental C1: payments on Nov 2, 2026', why: 'Loaded again since' },
      ],
    },
  });
});

it('starts and undos are in the audit log', async () => {
  const checked = await wizard.check('practices', practices);
  await wizard.post(`/api/imports/uploads/${checked.uploadId}/start`, { version: checked.version });
  await wizard.work();
  const { importId } = await wizard.upload(checked.uploadId);
  await wizard.post(`/api/imports/runs/${importId}/undo`, { leavesChanged: false });
  await wizard.work();
  const entries = await wizard.app.database.background
    .selectFrom('audit_log')
    .select(['action', 'object_id'])
    .orderBy('position', 'desc')
    .limit(5)
    .execute();
  expect(entries.toReversed()).toEqual([
    { action: 'import.upload', object_id: checked.uploadId },
    { action: 'import.check', object_id: checked.uploadId },
    { action: 'import.start', object_id: checked.uploadId },
    { action: 'import.undo_asked', object_id: importId },
    { action: 'import.undo', object_id: importId },
  ]);
});

it('members can neither upload nor see imports', async () => {
  const member = await wizard.app.signIn('member');
  for (const [method, url] of [
    ['GET', '/api/imports/runs'],
    ['GET', `/api/imports/uploads/${randomUUID()}`],
    ['GET', `/api/imports/uploads/${randomUUID()}/rejects`],
    ['POST', `/api/imports/runs/${randomUUID()}/undo`],
  ] as const) {
    const payload = method === 'POST' ? { payload: {} } : {};
    expect(
      (await wizard.app.inject({ method, url, headers: { cookie: member }, ...payload }))
        .statusCode,
    ).toBe(403);
  }
});

it('files and undo data are deleted after seven days', async () => {
  const { uploadId } = await wizard.load('practices', practices);
  const now = wizard.app.dependencies.clock();
  wizard.app.setClock(new Date(now.getTime() + 8 * 86_400_000));
  try {
    expect(await wizard.forget()).toMatchObject({ imports: 1 });
    expect(readdirSync(`${wizard.folder.path}/uploads`)).not.toContain(uploadId);
    expect(
      await wizard.app.database.background
        .selectFrom('import_upload')
        .select('upload_id')
        .execute(),
    ).toEqual([]);
  } finally {
    wizard.app.setClock(now);
  }
});

describe('values', () => {
  const file = `Customer ID,Name,Practice type,State,Software
1,Oak Dental,General,TX,Dentrixx
2,Elm Dental,general ,Texas,Dentrix
3,Ash Ortho,Orthodontics,Tejas,Dentrix
4,Fir Dental,Unknown,NV,Dentrix
`;
  const valuesOf = async (uploadId: string) =>
    getUploadValues.response.parse(
      (await wizard.get(`/api/imports/uploads/${uploadId}/values`)).json(),
    );

  it('that are unknown are listed with suggestions, mapped, and mapped again for the source', async () => {
    const checked = await wizard.check('practices', file);
    const { columns } = await valuesOf(checked.uploadId);
    expect(columns.map(({ column, unmapped, values }) => [column, unmapped, values])).toEqual([
      [
        'practiceType',
        'leftOut',
        [
          { value: 'General', cells: 2, suggestion: 'General Dentistry' },
          { value: 'Unknown', cells: 1, suggestion: null },
        ],
      ],
      ['state', 'kept', [{ value: 'Tejas', cells: 1, suggestion: 'TX' }]],
      ['ehr', 'kept', [{ value: 'Dentrixx', cells: 1, suggestion: 'Dentrix' }]],
    ]);
    const values = {
      practiceType: { General: 'General Dentistry', Unknown: null },
      state: { Tejas: 'TX' },
      ehr: { Dentrixx: 'Dentrix' },
    };
    const mapped = await wizard.load('practices', file, { values });
    expect(mapped.report).toMatchObject({ added: 4, warned: 0 });
    // A mapped value stays listed, so that the mapping can be changed.
    expect((await valuesOf(mapped.uploadId)).columns).toHaveLength(3);
    const rows = () =>
      wizard.app.database.background
        .selectFrom('location')
        .select(['practice_type', 'state', 'ehr'])
        .orderBy('name')
        .execute();
    expect(await rows()).toEqual([
      { practice_type: 'Orthodontics', state: 'TX', ehr: 'Dentrix' },
      { practice_type: 'General Dentistry', state: 'TX', ehr: 'Dentrix' },
      { practice_type: null, state: 'NV', ehr: 'Dentrix' },
      { practice_type: 'General Dentistry', state: 'TX', ehr: 'Dentrix' },
    ]);
    // Commands and feeds of the source use the saved values, and so does the next file.
    expect(await importText(wizard.app.database, 'practices', file)).toMatchObject({
      unchanged: 4,
    });
    const next = (await wizard.send('next.csv', file)).json<{ uploadId: string }>();
    expect((await wizard.columns(next.uploadId, '?kind=practices')).values).toEqual(values);
    const other = { externalSource: 'other', dryRun: true };
    const unmapped = await importText(wizard.app.database, 'practices', file, other);
    expect(unmapped.columns[2]).toMatchObject({
      usedAs: null,
      note: 'not used: "General", "general", "Unknown" are no practice types',
    });
  });

  it('of products are mapped, also to a product that no longer exists', async () => {
    await wizard.load('practices', practices);
    const usage = 'Customer ID,Date,Product,Value\nC1,2026-11-02,Pay,5\nC2,2026-11-02,Old,6\n';
    const loaded = await wizard.load('usage', usage, {
      values: { product: { pay: 'payments', Old: 'faxes' } },
    });
    expect(loaded.report).toMatchObject({
      added: 1,
      rejected: 1,
      rejects: [{ column: 'Product', value: 'Old', reason: 'is not a product' }],
    });
  });

  it('of a column with thousands of different values are listed up to a limit', async () => {
    const many = Array.from(
      { length: 3_000 },
      (_, index) => `${index},Oak ${index},=Type ${index}`,
    );
    const checked = await wizard.check(
      'practices',
      `\uFEFFCustomer ID;Name;Practice type;Name\n${many.map((row) => `${row.replaceAll(',', ';')};x`).join('\n')}\n`,
      { uses: { 'Customer ID': 'institutionId', Name: 'name', 'Practice type': 'practiceType' } },
    );
    const [column] = (await valuesOf(checked.uploadId)).columns;
    expect(column).toMatchObject({ column: 'practiceType', isCut: true });
    expect(column?.values).toHaveLength(200);
  });
});

describe('choices', () => {
  it('made before the check are kept on the server, and replace those of the last check', async () => {
    const checked = await wizard.check('practices', practices);
    expect(checked.draft).toBeNull();
    const draft = {
      ...checked.plan,
      uses: { ...checked.plan?.uses, City: null },
      dates: 'day-first',
    };
    const saved = await wizard.post(`/api/imports/uploads/${checked.uploadId}/draft`, draft);
    expect(saved.json()).toMatchObject({ state: 'checked', draft: { dates: 'day-first' } });
    expect(await wizard.columns(checked.uploadId)).toMatchObject({
      dates: 'day-first',
      columns: [{}, {}, {}, {}, { header: 'City', usedAs: null }],
    });
    await wizard.start(checked);
    expect(
      (await wizard.post(`/api/imports/uploads/${checked.uploadId}/draft`, draft)).statusCode,
    ).toBe(409);
  });
});

describe('owners of customers', () => {
  const file = (owners: readonly string[]) =>
    `Customer ID,Name,Account Owner\n${owners.map((owner, index) => `C${index},Dental ${index},${owner}`).join('\n')}\n`;
  const ownersNow = async () => {
    const { rows } = await sql<{ name: string; owner: string | null }>`
      select i.name, (select o.name from crm_deal d join shown_owner o using (owner_id) where d.institution_id = i.institution_id
        order by d.closed, d.updated_at desc limit 1) as owner
      from institution i order by i.name`.execute(wizard.app.database.background);
    return rows.map(({ owner }) => owner);
  };

  it('are users by email or name, or names, and an undo takes the assignments back', async () => {
    await sql`insert into app_user (created_at, subject, issuer, email, name, role, status) values
      (now(), 'o1', 'test', 'jane@example.com', 'Jane Doe', 'member', 'active'),
      (now(), 'o2', 'test', 'jane.doe@example.com', 'Jane Doe', 'member', 'active'),
      (now(), 'o3', 'test', 'sam@example.com', 'Sam Old', 'member', 'disabled'),
      (now(), 'o4', 'test', 'bo@example.com', 'Bo Berg', 'member', 'active')`.execute(
      wizard.app.database.background,
    );
    const before = await readImportedTables(wizard.app.database);
    const text = file([
      '  BO@EXAMPLE.COM ',
      'bo  berg',
      'Jane Doe',
      'Sam Old',
      'J. Smith',
      '',
      '"Jane <jane@example.com>"',
    ]);
    const checked = await wizard.check('practices', text);
    const note =
      'Owners: 2 customers to Bo Berg, 1 to “J. Smith” (no such user), 1 to Jane Doe (jane@example.com), 1 to “Jane Doe” (several users have this name: not assigned), 1 to “Sam Old” (disabled user).';
    expect(checked.report?.notes.at(-1)).toBe(note);
    const values = await wizard.get(`/api/imports/uploads/${checked.uploadId}/values`);
    expect(getUploadValues.response.parse(values.json()).columns[0]).toMatchObject({
      title: 'Owner',
      values: [{ value: 'Jane Doe' }, { value: 'Sam Old' }, { value: 'J. Smith' }],
    });
    await wizard.start(checked);
    await wizard.work();
    const loaded = await wizard.upload(checked.uploadId);
    expect(loaded.report?.notes.at(-1)).toBe(note);
    const owned = [
      'Bo Berg',
      'Bo Berg',
      null,
      'Sam Old',
      'J. Smith',
      null,
      'Jane Doe (jane@example.com)',
    ];
    expect(await ownersNow()).toEqual(owned);
    expect((await wizard.load('practices', text)).report).toMatchObject({ unchanged: 7 });

    const moved = await wizard.load('practices', file(['J. Smith', 'Bo Berg']));
    expect(moved.report).toMatchObject({ changed: 1, unchanged: 1 });
    expect((await ownersNow())[0]).toBe('J. Smith');
    for (const { importId } of [moved, loaded]) {
      await wizard.undo(importId);
      await wizard.work();
    }
    expect(await ownersNow()).toEqual([]);
    expect(await readImportedTables(wizard.app.database)).toBe(before);
  });

  it('are not created when a column has hundreds of unknown names', async () => {
    const loaded = await wizard.load(
      'practices',
      file(Array.from({ length: 201 }, (_, index) => `Person ${index}`)),
    );
    expect(loaded.report).toMatchObject({ added: 201 });
    expect(loaded.report?.notes.at(-1)).toBe(
      '100 different owners are no users. An import creates at most 200 such owners, so this column probably has other data.',
    );
    expect(new Set(await ownersNow())).toEqual(new Set([null]));
  });

  it('are left to a connected CRM', async () => {
    const report = await importText(wizard.app.database, 'practices', file(['Bo Berg']), {
      connectedCrm: 'HubSpot',
    });
    expect(report.columns[2]).toEqual({
      header: 'Account Owner',
      usedAs: null,
      note: 'not used: owners come from HubSpot',
    });
    expect(await ownersNow()).toEqual([null]);
  });
});

describe('a file of practices without an id or a name', () => {
  const file = (header: string) =>
    `${header}\n${Array.from({ length: 5 }, (_, index) => `K-${index},Praxis ${'ABCDE'[index]},Reno,p${index}@example.com`).join('\n')}\n`;

  it('is not imported, and the columns that could be the name and the id are offered', async () => {
    const unnamed = await wizard.check('practices', file('Kundennr,Bezeichnung,City,Mail'));
    const samples = ['Praxis A', 'Praxis B', 'Praxis C'];
    expect(unnamed).toMatchObject({
      state: 'failed',
      question: {
        missingColumn: 'name',
        isRequired: true,
        candidates: [{ header: 'Bezeichnung', rows: 5, filled: 5, distinct: 5, samples }],
      },
    });
    const named = { Kundennr: null, Bezeichnung: 'name', City: 'city', Mail: null };
    await wizard.plan(unnamed, { kind: 'practices', uses: named });
    await wizard.work();
    const unidentified = await wizard.upload(unnamed.uploadId);
    expect(unidentified).toMatchObject({
      state: 'failed',
      question: {
        missingColumn: 'institutionId',
        isRequired: false,
        candidates: [{ header: 'Kundennr', samples: ['K-0', 'K-1', 'K-2'] }],
      },
    });
    await wizard.plan(unidentified, {
      kind: 'practices',
      uses: { ...named, Kundennr: 'institutionId' },
    });
    await wizard.work();
    expect(await wizard.upload(unnamed.uploadId)).toMatchObject({
      state: 'checked',
      question: null,
      report: { added: 5 },
    });
  });

  it('is imported without ids on request, and when no column could be the id', async () => {
    const uses = { Bezeichnung: 'name' };
    const text = file('Kundennr,Bezeichnung,City,Mail');
    expect(await wizard.check('practices', text, { uses, withoutIds: true })).toMatchObject({
      state: 'checked',
    });
    const repeated = text.replaceAll(/^K-\d/gm, 'K-1');
    expect(await wizard.check('practices', repeated, { uses })).toMatchObject({ state: 'checked' });
  });
});

it('the kinds of files that are missing are listed', async () => {
  const missing = async () =>
    (await wizard.get('/api/imports/missing')).json<{ missing: string[] }>().missing;
  expect(await missing()).toEqual([
    ...['practices', 'usage', 'entitlements', 'churn', 'contracts', 'contacts', 'prospects'],
  ]);
  await wizard.load('practices', practices);
  await wizard.load('prospects', 'Prospect Name\nOak\n');
  expect(await missing()).toEqual(['usage', 'entitlements', 'churn', 'contracts', 'contacts']);
});
