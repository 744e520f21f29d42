import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { insertInstitution } from '#test/factories.ts';
import { clearImported, importText, readImportedTables } from '#test/imports.ts';

let opened: TestDatabase;
beforeAll(async () => {
  opened = await createTestDatabase();
});
beforeEach(async () => {
  await clearImported(opened.database);
  await insertInstitution(opened.database, { institution_id: 5, created_on: '2024-03-01' });
});
afterAll(() => opened.close());

const load = (csv: string, at = '2026-11-18') =>
  importText(opened.database, 'entitlements', csv, { clock: () => new Date(`${at}T18:00:00Z`) });
const periods = async () =>
  (
    await opened.database.background
      .selectFrom('entitlement')
      .selectAll()
      .orderBy('product')
      .orderBy('valid_from')
      .execute()
  ).map((row) => [row.product, row.valid_from, row.valid_to]);

test('a yes without dates has no first day, a no without dates ends it today, and a later yes begins a new period', async () => {
  const yes = 'Customer ID,Feature,Enabled\n5,Online Booking,yes\n5,forms,no\n';
  expect(await load(yes)).toMatchObject({ added: 1, unchanged: 1 });
  expect(await periods()).toEqual([['onlineBooking', '-infinity', null]]);
  expect(await load(yes, '2026-11-19')).toMatchObject({ added: 0, unchanged: 2 });

  const no = 'Customer ID,Feature,Enabled\n5,Online Booking,0\n';
  expect(await load(no)).toMatchObject({ changed: 1 });
  expect(await periods()).toEqual([['onlineBooking', '-infinity', '2026-11-18']]);
  expect(await load(no, '2026-11-19')).toMatchObject({ unchanged: 1 });

  expect(
    await load('Customer ID,Feature,Enabled\n5,Online Booking,1\n', '2026-11-25'),
  ).toMatchObject({ added: 1 });
  expect(await periods()).toEqual([
    ['onlineBooking', '-infinity', '2026-11-18'],
    ['onlineBooking', '2026-11-25', null],
  ]);
});

test('periods include their last day and end where the next one begins', async () => {
  const file =
    'Institution ID,Product,From,To\n5,forms,2025-01-01,2025-03-31\n5,forms,2025-06-01,\n5,forms,2026-01-01,\n5,recalls,2025-01-01,2024-01-01\n9,forms,2025-01-01,\n5,fax,2025-01-01,\n';
  const report = await load(file);
  expect(report).toMatchObject({ rowsRead: 6, added: 3, rejected: 3 });
  expect(report.rejects.map(({ line, reason }) => [line, reason])).toEqual([
    [5, 'is before the first day'],
    [6, 'is not a known institution'],
    [7, 'is not a product'],
  ]);
  expect(await periods()).toEqual([
    ['forms', '2025-01-01', '2025-04-01'],
    ['forms', '2025-06-01', '2026-01-01'],
    ['forms', '2026-01-01', null],
  ]);
  const before = await readImportedTables(opened.database);
  expect(await load(file)).toMatchObject({ added: 0, changed: 0, unchanged: 3 });
  expect(await readImportedTables(opened.database)).toBe(before);
  expect(
    await load(
      'Institution ID,Product,From,To\n5,forms,2025-01-01,2025-02-28\n5,forms,2025-01-01,2025-01-31\n',
    ),
  ).toMatchObject({
    changed: 1,
    superseded: 1,
  });
  expect((await periods())[0]).toEqual(['forms', '2025-01-01', '2025-02-01']);
});

test('a first day replaces an unknown one, and a later yes without dates keeps it', async () => {
  const yes = 'Institution ID,Product,Entitled\n5,forms,yes\n';
  const dated = 'Institution ID,Product,From\n5,forms,2025-06-01\n';
  await load(yes);
  expect(await load(dated)).toMatchObject({ added: 1 });
  expect(await periods()).toEqual([['forms', '2025-06-01', null]]);
  expect(await load(yes)).toMatchObject({ unchanged: 1 });
  expect(await load(dated)).toMatchObject({ unchanged: 1 });
});

test('a period that ended before a given first day stays', async () => {
  await load('Institution ID,Product,Entitled\n5,forms,yes\n');
  await load('Institution ID,Product,Entitled,From\n5,forms,no,2025-01-01\n');
  await load('Institution ID,Product,From\n5,forms,2025-06-01\n');
  expect(await periods()).toEqual([
    ['forms', '-infinity', '2025-01-01'],
    ['forms', '2025-06-01', null],
  ]);
});
