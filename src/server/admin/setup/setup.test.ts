import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { Database } from '#server/core/db/database.ts';
import { firstScoringJobs } from '#server/scoring/jobs.ts';
import { getPractices } from '#shared/institutions/institutions.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { clearScores } from '#test/health-world.ts';
import { clearImported, importText, readImportedTables } from '#test/imports.ts';
import { createTemporaryFolder, type TemporaryFolder } from '#test/temporary-folder.ts';
import type { FileReadingOptions } from '../commands/import-options.ts';
import { readImportFolder } from './folder.ts';
import { importAndScoreFolder } from './setup.ts';

let app: TestApp;
let database: Database;
let folder: TemporaryFolder;
const home = process.cwd();
beforeAll(async () => {
  app = await buildTestApp();
  database = app.database;
  folder = createTemporaryFolder();
});
beforeEach(async () => {
  await clearImported(database);
  await clearScores(database.background);
  await sql`truncate job_run`.execute(database.background);
  mkdirSync(join(folder.path, 'exports'));
  // The files with rejected rows are written to the current folder.
  process.chdir(folder.path);
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
  process.chdir(home);
  rmSync(join(folder.path, 'exports'), { recursive: true });
});
afterAll(async () => {
  await app.close();
  folder.remove();
});

const put = (files: Record<string, string | Buffer>) => {
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(folder.path, 'exports', name), text);
};

interface Given extends Partial<FileReadingOptions> {
  goOn?: () => Promise<boolean>;
  maps?: readonly string[];
}

/** Sets up the folder and returns the output. */
async function setUpFolder({
  goOn = async () => true,
  maps = [],
  ...readAs
}: Given = {}): Promise<string> {
  const said: string[] = [];
  await importAndScoreFolder(
    app.dependencies,
    await readImportFolder(join(folder.path, 'exports'), maps),
    {
      readAs: {
        externalSource: 'import',
        dates: undefined,
        numbers: undefined,
        accept: false,
        ...readAs,
      },
      scoring: firstScoringJobs,
      say: (line) => said.push(line),
      goOn,
    },
  ).catch((error: unknown) => {
    throw error instanceof Error ? Object.assign(error, { said: said.join('\n') }) : error;
  });
  return said.join('\n');
}

/** Returns all data that an import can write, including the records of imports. */
async function everything(): Promise<string> {
  const { rows } = await sql<{ runs: string }>`
    select (select count(*) from import_run) || ' ' || (select count(*) from practice_staging) || ' ' || (select count(*) from usage_staging)
      || ' ' || (select count(*) from job_run) as runs`.execute(database.background);
  return `${await readImportedTables(database)}\n${rows[0]?.runs}`;
}

/** Expects a refusal with a message that matches, and unchanged data. */
async function expectRefused(message: RegExp, given: Given = {}): Promise<void> {
  const before = await everything();
  await expect(setUpFolder(given)).rejects.toThrow(message);
  expect(await everything()).toBe(before);
}

/** Customer numbers. There are enough customers for peer groups. */
const customers = Array.from({ length: 22 }, (_, index) => index);
const saturdays = [
  '2026-10-03',
  '2026-10-10',
  '2026-10-17',
  '2026-10-24',
  '2026-10-31',
  '2026-11-07',
  '2026-11-14',
];
/**
 * Returns the weekly usage of a customer. The first two customers use much less than the others.
 */
const usageOf = (customer: number) => (customer < 2 ? 3 : 40);

interface Crm {
  crm: string;
  id: (customer: number) => string;
  practices: (idOf: (customer: number) => string) => string | Buffer;
  idHeader: string;
  delimiter: string;
}

const lines = (header: string, row: (customer: number) => string) =>
  `${header}\n${customers.map(row).join('\n')}\n`;
const two = (customer: number) => String(customer + 10);

const crms: Crm[] = [
  {
    crm: 'Salesforce',
    id: (customer) => `0015g00000XyZ${two(customer)}AAJ`,
    practices: (id) =>
      lines(
        '"Account ID","Account Name","Type","Industry","Billing Street","Billing City","Billing State/Province","Billing Zip/Postal Code","Billing Country","Phone","Account Owner","Created Date"',
        (customer) =>
          `"${id(customer)}","Dental ${customer}","Customer - Direct","Healthcare","${customer} Main St","Derby","Connecticut","6418","United States","(203) 555-0101","Avery Stone","3/${two(customer)}/2024"`,
      ),
    idHeader: 'Account ID',
    delimiter: ',',
  },
  {
    crm: 'HubSpot',
    id: (customer) => `184467440737095516${two(customer)}`,
    practices: (id) =>
      lines(
        'Record ID,Company name,Company Domain Name,Street Address,City,State/Region,Postal Code,Country/Region,Phone Number,Type,Lifecycle Stage,Create Date',
        (customer) =>
          `${id(customer)},Dental ${customer},elm.example,${customer} Main St,Derby,connecticut,06418,United States,+1 203-555-0101,PROSPECT,Customer,2024-03-${two(customer)} 14:05`,
      ),
    idHeader: 'Record ID',
    delimiter: ',',
  },
  {
    crm: 'Dynamics',
    id: (customer) => `8aa0e0bc-1f4f-e811-a95d-000d3a1c53${two(customer)}`,
    practices: (id) =>
      Buffer.from(
        lines(
          '(Do Not Modify) Account\t(Do Not Modify) Row Checksum\t(Do Not Modify) Modified On\tAccount Name\tMain Phone\tAddress 1: Street 1\tAddress 1: City\tAddress 1: State/Province\tAddress 1: ZIP/Postal Code\tRelationship Type\tCreated On',
          (customer) =>
            `${id(customer)}\tVRf8/tMz==\t3/10/2024 9:00 AM\tDental ${customer}\t203.555.0101\t${customer} Main St\tDerby\tct.\t06418\tCustomer\t3/${two(customer)}/2024 4:05 PM`,
        ),
        'utf16le',
      ),
    idHeader: '(Do Not Modify) Account',
    delimiter: '\t',
  },
  {
    crm: 'Pipedrive',
    id: (customer) => `12${two(customer)}`,
    practices: (id) =>
      `sep=;\n${lines(
        'Organization - ID;Organization - Name;Organization - Label;Organization - Street/road name of Address;Organization - City/town/village/locality of Address;Organization - State/county of Address;Organization - ZIP/Postal code of Address;Organization - Phone;Organization - Organization created',
        (customer) =>
          `${id(customer)};Dental ${customer};Customer;${customer} Main St;Derby;Connecticut;06418;(203) 555-0101;2024-03-${two(customer)} 14:05:33`,
      )}`,
    idHeader: 'Organization - ID',
    delimiter: ';',
  },
];

function exportsOf({ id, practices, idHeader, delimiter }: Crm): Record<string, string | Buffer> {
  const row = (...cells: string[]) => cells.join(delimiter);
  const usage = (days: string[]) =>
    `${[
      row(idHeader, 'Date', 'Product', 'Value'),
      ...days.flatMap((day) =>
        customers.map((customer) =>
          row(id(customer), day, 'Online Booking', String(usageOf(customer))),
        ),
      ),
    ].join('\n')}\n`;
  return {
    'accounts.csv': practices(id),
    'products.txt': `${[
      row(idHeader, 'Product', 'Active', 'Start Date'),
      ...customers.map((customer) => row(id(customer), 'onlineBooking', 'Yes', '2025-01-31')),
    ].join('\n')}\n`,
    'usage 9.csv': usage(saturdays.slice(0, 3)),
    'usage 10.csv': usage(saturdays.slice(3)),
  };
}

const practicesOnMap = async () => {
  const answer = await app.inject({ method: 'GET', url: '/api/customer-practices' });
  return getPractices.response.parse(answer.json()).practices;
};

const [salesforce, , , pipedrive] = crms;
if (salesforce === undefined || pipedrive === undefined) throw new Error('The CRMs are missing.');

describe('exports of a CRM become a scored map', () => {
  test.each(crms)('$crm', async (crm) => {
    put({
      ...exportsOf(crm),
      'contacts.csv': 'First Name,Last Name,Account Name\nAna,Stone,Dental 0\n',
    });
    const said = await setUpFolder({ externalSource: crm.crm.toLowerCase() });
    expect(said).toContain(
      '  accounts.csv: practices\n  products.txt: entitlements\n  usage 9.csv: usage\n  usage 10.csv: usage\n',
    );
    expect(said).toContain(
      '  contacts.csv: not used. It looks like a list of people, because it has "First Name".',
    );
    expect(said).toContain(
      `    Dental 0 · 0 Main St, Derby, CT 06418 · (203) 555-0101 · since 2024-03-10 · id ${crm.id(0)}\n`,
    );
    expect(said).toContain(`as institutionId\n`);
    expect(said).toContain('No columns have latitude and longitude');
    expect(said).toMatch(
      /22 customers scored over 4 official weeks, until Saturday, Nov 14, 2026: Healthy 20, Medium 0, Critical 2, Unknown 0\.\n\nNext: npm start, and open http:\/\/localhost:3000$/,
    );
    const practices = await practicesOnMap();
    expect(practices).toHaveLength(22);
    const tierOf = new Map(
      practices.map((practice) => [practice.institutionName, practice.healthTier]),
    );
    expect(customers.map((customer) => tierOf.get(`Dental ${customer}`))).toEqual(
      customers.map((customer) => (customer < 2 ? 'Critical' : 'Healthy')),
    );
    const { rows } = await sql<{ scored: number; benchmarks: number }>`
      select (select count(*)::int from score_provisional) as scored, (select count(*)::int from benchmark_provisional) as benchmarks`.execute(
      database.background,
    );
    expect(rows[0]?.scored).toBe(22);
    expect(rows[0]?.benchmarks).toBeGreaterThan(0);
  });

  test('the same folder again changes nothing', async () => {
    put(exportsOf(salesforce));
    await setUpFolder();
    const before = await readImportedTables(database);
    expect(await setUpFolder()).toMatch(
      /usage 10\.csv is imported:\s+88 {2}rows read\s+0 {2}added\s+0 {2}changed\s+88 {2}unchanged/,
    );
    expect(await readImportedTables(database)).toBe(before);
  });
});

describe('the preview', () => {
  test('writes nothing, and nothing is imported without confirmation', async () => {
    put(exportsOf(pipedrive));
    await expectRefused(
      /^Nothing was changed\. To import everything, run the same command with --yes\.$/,
      { goOn: async () => false },
    );
  });

  test('lists what will be left out and why', async () => {
    put({
      'offices.csv':
        'Account ID,Practice Name,Lat,Long\n1,Elm,41.2,-73.1\n2,Oak,95,-73.1\n3,,41.3,-73.2\n',
    });
    const said = await setUpFolder();
    expect(said).toMatch(
      /offices\.csv, as practices:\s+3 {2}rows\s+1 {2}rejected\s+1 {4}Practice Name is empty: a practice needs a name\s+1 {2}cells left out of imported rows\s+1 {4}Lat is not between -90 and 90 degrees; left out/,
    );
    expect(said).toContain('    Elm · at 41.2, -73.1 · id 1\n    Oak · id 2\n');
    expect(said).toContain("No column has the customers' start dates");
    expect(said).toContain('Nothing will be scored yet, because entitlements will be missing.');
    expect(said).toContain('Next, import entitlements: npm run import -- entitlements FILE.csv\n');
    expect(said).toContain('run the same command with --entitle');
    expect(said).toMatch(/To score when the data is complete: npm run score$/);
  });

  test('knows the ids of the practices file and of the database', async () => {
    await importText(
      database,
      'practices',
      'Account ID,Practice ID,Name\n1,10,Elm North\n1,11,Elm South\n',
    );
    put({
      'offices.csv':
        'Account ID,Practice ID,Name\n2,20,Oak\n3,30,Ash North\n3,31,Ash South\n4,40,Fir\n4,41,Fir South\n4,41,Fir South\n',
      'usage.csv': `Account ID,Practice ID,Date,Payments\n1,10,2026-11-14,5\n2,,2026-11-14,5\n,30,2026-11-14,5\n3,31,2026-11-14,5\n3,,2026-11-14,5\n4,10,2026-11-14,5\n`,
    });
    const said = await setUpFolder({ accept: true });
    expect(said).toMatch(
      /6 {2}rows\s+2 {2}rejected\s+1 {4}Account ID has several locations, so its usage needs a location id\s+1 {4}Practice ID is not a location of this institution/,
    );
    expect(said).toMatch(/usage\.csv is imported:\s+6 {2}rows read\s+4 {2}added/);
  });
});

describe('a folder that cannot be used is refused as a whole', () => {
  const practices =
    'Account ID,Account Name,City,Created Date\n00101,Elm,Derby,2024-03-09\n00102,Oak,Derby,2024-03-10\n00103,Ash,Derby,2024-03-11\n';

  test('two files of practices', async () => {
    put({ 'accounts.csv': practices, 'offices.csv': practices });
    await expectRefused(
      /^accounts\.csv and offices\.csv contain practices, .* "npm run import -- practices .*accounts\.csv/,
    );
  });

  test('ids that are numbers in one file and text in the other', async () => {
    put({
      'accounts.csv': practices,
      'usage.csv':
        'Account ID,Date,Payments\n101,2026-11-14,5\n102,2026-11-14,5\n00103,2026-11-14,7\n',
    });
    await expectRefused(
      /^2 of 3 institution ids of usage\.csv are neither in a practices file nor in the database, such as "101", "102"\. "101" may be the same id as "00101" in the practices file\. Export the ids as text in both files\. To leave their rows out, add --accept\.\nNothing was changed\.$/,
    );
    expect(await setUpFolder({ accept: true })).toMatch(
      /usage\.csv is imported:\s+3 {2}rows read\s+1 {2}added/,
    );
  });

  test('ids of another source', async () => {
    await importText(database, 'practices', practices, { externalSource: 'salesforce' });
    put({ 'usage.csv': 'Account ID,Date,Payments\n00101,2026-11-14,5\n' });
    await expectRefused(
      /^1 of 1 institution id of usage\.csv is neither .* add --source salesforce\./,
    );
    expect(await setUpFolder({ externalSource: 'salesforce' })).toMatch(
      /usage\.csv is imported:\s+1 {2}rows read\s+1 {2}added/,
    );
  });

  test('the same external ids from two sources', async () => {
    const usage = (value: number) => `Account ID,Date,Payments\n00101,2026-11-14,${value}\n`;
    put({ 'accounts.csv': practices, 'usage.csv': usage(5) });
    await setUpFolder({ externalSource: 'salesforce' });
    put({ 'usage.csv': usage(9) });
    await expectRefused(
      /^accounts\.csv: 3 of 3 institution ids are in the database already, from the source salesforce\. If these are the same customers, add --source salesforce\. If these are different customers/,
      { externalSource: 'hubspot' },
    );
    await setUpFolder({ externalSource: 'hubspot', accept: true });
    const { rows } = await sql<{ source: string; value: number }>`
      select external_source as source, u.value from institution join usage_daily u using (institution_id) order by 1`.execute(
      database.background,
    );
    expect(rows).toEqual([
      { source: 'hubspot', value: 9 },
      { source: 'salesforce', value: 5 },
    ]);
  });

  test('dates in three styles in one column', async () => {
    const rows = (...days: string[]) =>
      `Account ID,Date,Payments\n${days.map((day) => `00101,${day},5`).join('\n')}\n`;
    put({
      'accounts.csv': practices,
      'usage.csv': rows('2026-11-14', '13.11.2026', '11/12/2026', '10/30/2026'),
    });
    await expectRefused(
      /^usage\.csv: The dates in "Date" are written in two ways: 13\.11\.2026 .*--dates day-first or --dates month-first/,
    );
    await setUpFolder({ dates: 'month-first' });
    const { rows: days } = await sql<{
      day: string;
    }>`select day from usage_daily order by day`.execute(database.background);
    expect(days.map(({ day }) => day)).toEqual([
      '2026-10-30',
      '2026-11-12',
      '2026-11-13',
      '2026-11-14',
    ]);
  });

  test('numbers that can be read in two ways', async () => {
    put({
      'accounts.csv': practices,
      'usage.csv': 'Account ID,Date,Payments\n00101,2026-11-14,1.204\n00101,2026-11-13,998\n',
    });
    await expectRefused(
      /^usage\.csv: The numbers in "Payments" can be read in two ways: 1\.204 .*--numbers decimal-point/,
    );
    await setUpFolder({ numbers: 'decimal-comma' });
    const { rows } = await sql<{
      value: number;
    }>`select value from usage_daily order by day`.execute(database.background);
    expect(rows).toEqual([{ value: 998 }, { value: 1204 }]);
  });

  test('every file is read before the refusal, which lists all problems', async () => {
    put({
      'accounts.csv': practices,
      'products.csv': 'Account ID,Product,Active\n00101,payments,yes\n00102,payments,"yes\n',
      'usage.csv': 'Account ID,Date,Payments\nA,2026-11-14,5\n',
    });
    await expectRefused(
      /^products\.csv: The row on line \d+ has an unclosed quote\.\n1 of 1 institution id of usage\.csv[^\n]*\nNothing was changed\.$/,
    );
  });

  test('a column that is largely unusable', async () => {
    const bad = Array.from({ length: 12 }, () => '00101,soon,5').join('\n');
    put({ 'accounts.csv': practices, 'usage.csv': `Account ID,Date,Payments\n${bad}\n` });
    await expectRefused(
      /^usage\.csv: Nothing was imported: 12 of 12 cells of "Date" cannot be used as day/,
    );
  });

  test('unusable practices, after which no other file is read', async () => {
    put({
      'accounts.csv': 'Account ID,Name,Created\n1,Elm,13/2/2024\n2,Oak,2/13/2024\n3,Ash,1/2/2024\n',
      'usage.csv': 'Account ID,Date,Payments\n1,2026-11-14,5\n',
    });
    await expectRefused(
      /^accounts\.csv: The dates in "Created" are written in two ways[^\n]*\nNothing was changed\.$/,
    );
  });

  test('no practices, in the folder and the database', async () => {
    put({ 'usage.csv': 'Account ID,Date,Payments\n1,2026-11-14,5\n' });
    await expectRefused(/^No file in .*exports contains practices, and the database has none\./);
  });

  test('only files of something else', async () => {
    put({
      'notes.txt': 'Dear all,\nas agreed\n',
      'empty.csv': '',
      'old.csv': Buffer.from([0x50, 0x4b, 0x03, 0x04, 0, 0]),
    });
    await expectRefused(/^No file of .*exports can be used\./);
    expect((await readImportFolder(join(folder.path, 'exports'))).unknown).toEqual([
      { name: 'empty.csv', why: 'It has no header line.' },
      { name: 'notes.txt', why: 'It has no recognized column.' },
      { name: 'old.csv', why: expect.stringContaining('spreadsheet') },
    ]);
  });

  test('no folder, a file, and an empty folder', async () => {
    await expect(readImportFolder(join(folder.path, 'gone'))).rejects.toThrow(
      /^There is no folder .*gone\.$/,
    );
    await expect(setUpFolder()).rejects.toThrow(/ has no files\. Put the CSV exports/);
    put({ 'a.csv': practices });
    await expect(readImportFolder(join(folder.path, 'exports', 'a.csv'))).rejects.toThrow(
      /a\.csv is a file\. .* npm run import -- practices/,
    );
  });

  test('a database that holds the demo', async () => {
    put({ 'accounts.csv': practices });
    await sql`insert into demo_world (business_date, finished_at, counts, seed, scale, first_institution_id, first_location_id, laid_until)
      values ('2026-11-18', now(), '{}', 'chairside', 1, 1, 1, '2026-11-18')`.execute(
      database.background,
    );
    try {
      await expectRefused(
        /^This database holds the demo\. Set another DATA_DIR or DATABASE_URL, or remove the demo: npm run demo -- --remove/,
      );
    } finally {
      await sql`delete from demo_world`.execute(database.background);
    }
  });
});

test('an export of 200 columns is listed in full, and a wider one is not used', async () => {
  const more = (count: number) =>
    Array.from({ length: count }, (_, index) => `Custom field ${index}__c`).join(',');
  put({
    'accounts.csv': `Id,Name,BillingCity,${more(197)}\n001,Elm,Derby${',x'.repeat(197)}\n`,
    'wide.csv': `Id,Name,BillingCity,${more(198)}\n001,Elm,Derby${',x'.repeat(198)}\n`,
  });
  const said = await setUpFolder();
  expect(said).toContain('  wide.csv: not used. The header has 201 columns; at most 200 are read.');
  expect(said).toContain('"Custom field 196__c"');
  expect(said).toMatch(/accounts\.csv is imported:\s+1 {2}rows read\s+1 {2}added/);
});

test('a refused file lists what is imported, and the same command continues', async () => {
  put(exportsOf(salesforce));
  const failed = await setUpFolder({
    goOn: async () => {
      put({ 'usage 10.csv': 'Account ID,Date,Product,Value\n"1,2026' });
      return true;
    },
  }).catch((error: unknown) => z.object({ message: z.string(), said: z.string() }).parse(error));
  expect(failed).toMatchObject({
    message: expect.stringContaining('has an unclosed quote'),
    said: expect.stringMatching(
      /usage 10\.csv could not be imported\. Imported so far: accounts\.csv, products\.txt, usage 9\.csv\.\nRun the same command again to continue. Data that is already imported stays\.\n\nNo week is scored yet\. To score when the data is complete: npm run score$/,
    ),
  });
  put(exportsOf(salesforce));
  expect(await setUpFolder()).toContain('22 customers scored over 4 official weeks');
});

test('headers and values are mapped, and customers are entitled to what they use', async () => {
  const ids = Array.from({ length: 24 }, (_, index) => `K${index}`);
  const days = Array.from({ length: 35 }, (_, index) =>
    new Date(Date.UTC(2026, 9, 12 + index)).toISOString().slice(0, 10),
  );
  put({
    'a-praxen.csv': `Kunde;Praxis;Art;Seit\n${ids.map((id) => `${id};Praxis ${id};Zahn;2024-03-09`).join('\n')}\n`,
    'b-nutzung.csv': `Kunde;Tag;Zahlungen\n${days.flatMap((day) => ids.map((id) => `${id};${day};5`)).join('\n')}\n`,
  });
  const maps = [
    ...['Kunde=institutionId', 'Praxis=name', 'Art=practiceType', 'Seit=createdOn'],
    ...['practiceType:zahn=General Dentistry', 'Tag=day', 'Zahlungen=payments'],
  ];
  await expect(setUpFolder({ maps: [...maps, 'Ort=city'] })).rejects.toThrow(
    '--map "Ort=city" fits no file',
  );
  const said = await setUpFolder({ maps, entitles: true });
  expect(said).toContain('24 customers scored over');
  const types = await database.background
    .selectFrom('institution')
    .select('practice_type')
    .distinct()
    .execute();
  expect(types).toEqual([{ practice_type: 'General Dentistry' }]);
});
