import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { migrateDatabase, readMigrations } from '#server/core/db/migrate.ts';
import { importReportSchema } from '#shared/imports/report.ts';
import { exportInstitutions } from '#shared/portfolio/list.ts';
import { createTestApiKey } from '#test/api-key.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createEmptyDatabase } from '#test/database.ts';
import { clearImported, importText, readImportedTables } from '#test/imports.ts';
import { createPracticesCsv } from './practice-export.ts';

let testApp: TestApp;
let key: string;
beforeAll(async () => {
  testApp = await buildTestApp();
  key = await createTestApiKey(testApp.database.background, 'nightly');
});
beforeEach(() => clearImported(testApp.database));
afterAll(() => testApp.close());

async function send(kind: string, lines: string[], source?: string) {
  const answer = await testApp.app.inject({
    method: 'POST',
    url: `/api/ingest/${kind}${source === undefined ? '' : `?source=${source}`}`,
    payload: lines.join('\n'),
    headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv' },
  });
  return answer.statusCode === 200
    ? importReportSchema.parse(answer.json())
    : `${answer.statusCode} ${answer.body}`;
}
const used = async () =>
  (
    await testApp.database.background
      .selectFrom('usage_daily')
      .innerJoin('institution', 'institution.institution_id', 'usage_daily.institution_id')
      .select(['name', 'value'])
      .orderBy('name')
      .execute()
  ).map((row) => [row.name, row.value]);

const practices = [
  'Account ID,Location ID,Account Name,City',
  '0015g00000XyZAb,A-00001,Elm,Derby',
  '6442450944,007,Oak,Derby',
  'i-3,L 3,"-Ash, Inc.",Derby',
];

test('practices, usage and entitlements of one system match by its ids', async () => {
  expect(await send('practices', practices, 'Salesforce')).toMatchObject({ added: 3 });
  const usage = [
    'Account ID,Location ID,Product,Date,Value',
    '0015g00000XyZAb,A-00001,forms,2026-11-16,1',
    ',007,forms,2026-11-16,2',
    'i-3,,forms,2026-11-16,3',
    '0015g00000xyzab,A-00001,forms,2026-11-16,4',
  ];
  expect(await send('usage', usage, 'salesforce')).toMatchObject({
    added: 3,
    rejects: [
      {
        line: 5,
        column: 'Account ID',
        value: '0015g00000xyzab',
        reason: 'is not a known institution',
      },
    ],
  });
  expect(await used()).toEqual([
    ['-Ash, Inc.', 3],
    ['Elm', 1],
    ['Oak', 2],
  ]);
  expect(
    await send(
      'entitlements',
      ['Account ID,Product,Enabled', '6442450944,forms,yes', '7,forms,yes'],
      'salesforce',
    ),
  ).toMatchObject({
    added: 1,
    rejected: 1,
  });
});

test('ids of another system are unknown, and a source must be a valid name', async () => {
  await send('practices', practices, 'salesforce');
  expect(
    await send('usage', ['Location ID,Product,Date,Value', 'A-00001,forms,2026-11-16,1']),
  ).toMatchObject({ added: 0, rejected: 1 });
  expect(await send('usage', practices, 'sales%20force')).toMatch(/^422 .*source/);
});

test('the list of customers finds and exports them by their external ids', async () => {
  await send('practices', practices, 'salesforce');
  const answer = await testApp.inject({
    method: 'GET',
    url: `${exportInstitutions.path}?q=xyzab&cols=institutionName,externalId,externalSource`,
  });
  expect(answer.body).toBe(
    '\ufeffCustomer,External ID,External source\r\nElm,0015g00000XyZAb,salesforce\r\n',
  );
});

test('the exported list has both ids and matches when imported again, and usage may have Chairside’s ids', async () => {
  await send('practices', practices);
  await send('practices', ['Name,Street,Zip', 'Without ids,1 Elm St,06510']);
  const exported = await text(createPracticesCsv(testApp.database.background));
  const lines = exported.trimEnd().split('\n');
  expect(lines[0]).toBe(
    'Chairside institution ID,Chairside location ID,External source,Institution ID,Location ID,Institution name,Location name,Street address,City,State,Zip,Phone,Latitude,Longitude,Practice type,EHR,Online booking link,Created date,Go-live date,Opening date,Closed date',
  );
  expect(lines).toHaveLength(5);
  expect(lines[1]).toMatch(/^1000000000,1000000000,import,0015g00000XyZAb,A-00001,Elm,Elm,,Derby/);
  const ours = lines.at(-1)?.split(',') ?? [];
  expect(ours.slice(2, 7)).toEqual(['', '', '', 'Without ids', 'Without ids']);

  const before = await readImportedTables(testApp.database);
  expect(await send('practices', lines)).toMatchObject({ rowsRead: 4, unchanged: 4 });
  expect(await readImportedTables(testApp.database)).toBe(before);

  expect(
    await send('usage', [
      'Chairside institution ID,Chairside location ID,Location ID,Product,Date,Value',
      `${ours[0]},${ours[1]},,forms,2026-11-16,5`,
      ',,A-00001,forms,2026-11-16,6',
      '12,,,forms,2026-11-16,7',
    ]),
  ).toMatchObject({
    added: 2,
    rejects: [
      {
        line: 4,
        column: 'Chairside institution ID',
        value: '12',
        reason: 'is not a known institution',
      },
    ],
  });
  expect(await used()).toEqual([
    ['Elm', 6],
    ['Without ids', 5],
  ]);
});

test('a database of an earlier version, whose ids were integers from files, still matches', async () => {
  const { database, close } = await createEmptyDatabase();
  const all = await readMigrations();
  await migrateDatabase(
    database,
    undefined,
    all.filter(({ name }) => name < '017'),
  );
  await database.execute(`
    insert into institution select id, 'Old ' || id, null, '2024-03-01', '2024-03-01', null, source, now()
      from (values (5, 'import'), (6, 'import'), (1000000000, 'import'), (1001, 'demo')) i (id, source);
    insert into location (institution_id, location_id, name, opened_on, updated_at) values
      (5, 50, 'Old 50', '2024-03-01', now()), (6, 1000000001, 'North', '2024-03-01', now()), (6, 60, 'Old 60', '2024-03-01', now()),
      (1000000000, 1000000000, 'Old 1000000000', '2024-03-01', now()), (1001, 10001, 'Demo', '2024-03-01', now());
    insert into practice_key values ('6|north|1 elm|06510||', 6, 1000000001), ('location 60', 6, 60),
      ('|old 1000000000||06510||', 1000000000, 1000000000)`);
  await migrateDatabase(database);

  const practices =
    'Institution ID,Location ID,Name,Street,Zip\n5,50,New 50,,\n6,,North,1 Elm,06510\n,60,New 60,,\n,,Old 1000000000,,06510\n';
  expect(await importText(database, 'practices', practices)).toMatchObject({
    rowsRead: 4,
    added: 0,
    rejected: 0,
  });
  const usage =
    'Location ID,Product,Date,Value\n50,forms,2026-11-16,1\n1000000000,forms,2026-11-16,1\n10001,forms,2026-11-16,1\n';
  expect(await importText(database, 'usage', usage)).toMatchObject({ added: 2, rejected: 1 });
  await close();
});

test('Chairside’s own ids find their customers, and are refused beside other ids', async () => {
  const { database } = testApp;
  await importText(database, 'practices', 'Customer ID,Name,City\nA,Oak,Reno\nB,Elm,Reno\n');
  const { rows } = await sql<{
    id: number;
  }>`select institution_id as id from institution order by external_id`.execute(
    database.background,
  );
  const [oak = 0, elm = 0] = rows.map(({ id }) => id);
  const renamed = await importText(
    database,
    'practices',
    `institutionId,Name,City,EHR\n${oak},Oak,Reno,Epic\n${elm},Elm,Reno,Epic\n`,
  );
  expect(renamed).toMatchObject({ added: 0, changed: 2, rejected: 0 });
  const mixed = await importText(
    database,
    'practices',
    `institutionId,Name,City\nC,Ash,Reno\n${oak},Oak,Reno\n`,
  );
  expect(mixed).toMatchObject({
    added: 1,
    rejected: 1,
    rejects: [
      {
        value: String(oak),
        reason: 'is a Chairside ID, but other IDs of the column are not: use one kind of ID',
      },
    ],
  });
  const contacts = await importText(
    database,
    'contacts',
    `Customer ID,Name,Email\n${oak},Ana,ana@oak.example\n`,
  );
  expect(contacts).toMatchObject({ added: 1, rejected: 0 });
});
