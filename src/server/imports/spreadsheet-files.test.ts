import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ImportKind } from '#shared/imports/report.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { insertInstitution } from '#test/factories.ts';
import { clearImported, importText, readImportedTables } from '#test/imports.ts';

let opened: TestDatabase;
beforeAll(async () => {
  opened = await createTestDatabase();
});
beforeEach(() => clearImported(opened.database));
afterAll(() => opened.close());

const load = (kind: ImportKind, csv: string, options = {}) =>
  importText(opened.database, kind, csv, options);
const locations = () =>
  opened.database.background.selectFrom('location').selectAll().orderBy('location_id').execute();
const institutions = () =>
  opened.database.background
    .selectFrom('institution')
    .selectAll()
    .orderBy('institution_id')
    .execute();
const days = () =>
  opened.database.background
    .selectFrom('usage_daily')
    .selectAll()
    .orderBy('institution_id')
    .orderBy('day')
    .orderBy('product')
    .execute();
const withCustomers = async () => {
  for (const institution_id of [5, 6, 7])
    await insertInstitution(opened.database, { institution_id });
};

test('an id, a ZIP and a phone number that a spreadsheet kept as formulas are read as they were', async () => {
  const file =
    'institutionId,institutionName,locationId,name,zip,phone\n"=""0012""",Cedar,"=""0012-1""",Cedar,"=""06103""","=""2035550199"""\n';
  expect(await load('practices', file)).toMatchObject({ added: 1, warned: 0 });
  expect(await institutions()).toMatchObject([{ external_id: '0012' }]);
  expect(await locations()).toMatchObject([
    { external_id: '0012-1', zip: '06103', phone: '(203) 555-0199' },
  ]);
  expect(await load('practices', file.replace('"=""0012"""', '0012'))).toMatchObject({
    unchanged: 1,
  });
});

test('a name behind the formula guard of an export is not renamed', async () => {
  await load(
    'practices',
    'institutionId,institutionName,locationId,name\nG-1,+Más Sonrisas,L-1,+Más Sonrisas\n',
  );
  const before = await readImportedTables(opened.database);
  expect(
    await load(
      'practices',
      "institutionId,institutionName,locationId,name\nG-1,'+Más Sonrisas,L-1,'+Más Sonrisas\n",
    ),
  ).toMatchObject({
    unchanged: 1,
  });
  expect(await readImportedTables(opened.database)).toBe(before);
});

describe('placeholders for no value', () => {
  test('are blank in every column of a practice except its name, and the column notes their number', async () => {
    const report = await load(
      'practices',
      'Practice,Street,City,State,ZIP,Phone,EHR,Latitude,Opened\nAlder,-,N/A,CT,#N/A,null,None,n/a,-\nNone,5 Elm St,NULL,CT,06103,--,-,,\nN/A,5 Elm St,,,,,,,\n',
    );
    expect(report).toMatchObject({ added: 2, rejected: 1, warned: 0 });
    expect(report.rejects).toMatchObject([
      { line: 4, value: 'N/A', reason: 'is empty: a practice needs a name' },
    ]);
    expect(await locations()).toMatchObject([
      {
        name: 'Alder',
        street_address: null,
        city: null,
        zip: null,
        phone: null,
        ehr: null,
        opened_on: null,
      },
      {
        name: 'None',
        street_address: '5 Elm St',
        city: null,
        zip: '06103',
        phone: null,
        ehr: null,
      },
    ]);
    expect(report.columns.find(({ header }) => header === 'City')?.note).toBe(
      '2 cells such as "N/A" (line 2) were read as blank',
    );
  });

  test('are not imported as role, phone number or reason, but a surname that looks like one is', async () => {
    await withCustomers();
    await load(
      'contacts',
      'Customer ID,First Name,Last Name,Title,Email,Phone\n5,Jennifer,Null,N/A,j@x.example,-\n5,Kim,.,null,k@x.example,\n',
    );
    expect(
      await opened.database.background
        .selectFrom('contact')
        .select(['name', 'role', 'phone'])
        .orderBy('contact_id')
        .execute(),
    ).toEqual([
      { name: 'Jennifer Null', role: null, phone: null },
      { name: 'Kim', role: null, phone: null },
    ]);
    await load(
      'churn',
      'Customer ID,Notice Date,Reason,Competitor\n5,2026-11-02,N/A,None\n6,2026-11-02,Unknown,-\n',
    );
    expect(
      await opened.database.background
        .selectFrom('churn_event')
        .select(['reason', 'competitor'])
        .orderBy('institution_id')
        .execute(),
    ).toEqual([
      { reason: 'Unknown', competitor: null },
      { reason: 'Unknown', competitor: null },
    ]);
  });

  test('and any other unusable cell of a usage row leave out only their product', async () => {
    await withCustomers();
    const report = await load(
      'usage',
      'Customer ID,Date,Messaging,Forms,Reviews,Payments\n5,2026-11-16,12,N/A,-,3\n6,2026-11-16,many,4,-2,null\n7,2026-11-16,N/A,,,\n',
    );
    expect(report).toMatchObject({ rowsRead: 4, added: 3, rejected: 1, warned: 5 });
    expect(
      (await days()).map(({ institution_id, product, value }) => [institution_id, product, value]),
    ).toEqual([
      [5, 'messaging', 12],
      [5, 'payments', 3],
      [6, 'forms', 4],
    ]);
    expect(report.warnings.map(({ line, column, reason }) => [line, column, reason])).toEqual([
      [2, 'Forms', 'is not reported; left out'],
      [2, 'Reviews', 'is not reported; left out'],
      [3, 'Messaging', 'is not a number; left out'],
      [3, 'Reviews', 'is negative; left out'],
      [3, 'Payments', 'is not reported; left out'],
    ]);
  });

  test('as the product of a contract mean all products together', async () => {
    await withCustomers();
    const file =
      'Customer ID,Product,Start Date,MRR\n5,N/A,2026-01-01,100\n6,"=""""",2026-01-01,200\n7,,2026-01-01,300\n';
    expect(await load('contracts', file)).toMatchObject({ added: 3, rejected: 0 });
    const stored = await opened.database.background
      .selectFrom('contract')
      .select('product')
      .execute();
    expect(stored).toEqual([{ product: null }, { product: null }, { product: null }]);
  });

  test.each(['"="""""', '\u200e', ''])(
    'as the value of a usage row reject the row: %j',
    async (cell) => {
      await withCustomers();
      const report = await load(
        'usage',
        `Customer ID,Product,Date,Count\n5,Forms,2026-11-16,${cell}\n6,Forms,2026-11-16,3\n`,
      );
      expect(report).toMatchObject({ rowsRead: 2, added: 1, rejected: 1 });
      expect(report.rejects).toMatchObject([
        { line: 2, column: 'Count', reason: 'is empty: write 0 when nothing was used' },
      ]);
    },
  );

  test.each(['N/A', '"="""""', ''])(
    'as one coordinate leave out the other, which is reported: %j',
    async (cell) => {
      const report = await load(
        'practices',
        `Practice,City,Latitude,Longitude\nAlder,Reno,${cell},-119.8\n`,
      );
      expect(report).toMatchObject({ added: 1, warned: 1 });
      expect(report.warnings).toMatchObject([
        { column: 'Latitude', reason: 'is missing, so the other coordinate is left out' },
      ]);
    },
  );
});

describe('report lines that are not records', () => {
  test('are left out of practices with their reason: totals and footers, with or without trailing delimiters', async () => {
    const report = await load(
      'practices',
      'institutionName,streetAddress,city,state,zip\nPine Dental,6 Elm St,Hartford,CT,06103\nGrand Totals (1 record),,,,\nConfidential Information - Do Not Distribute\n"Copyright (c) 2000-2026 salesforce.com, inc. All rights reserved.",,,,\nTotal,,,,2\n25 records,,,,\n',
    );
    expect(report).toMatchObject({ added: 1, rejected: 5 });
    expect(report.rejects.map(({ line, value, reason }) => [line, value, reason])).toEqual([
      [3, 'Grand Totals (1 record)', 'is a line of totals'],
      [4, 'Confidential Information - Do Not Distribute', 'is the footer of a report'],
      [
        5,
        'Copyright (c) 2000-2026 salesforce.com, inc. All rights reserved.',
        'is the footer of a report',
      ],
      [6, 'Total', 'is a line of totals'],
      [7, '25 records', 'is the footer of a report'],
    ]);
    expect((await institutions()).map(({ name }) => name)).toEqual(['Pine Dental']);
  });

  test('are distinguished from customers with such a name', async () => {
    expect(
      await load(
        'practices',
        'Practice,Street,City,State\nTotal,5 Elm St,Hartford,CT\nTotal Health,,,\nConfidential Care,,,\nSum Dental,,,\n',
      ),
    ).toMatchObject({ added: 4, rejected: 0 });
  });

  const named = async (csv: string) => {
    const report = await load('practices', csv);
    return {
      names: (await institutions()).map(({ name }) => name).sort(),
      rejects: report.rejects.map(({ line, reason }) => [line, reason]),
    };
  };

  test.each([
    [
      'an id behind the name',
      'Practice,Customer ID\nPine Dental,5\nTotal for Kids,6\nSum of Smiles,7\n',
    ],
    [
      'a ZIP code',
      'Practice,ZIP,Staff\nPine Dental,06103,4\nTotal for Kids,06104,2\nSum of Smiles,06105,6\n',
    ],
    [
      'numbers that are no sums',
      'Practice,Staff,Chairs\nPine Dental,4,6\nTotal for Kids,2,3\nSum of Smiles,6,8\n',
    ],
    [
      'the number of the only row above',
      'Practice,Staff\nPine Dental,4\nTotal for Kids,4\nSum of Smiles,9\n',
    ],
    ['nothing', 'Practice,City\nPine Dental,Hartford\nTotal for Kids,\nSum of Smiles,\n'],
  ])('are distinguished from customers with such a name and %s', async (_, csv) => {
    expect(await named(csv)).toEqual({
      names: ['Pine Dental', 'Sum of Smiles', 'Total for Kids'],
      rejects: [],
    });
  });

  test.each([
    [
      'sums of the rows above',
      'Practice,Staff,Chairs\nPine Dental,4,6\nElm Dental,"1,002",8\nTotal for East,"1,006",14\n',
      [4],
    ],
    [
      'sums of groups and of the file',
      'Practice,Staff\nPine,4\nElm,2\nTotal for East,6\nOak,5\nAsh,2.5\nTotal for West,7.50\nSum of Staff,$13.50\n',
      [4, 7, 8],
    ],
    [
      'no id where all other rows have one',
      'Customer ID,Practice,Staff\n5,Pine,4\n,Total for East,9\n',
      [3],
    ],
  ])('are left out of practices with %s', async (_, csv, lines) => {
    const { names, rejects } = await named(csv);
    expect(rejects).toEqual(lines.map((line) => [line, 'is a line of totals']));
    expect(names.some((name) => /total|sum/i.test(name))).toBe(false);
  });

  test('such as "Created by …" are distinguished from customers with such a name', async () => {
    const footers = 'Generated by Ana Stone\nData as of Nov 17\nRun by: Ana at 10:30\n';
    expect(await named(`Practice,City\nPine Dental,Hartford\nData by Design Dental,\n`)).toEqual({
      names: ['Data by Design Dental', 'Pine Dental'],
      rejects: [],
    });
    expect(
      (await load('practices', `Practice,City\nPine Dental,Hartford\n${footers}`)).rejects.map(
        ({ line }) => line,
      ),
    ).toEqual([3, 4, 5]);
    expect(await load('practices', 'Practice\nOak Dental\nCreated by Design\n')).toMatchObject({
      added: 2,
      rejected: 0,
    });
  });

  test('are distinguished from usage of a customer with such an id', async () => {
    await load('practices', 'Customer ID,Name\nTotal for Kids,Total for Kids\n');
    const usage = await load(
      'usage',
      'Customer ID,Date,Forms\nTotal for Kids,2026-11-16,12\nTotal for Kids,,12\n',
    );
    expect(usage).toMatchObject({
      added: 1,
      rejects: [{ line: 3, reason: 'is a line of totals' }],
    });
  });

  test('are left out of usage and contracts', async () => {
    await withCustomers();
    const usage = await load(
      'usage',
      'Customer ID,Date,Forms\n5,2026-11-16,12\nTotal,,12\nReport generated on 2026-11-17,,\n',
    );
    expect(usage.rejects.map(({ reason }) => reason)).toEqual([
      'is a line of totals',
      'is the footer of a report',
    ]);
    const contracts = await load(
      'contracts',
      'Customer ID,Product,Start Date,MRR\n5,Forms,2026-01-01,100\nGrand Total,,,100\n',
    );
    expect(contracts).toMatchObject({
      added: 1,
      rejects: [{ line: 3, reason: 'is a line of totals' }],
    });
  });
});

test('a shortened phone number is left out, and the first of two is used', async () => {
  await withCustomers();
  const report = await load(
    'contacts',
    'Customer ID,Name,Email,Phone\n5,Sci Phone,a@x.example,2.03556E+09\n6,Two,b@x.example,203-555-0101 / 203-555-0102\n7,Slash,c@x.example,203/555-0103\n',
  );
  expect(report).toMatchObject({ added: 3, warned: 2 });
  expect(
    await opened.database.background
      .selectFrom('contact')
      .select(['name', 'phone'])
      .orderBy('contact_id')
      .execute(),
  ).toEqual([
    { name: 'Sci Phone', phone: null },
    { name: 'Two', phone: '(203) 555-0101' },
    { name: 'Slash', phone: '(203) 555-0103' },
  ]);
  expect(report.warnings.map(({ line, reason }) => [line, reason])).toEqual([
    [2, 'is a number that a spreadsheet has shortened: export phone numbers as text; left out'],
    [3, 'has more than one phone number: the first is used, 203-555-0102 is left out'],
  ]);
});
