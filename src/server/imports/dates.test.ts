import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { insertInstitution } from '#test/factories.ts';
import { clearImported, importText } from '#test/imports.ts';

let opened: TestDatabase;
beforeAll(async () => {
  opened = await createTestDatabase();
});
beforeEach(async () => {
  await clearImported(opened.database);
  await insertInstitution(opened.database, { institution_id: 5 }, [{ location_id: 50 }]);
});
afterAll(() => opened.close());

const load = (days: string[], options = {}) =>
  importText(
    opened.database,
    'usage',
    `Location ID,Product,Date,Value\n${days.map((day) => `50,forms,"${day}",1`).join('\n')}`,
    options,
  );
const days = async () =>
  (
    await opened.database.background
      .selectFrom('usage_daily')
      .select('day')
      .orderBy('day')
      .execute()
  ).map((row) => row.day);
const noteOf = (report: Awaited<ReturnType<typeof load>>) => report.columns[2]?.note;

test('three styles in one column are read when every date is unambiguous', async () => {
  expect(noteOf(await load(['2026-03-09', 'Mar 10, 2026', '3/25/2026', '26.3.2026']))).toBeNull();
  expect(await days()).toEqual(['2026-03-09', '2026-03-10', '2026-03-25', '2026-03-26']);
});

test('ambiguous dates are read in the order that other dates of the column show, wherever they are', async () => {
  const many = Array.from({ length: 3_000 }, (_, index) => `${1 + (index % 9)}/10/2026`);
  expect(noteOf(await load([...many, '25/10/2026']))).toBe(
    'dates such as 1/10/2026 (line 2) are read with the day first, as 25/10/2026 (line 3002) shows',
  );
  expect(await days()).toEqual([
    ...Array.from({ length: 9 }, (_, index) => `2026-10-0${index + 1}`),
    '2026-10-25',
  ]);
});

test('without an unambiguous date the month comes first, which the report notes and an option changes', async () => {
  expect(noteOf(await load(['3/9/2026']))).toBe(
    'dates such as 3/9/2026 (line 2) are read with the month first, because no date shows another order',
  );
  expect(noteOf(await load(['3/9/2026'], { dates: 'day-first' }))).toBe(
    'dates such as 3/9/2026 (line 2) are read with the day first, as you chose',
  );
  expect(await days()).toEqual(['2026-03-09', '2026-09-03']);
});

test('both orders in one column stop the file, with examples, before anything is written', async () => {
  await expect(load(['25/3/2026', '3/26/2026', '3/9/2026'])).rejects.toThrow(
    'The dates in "Date" are written in two ways: 25/3/2026 (line 2) has the day first, 3/26/2026 (line 3) the month, so 3/9/2026 (line 4) could be two different days. Choose the order, or export the dates as 2026-03-09. The command takes --dates day-first or --dates month-first.',
  );
  expect(await days()).toEqual([]);
  await load(['25/3/2026', '3/26/2026', '3/9/2026'], { dates: 'day-first' });
  expect(await days()).toEqual(['2026-03-25', '2026-03-26', '2026-09-03']);
});

test('the order of a date is detected from the same cleaned cell that is read', async () => {
  const blanks = ['\u202f', '\u00a0', ' ', '\u2009\u200e'];
  await load([
    ...blanks.map((blank, index) => `03/0${index + 1}/2026, 9:05${blank}AM`),
    '13/04/2026, 9:05\u202fAM',
  ]);
  expect(await days()).toEqual([
    '2026-01-03',
    '2026-02-03',
    '2026-03-03',
    '2026-04-03',
    '2026-04-13',
  ]);
});

test('a time with an offset belongs to its day in the business time zone, a time without one to the written day', async () => {
  const report = await load([
    '2026-11-15T03:30:00Z',
    '2026-11-16T00:00:00Z',
    '2026-11-17T03:30:00',
    '2026-11-18',
  ]);
  expect(await days()).toEqual(['2026-11-14', '2026-11-15', '2026-11-17', '2026-11-18']);
  expect(noteOf(report)).toBe(
    'times such as 2026-11-15T03:30:00Z (line 2) are converted to days in the time zone America/Los_Angeles',
  );
});

test('midnights with an offset are dates where the column has no other time', async () => {
  const report = await load([
    '2026-11-15T00:00:00Z',
    '2026-11-16T00:00:00.000+00:00',
    '2026-11-17 00:00 -0500',
    '2026-11-18',
  ]);
  expect(await days()).toEqual(['2026-11-15', '2026-11-16', '2026-11-17', '2026-11-18']);
  expect(noteOf(report)).toBe(
    'midnights such as 2026-11-15T00:00:00Z (line 2) are read as dates, because the column has no other time',
  );
});

test('a time that comes after thousands of midnights were read as dates stops the file', async () => {
  const many = Array.from({ length: 21_000 }, () => '2026-11-15T00:00:00Z');
  await expect(load([...many, '2026-11-16T03:30:00Z'])).rejects.toThrow(
    '"Date" mixes dates and times: midnights such as 2026-11-15T00:00:00Z (line 2) were read as dates, but 2026-11-16T03:30:00Z (line 21002) is a time.',
  );
  expect(await days()).toEqual([]);
});

test('a date of the other order after thousands of rows stops the file too', async () => {
  const many = Array.from({ length: 21_000 }, () => '3/9/2026');
  await expect(load([...many, '25/3/2026'])).rejects.toThrow(
    'The dates in "Date" have the day first, as 25/3/2026 (line 21002) shows. Choose day first and import the file again. The command takes --dates day-first.',
  );
  expect(await days()).toEqual([]);
});

const contracts = (terms: string[], options = {}) =>
  importText(
    opened.database,
    'contracts',
    `Institution ID,Contract ID,Start Date,End Date,MRR\n${terms.join('\n')}\n`,
    options,
  );
const terms = () =>
  opened.database.background
    .selectFrom('contract')
    .select(['starts_on', 'ends_on'])
    .orderBy('contract_id')
    .execute();

test('a column of ambiguous dates is read in the order of the file’s other date column', async () => {
  const report = await contracts([
    '5,K1,01/04/2026,31/03/2027,100',
    '5,K2,01/07/2025,30/06/2026,100',
  ]);
  expect(report.columns[2]?.note).toBe(
    'dates such as 01/04/2026 (line 2) are read with the day first, as 31/03/2027 (line 2) in "End Date" shows',
  );
  expect(await terms()).toEqual([
    { starts_on: '2026-04-01', ends_on: '2027-04-01' },
    { starts_on: '2025-07-01', ends_on: '2026-07-01' },
  ]);
});

test('columns with different orders do not decide a third one', async () => {
  const file = `Institution ID,Notice Date,Effective Date,Win Back Date\n5,1/4/2026,31/5/2026,5/31/2027\n`;
  await expect(importText(opened.database, 'churn', file)).rejects.toThrow(
    'can be read in two ways',
  );
  expect(await importText(opened.database, 'churn', file, { dates: 'day-first' })).toMatchObject({
    added: 1,
  });
});
