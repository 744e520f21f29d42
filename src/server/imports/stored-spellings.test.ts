import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findCurrentIssues } from '#server/data-quality/issues.ts';
import type { ImportKind } from '#shared/imports/report.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { clearImported, importText, readImportedTables, undoImportOfKind } from '#test/imports.ts';

let opened: TestDatabase;
beforeAll(async () => {
  opened = await createTestDatabase();
});
beforeEach(() => clearImported(opened.database));
afterAll(() => opened.close());

const load = (kind: ImportKind, text: string) => importText(opened.database, kind, text);
const run = (query: RawBuilder<unknown>) => query.execute(opened.database.background);
const practice = (institution: string, location: string, name = 'Elm Dental') =>
  `institutionId,institutionName,locationId,name,streetAddress,city,state,zip\n${institution},${name},${location},${name},1 Elm St,Hartford,CT,06103`;
const spellings = ['C\u20111', '="C-1"', '= "C-1"', 'C-1\u200e', 'C\u2013\u00ad1'];
const records = [
  {
    kind: 'contracts',
    file: (id: string, amount: number) =>
      `institutionId,contractId,startsOn,monthlyAmount\nP-1,${id},2026-01-01,${amount}`,
    respell: (to: string) => sql`update contract set contract_id = ${to}`,
    ids: sql<{ id: string }>`select contract_id as id from contract order by 1`,
  },
  {
    kind: 'contacts',
    file: (id: string, amount: number) =>
      `institutionId,contactId,contactName,phone\nP-1,${id},Ana ${amount},203-555-010${amount}`,
    respell: (to: string) => sql`update contact set external_id = ${to}`,
    ids: sql<{ id: string }>`select external_id as id from contact order by 1`,
  },
  {
    kind: 'prospects',
    file: (id: string, amount: number) => `prospectId,prospectName\n${id},Oak ${amount}`,
    respell: (to: string) => sql`update prospect set external_id = ${to}`,
    ids: sql<{ id: string }>`select external_id as id from prospect order by 1`,
  },
] as const;

describe.each(records)('an id of $kind', ({ kind, file, respell, ids }) => {
  const stored = async () =>
    (await ids.execute(opened.database.background)).rows.map(({ id }) => id);
  beforeEach(async () => {
    await load('practices', practice('P-1', 'L-1'));
    await load(kind, file('C-1', 1));
  });

  test.each(spellings)('that is stored as %j matches the id in a file', async (spelling) => {
    await run(respell(spelling));
    const before = await readImportedTables(opened.database);
    expect(await load(kind, file('C-1', 1))).toMatchObject({
      added: 0,
      changed: 0,
      unchanged: 1,
      rejected: 0,
    });
    expect(await load(kind, file('C\u20121', 2))).toMatchObject({
      added: 0,
      changed: 1,
      rejected: 0,
    });
    expect(await stored()).toEqual([spelling]);
    expect(await undoImportOfKind(opened.database, kind, 'newest')).toMatchObject({
      restored: 1,
      kept: 0,
    });
    expect(await readImportedTables(opened.database)).toBe(before);
  });

  test('that two stored rows have in different spellings is rejected, and both rows stay', async () => {
    await run(respell('="C-1"'));
    await load(kind, file('C-2', 2));
    await run(sql`update ${sql.table(kind.slice(0, -1))} set ${sql.ref(kind === 'contracts' ? 'contract_id' : 'external_id')} = 'C-1'
      where ${sql.ref(kind === 'contracts' ? 'contract_id' : 'external_id')} = 'C-2'`);
    const before = await readImportedTables(opened.database);
    const reason = `is the id of several ${kind} whose ids differ only in spelling: undo the import that added the second`;
    expect(await load(kind, file('C-1', 3))).toMatchObject({
      added: 0,
      changed: 0,
      rejected: 1,
      rejects: [{ value: 'C-1', reason }],
    });
    expect(await readImportedTables(opened.database)).toBe(before);
    expect(await load(kind, file('C-3', 3))).toMatchObject({ added: 1, rejected: 0 });
  });
});

test('a notice whose id is stored in another spelling is changed, and a withdrawn notice stays withdrawn', async () => {
  await load('practices', `${practice('P-1', 'L-1')}`);
  const notice = (day: string) => `institutionId,lossId,noticedOn\nP-1,N-1,${day}`;
  await load('churn', notice('2026-11-02'));
  await run(sql`update churn_event set external_id = ${'N\u20111'}`);
  expect(await load('churn', notice('2026-11-03'))).toMatchObject({
    added: 0,
    changed: 1,
    rejected: 0,
  });
  await run(sql`update churn_event set taken_back_at = now(), taken_back_reason = 'It stays'`);
  expect(await load('churn', notice('2026-11-04'))).toMatchObject({
    added: 0,
    changed: 0,
    unchanged: 1,
    rejected: 0,
  });
  expect(
    (await sql`select external_id from churn_event`.execute(opened.database.background)).rows,
  ).toEqual([{ external_id: 'N\u20111' }]);
});

describe('a customer and location that are stored with a spreadsheet’s marks', () => {
  const respell = () =>
    run(sql`with i as (update institution set external_id = '="0012"' where external_id = '0012')
      update location set external_id = '="0007"' where external_id = '0007'`);

  test('are found by files of every kind, and keep their spelling', async () => {
    await load('practices', practice('0012', '0007'));
    await respell();
    for (const [institution, location] of [
      ['0012', '0007'],
      ['"=""0012"""', '"=""0007"""'],
    ] as const)
      expect(await load('practices', practice(institution, location))).toMatchObject({
        added: 0,
        unchanged: 1,
        rejected: 0,
      });
    const usage = await load(
      'usage',
      'institutionId,locationId,product,day,value\n0012,0007,forms,2026-11-16,1\n,0007,forms,2026-11-15,1',
    );
    expect(usage).toMatchObject({ added: 2, rejected: 0 });
    expect(
      (await sql`select external_id from location`.execute(opened.database.background)).rows,
    ).toEqual([{ external_id: '="0007"' }]);
  });

  test('are offered for merging when another customer has the id', async () => {
    await load('practices', practice('0012', '0007'));
    await respell();
    await load('practices', practice('13', '14', 'Oak Dental').replace('1 Elm St', '9 Oak St'));
    await run(sql`update institution set external_id = '0012' where external_id = '13'`);
    expect(await load('practices', practice('0012', '0007'))).toMatchObject({
      rejected: 1,
      rejects: [{ column: 'institutionId' }],
    });
    const duplicates = (await findCurrentIssues(opened.database.foreground)).filter(
      ({ kind }) => kind === 'duplicate',
    );
    expect(duplicates).toMatchObject([
      { institutionName: 'Elm Dental', otherName: 'Oak Dental', likeness: 'Id' },
    ]);
  });
});
