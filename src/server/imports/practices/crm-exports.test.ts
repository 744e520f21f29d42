import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ImportReport } from '#shared/imports/report.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { clearImported, importText } from '#test/imports.ts';

/** Header in exports of Zendesk Sell. */
const britishName = 'organisation_name';

let opened: TestDatabase;
beforeAll(async () => {
  opened = await createTestDatabase();
});
beforeEach(() => clearImported(opened.database));
afterAll(() => opened.close());

const load = (csv: string | Buffer, options = {}) =>
  importText(opened.database, 'practices', csv, options);
const practices = () =>
  opened.database.background
    .selectFrom('location as l')
    .innerJoin('institution as i', 'i.institution_id', 'l.institution_id')
    .select([
      'i.external_id',
      'i.name',
      'l.street_address',
      'l.city',
      'l.state',
      'l.zip',
      'l.phone',
      'i.practice_type',
      'i.created_on',
    ])
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

describe('exports of CRMs are read unchanged', () => {
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
      ['Account Owner', 'owner'],
      ['Created Date', 'createdOn'],
    ]);
    expect(report.columns.flatMap(({ note }) => note ?? [])).toEqual([
      'not used: "Customer - Direct", "Customer - Channel" are no practice types',
      'dates such as 3/9/2024 (line 2) are read with the month first, as 3/25/2024 (line 3) shows',
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
    expect(await practices()).toEqual([
      { ...elm, external_id: '8aa0e0bc-1f4f-e811-a95d-000d3a1c53e4' },
    ]);
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
    expect(
      report.columns.filter(({ usedAs }) => usedAs === null).map(({ header }) => header),
    ).toEqual(['Organization - Label']);
  });

  const usedIn = ({ columns }: ImportReport) =>
    columns.flatMap(({ header, usedAs }) => (usedAs === null ? [] : [[header, usedAs]]));

  test('Zoho: accounts, with an account number that is 0 for all', async () => {
    const report = await load(
      `Record Id,Account Owner.id,Account Owner,Account Name,Phone,Account Site,Fax,Parent Account.id,Parent Account,Website,Account Number,Account Type,Industry,Employees,Annual Revenue,Created By,Created Time,Billing Street,Shipping Street,Billing City,Shipping City,Billing State,Shipping State,Billing Code,Shipping Code,Billing Country,Shipping Country
zcrm_48760000000410000,zcrm_48760000000100001,Avery Stone,Elm Dental,(203) 555-0101,Main,(203) 555-0109,,,https://elm.example,0,Customer,Healthcare,0,0,Avery Stone,2024-03-09 09:15:00,4 Main St,9 Dock Rd,Derby,Reno,CT,NV,06418,89501,United States,United States
zcrm_48760000000410007,zcrm_48760000000100001,Avery Stone,Oak Dental,(203) 555-0102,Main,,,,,0,Customer,Healthcare,0,0,Avery Stone,2024-03-09 09:15:00,5 Main St,,Derby,,CT,,06418,,United States,
`,
      { externalSource: 'zoho' },
    );
    expect(report).toMatchObject({ added: 2, rejected: 0, warned: 0 });
    expect(usedIn(report)).toEqual([
      ['Record Id', 'institutionId'],
      ['Account Owner', 'owner'],
      ['Account Name', 'institutionName'],
      ['Phone', 'phone'],
      ['Created Time', 'createdOn'],
      ['Billing Street', 'streetAddress'],
      ['Billing City', 'city'],
      ['Billing State', 'state'],
      ['Billing Code', 'zip'],
    ]);
    expect((await practices())[0]).toEqual({ ...elm, external_id: 'zcrm_48760000000410000' });
  });

  test('Zendesk Sell: organizations and people in one list, of which only organizations are customers', async () => {
    const people = Array.from(
      { length: 30 },
      (_, index) =>
        `${index + 3},false,Pat ${index},Pat,${index},Elm Dental,(203) 555-0200,pat${index}@elm.example,,,,,2024-01-01`,
    );
    const report = await load(
      `id,is_organisation,name,first_name,last_name,${britishName},phone,email,address line,address city,address state,address post code,created_at
1,true,Elm Dental,,,,(203) 555-0101,,4 Main St,Derby,CT,06418,2024-03-09T10:00:00Z
2,false,Pat Example,Pat,Example,Elm Dental,(203) 555-0102,pat@elm.example,,,,,2024-01-01
${people.join('\n')}
`,
    );
    expect(report).toMatchObject({ rowsRead: 32, added: 1, rejected: 31 });
    expect(report.reasons).toEqual([
      {
        column: 'is_organisation',
        reason: 'is a person, not an organization; left out',
        cells: 31,
        imported: false,
      },
    ]);
    expect(await practices()).toEqual([{ ...elm, external_id: '1' }]);
  });

  test.each([
    ['Freshsales', 'Id,Name,Record type', '1,Elm Dental,Account', '2,Pat Example,Contact'],
    ['Airtable', 'Name,Record ID,Type', 'Elm Dental,rec1,Practice', 'Pat Example,rec2,Person'],
    ['Pipedrive', 'ID,Name,Is person', '1,Elm Dental,no', '2,Pat Example,yes'],
  ])('%s: a row that says it is a person is left out', async (_, ...rows) => {
    expect(await load(`${rows.join('\n')}\n`)).toMatchObject({ added: 1, rejected: 1 });
    expect((await practices()).map(({ name }) => name)).toEqual(['Elm Dental']);
  });

  test('Freshsales: accounts, whose address is guessed by its words', async () => {
    const report = await load(
      `Id,Name,Phone,Website,Owner,Owner phone,Primary location > Address,Primary location > City,Primary location > State,Primary location > Zipcode,Created at
70001,Elm Dental,(203) 555-0101,elm.example,Avery Stone,(203) 555-0999,4 Main St,Derby,Connecticut,06418,2024-03-09 10:00
`,
    );
    expect(report).toMatchObject({ added: 1, rejected: 0, warned: 0 });
    expect(await practices()).toEqual([{ ...elm, external_id: '70001' }]);
    expect(
      report.columns
        .filter(({ note }) => note === 'guessed from its words')
        .map(({ header, usedAs }) => [header, usedAs]),
    ).toEqual([
      ['Primary location > Address', 'streetAddress'],
      ['Primary location > City', 'city'],
      ['Primary location > State', 'state'],
      ['Primary location > Zipcode', 'zip'],
    ]);
  });

  test('Airtable: a table of practices with lookups', async () => {
    const report = await load(
      `Name,Record ID,Company,Name (from Company),Phone (from Locations),City (from Locations),Last modified\nElm Dental,recA1b2C3d4E5f6G7,recX,Elm Group,(203) 555-0101,Derby,2026-01-01\n`,
    );
    expect(report).toMatchObject({ added: 1, rejected: 0 });
    expect(await practices()).toMatchObject([
      { external_id: 'recA1b2C3d4E5f6G7', phone: '(203) 555-0101', city: 'Derby' },
    ]);
  });

  test('Monday: a board is imported; titles above its header have to be deleted', async () => {
    const board = `Name,Subitems,Owner,Phone,City,Item ID (auto generated)
Elm Dental,,Avery Stone,(203) 555-0101,Derby,1700000001
New practices,,,,,
Name,Subitems,Owner,Phone,City,Item ID (auto generated)
Oak Dental,,Avery Stone,(203) 555-0102,Reno,1700000002
`;
    await expect(load(`Practices,,,,,\nActive,,,,,\n${board}`)).rejects.toThrow(
      'its header is on line 3 ("Name", "Subitems", "Owner"). Delete the lines above it',
    );
    const report = await load(board);
    expect(report).toMatchObject({ added: 2, rejected: 2 });
    expect(report.rejects.map(({ line, reason }) => [line, reason])).toEqual([
      [3, 'has only a name and no id, like a title or a total; left out'],
      [4, 'repeats the header line'],
    ]);
    expect((await practices()).map(({ external_id, name }) => [external_id, name])).toEqual([
      ['1700000001', 'Elm Dental'],
      ['1700000002', 'Oak Dental'],
    ]);
  });

  test.each([
    [
      'Zoho',
      'Record Id,First Name,Last Name,Account Name,Email,Mailing City',
      'zcrm_1,Pat,Example,Elm Dental,pat@elm.example,Derby',
    ],
    [
      'Freshsales',
      'Id,First name,Last name,Name,Emails',
      '1,Pat,Example,Pat Example,pat@elm.example',
    ],
    [
      'HubSpot',
      'Record ID,First Name,Last Name,Email,Associated Company',
      '1,Pat,Example,pat@elm.example,Elm Dental',
    ],
  ])('%s: a list of people is refused as a list of practices', async (_, header, row) => {
    const message = header.includes('Associated')
      ? 'it needs a name'
      : 'looks like a list of people, because it has "First';
    await expect(load(`${header}\n${row}\n`)).rejects.toThrow(message);
    expect(await practices()).toEqual([]);
  });

  test('a list of practices may name a person in each row', async () => {
    expect(
      await load('Practice Name,First Name,Last Name,City\nElm Dental,Pat,Example,Derby\n'),
    ).toMatchObject({ added: 1 });
    expect(
      await load('Account ID,Account Name,First Name,Last Name\nA1,Oak Dental,Pat,Example\n'),
    ).toMatchObject({ added: 1 });
  });

  test('of 200 columns every one is listed, and the same id of two sources is two institutions', async () => {
    const more = Array.from({ length: 197 }, (_, index) => `Custom field ${index}__c`);
    const file = `Id,Name,${more.join(',')},BillingState\na0001,Elm,${more.map(() => 'x').join(',')},Utah\n`;
    const report = await load(file, { externalSource: 'salesforce' });
    expect(report.columns).toHaveLength(200);
    expect(
      report.columns.filter(({ usedAs }) => usedAs !== null).map(({ usedAs }) => usedAs),
    ).toEqual(['institutionId', 'name', 'state']);
    expect(await load(file, { externalSource: 'hubspot' })).toMatchObject({ added: 1 });
    expect((await practices()).map((row) => [row.external_id, row.state])).toEqual([
      ['a0001', 'UT'],
      ['a0001', 'UT'],
    ]);
  });
});

describe('practice types', () => {
  const types = async () => (await practices()).map((row) => row.practice_type);

  test('an unknown practice type is reported and not used', async () => {
    const report = await load(
      'ID,Name,Specialty\n1,A,Orthodontics\n2,B,Family medicine\n3,C,ENT\n4,D,Enterprise\n',
    );
    expect(await types()).toEqual(['Orthodontics', 'Family medicine', 'ENT', null]);
    expect(report.warnings).toEqual([
      {
        line: 5,
        column: 'Specialty',
        value: 'Enterprise',
        reason: 'is not known as a practice type; left out',
      },
    ]);
  });

  test('a type column with other content is not used, and known practice types stay', async () => {
    await load('ID,Name,Specialty\n1,A,Orthodontics\n');
    expect(await load('ID,Name,Type\n1,A,Customer\n')).toMatchObject({ unchanged: 1, warned: 0 });
    expect(await types()).toEqual(['Orthodontics']);
  });

  test('any text is accepted in a column that is mapped as practice type', async () => {
    await load('ID,Name,Type\n1,A,Zahnarzt\n', { mapping: { practiceType: 'Type' } });
    expect(await types()).toEqual(['Zahnarzt']);
  });
});
