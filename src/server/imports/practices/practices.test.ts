import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { clearImported, importText, readImportedTables } from '#test/imports.ts';
import { importCsv } from '../import.ts';
import { firstImportedId } from '../reading/cells/cells.ts';

let opened: TestDatabase;
beforeAll(async () => {
  opened = await createTestDatabase();
});
beforeEach(async () => {
  await clearImported(opened.database);
});
afterAll(() => opened.close());

const database = () => opened.database;
const locations = () =>
  database().background.selectFrom('location').selectAll().orderBy('location_id').execute();
const institutions = () =>
  database().background.selectFrom('institution').selectAll().orderBy('institution_id').execute();
const load = (csv: string | Buffer, options = {}) =>
  importText(database(), 'practices', csv, options);
const fixture = () =>
  readFileSync(new URL('../../../../test/fixtures/imports/practices.csv', import.meta.url));

test('usable rows of a typical file are imported, and the others are reported by line and column', async () => {
  const report = await load(fixture());
  expect(report).toMatchObject({
    rowsRead: 7,
    added: 6,
    changed: 0,
    unchanged: 0,
    superseded: 0,
    rejected: 1,
    warned: 2,
  });
  expect(report.rejects).toEqual([
    {
      line: 7,
      column: 'Practice Name',
      value: '',
      reason: expect.stringContaining('needs a name'),
    },
  ]);
  expect(report.warnings.map(({ line, column }) => [line, column])).toEqual([
    [5, 'lat'],
    [8, 'lat'],
  ]);
  const rows = await locations();
  expect(rows).toHaveLength(6);
  const named = (name: string) => rows.find((row) => row.name === name);
  expect(
    rows
      .filter((row) => row.name === 'Family Dentistry')
      .map((row) => row.zip)
      .sort(),
  ).toEqual(['06484', '06488', '06606']);
  expect(rows.find((row) => row.zip === '06484')).toMatchObject({
    state: 'CT',
    phone: '(203) 869-6300',
    latitude: 41.299366,
    opened_on: null,
    ehr: 'Dentrix',
  });
  expect(named("Bright Smiles, O'Neil & Sons")).toMatchObject({
    street_address: '12 Oak Ave Suite 4',
    phone: '+44 20 7946 0000',
    latitude: null,
    longitude: null,
  });
  expect(named('Café "Molar"')).toMatchObject({ latitude: null, longitude: null });
  expect(named('=HYPERLINK("http://x")')).toBeDefined();
  expect(
    rows.every(
      (row) => row.location_id >= firstImportedId && row.institution_id >= firstImportedId,
    ),
  ).toBe(true);
  expect((await institutions()).map((row) => row.practice_type)).toContain('Orthodontics');
});

test('the same file again changes nothing, and neither does a dry run', async () => {
  const dry = await load(fixture(), { dryRun: true });
  expect(dry.added).toBe(6);
  expect(await locations()).toEqual([]);
  await load(fixture());
  const before = await readImportedTables(database());
  expect(await load(fixture())).toMatchObject({ added: 0, changed: 0, unchanged: 6, rejected: 1 });
  expect(await readImportedTables(database())).toBe(before);
});

test('a changed cell changes the practice, a blank one clears it, an absent column leaves it', async () => {
  await load(
    'Institution ID,Location ID,Name,Phone,EHR\n5,50,Molar,203-869-6300,Dentrix\n5,51,Canine,,Dentrix\n',
  );
  expect(
    await load('Institution ID,Location ID,Name,EHR\n5,50,Molar,\n5,51,Canine,Dentrix\n'),
  ).toMatchObject({ changed: 1, unchanged: 1 });
  expect(await locations()).toMatchObject([
    { phone: '(203) 869-6300', ehr: null },
    { ehr: 'Dentrix' },
  ]);
});

test('the fields of an institution are combined from its rows', async () => {
  const file = `Account ID,Account Name,Practice ID,Practice Name,Type,Customer Since,Go-Live Date
5,Bright Group,51,Bright North,Orthodontics,2024-03-01,2024-04-01
5,Bright Group,52,Bright South,General dentistry,2024-03-01,
5,,53,Bright West,General dentistry,,
`;
  await load(file);
  expect(await institutions()).toMatchObject([
    {
      institution_id: firstImportedId,
      external_source: 'import',
      external_id: '5',
      name: 'Bright Group',
      practice_type: 'General dentistry',
      created_on: '2024-03-01',
      go_live_on: '2024-04-01',
      source: 'import',
    },
  ]);
  expect((await locations()).map((row) => row.name)).toEqual([
    'Bright North',
    'Bright South',
    'Bright West',
  ]);
  expect(
    await load('Account ID,Practice ID,Account Name,Name\n5,53,Brighter Group,Bright West\n'),
  ).toMatchObject({ changed: 1 });
  expect(await institutions()).toMatchObject([
    { name: 'Brighter Group', practice_type: 'General dentistry', go_live_on: '2024-04-01' },
  ]);
});

describe('dates', () => {
  const dates = async () => (await institutions()).map((row) => [row.begins_on, row.live_on]);
  const later = { clock: () => new Date('2027-11-18T18:00:00Z') };
  const undated = 'Institution ID,Location ID,Name\n5,50,Molar\n6,60,Canine\n';

  test('go-live equals the created date until a file has a go-live date, which then stays', async () => {
    await load(undated);
    await load('Institution ID,Location ID,Name,Created\n5,50,Molar,2025-01-02\n');
    expect(await dates()).toEqual([
      ['2025-01-02', '2025-01-02'],
      [null, null],
    ]);
    await load(
      'Institution ID,Location ID,Name,Go-Live\n5,50,Molar,2025-01-02\n6,60,Canine,2025-05-06\n',
    );
    await load('Institution ID,Location ID,Name,Created\n5,50,Molar,2024-01-02\n6,60,Canine,\n');
    expect(await dates()).toEqual([
      ['2024-01-02', '2025-01-02'],
      ['2025-05-06', '2025-05-06'],
    ]);
  });

  test('practices without any date count as old, and the report has their number', async () => {
    const report = await load(
      `${undated.replace('Name', 'Name,Created')}7,70,Dated,2025-01-02\n`
        .replace('Molar', 'Molar,')
        .replace('Canine', 'Canine,'),
    );
    expect(report).toMatchObject({ added: 3, undated: 2, newcomers: 0 });
    expect(report.notes).toEqual([
      expect.stringMatching(
        /^2 practices without a created or go-live date: treated as existing customers, past the grace period/,
      ),
    ]);
    expect(await dates()).toEqual([
      [null, null],
      [null, null],
      ['2025-01-02', '2025-01-02'],
    ]);
    expect(await load(undated, later)).toMatchObject({ unchanged: 2, undated: 2, newcomers: 0 });
  });

  test('practices that a later import of the source adds without any date count as new on that day, until a file has a date', async () => {
    await load(undated);
    const more = `${undated}6,61,Second,\n7,70,New\n`.replace('Second,', 'Second');
    const report = await load(more, later);
    expect(report).toMatchObject({ added: 2, undated: 3, newcomers: 2 });
    expect(report.notes[1]).toMatch(
      /^2 practices without a date, added after the first import of this source: treated as new/,
    );
    const days = async () => (await locations()).map((row) => row.begins_on);
    expect([await dates(), await days()]).toEqual([
      [
        [null, null],
        [null, null],
        ['2027-11-18', '2027-11-18'],
      ],
      [null, null, '2027-11-18', null],
    ]);
    const before = await readImportedTables(database());
    expect(await load(more, { clock: () => new Date('2027-12-18T18:00:00Z') })).toMatchObject({
      unchanged: 4,
      newcomers: 0,
    });
    expect(await readImportedTables(database())).toBe(before);
    await load(
      'Institution ID,Location ID,Name,Created,Opened\n6,61,Second,,2026-06-01\n7,70,New,2026-02-01,\n',
      later,
    );
    expect((await dates())[2]).toEqual(['2026-02-01', '2026-02-01']);
    expect(await days()).toEqual([null, null, '2026-06-01', null]);
  });

  test('practices of another source, or of the first large file after a small trial, count as old', async () => {
    await load(undated);
    const many = `Institution ID,Location ID,Name\n${Array.from({ length: 5 }, (_, index) => `${index + 5},${index}-0,Practice ${index}`).join('\n')}\n`;
    expect(await load(many, later)).toMatchObject({ added: 5, undated: 5, newcomers: 0 });
    expect(await load(undated, { ...later, externalSource: 'pipedrive' })).toMatchObject({
      added: 2,
      undated: 2,
      newcomers: 0,
    });
  });

  test('a dry run reports the same', async () => {
    await load(undated);
    const next = 'Institution ID,Location ID,Name\n6,50,Molar\n6,60,Canine\n6,61,Incisor\n';
    const dry = await load(next, { ...later, dryRun: true });
    expect(dry).toMatchObject({ moved: 1, newcomers: 1 });
    expect(await load(next, later)).toEqual(dry);
  });
});

describe('a location id that comes with another institution', () => {
  const kept = async () => {
    const nameOf = new Map(
      (await institutions()).map((row) => [row.institution_id, row.external_id]),
    );
    return (await locations()).map((row) => [
      nameOf.get(row.institution_id),
      row.external_id,
      row.begins_on,
      row.closed_on,
    ]);
  };
  const before =
    'Institution ID,Location ID,Name,Zip\n5,50,Molar,06510\n5,51,Canine,06511\n6,60,Incisor,06512\n';
  const after = before.replace('5,50', '6,50');

  test('has moved: it is closed in the old institution on that day, and the report counts it', async () => {
    await load(before);
    const report = await load(after);
    expect(report).toMatchObject({ added: 1, unchanged: 2, moved: 1, newcomers: 0 });
    expect(report.notes.at(-1)).toMatch(
      /^1 practice with a location id that belonged to another institution: moved to the new one and closed in the old one/,
    );
    const moved = [
      ['5', '50', null, '2026-11-18'],
      ['5', '51', null, null],
      ['6', '60', null, null],
      ['6', '50', '2026-11-18', null],
    ];
    expect(await kept()).toEqual(moved);
    const tables = await readImportedTables(database());
    expect(await load(after)).toMatchObject({ unchanged: 3, moved: 0 });
    expect(await readImportedTables(database())).toBe(tables);
    // The location id alone identifies the location in its current institution.
    expect(await load('Location ID,Name,Zip,Phone\n50,Molar,06510,203-869-6300\n')).toMatchObject({
      added: 0,
      changed: 1,
    });
    expect((await locations()).map((row) => row.phone)).toEqual([
      null,
      null,
      null,
      '(203) 869-6300',
    ]);
  });

  test('and later comes back is reopened in its first institution', async () => {
    await load(before);
    await load(after);
    expect(await load(before)).toMatchObject({ added: 0, changed: 1, moved: 1 });
    expect((await kept()).map(([institution, id, , closed]) => [institution, id, closed])).toEqual([
      ['5', '50', null],
      ['5', '51', null],
      ['6', '60', null],
      ['6', '50', '2026-11-18'],
    ]);
  });

  test.each([
    ['the file has it in both', before, `${before}6,50,Molar,06510\n`],
    ['it lies elsewhere', before, after.replace('Molar,06510', 'Molar,90210')],
    [
      'the source numbers its locations in each institution',
      `${before}6,51,Wisdom,06513\n`,
      '7,50,Other,\n'.replace(/^/, 'Institution ID,Location ID,Name,Zip\n'),
    ],
    [
      'it is closed there already',
      'Institution ID,Location ID,Name,Zip,Closed date\n5,50,Molar,06510,2026-01-01\n5,51,Canine,06511,\n6,60,Incisor,06512,\n',
      after,
    ],
    ['it comes from another source', before, after],
  ])('has not moved when %s', async (why, first, second) => {
    await load(first);
    const closed = (await kept()).map((row) => row[3]);
    expect(
      await load(
        second,
        why === 'it comes from another source' ? { externalSource: 'pipedrive' } : {},
      ),
    ).toMatchObject({ moved: 0 });
    expect((await kept()).slice(0, closed.length).map((row) => row[3])).toEqual(closed);
  });

  test('has its usage in the new institution from that day on, whichever ids the usage has', async () => {
    await load(before);
    await load(after);
    const usage =
      'Institution ID,Location ID,Product,Date,Value\n,50,forms,2026-11-17,1\n,50,forms,2026-11-18,2\n5,50,forms,2026-11-16,3\n6,50,forms,2026-11-18,4\n';
    expect(await importText(database(), 'usage', usage)).toMatchObject({
      added: 3,
      superseded: 1,
      rejected: 0,
    });
    const { rows } = await sql<{ row: string }>`
      select i.external_id || ' ' || u.day || ' ' || u.value as row from usage_daily u join institution i using (institution_id) order by 1`.execute(
      database().background,
    );
    expect(rows.map(({ row }) => row)).toEqual([
      '5 2026-11-16 3',
      '5 2026-11-17 1',
      '6 2026-11-18 4',
    ]);
  });
});

test('locations without ids of a known institution are matched again', async () => {
  const file =
    'Customer ID,Name,Street,Zip\n5,North,1 Elm St,06510\n5,South,2 Elm St,06510\n6,North,1 Elm St,06510\n';
  await load(file);
  const first = await locations();
  expect(first.map((row) => row.institution_id)).toEqual([
    firstImportedId,
    firstImportedId,
    firstImportedId + 1,
  ]);
  expect(new Set(first.map((row) => row.location_id)).size).toBe(3);
  expect(await load(file)).toMatchObject({ added: 0, unchanged: 3 });
});

test('assigned ids stay when later files add practices', async () => {
  await load('Name,Street,Zip\nB,1 Elm,06510\n');
  const [before] = await locations();
  await load('Name,Street,Zip\nA,1 Elm,06510\nB,1 Elm,06510\nC,1 Elm,06510\n');
  const after = await locations();
  expect(after.find((row) => row.name === 'B')?.location_id).toBe(before?.location_id);
  expect(new Set(after.map((row) => row.institution_id)).size).toBe(3);
});

describe('ids of other systems', () => {
  const named = async () => {
    const institutionOf = new Map((await institutions()).map((row) => [row.institution_id, row]));
    return (await locations()).map((row) => {
      const institution = institutionOf.get(row.institution_id);
      return [institution?.external_source, institution?.external_id, row.external_id, row.name];
    });
  };

  test('are any text, are stored beside Chairside’s ids, and are matched again', async () => {
    const file = `Account ID,Location ID,Name
0015g00000XyZAb,A-00001,Salesforce of 15
0015g00000XyZaB,A-00002,Another in lower case
0015g00000XyZAbAAJ,A-00003,Salesforce of 18
6442450944,99999999999999999999,Beyond every integer
007,0012,Leading zeros
7,12.0,A spreadsheet's number
`;
    expect(await load(file)).toMatchObject({ added: 6, rejected: 0 });
    expect(
      (await named()).map(([, institution, location]) => [institution, location]).sort(),
    ).toEqual([
      ['0015g00000XyZAb', 'A-00001'],
      ['0015g00000XyZAbAAJ', 'A-00003'],
      ['0015g00000XyZaB', 'A-00002'],
      ['007', '0012'],
      ['6442450944', '99999999999999999999'],
      ['7', '12'],
    ]);
    expect(
      (await locations()).every(
        (row) => row.institution_id >= firstImportedId && row.location_id >= firstImportedId,
      ),
    ).toBe(true);
    const before = await readImportedTables(database());
    expect(await load(file.replace('12.0', '12'))).toMatchObject({
      added: 0,
      changed: 0,
      unchanged: 6,
    });
    expect(await readImportedTables(database())).toBe(before);
  });

  test('of two sources are two institutions, even when the ids are equal', async () => {
    const file = 'Account ID,Location ID,Name\n5,50,Molar\n';
    await load(file);
    await load(file, { externalSource: 'pipedrive' });
    expect(await named()).toEqual([
      ['import', '5', '50', 'Molar'],
      ['pipedrive', '5', '50', 'Molar'],
    ]);
    expect(
      await load(file.replace('Molar', 'Canine'), { externalSource: 'pipedrive' }),
    ).toMatchObject({ added: 0, changed: 1 });
    expect((await named()).map(([source, , , name]) => [source, name])).toEqual([
      ['import', 'Molar'],
      ['pipedrive', 'Canine'],
    ]);
  });

  test('of locations may be unique only within an institution; without an institution id, a unique location id is matched', async () => {
    await load('Institution ID,Location ID,Name\n5,1,North\n6,1,South\n6,2,West\n');
    expect(await load('Location ID,Name,Phone\n2,West,203-869-6300\n')).toMatchObject({
      added: 0,
      changed: 1,
    });
    expect((await locations()).map((row) => row.phone)).toEqual([null, null, '(203) 869-6300']);
  });

  test('match as number and as text', async () => {
    await load('Institution ID,Location ID,Name\n5,50,Molar\n');
    expect(await load('Institution ID;Location ID;Name\n"5";"50.0";Molar\n')).toMatchObject({
      unchanged: 1,
    });
  });
});

test('of several rows for one practice, the last is used', async () => {
  const report = await load('Institution ID,Location ID,Name\n5,50,Old\n5,50,New\n5,50,New\n');
  expect(report).toMatchObject({ rowsRead: 3, added: 1, unchanged: 1, superseded: 1 });
  expect(await locations()).toMatchObject([{ name: 'New' }]);
});

test('unreadable rows are rejected individually', async () => {
  const report = await load(
    [
      'Institution ID,Location ID,Name,Created',
      `${'x'.repeat(65)},1,A,`,
      '5,1.5E+10,A,',
      '5,1,A,2026-02-30',
      `5,1,${'x'.repeat(501)},`,
      '5,1,A',
      '5,1,A,,surplus',
      '5,1,A,2027-01-01',
      '5,1,Fine,,',
      '',
    ].join('\n'),
  );
  expect(report.rejects.map(({ line, column }) => [line, column])).toEqual([
    [2, 'Institution ID'],
    [3, 'Location ID'],
    [4, 'Created'],
    [5, 'Name'],
    [6, ''],
    [7, ''],
    [8, 'Created'],
  ]);
  expect(report).toMatchObject({ rowsRead: 8, added: 1, rejected: 7 });
});

test('a file without a usable header changes nothing', async () => {
  await expect(load('foo,bar\n1,2\n')).rejects.toThrow(/needs a name/);
  await expect(load('Name,Zip\nA,06510\n"open,')).rejects.toThrow(/unclosed quote/);
  expect(await locations()).toEqual([]);
  const { rows } = await sql`select state from import_run`.execute(database().background);
  expect(rows).toEqual([{ state: 'failed' }, { state: 'failed' }]);
});

test('an interrupted input imports nothing and leaves no staged rows', async () => {
  async function* broken() {
    yield Buffer.from(`Name,Zip\n${'A,06510\n'.repeat(12_000)}`);
    throw new Error('the line went dead');
  }
  await expect(load('', { input: broken() })).rejects.toThrow('the line went dead');
  const { rows } =
    await sql`select (select count(*) from location) as locations, (select count(*) from practice_staging) as staged`.execute(
      database().background,
    );
  expect(rows).toEqual([{ locations: 0, staged: 0 }]);
});

test('staged rows of a dead process are deleted by the next import', async () => {
  const died = '00000000-0000-0000-0000-000000000001';
  await sql`insert into import_run (import_id, kind, source, state, started_at, seen_at) values (${died}::uuid, 'practices', 'test', 'running', '2026-11-18', '2026-11-18')`.execute(
    database().background,
  );
  await sql`insert into practice_staging (import_id, line, institution_key, place_key, name) values (${died}::uuid, 2, '|ghost||||', '|ghost||||', 'Ghost')`.execute(
    database().background,
  );
  await load('Name,Zip\nA,06510\n');
  expect(await locations()).toMatchObject([{ name: 'A' }]);
  expect(
    (await sql`select from practice_staging`.execute(database().background)).rows,
  ).toHaveLength(0);
  expect(
    (await sql`select state from import_run order by started_at`.execute(database().background))
      .rows,
  ).toEqual([{ state: 'failed' }, { state: 'succeeded' }]);
});

test('two concurrent imports are both imported completely', async () => {
  const many = (letter: string) =>
    `Name,Street,Zip\n${Array.from({ length: 300 }, (_, index) => `${letter}${index},1 Elm,06510`).join('\n')}`;
  const reports = await Promise.all([load(many('A')), load(many('B')), load(many('A'))]);
  expect(reports.map((report) => report.added + report.unchanged)).toEqual([300, 300, 300]);
  const rows = await locations();
  expect(rows).toHaveLength(600);
  expect(new Set(rows.map((row) => row.location_id)).size).toBe(600);
});

test('the practice list gets a new version after a change, and only then', async () => {
  const version = async () =>
    (
      await sql<{
        version: number;
      }>`select coalesce(sum(version), 0) as version from list_version`.execute(
        database().background,
      )
    ).rows[0]?.version;
  await load('Name\nA\n');
  expect(await version()).toBe(1);
  await load('Name\nA\n');
  expect(await version()).toBe(1);
});

describe('any file', () => {
  const cell = fc.oneof(
    fc.constantFrom('', 'A', 'a ', 'B & C', "O'Neil", '06510', '6510', '41.5', '-0', '=1'),
    fc.string({ unit: 'binary', maxLength: 12 }),
  );
  const ids = fc.constantFrom('', '1', '2', '3', 'x');
  const row = fc.tuple(ids, ids, cell, cell, fc.constantFrom('06510', '06511', ''), cell, cell);
  const write = (rows: string[][]) =>
    [
      'Institution ID,Location ID,Name,Street,Zip,Lat,EHR',
      ...rows.map((cells) => cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(',')),
    ].join('\n');

  test('imported twice has the effect of once, and every row is counted', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 12 }), async (rows) => {
        const file = write(rows);
        const first = await load(file, { accept: true });
        expect(
          first.added + first.changed + first.unchanged + first.superseded + first.rejected,
        ).toBe(first.rowsRead);
        const before = await readImportedTables(database());
        const second = await load(file, { accept: true });
        expect(second).toMatchObject({ added: 0, rejected: first.rejected });
        expect(await readImportedTables(database())).toBe(before);
      }),
      { numRuns: 25 },
    );
  });

  test('gives the same tables in any order of its rows', async () => {
    const distinct = fc.uniqueArray(
      fc.tuple(fc.string({ unit: 'grapheme', maxLength: 6 }), fc.nat(5)),
      {
        maxLength: 12,
        selector: ([name]) =>
          name
            .normalize('NFKD')
            .toLowerCase()
            .replace(/[^a-z0-9]/g, ''),
      },
    );
    await fc.assert(
      fc.asyncProperty(
        distinct.chain((rows) =>
          fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })),
        ),
        async ([rows, shuffled]) => {
          const file = (list: [string, number][]) =>
            write(list.map(([name, zip]) => ['', '', name, '1 Elm', `0651${zip}`, '', '']));
          await clearImported(database());
          await load(file(rows));
          const before = await readImportedTables(database());
          await clearImported(database());
          await load(file(shuffled));
          expect(await readImportedTables(database())).toBe(before);
        },
      ),
      { numRuns: 15 },
    );
  });
});

const real = fileURLToPath(
  new URL('../../../../../shared/data/practices_real.csv', import.meta.url),
);
test.skipIf(!existsSync(real))(
  `22,129 real practices${existsSync(real) ? '' : ' (skipped: the shared file is not here)'}`,
  async () => {
    const bring = () =>
      importCsv({
        kind: 'practices',
        input: createReadStream(real),
        source: 'test',
        externalSource: 'import',
        database: database(),
        clock: () => new Date('2026-11-18T18:00:00Z'),
        timeZone: 'America/Los_Angeles',
      });
    expect(await bring()).toMatchObject({
      rowsRead: 22_129,
      added: 22_128,
      superseded: 1,
      rejected: 0,
    });
    expect(await bring()).toMatchObject({
      rowsRead: 22_129,
      added: 0,
      changed: 0,
      unchanged: 22_128,
      superseded: 1,
    });
    const { rows } = await sql<{ practices: number; institutions: number; short: number }>`
    select count(*) filter (where lower(name) = 'family dentistry') as practices,
           count(distinct institution_id) filter (where lower(name) = 'family dentistry') as institutions,
           count(*) filter (where length(zip) <> 5) as short from location`.execute(
      database().background,
    );
    expect(rows).toEqual([{ practices: 15, institutions: 15, short: 0 }]);
  },
  240_000,
);
