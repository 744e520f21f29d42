import fc from 'fast-check';
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
  await insertInstitution(opened.database, { institution_id: 5 }, [{ location_id: 50 }]);
  await insertInstitution(opened.database, { institution_id: 6 }, [
    { location_id: 60 },
    { location_id: 61 },
  ]);
  await insertInstitution(opened.database, { institution_id: 7 }, [{ location_id: 60 }]);
});
afterAll(() => opened.close());

const load = (csv: string) => importText(opened.database, 'usage', csv);
const days = () =>
  opened.database.background
    .selectFrom('usage_daily')
    .selectAll()
    .orderBy('location_id')
    .orderBy('product')
    .orderBy('day')
    .execute();
const weeks = () =>
  opened.database.background
    .selectFrom('usage_week')
    .selectAll()
    .orderBy('week_start')
    .orderBy('product')
    .execute();

test('days are stored and their weeks are computed; importing the file again changes nothing', async () => {
  const file =
    'Institution ID,Location ID,Product,Date,Value\n5,50,Online Booking,2026-11-14,3\n5,50,onlineBooking,11/15/2026,4\n5,50,payments,2026-11-16,"$1,200.50"\n';
  expect(await load(file)).toMatchObject({ rowsRead: 3, added: 3, rejected: 0 });
  expect(await weeks()).toMatchObject([
    { product: 'onlineBooking', week_start: '2026-11-08', value: 3 },
    { product: 'onlineBooking', week_start: '2026-11-15', value: 4 },
    { product: 'payments', week_start: '2026-11-15', value: 1200.5 },
  ]);
  expect(
    (
      await opened.database.background
        .selectFrom('feed_week')
        .selectAll()
        .orderBy('week_start')
        .execute()
    ).map((row) => row.last_report_on),
  ).toEqual(['2026-11-14', '2026-11-16']);
  const before = await readImportedTables(opened.database);
  expect(await load(file)).toMatchObject({ added: 0, changed: 0, unchanged: 3 });
  expect(await readImportedTables(opened.database)).toBe(before);
});

test('a later row for the same location, product and day replaces the earlier one, and the week is recomputed', async () => {
  await load(
    'Institution ID,Location ID,Product,Date,Value\n5,50,forms,2026-11-16,3\n5,50,forms,2026-11-17,1\n',
  );
  const report = await load(
    'Institution ID,Location ID,Product,Date,Value\n5,50,forms,2026-11-16,7\n5,50,forms,2026-11-16,9\n5,50,forms,2026-11-16,9\n',
  );
  expect(report).toMatchObject({ rowsRead: 3, changed: 1, unchanged: 1, superseded: 1 });
  expect((await days()).map((row) => row.value)).toEqual([9, 1]);
  expect(await weeks()).toMatchObject([{ value: 10 }]);
});

test('one column for each product: a blank means not reported, a zero is a value', async () => {
  const report = await load(
    'Location ID;Date;Forms;Insurance Verification;Notes\n50;2026-11-16;1.234,5;;x\n61;2026-11-16;0;2;y\n61;2026-11-17;;;z\n',
  );
  expect(report).toMatchObject({ rowsRead: 4, added: 3, rejected: 1 });
  expect((await days()).map((row) => [row.location_id, row.product, row.value])).toEqual([
    [50, 'forms', 1234.5],
    [61, 'forms', 0],
    [61, 'insurance', 2],
  ]);
});

test('one of the two ids suffices where it is unambiguous', async () => {
  const report = await load(
    [
      'Institution ID,Location ID,Product,Date,Value',
      '5,,forms,2026-11-16,1',
      ',61,forms,2026-11-16,1',
      '6,,forms,2026-11-16,1',
      ',60,forms,2026-11-16,1',
      '7,60,forms,2026-11-16,1',
      '9,90,forms,2026-11-16,1',
      ',99,forms,2026-11-16,1',
      '5,61,forms,2026-11-16,1',
      '',
    ].join('\n'),
  );
  expect((await days()).map((row) => [row.institution_id, row.location_id])).toEqual([
    [5, 50],
    [7, 60],
    [6, 61],
  ]);
  expect(report.rejects).toEqual([
    {
      line: 4,
      column: 'Institution ID',
      value: '6',
      reason: expect.stringContaining('several locations'),
    },
    {
      line: 5,
      column: 'Location ID',
      value: '60',
      reason: expect.stringContaining('several institutions'),
    },
    { line: 7, column: 'Institution ID', value: '9', reason: 'is not a known institution' },
    { line: 8, column: 'Location ID', value: '99', reason: 'is not a known location' },
    {
      line: 9,
      column: 'Location ID',
      value: '61',
      reason: 'is not a location of this institution',
    },
  ]);
  expect(report).toMatchObject({ rowsRead: 8, added: 3, rejected: 5 });
});

test('unusable cells are reported by line, column and reason', async () => {
  const row = (product: string, day: string, value: string) => `5,50,${product},${day},${value}`;
  const report = await load(
    [
      'Institution ID,Location ID,Product,Date,Value',
      row('fax', '2026-11-16', '1'),
      row('forms', '2026-02-30', '1'),
      row('forms', '', '1'),
      row('forms', '2026-11-19', '1'),
      row('forms', '2026-11-16', '-1'),
      row('forms', '2026-11-16', 'many'),
      row('forms', '2026-11-16', ''),
      ',,forms,2026-11-16,1',
      '',
    ].join('\n'),
  );
  expect(report.rejects.map(({ line, column, reason }) => `${line} ${column} ${reason}`)).toEqual([
    '2 Product is not a product',
    '3 Date is not a date: write 2026-03-09 or 3/9/2026',
    '4 Date is empty',
    '5 Date is in the future',
    '6 Value is negative',
    '7 Value is not a number',
    '8 Value is empty: write 0 when nothing was used',
    '9 Institution ID is empty: usage needs an institution or a location',
  ]);
  expect(await days()).toEqual([]);
});

test('weeks without imported days keep their values, and a single old day changes no week in between', async () => {
  await opened.database.background
    .insertInto('usage_week')
    .values({
      institution_id: 5,
      location_id: 50,
      product: 'forms',
      week_start: '2026-01-04',
      value: 70,
    })
    .execute();
  await load(
    'Institution ID,Location ID,Product,Date,Value\n5,50,forms,1999-12-31,1\n5,50,forms,2026-11-16,1\n',
  );
  expect((await weeks()).map((row) => [row.week_start, row.value])).toEqual([
    ['1999-12-26', 1],
    ['2026-01-04', 70],
    ['2026-11-15', 1],
  ]);
});

test('usage imported twice has the effect of once, in any order of distinct rows', async () => {
  const key = fc.record({
    location: fc.constantFrom('5,50', '6,60', '6,61', '7,60', '8,80'),
    product: fc.constantFrom('forms', 'Payments', 'fax'),
    day: fc.constantFrom('2026-11-14', '2026-11-15', 'never'),
    value: fc.constantFrom('0', '1', '2.5', '-1'),
  });
  await fc.assert(
    fc.asyncProperty(
      fc
        .uniqueArray(key, {
          maxLength: 20,
          selector: (row) => row.location + row.product + row.day,
        })
        .chain((rows) =>
          fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })),
        ),
      async ([rows, shuffled]) => {
        const file = (list: typeof rows) =>
          [
            'Institution ID,Location ID,Product,Date,Value',
            ...list.map((row) => `${row.location},${row.product},${row.day},${row.value}`),
          ].join('\n');
        const first = await load(file(rows));
        expect(
          first.added + first.changed + first.unchanged + first.superseded + first.rejected,
        ).toBe(first.rowsRead);
        const before = await readImportedTables(opened.database);
        expect(await load(file(shuffled))).toMatchObject({
          added: 0,
          changed: 0,
          rejected: first.rejected,
        });
        expect(await readImportedTables(opened.database)).toBe(before);
      },
    ),
    { numRuns: 20 },
  );
});
