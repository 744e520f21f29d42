import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findCurrentIssues } from '#server/data-quality/issues.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { clearImported, importText } from '#test/imports.ts';

let opened: TestDatabase;
beforeAll(async () => {
  opened = await createTestDatabase();
});
beforeEach(() => clearImported(opened.database));
afterAll(() => opened.close());

const mark = '\u200e';
const header = 'institutionId,institutionName,locationId,name,streetAddress,city,state,zip';
const practice = (institution: string, location: string, name = 'Practice 32 Dental') =>
  `${institution},${name},${location},${name},32 Main St,Hartford,CT,06103`;
const load = (...rows: string[]) =>
  importText(opened.database, 'practices', [header, ...rows].join('\n'));
const places = async () =>
  (
    await opened.database.background
      .selectFrom('location as l')
      .innerJoin('institution as i', 'i.institution_id', 'l.institution_id')
      .select([
        'i.external_id as institution',
        'l.external_id as location',
        'l.closed_on',
        'i.name',
      ])
      .orderBy('i.institution_id')
      .orderBy('l.location_id')
      .execute()
  ).map(({ institution, location, closed_on }) => [institution, location, closed_on]);
/**
 * Replaces a stored id with another spelling, as if the id had been stored before imports cleaned
 * ids.
 */
const respell = (from: string, to: string) =>
  sql`with i as (update institution set external_id = ${to} where external_id = ${from})
    update location set external_id = replace(external_id, ${from.replace('P', 'L')}, ${to.replace('P', 'L')})`.execute(
    opened.database.background,
  );

test.each([mark, '\u034f', '\u3164', '\u00ad', '\u200d', '\ufe0f', '\u00a0'])(
  'an id with %j is the id without it: the customer and its location stay',
  async (character) => {
    await load(practice('P-32', 'L-32'));
    expect(await load(practice(`P-32${character}`, `${character}L-32`))).toMatchObject({
      added: 0,
      unchanged: 1,
      moved: 0,
    });
    expect(await places()).toEqual([['P-32', 'L-32', null]]);
  },
);

test('an email address with an invisible character matches the contact’s address without it', async () => {
  await load(practice('P-30', 'L-30'));
  const contacts = (email: string) =>
    importText(
      opened.database,
      'contacts',
      `institutionId,contactName,email\nP-30,Bo Reed-Lane,${email}`,
    );
  await contacts('bo@alder.example');
  expect(await contacts(`${mark}Bo@alder.example`)).toMatchObject({ added: 0 });
  expect(
    await opened.database.background.selectFrom('contact').select('name').execute(),
  ).toHaveLength(1);
});

test('a customer whose stored id has an invisible character is matched by its key and keeps its spelling', async () => {
  await load(practice('P-32', 'L-32'), practice('P-33', 'L-33', 'Oak'));
  await respell('P-32', `P-32${mark}`);
  for (const id of ['P-32', `P-32${mark}`, `${mark}P-32`])
    expect(await load(practice(id, 'L-32'))).toMatchObject({ added: 0, unchanged: 1, moved: 0 });
  const usage = await importText(
    opened.database,
    'usage',
    `institutionId,locationId,product,day,value\nP-32,L-32,forms,2026-11-16,1\n,L-32${mark},forms,2026-11-17,2\nP-32,,forms,2026-11-15,3`,
  );
  expect(usage).toMatchObject({ added: 3, rejected: 0 });
  const entitled = await importText(
    opened.database,
    'entitlements',
    `institutionId,product,entitled\nP-32,forms,yes`,
  );
  expect(entitled).toMatchObject({ added: 1, rejected: 0 });
  expect(await places()).toEqual([
    [`P-32${mark}`, `L-32${mark}`, null],
    ['P-33', 'L-33', null],
  ]);
});

test('a location without an id is matched within a customer whose stored id has an invisible character', async () => {
  await load(practice('P-32', ''));
  const stored = `P-32${mark}`;
  await sql`update institution set external_id = ${stored}`.execute(opened.database.background);
  await sql`update practice_key set natural_key = replace(natural_key, 'P-32', ${stored})`.execute(
    opened.database.background,
  );
  expect(await load(practice('P-32', ''))).toMatchObject({ added: 0, unchanged: 1 });
});

test('an id that matches two stored customers is rejected until they are merged, and Data quality lists them as duplicates', async () => {
  await load(practice('P-32', 'L-32'), practice('P-35', 'L-35', 'Canyon Orthodontics'));
  await respell('P-35', `P-32${mark}`);
  const reason =
    'is the id of several institutions whose ids differ only in spelling: merge them under Administration, Data quality';
  expect(await load(practice('P-32', 'L-32'))).toMatchObject({
    rejected: 1,
    rejects: [{ column: 'institutionId', reason }],
  });
  expect(
    await importText(
      opened.database,
      'usage',
      'institutionId,product,day,value\nP-32,forms,2026-11-16,1',
    ),
  ).toMatchObject({
    rejected: 1,
    rejects: [{ column: 'institutionId', reason }],
  });
  expect(
    await importText(
      opened.database,
      'entitlements',
      'institutionId,product,entitled\nP-32,forms,yes',
    ),
  ).toMatchObject({
    rejected: 1,
    rejects: [{ column: 'institutionId', reason }],
  });
  const duplicates = (await findCurrentIssues(opened.database.foreground)).filter(
    ({ kind }) => kind === 'duplicate',
  );
  expect(duplicates).toMatchObject([
    { institutionName: 'Practice 32 Dental', otherName: 'Canyon Orthodontics', likeness: 'Id' },
  ]);
});

test('locations of a source that numbers them within each customer stay separate', async () => {
  await load(practice('P-32', 'L-1'), practice('P-33', 'L-2', 'Oak'));
  await sql`update location set external_id = '1' where external_id = 'L-1'`.execute(
    opened.database.background,
  );
  await sql`update location set external_id = ${`1${mark}`} where external_id = 'L-2'`.execute(
    opened.database.background,
  );
  expect(await load(practice('P-32', '1'), practice('P-33', '1', 'Oak'))).toMatchObject({
    added: 0,
    unchanged: 2,
    moved: 0,
  });
  expect(
    await importText(
      opened.database,
      'usage',
      'locationId,product,day,value\n1,forms,2026-11-16,1',
    ),
  ).toMatchObject({ rejected: 1 });
});
