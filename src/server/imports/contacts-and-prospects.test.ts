import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ImportKind } from '#shared/imports/report.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { insertInstitution } from '#test/factories.ts';
import { clearImported, importText, readImportedTables } from '#test/imports.ts';
import { undoImport } from './undo-import.ts';

let opened: TestDatabase;
beforeAll(async () => {
  opened = await createTestDatabase();
});
beforeEach(async () => {
  await clearImported(opened.database);
  for (const institution_id of [5, 6]) await insertInstitution(opened.database, { institution_id });
});
afterAll(() => opened.close());

const load = (kind: ImportKind, csv: string, options = {}) =>
  importText(opened.database, kind, csv, options);
const reasons = (report: Awaited<ReturnType<typeof load>>) =>
  report.rejects.map(({ line, reason }) => [line, reason]);

describe('contacts', () => {
  const contacts = () =>
    opened.database.background
      .selectFrom('contact')
      .select(['institution_id', 'name', 'role', 'email', 'phone'])
      .orderBy('contact_id')
      .execute();

  it('of a CRM export are imported, and change nothing when imported again', async () => {
    const file = `Contact ID,Associated Company ID,First Name,Last Name,Job Title,Email,Mobile Phone
P-1,5,Ana,Stone,Office manager,mailto:ana@alder.example,203.555.0101
P-2,5,,Reed,,,+44 20 7946 0000
`;
    expect(await load('contacts', file)).toMatchObject({ added: 2, rejected: 0, warned: 0 });
    expect(await contacts()).toEqual([
      {
        institution_id: 5,
        name: 'Ana Stone',
        role: 'Office manager',
        email: 'ana@alder.example',
        phone: '(203) 555-0101',
      },
      { institution_id: 5, name: 'Reed', role: null, email: null, phone: '+44 20 7946 0000' },
    ]);
    expect(await load('contacts', file)).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
    expect(await load('contacts', file.replace('Office manager', 'Owner'))).toMatchObject({
      changed: 1,
      unchanged: 1,
    });
    expect(await contacts()).toMatchObject([{ name: 'Ana Stone', role: 'Owner' }, {}]);
  });

  it('without an id are matched by address, else by name, within their customer; a blank cell keeps the known value', async () => {
    await load(
      'contacts',
      'Customer ID,Name,Email,Role\n5,Ana Stone,ana@alder.example,Owner\n5,Bo Reed,,Dentist\n6,Bo Reed,,Dentist\n',
    );
    expect(
      await load(
        'contacts',
        'Customer ID,Name,Email,Role\n5,Ana Stone-Reed,ANA@alder.example,\n5,bo  reed,,Owner\n',
      ),
    ).toMatchObject({
      added: 0,
      changed: 2,
    });
    expect(await contacts()).toMatchObject([
      { institution_id: 5, name: 'Ana Stone-Reed', role: 'Owner', email: 'ANA@alder.example' },
      { institution_id: 5, name: 'bo reed', role: 'Owner' },
      { institution_id: 6, name: 'Bo Reed', role: 'Dentist' },
    ]);
  });

  it('that are invalid are rejected with the reason, and a repeated row counts once', async () => {
    const report = await load(
      'contacts',
      'Customer ID,Name,Email\n9,Ana,a@x.example\n5,,b@x.example\n5,Cy,unknown\n5,Cy,\n,Di,d@x.example\n',
    );
    expect(report).toMatchObject({ added: 1, superseded: 1, rejected: 3, warned: 1 });
    expect(reasons(report)).toEqual([
      [2, 'is not a known institution'],
      [3, 'is empty'],
      [6, 'is empty'],
    ]);
    expect(report.warnings).toMatchObject([
      { line: 4, reason: 'is not an email address; left out' },
    ]);
    await expect(load('contacts', 'Customer ID,Name\n5,Ana\n')).rejects.toThrow(
      'it needs an email address or a phone number',
    );
  });

  it.each([
    [
      'Zoho',
      'Record Id,Contact Owner.id,First Name,Last Name,Account Name.id,Account Name,Email,Title,Phone,Home Phone,Fax,Mailing City',
      'zcrm_11,zcrm_1,Ana,Stone,5,Alder,ana@alder.example,Owner,2035550101,2035550102,2035550103,Derby',
    ],
    [
      'HubSpot',
      'Record ID,First Name,Last Name,Email,Phone Number,Job Title,Contact owner,Primary Associated Company ID',
      '11,Ana,Stone,ana@alder.example,2035550101,Owner,Avery,5',
    ],
    [
      'Pipedrive',
      'Person - ID,Person - Name,Person - Role,Person - Email - Work,Person - Email - Home,Person - Phone - Work,Organization - ID,Organization - Phone',
      '11,Ana Stone,Owner,ana@alder.example,ana@home.example,2035550101,5,2035550109',
    ],
    [
      'Freshsales',
      'Id,First name,Last name,Emails,Work number,Job title,Sales account id,Owner',
      '11,Ana,Stone,ana@alder.example,2035550101,Owner,5,Avery',
    ],
  ])('%s: people, with their own id, address and number', async (_, header, row) => {
    expect(await load('contacts', `${header}\n${row}\n`)).toMatchObject({
      added: 1,
      rejected: 0,
      warned: 0,
    });
    expect(await contacts()).toEqual([
      {
        institution_id: 5,
        name: 'Ana Stone',
        role: 'Owner',
        email: 'ana@alder.example',
        phone: '(203) 555-0101',
      },
    ]);
    const renamed = row.replace('Ana', 'Anna').replace('ana@alder', 'anna@alder');
    expect(await load('contacts', `${header}\n${renamed}\n`)).toMatchObject({
      changed: 1,
      added: 0,
    });
  });

  const arriving = [
    'Customer ID,Name,Phone\n5,Bo Reed,203-555-0128\n',
    'Customer ID,Name,Email,Phone\n5,Bo Reed,bo@reed.example,203-555-0128\n',
    'Customer ID,Contact ID,Name,Email\n5,C-1,Bo Reed,bo@reed.example\n',
  ];
  const bo = {
    institution_id: 5,
    name: 'Bo Reed',
    role: null,
    email: 'bo@reed.example',
    phone: '(203) 555-0128',
  };

  it('whose address and id arrive later stay one contact, and each undo restores the previous state', async () => {
    const states = [await readImportedTables(opened.database)];
    const ids: string[] = [];
    for (const [index, file] of arriving.entries()) {
      const options = { onBegin: async (importId: string) => void ids.push(importId) };
      expect(await load('contacts', file, options)).toMatchObject(
        index === 0 ? { added: 1, changed: 0 } : { added: 0, changed: 1 },
      );
      states.push(await readImportedTables(opened.database));
    }
    expect(await contacts()).toEqual([bo]);
    expect(await load('contacts', arriving[2] ?? '')).toMatchObject({ unchanged: 1 });
    states.pop();
    const undoing = {
      database: opened.database,
      clock: () => new Date('2026-11-18T18:00:00Z'),
      timeZone: 'America/Los_Angeles',
    };
    for (const importId of ids.toReversed()) {
      await undoImport({ ...undoing, importId, asked: { leavesChanged: false, by: 'a person' } });
      expect(await readImportedTables(opened.database)).toBe(states.pop());
    }
  });

  it('whose rows arrive in another order, or in one file, are also one contact', async () => {
    for (const file of arriving.toReversed()) await load('contacts', file);
    expect(await contacts()).toEqual([bo]);
    const together =
      'Customer ID,Contact ID,Name,Email,Phone\n6,,Bo Reed,,203-555-0128\n6,C-1,Bo Reed,bo@reed.example,\n';
    expect(await load('contacts', together)).toMatchObject({ added: 1, superseded: 1 });
    expect(await contacts()).toEqual([bo, { ...bo, institution_id: 6 }]);
  });

  it('with one name and two addresses stay two contacts, and a row that could match either is a third', async () => {
    await load(
      'contacts',
      'Customer ID,Name,Email\n5,Bo Reed,bo@reed.example\n5,Bo Reed,bo@stone.example\n',
    );
    expect(
      await load('contacts', 'Customer ID,Name,Email,Phone\n5,Bo Reed,,203-555-0199\n'),
    ).toMatchObject({ added: 1 });
    expect((await contacts()).map(({ email }) => email)).toEqual([
      'bo@reed.example',
      'bo@stone.example',
      null,
    ]);
  });

  it('keep the id when the address changes, and import only the requested rows', async () => {
    await load(
      'contacts',
      'Customer ID,Contact ID,Name,Email,Role\n5,C-1,Bo Reed,bo@reed.example,Dentist\n',
    );
    const changed =
      'Customer ID,Contact ID,Name,Email,Role\n5,C-1,Bo Stone,bo@stone.example,\n5,C-2,Ana Reed,bo@reed.example,\n';
    expect(await load('contacts', changed, { takes: { known: false, new: false } })).toMatchObject({
      skipped: 2,
    });
    expect(await load('contacts', changed, { takes: { known: true, new: false } })).toMatchObject({
      changed: 1,
      skipped: 1,
    });
    expect(await contacts()).toMatchObject([
      { name: 'Bo Stone', email: 'bo@stone.example', role: 'Dentist' },
    ]);
  });

  it('have at most one address and one number, without surrounding text', async () => {
    const report = await load(
      'contacts',
      `Customer ID,Name,Email,Phone
5,Two Mails,a@x.example; b@x.example,203-555-0101 / 203-555-0102
5,Angle Mail,Ana Stone <ana@x.example>,
5,Dot Mail,dot@x.example.,
5,Upper Mail,"UPPER@X.EXAMPLE,",
5,Spied Mail,ceo@clinic.example?bcc=spy%40evil.example,203-555-0103
`,
    );
    expect(report).toMatchObject({ added: 5, rejected: 0, warned: 3 });
    expect((await contacts()).map(({ email, phone }) => [email, phone])).toEqual([
      ['a@x.example', '(203) 555-0101'],
      ['ana@x.example', null],
      ['dot@x.example', null],
      ['UPPER@X.EXAMPLE', null],
      [null, '(203) 555-0103'],
    ]);
    expect(report.warnings.map(({ line, reason }) => [line, reason])).toEqual([
      [2, 'has more than one address: the first is used, b@x.example is left out'],
      [2, 'has more than one phone number: the first is used, 203-555-0102 is left out'],
      [6, 'is not an email address; left out'],
    ]);
  });
});

describe('prospects', () => {
  const prospects = () =>
    opened.database.background.selectFrom('prospect').selectAll().orderBy('prospect_id').execute();
  const file = `Lead ID,Company,Street,City,State,Zip,Type,Phone,Latitude,Longitude
L-1,Oak Dental,1 Main St,Hartford,Connecticut,6103,Dental practice,203-555-0101,41.76,-72.67
L-2,Elm Dental,,,,,,,99,
`;

  it('have one address and coordinates, and change nothing when imported again', async () => {
    expect(await load('prospects', file, { externalSource: 'fair' })).toMatchObject({
      added: 2,
      rejected: 0,
      warned: 1,
    });
    expect(await prospects()).toMatchObject([
      {
        ...{
          name: 'Oak Dental',
          address: '1 Main St, Hartford, CT 06103',
          business_type: 'Dental practice',
          phone: '(203) 555-0101',
        },
        ...{
          latitude: 41.76,
          longitude: -72.67,
          source: 'fair',
          external_id: 'L-1',
          place_id: null,
        },
      },
      { name: 'Elm Dental', address: '', business_type: '', latitude: null },
    ]);
    expect(await load('prospects', file, { externalSource: 'fair' })).toMatchObject({
      unchanged: 2,
    });
    const later = 'Lead ID,Company,City\nL-1,Oak & Sons,\nL-2,,\n';
    expect(await load('prospects', later, { externalSource: 'fair' })).toMatchObject({
      changed: 1,
      rejected: 1,
    });
    expect(await prospects()).toMatchObject([
      { name: 'Oak & Sons', address: '1 Main St, Hartford, CT 06103' },
      { name: 'Elm Dental' },
    ]);
  });

  it('without an id are matched by name and address in any case', async () => {
    await load(
      'prospects',
      'Name,Street,Zip,Phone\nOak Dental,1 Main St,06103,\nOak Dental,2 Main St,06103,\n',
    );
    expect(
      await load('prospects', 'Name,Street,Zip,Phone\nOAK DENTAL,1 Main St.,06103,2035550101\n'),
    ).toMatchObject({
      added: 0,
      changed: 1,
    });
    expect((await prospects()).map(({ phone }) => phone)).toEqual(['(203) 555-0101', null]);
  });

  it.each([
    [
      { known: true, new: false },
      { changed: 1, added: 0, skipped: 1 },
    ],
    [
      { known: false, new: true },
      { changed: 0, added: 1, skipped: 1 },
    ],
  ])('import only the requested rows: %j', async (takes, report) => {
    await load('prospects', 'Lead ID,Name\n1,Oak\n');
    expect(
      await load('prospects', 'Lead ID,Name\n1,Oak Dental\n2,Elm\n', { takes, dryRun: true }),
    ).toMatchObject(report);
    expect(await load('prospects', 'Lead ID,Name\n1,Oak Dental\n2,Elm\n', { takes })).toMatchObject(
      report,
    );
  });

  it('have a website, an EHR and a number of locations', async () => {
    const file =
      'Lead ID,Lead Name,Website,EHR,Number of locations\nL1,Oak,oak.example,Dentrix,3\n';
    expect(await load('prospects', file)).toMatchObject({ added: 1, warned: 0 });
    expect(await load('prospects', file)).toMatchObject({ unchanged: 1 });
    expect(await load('prospects', 'Lead ID,Lead Name,Locations\nL1,Oak,many\n')).toMatchObject({
      unchanged: 1,
      warned: 1,
    });
    expect(await prospects()).toMatchObject([
      { website: 'https://oak.example', ehr: 'Dentrix', location_count: 3 },
    ]);
  });
});
