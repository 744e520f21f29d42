import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findCurrentIssues } from '#server/data-quality/issues.ts';
import { normalizeName } from '#shared/core/text.ts';
import type { ImportKind } from '#shared/imports/report.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { clearImported, importText, undoImportOfKind } from '#test/imports.ts';
import { planKeyRenewal } from './merging/key-renewal.ts';
import { renewNaturalKeys } from './merging/renew-natural-keys.ts';

let opened: TestDatabase;
beforeAll(async () => {
  opened = await createTestDatabase();
});
beforeEach(() => clearImported(opened.database));
afterAll(() => opened.close());

const run = <Row>(query: RawBuilder<Row>) => query.execute(opened.database.background);
const load = (kind: ImportKind, text: string) => importText(opened.database, kind, text);
const practices = (...rows: string[]) =>
  load('practices', ['institutionName,streetAddress,city,state,zip', ...rows].join('\n'));

/** Returns a name in the form it had in keys under version 1 of the key rules. */
const firstForm = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/[\p{M}'’]/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * Replaces names in stored keys with their form under version 1 of the key rules. Includes the undo
 * data of imports.
 */
async function asStoredBefore(...names: string[]) {
  for (const name of names) {
    const [from, to] = [normalizeName(name), firstForm(name)];
    await run(sql`update practice_key set natural_key = replace(natural_key, ${from}, ${to})`);
    await run(
      sql`update prospect set external_id = replace(external_id, ${from}, ${to}) where external_id like '|%'`,
    );
    await run(sql`update import_change set row_key = replace(row_key::text, ${from}, ${to})::jsonb,
      row_after = case when table_name = 'practice_key' then replace(row_after::text, ${from}, ${to})::jsonb
        else row_after || jsonb_build_object('external_id', replace(row_after->>'external_id', ${from}, ${to})) end
      where table_name in ('practice_key', 'prospect')`);
  }
  await run(sql`update natural_key_rules set version = 1`);
}

const names = [
  'O´Neil Dental',
  'Hawaiʻi Smiles',
  'St. Luke‘s Care',
  'Prime′s Dental',
  'Ναός',
  'राम दन्त',
  'がん歯科',
  '12½ Dental',
  'C++ Dental',
];

describe.each(names)('the name %s', (name) => {
  test('in a key under the first rules matches the practice, and its import can be undone', async () => {
    await practices(`${name},,Hartford,CT,06103`, `Elm,${name},Hartford,CT,`);
    await asStoredBefore(name);
    expect(await practices(`${name},,Hartford,CT,06103`, `Elm,${name},Hartford,CT,`)).toMatchObject(
      { added: 0, unchanged: 2 },
    );
    expect(await undoImportOfKind(opened.database, 'practices', 'oldest')).toMatchObject({
      removed: 2,
      kept: 0,
    });
    expect((await run(sql`select from practice_key`)).rows).toHaveLength(0);
  });

  test('in a key under the first rules matches the prospect, and its import can be undone', async () => {
    const file = `prospectName,streetAddress,city,state,zip\n${name},"1 Elm St, Suite 4",Hartford,CT,06103\nElm,"${name}, Suite 4",Hartford,CT,\nOak,,${name},CT,`;
    await load('prospects', file);
    await asStoredBefore(name);
    expect(await load('prospects', file)).toMatchObject({ added: 0, unchanged: 3 });
    expect(await undoImportOfKind(opened.database, 'prospects', 'oldest')).toMatchObject({
      removed: 3,
      kept: 0,
    });
  });

  test('in a key under the first rules matches a location without an id', async () => {
    const file = `institutionId,institutionName,name,zip\nP-1,Elm,${name},06103\nP|2,Elm,${name},06103`;
    await load('practices', file);
    await asStoredBefore(name);
    expect(await load('practices', file)).toMatchObject({ added: 0, unchanged: 2 });
  });
});

test('two names that had the same key are two practices after the renewal', async () => {
  await practices('राम,1 Elm St,Hartford,CT,06103');
  await asStoredBefore('राम');
  expect(
    await practices('राम,1 Elm St,Hartford,CT,06103', 'रम,1 Elm St,Hartford,CT,06103'),
  ).toMatchObject({ added: 1, unchanged: 1 });
});

test('a renamed practice keeps the key of its earlier name', async () => {
  await practices('Hawaiʻi Smiles,1 Elm St,Hartford,CT,06103');
  await asStoredBefore('Hawaiʻi Smiles');
  await run(
    sql`with i as (update institution set name = 'Oak ʻOhana') update location set name = 'Oak ʻOhana'`,
  );
  expect(await practices('Hawaiʻi Smiles,1 Elm St,Hartford,CT,06103')).toMatchObject({ added: 0 });
});

test('practices of two customers with the same new key stay, their rows are rejected until they are merged, and Data quality offers to merge them', async () => {
  const [first, second] = [
    'O´Neil Dental,1 Elm St,Hartford,CT,06103',
    "O'Neil Dental,1 Elm St,Hartford,CT,06103",
  ];
  await practices(first);
  await asStoredBefore('O´Neil Dental');
  await run(sql`update natural_key_rules set version = 2`);
  await practices(second);
  await run(sql`update natural_key_rules set version = 1`);
  const keys = async () =>
    (await run(sql`select natural_key, institution_id, location_id from practice_key order by 1`))
      .rows;
  const before = await keys();
  const reason =
    'matches several customers by name and address, in different spellings: merge them under Administration, Data quality';
  const rejects = [{ column: 'institutionName', reason }];
  for (const row of [first, second])
    expect(await practices(row)).toMatchObject({ added: 0, rejected: 1, rejects });
  expect(await keys()).toEqual(before);
  const duplicates = (await findCurrentIssues(opened.database.foreground)).filter(
    ({ kind }) => kind === 'duplicate',
  );
  expect(duplicates).toMatchObject([
    { institutionName: 'O´Neil Dental', otherName: "O'Neil Dental" },
  ]);
  for (const table of ['location', 'practice_key'])
    await run(
      sql`update ${sql.table(table)} set institution_id = (select min(institution_id) from institution)`,
    );
  expect(await practices(second)).toMatchObject({ added: 0, rejected: 0 });
});

test('a stored name with a soft hyphen matches the practice without it', async () => {
  await practices('ElmDental,1 Elm St,Hartford,CT,06103');
  await run(
    sql`with i as (update institution set name = ${'Elm\u00adDental'}) update location set name = ${'Elm\u00adDental'}`,
  );
  await run(sql`update practice_key set natural_key = '|elm dental|1 elm st|06103||'`);
  await run(sql`update natural_key_rules set version = 1`);
  expect(await practices('ElmDental,1 Elm St,Hartford,CT,06103')).toMatchObject({
    added: 0,
    changed: 1,
  });
});

test('prospects with the same new key stay, and their rows are rejected', async () => {
  const file = (name: string) => `prospectName,zip\n${name},06103`;
  await load('prospects', file('O´Neil'));
  await asStoredBefore('O´Neil');
  await run(sql`update natural_key_rules set version = 2`);
  await load('prospects', file("O'Neil"));
  await run(sql`update natural_key_rules set version = 1`);
  const reason =
    'matches several prospects by name and address, in different spellings: undo the import that added the second';
  expect(await load('prospects', file("O'Neil"))).toMatchObject({
    added: 0,
    changed: 0,
    rejected: 1,
    rejects: [{ column: 'prospectName', reason }],
  });
});

test('rows staged by an interrupted import get new keys too', async () => {
  const import_id = '00000000-0000-4000-8000-000000000001';
  await run(sql`insert into practice_staging (import_id, line, institution_key, place_key, institution_name, zip)
    values (${import_id}, 2, '|o neil||06103||', '|o neil||06103||', 'O´Neil', '06103')`);
  await run(sql`insert into prospect_staging (import_id, line, external_id, name, address)
    values (${import_id}, 2, '|o neil|1 elm st|06103||', 'O´Neil', '1 Elm St, CT 06103'), (${import_id}, 3, 'O´Neil', 'O´Neil', null)`);
  await run(sql`update natural_key_rules set version = 1`);
  await renewNaturalKeys(opened.database.background);
  expect((await run(sql`select institution_key, place_key from practice_staging`)).rows).toEqual([
    { institution_key: '|oneil||06103||', place_key: '|oneil||06103||' },
  ]);
  expect((await run(sql`select external_id from prospect_staging order by line`)).rows).toEqual([
    { external_id: '|oneil|1 elm st|06103||' },
    { external_id: 'O´Neil' },
  ]);
});

test('a key that another row gives up is free in the next wave', () => {
  const scope = '';
  const changes = [
    { scope, from: 'a', to: 'b' },
    { scope, from: 'b', to: 'c' },
    { scope, from: 'd', to: 'c' },
    { scope: 'other', from: 'a', to: 'b' },
  ];
  expect(planKeyRenewal(changes, [{ scope, key: 'b' }])).toEqual({
    waves: [[changes[1], changes[3]], [changes[0]]],
    shared: [changes[2]],
  });
});
