import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { insertInstitution } from '#test/factories.ts';
import { clearImported, importText, readImportedTables } from '#test/imports.ts';

let opened: TestDatabase;
beforeAll(async () => {
  opened = await createTestDatabase();
});
beforeEach(async () => {
  await clearImported(opened.database);
  for (const institution_id of [5, 6, 7])
    await insertInstitution(opened.database, { institution_id });
});
afterAll(() => opened.close());

const load = (csv: string, options = {}) => importText(opened.database, 'usage', csv, options);
const values = async () =>
  (
    await opened.database.background
      .selectFrom('usage_daily')
      .selectAll()
      .orderBy('institution_id')
      .orderBy('day')
      .orderBy('product')
      .execute()
  ).map(({ institution_id, product, day, value }) => [institution_id, product, day, value]);
const isEmpty = async () => expect(await values()).toEqual([]);

describe('several rows for one location, product and day', () => {
  const users =
    'Customer ID,User,Product,Date,Count\n5,anna,Forms,2026-11-16,7\n5,ben,Forms,2026-11-16,5\n';

  test('that a column distinguishes stop the file, which names the column and both options', async () => {
    await expect(load(users)).rejects.toThrow(
      'Nothing was imported: the file has several rows for the same location, product and day, such as lines 2 and 3. The rows differ in the column "User". Each row would replace the row before it. Add the rows up if there is a row for each user, provider or event. Use the last row if later rows are corrections.\nThe command takes --repeats add or --repeats replace, and a feed takes ?repeats=add or ?repeats=replace.',
    );
    await isEmpty();
  });

  test('are added up by option, and change nothing when imported again', async () => {
    const csv = `${users}6,cy,Forms,2026-11-16,1\n`;
    expect(await load(csv, { repeats: 'add' })).toMatchObject({
      rowsRead: 3,
      added: 3,
      superseded: 0,
    });
    expect(await values()).toEqual([
      [5, 'forms', '2026-11-16', 12],
      [6, 'forms', '2026-11-16', 1],
    ]);
    const before = await readImportedTables(opened.database);
    expect(await load(csv, { repeats: 'add' })).toMatchObject({
      added: 0,
      changed: 0,
      unchanged: 3,
    });
    expect(await readImportedTables(opened.database)).toBe(before);
    expect(
      await load(csv.replace('ben,Forms,2026-11-16,5', 'ben,Forms,2026-11-16,6'), {
        repeats: 'add',
      }),
    ).toMatchObject({
      changed: 2,
      unchanged: 1,
    });
  });

  test.each([{ repeats: 'replace' }, { accept: true }])(
    'replace each other by option: %j',
    async (options) => {
      expect(await load(users, options)).toMatchObject({ added: 1, superseded: 1 });
      expect(await values()).toEqual([[5, 'forms', '2026-11-16', 5]]);
    },
  );

  test('of events are distinguished by the time in the column of days', async () => {
    await expect(
      load(
        'account_id,product,sent_at,count\n5,Forms,2026-11-16T18:04:11.123Z,7\n5,Forms,2026-11-16T19:04:11.123Z,2\n',
      ),
    ).rejects.toThrow('such as lines 2 and 3. The rows differ in the column "sent_at"');
  });

  test('of events that are equal in every cell also stop the file', async () => {
    const rows = [12, 13, 16, 17, 18].flatMap((day) =>
      [5, 6, 7].flatMap((id) => Array(3).fill(`${id},Forms,2026-11-${day},1`)),
    );
    await expect(load(['Customer ID,Product,Date,Count', ...rows].join('\n'))).rejects.toThrow(
      'many rows with the value 1 are in the file more than once, such as lines 2 and 3. There may be a row for each event',
    );
    const report = await load(['Customer ID,Product,Date,Count', ...rows].join('\n'), {
      repeats: 'add',
    });
    expect((await values()).every(([, , , value]) => value === 3)).toBe(true);
    expect(report.columns.find(({ header }) => header === 'Count')?.note).toBe(
      'rows that are the same in every cell are added up too, such as lines 2 and 3',
    );
  });

  test('do not stop the file when they are identical copies or a few corrections', async () => {
    const days = Array.from(
      { length: 12 },
      (_, index) => `5,anna,Forms,2026-11-${String(index + 1).padStart(2, '0')},${index}`,
    );
    const csv = [
      'Customer ID,User,Product,Date,Count',
      ...days,
      days[0],
      days[1],
      '5,ben,Forms,2026-11-12,99',
    ].join('\n');
    expect(await load(csv)).toMatchObject({ rowsRead: 15, added: 12, unchanged: 2, superseded: 1 });
    expect((await values()).at(-1)).toEqual([5, 'forms', '2026-11-12', 99]);
  });

  test('without a column that distinguishes them stop the file when there are many', async () => {
    const rows = Array.from({ length: 10 }, (_, index) => {
      const day = `2026-11-${String(index + 1).padStart(2, '0')}`;
      return `5,${day},${index}\n5,${day},${index + 1}`;
    });
    await expect(load(['Customer ID,Date,Forms', ...rows].join('\n'))).rejects.toThrow(
      'such as lines 2 and 3. Each row would replace the row before it. Add the rows up',
    );
    expect(await load(['Customer ID,Date,Forms', ...rows.slice(0, 9)].join('\n'))).toMatchObject({
      added: 9,
      superseded: 9,
    });
  });
});

describe('headers', () => {
  test('with units name their product', async () => {
    await load(
      'Customer ID,Date,Online Booking (count),Payments ($),Forms - uses,Number of Reviews,Messaging Count,# Reminders,Payments (count),Online Booking (users)\n5,2026-11-16,1,2,3,4,5,6,7,8\n',
    );
    expect((await values()).map(([, product, , value]) => [product, value])).toEqual([
      ['forms', 3],
      ['messaging', 5],
      ['onlineBooking', 1],
      ['payments', 2],
      ['reminders', 6],
      ['reviews', 4],
    ]);
  });

  test('without a unit are preferred, and a number of payments is not used', async () => {
    await load('Customer ID,Date,Forms (count),Forms,Number of Payments\n5,2026-11-16,1,2,3\n');
    expect((await values()).map(([, product, , value]) => [product, value])).toEqual([
      ['forms', 2],
    ]);
  });

  test.each([
    [
      'with a column for each day',
      'Customer ID,Product,2026-11-15,2026-11-16\n5,Forms,3,4\n',
      'its columns "2026-11-15", "2026-11-16" are dates. Usage needs a row for each day',
    ],
    [
      'with a column for each month',
      'Customer ID,Product,Oct 2026,Nov 2026\n5,Forms,3,4\n',
      'its columns "Oct 2026", "Nov 2026" are dates.',
    ],
    [
      'on two lines',
      ',,Online Booking,,Forms,\nCustomer ID,Date,Count,Users,Count,Users\n5,2026-11-16,3,1,4,1\n',
      'its header is on two lines: "Online Booking", "Forms" on line 1 stands above the columns of line 2. Give each column one header, such as "Online Booking", on one line.',
    ],
    [
      'below a title',
      'Usage report,,\n\nAs of 11/17/2026,,\nCustomer ID,Date,Forms\n5,2026-11-16,3\n',
      'its header is on line 4 ("Customer ID", "Date", "Forms"). Delete the lines above it.',
    ],
  ])('%s stop the file with the reason and what to do', async (_, csv, reason) => {
    await expect(load(csv)).rejects.toThrow(reason);
    await isEmpty();
  });

  test('of event streams are recognized: the time of an event gives its day', async () => {
    await load('account_id,product,sent_at,count\n5,Forms,2026-11-16T18:04:11.123Z,7\n');
    expect(await values()).toEqual([[5, 'forms', '2026-11-16', 7]]);
  });
});

describe('totals of longer periods', () => {
  const months = ['06', '07', '08', '09', '10', '11'];

  test.each([
    ['the first of a month', months.map((month) => `2026-${month}-01`)],
    [
      'the last of a month',
      ['2026-06-30', '2026-07-31', '2026-08-31', '2026-09-30', '2026-10-31', '2026-02-28'],
    ],
    ['day 15 of a month', months.map((month) => `2026-${month}-15`)],
  ])('of months, dated %s, stop the file before it is written', async (day, dates) => {
    const csv = [
      'Customer ID,Date,Forms',
      ...[5, 6].flatMap((id) => dates.map((date) => `${id},${date},300`)),
    ].join('\n');
    await expect(load(csv)).rejects.toThrow(
      `Nothing was imported: every date in "Date" is ${day} (6 months, such as ${dates[0]} on line 2). These look like monthly totals.`,
    );
    await isEmpty();
    expect(await load(csv, { accept: true })).toMatchObject({ added: 12 });
  });

  test('of weeks are imported, and the report explains how they count', async () => {
    const dates = ['2026-10-26', '2026-11-02', '2026-11-09', '2026-11-16'];
    const report = await load(
      ['Customer ID,Date,Forms', ...dates.map((date) => `5,${date},30`)].join('\n'),
    );
    expect(report).toMatchObject({ added: 4 });
    expect(report.columns[1]?.note).toBe(
      'weekly totals: every date is a Monday, and a value counts in the week (Sunday to Saturday) that contains its date',
    );
  });

  test('are not detected in a few days', async () => {
    expect(await load('Customer ID,Date,Forms\n5,2026-11-01,3\n5,2026-10-01,4\n')).toMatchObject({
      added: 2,
    });
    expect(
      await load('Customer ID,Date,Forms\n5,2026-11-01,3\n5,2026-10-01,4\n5,2026-10-02,4\n'),
    ).toMatchObject({ rowsRead: 3 });
  });
});
