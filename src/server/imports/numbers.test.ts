import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ImportOptions } from '#server/imports/import.ts';
import type { ImportReport } from '#shared/imports/report.ts';
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

const isoDay = (index: number) =>
  new Date(Date.UTC(2026, 10, 17 - index)).toISOString().slice(0, 10);
const dottedDay = (index: number) => isoDay(index).split('-').reverse().join('.');
const slashedDay = (index: number) =>
  `${isoDay(index).slice(5, 7)}/${isoDay(index).slice(8)}/${isoDay(index).slice(0, 4)}`;

interface Written {
  delimiter?: string;
  dateOf?: (index: number) => string;
  options?: Partial<ImportOptions>;
}

const cellIn = (delimiter: string) => (cell: string) =>
  cell.includes(delimiter) ? `"${cell}"` : cell;

/** Imports one usage value per day, newest first. */
async function loadUsage(
  values: readonly string[],
  { delimiter = ',', dateOf = isoDay, options }: Written = {},
): Promise<ImportReport> {
  const rows = values.map((value, index) =>
    ['50', dateOf(index), value].map(cellIn(delimiter)).join(delimiter),
  );
  return importText(
    opened.database,
    'usage',
    `${['Location ID', 'Date', 'Messaging'].join(delimiter)}\n${rows.join('\n')}\n`,
    options,
  );
}
const stored = async () =>
  (
    await opened.database.background
      .selectFrom('usage_daily')
      .select('value')
      .orderBy('day', 'desc')
      .execute()
  ).map(({ value }) => value);
const noteOf = (report: ImportReport, header = 'Messaging') =>
  report.columns.find((column) => column.header === header)?.note;

describe('usage', () => {
  test('a comma group in a tab file is thousands', async () => {
    const report = await loadUsage(['1,204', '998'], { delimiter: '\t' });
    expect(await stored()).toEqual([1204, 998]);
    expect(noteOf(report)).toBe(
      'numbers such as 1,204 (line 2) are read as 1204, as whole numbers such as 998 (line 3) suggest',
    );
  });

  test('a dot group in a file with semicolons and dotted dates is thousands', async () => {
    const report = await loadUsage(['1.204', '998'], { delimiter: ';', dateOf: dottedDay });
    expect(await stored()).toEqual([1204, 998]);
    expect(noteOf(report)).toBe(
      'numbers such as 1.204 (line 2) are read as 1204, as dates such as 17.11.2026 (line 2) suggest',
    );
  });

  test('one unambiguous number decides its column, wherever it is', async () => {
    const report = await loadUsage(['1.204', '998', '2.750,50'], { delimiter: ';' });
    expect(await stored()).toEqual([1204, 998, 2750.5]);
    expect(noteOf(report)).toBe(
      'numbers such as 1.204 (line 2) are read as 1204, as 2.750,50 (line 4) shows',
    );
    await loadUsage(['1.204', '998', '2750.5'], { delimiter: ';' });
    expect(await stored()).toEqual([1.204, 998, 2750.5]);
  });

  test('apostrophes, blanks and no-break spaces are thousands', async () => {
    await loadUsage(["1'250", '1’250.5', '1 250', '1\u00a0250', '1\u202f250.25'], {
      delimiter: ';',
    });
    expect(await stored()).toEqual([1250, 1250.5, 1250, 1250, 1250.25]);
  });

  test.each([
    ['a dot in a comma file', ['1.204', '998'], {}],
    ['a comma in a file with semicolons', ['1,204', '998'], { delimiter: ';' }],
    ['a comma beside dotted dates', ['1,204', '998'], { delimiter: '\t', dateOf: dottedDay }],
    [
      'a dot in a file with semicolons and other dates',
      ['1.204', '998'],
      { delimiter: ';', dateOf: slashedDay },
    ],
    [
      'three digits behind every separator',
      ['1.204', '2.350'],
      { delimiter: ';', dateOf: dottedDay },
    ],
    ['three digits behind every comma', ['1,204', '2,350'], {}],
    ['whole numbers of four digits beside', ['1,204', '998', '1500'], {}],
    ['both separators', ['1,204', '1.204', '998'], {}],
  ] satisfies [string, string[], Written][])(
    'asks about %s, and stores nothing',
    async (_, values, written) => {
      const example = values[0] ?? '';
      const readings = example.includes(',') ? '1,204 or 1.204' : '1.204 or 1,204';
      await expect(loadUsage(values, written)).rejects.toThrow(
        `The numbers in "Messaging" can be read in two ways: ${example} (line 2) is ${readings}, and nothing in the file says which. Choose the number format and import the file again. The command takes --numbers decimal-point or --numbers decimal-comma, and a feed takes ?numbers=decimal-point or ?numbers=decimal-comma.`,
      );
      expect(await stored()).toEqual([]);
    },
  );

  test('the user’s answer decides', async () => {
    const report = await loadUsage(['1.204', '998'], { options: { numbers: 'decimal-comma' } });
    expect(await stored()).toEqual([1204, 998]);
    expect(noteOf(report)).toBe('numbers such as 1.204 (line 2) are read as 1204, as you chose');
    await loadUsage(['1.204', '998'], { options: { numbers: 'decimal-point' } });
    expect(await stored()).toEqual([1.204, 998]);
  });

  test('the column’s own numbers take precedence over the answer, which applies to the whole file', async () => {
    await loadUsage(['12.50', '1.125'], { options: { numbers: 'decimal-comma' } });
    expect(await stored()).toEqual([12.5, 1.125]);
  });

  test('a decimal point in one number and a decimal comma in another stop the file', async () => {
    await expect(loadUsage(['12.5', '12,5', '1.204'])).rejects.toThrow(
      'The numbers in "Messaging" are written in two ways: 12.5 (line 2) has a decimal point, 12,5 (line 3) a decimal comma, so 1.204 (line 4) could be two different numbers. Choose the number format and import the file again. The command takes --numbers decimal-point or --numbers decimal-comma, and a feed takes ?numbers=decimal-point or ?numbers=decimal-comma.',
    );
    await loadUsage(['12.5', '12,5', '1204']);
    expect(await stored()).toEqual([12.5, 12.5, 1204]);
  });

  test('another column of the file decides', async () => {
    const report = await importText(
      opened.database,
      'usage',
      'Location ID;Date;Messaging;Forms\n50;2026-11-16;1.204;12,5\n50;2026-11-17;998;3\n',
    );
    expect(
      await opened.database.background
        .selectFrom('usage_daily')
        .select('value')
        .orderBy('value')
        .execute(),
    ).toEqual([3, 12.5, 998, 1204].map((value) => ({ value })));
    expect(noteOf(report)).toBe(
      'numbers such as 1.204 (line 2) are read as 1204, as 12,5 (line 2) in "Forms" shows',
    );
    expect(noteOf(report, 'Forms')).toBe('numbers such as 12,5 (line 2) are read as 12.5');
  });

  test('thousands of rows wait for the number that decides, and no row waits while no number is ambiguous', async () => {
    const day = (index: number) =>
      new Date(Date.UTC(2026, 10, 17) - index * 86_400_000).toISOString().slice(0, 10);
    const many = Array.from({ length: 3_000 }, (_, index) => (index === 0 ? '1.204' : '7'));
    await loadUsage([...many, '1.204,5'], { dateOf: day });
    expect((await stored()).filter((value) => value !== 7)).toEqual([1204, 1204.5]);
  });

  test('a contradicting number after thousands of rows stops the file', async () => {
    const day = (index: number) =>
      new Date(Date.UTC(2026, 10, 17) - index * 86_400_000).toISOString().slice(0, 10);
    const many = Array.from({ length: 21_000 }, (_, index) => (index === 0 ? '1,204' : '7'));
    await expect(loadUsage([...many, '12,5'], { dateOf: day })).rejects.toThrow(
      'Reading stopped: the numbers in "Messaging" were read in the wrong format. 1,204 (line 2) is 1.204, as 12,5 (line 21002) shows. Choose the number format and import the file again.',
    );
    expect(await stored()).toEqual([]);
  });

  test('cells that are not amounts are left out with their actual reason, and decide nothing', async () => {
    const leftOut: string[] = [];
    const onLeftOut: ImportOptions['onLeftOut'] = (cells) =>
      void leftOut.push(...cells.map(({ value, reason }) => `${value} ${reason}`));
    const options = { onLeftOut };
    await loadUsage(
      ['(1,250)', '1.250-', '−3', '٣', '12%', '€ 12', 'CAD 1,000', 'CA$5', '1 2', '9'],
      { options },
    );
    expect(await stored()).toEqual([9]);
    expect(leftOut.filter((cell) => cell.endsWith('; left out'))).toEqual(
      [
        '(1,250) is negative',
        '1.250- is negative',
        '−3 is negative',
        '٣ has digits of another script: write 0 to 9',
        '12% is a percentage',
        '€ 12 is in another currency than US dollars',
        'CAD 1,000 is in another currency than US dollars',
        'CA$5 is in another currency than US dollars',
        '1 2 is not a number',
      ].map((cell) => `${cell}; left out`),
    );
  });

  test('misshapen rows decide nothing', async () => {
    const shifted =
      'Location ID,Date,Messaging\n50,2026-11-16,1.204\n50,2026-11-15,998\n50,2026-11-17,"12,5",6\n';
    await expect(importText(opened.database, 'usage', shifted)).rejects.toThrow(
      'can be read in two ways',
    );
  });
});

describe('contracts', () => {
  const load = (delimiter: string, amounts: readonly string[], options?: Partial<ImportOptions>) =>
    importText(
      opened.database,
      'contracts',
      [
        ['Institution ID', 'Contract ID', 'Start Date', 'MRR'].join(delimiter),
        ...amounts.map((amount, index) =>
          ['5', `K${index}`, '2026-01-01', amount].map(cellIn(delimiter)).join(delimiter),
        ),
      ].join('\n'),
      options,
    );
  const dollars = async () =>
    (
      await opened.database.background
        .selectFrom('contract')
        .select('monthly_cents')
        .orderBy('contract_id')
        .execute()
    ).map(({ monthly_cents }) => monthly_cents / 100);

  test('a dollar sign says that a comma is thousands', async () => {
    const report = await load('\t', ['$1,250', '2,400']);
    expect(await dollars()).toEqual([1250, 2400]);
    expect(noteOf(report, 'MRR')).toBe(
      'numbers such as $1,250 (line 2) are read as 1250, as the dollar sign suggests',
    );
  });

  test('a decimal comma in the last row says that a dot is thousands', async () => {
    await load(';', ['1.500', '12.000', '850,00']);
    expect(await dollars()).toEqual([1500, 12_000, 850]);
  });

  test('US dollars are written in many ways', async () => {
    await load('\t', ['US$1,250.50', 'USD 2,400', '3,100 $', '950 USD', '+1']);
    expect(await dollars()).toEqual([1250.5, 2400, 3100, 950, 1]);
  });
});

test('churn: amounts and counts of locations', async () => {
  await importText(
    opened.database,
    'churn',
    'Institution ID;Notice;Churn date;MRR lost;Locations lost\n5;01.10.2026;30.11.2026;1.250;1.204\n',
    { numbers: 'decimal-comma' },
  );
  expect(
    await opened.database.background
      .selectFrom('churn_event')
      .select(['monthly_cents', 'locations_lost'])
      .execute(),
  ).toEqual([{ monthly_cents: 125_000, locations_lost: 1204 }]);
});

test('prospects: a coordinate has no thousands, whichever separator it has', async () => {
  await importText(
    opened.database,
    'prospects',
    'Prospect ID;Name;Latitude;Longitude\nP1;Oak;41,029;−73.628\nP2;Elm;39.529;-119,813\n',
  );
  expect(
    await opened.database.background
      .selectFrom('prospect')
      .select(['latitude', 'longitude'])
      .orderBy('name')
      .execute(),
  ).toEqual([
    { latitude: 39.529, longitude: -119.813 },
    { latitude: 41.029, longitude: -73.628 },
  ]);
});
