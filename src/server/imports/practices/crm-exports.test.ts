import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { clearImported, importText } from '#test/imports.ts';

let opened: TestDatabase;
beforeAll(async () => {
  opened = await createTestDatabase();
});
beforeEach(() => clearImported(opened.database));
afterAll(() => opened.close());

const load = (csv: string | Buffer, options = {}) => importText(opened.database, 'practices', csv, options);
const practices = () =>
  opened.database.background
    .selectFrom('location as l')
    .innerJoin('institution as i', 'i.institution_id', 'l.institution_id')
    .select(['i.external_id', 'i.name', 'l.street_address', 'l.city', 'l.state', 'l.zip', 'l.phone', 'i.practice_type', 'i.created_on'])
    .orderBy('i.name')
    .execute();
const elm = {
  name: 'Elm Dental',
  street_address: '4 Main St',
  city: 'Derby',
  state: 'CT',
  zip: '06418',
  phone: '(203) 555-0101',
  practice_type: null,
  created_on: '2024-03-09',
};

describe('exports are read as the CRMs write them', () => {
  test('Salesforce: a report of accounts', async () => {
    const report = await load(
      `"Account ID","Account Name","Type","Industry","Billing Street","Billing City","Billing State/Province","Billing Zip/Postal Code","Billing Country","Phone","Account Owner","Created Date"
"0015g00000XyZAbAAJ","Elm Dental","Customer - Direct","Healthcare","4 Main St","Derby","Connecticut","6418","United States","(203) 555-0101","Avery Stone","3/9/2024"
"0015g00000XyZAcAAJ","Oak Dental","Customer - Channel","Healthcare","5 Main St","Derby","CT","06418","United States","","Avery Stone","3/25/2024"
`,
      { externalSource: 'salesforce' },
    );
    expect(report).toMatchObject({ added: 2, rejected: 0, warned: 0 });
    expect(report.columns.map(({ header, usedAs }) => [header, usedAs])).toEqual([
      ['Account ID', 'institutionId'],
      ['Account Name', 'institutionName'],
      ['Type', null],
      ['Industry', null],
      ['Billing Street', 'streetAddress'],
      ['Billing City', 'city'],
      ['Billing State/Province', 'state'],
      ['Billing Zip/Postal Code', 'zip'],
      ['Billing Country', null],
      ['Phone', 'phone'],
      ['Account Owner', null],
      ['Created Date', 'createdOn'],
    ]);
    expect(report.columns.flatMap(({ note }) => note ?? [])).toEqual([
      'not used: "Customer - Direct", "Customer - Channel" are no practice types',
      'dates such as 3/9/2024 (line 2) are read with the month first, as 3/25/2024 (line 3) tells',
    ]);
    expect((await practices())[0]).toEqual({ ...elm, external_id: '0015g00000XyZAbAAJ' });
  });

  test('HubSpot: companies', async () => {
    const report = await load(
      `Record ID,Company name,Company Domain Name,Street Address,City,State/Region,Postal Code,Country/Region,Phone Number,Type,Lifecycle Stage,Create Date
18446744073709551615,Elm Dental,elm.example,4 Main St,Derby,connecticut,06418,United States,+1 203-555-0101,PROSPECT,Customer,2024-03-09 14:05
`,
    );
    expect(report).toMatchObject({ added: 1, rejected: 0, warned: 0 });
    expect(await practices()).toEqual([{ ...elm, external_id: '18446744073709551615' }]);
  });

  test('Dynamics: accounts, in UTF-16 without a mark', async () => {
    const file = `(Do Not Modify) Account\t(Do Not Modify) Row Checksum\t(Do Not Modify) Modified On\tAccount Name\tMain Phone\tAddress 1: Street 1\tAddress 1: City\tAddress 1: State/Province\tAddress 1: ZIP/Postal Code\tRelationship Type\tCreated On
8aa0e0bc-1f4f-e811-a95d-000d3a1c53e4\tVRf8/tMz==\t3/10/2024 9:00 AM\tElm Dental\t203.555.0101\t4 Main St\tDerby\tct.\t06418\tCustomer\t3/9/2024 4:05 PM
`;
    const report = await load(Buffer.from(file, 'utf16le'));
    expect(report).toMatchObject({ added: 1, rejected: 0, warned: 0 });
    expect(await practices()).toEqual([{ ...elm, external_id: '8aa0e0bc-1f4f-e811-a95d-000d3a1c53e4' }]);
  });

  test('Pipedrive: organizations, with the delimiter in the first line', async () => {
    const report = await load(
      `sep=;
Organization - ID;Organization - Name;Organization - Label;Organization - Street/road name of Address;Organization - City/town/village/locality of Address;Organization - State/county of Address;Organization - ZIP/Postal code of Address;Organization - Phone;Organization - Organization created
1207;Elm Dental;Customer;4 Main St;Derby;Connecticut;06418;(203) 555-0101;2024-03-09 14:05:33
`,
    );
    expect(report).toMatchObject({ added: 1, rejected: 0, warned: 0 });
    expect(await practices()).toEqual([{ ...elm, external_id: '1207' }]);
    expect(report.columns.filter(({ usedAs }) => usedAs === null).map(({ header }) => header)).toEqual(['Organization - Label']);
  });

  test('of 200 columns every one is told, and the same id of two sources is two institutions', async () => {
    const more = Array.from({ length: 197 }, (_, index) => `Custom field ${index}__c`);
    const file = `Id,Name,${more.join(',')},BillingState\na0001,Elm,${more.map(() => 'x').join(',')},Utah\n`;
    const report = await load(file, { externalSource: 'salesforce' });
    expect(report.columns).toHaveLength(200);
    expect(report.columns.filter(({ usedAs }) => usedAs !== null).map(({ usedAs }) => usedAs)).toEqual(['institutionId', 'name', 'state']);
    expect(await load(file, { externalSource: 'hubspot' })).toMatchObject({ added: 1 });
    expect((await practices()).map((row) => [row.external_id, row.state])).toEqual([
      ['a0001', 'UT'],
      ['a0001', 'UT'],
    ]);
  });
});

describe('a practice type is what a practice does', () => {
  const types = async () => (await practices()).map((row) => row.practice_type);

  test('an unknown one is told and not taken', async () => {
    const report = await load('ID,Name,Specialty\n1,A,Orthodontics\n2,B,Family medicine\n3,C,ENT\n4,D,Enterprise\n');
    expect(await types()).toEqual(['Orthodontics', 'Family medicine', 'ENT', null]);
    expect(report.warnings).toEqual([
      { line: 5, column: 'Specialty', value: 'Enterprise', reason: 'is not known as a practice type; left out' },
    ]);
  });

  test('a column of something else is not used, and leaves the types that are known', async () => {
    await load('ID,Name,Specialty\n1,A,Orthodontics\n');
    expect(await load('ID,Name,Type\n1,A,Customer\n')).toMatchObject({ unchanged: 1, warned: 0 });
    expect(await types()).toEqual(['Orthodontics']);
  });

  test('whatever the mapping calls one is taken as it is', async () => {
    await load('ID,Name,Type\n1,A,Zahnarzt\n', { mapping: { practiceType: 'Type' } });
    expect(await types()).toEqual(['Zahnarzt']);
  });
});
