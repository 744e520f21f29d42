import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution } from '#test/factories.ts';
import { importText } from '#test/imports.ts';

let test: TestApp;
let admin: string;
beforeEach(async () => {
  test = await buildTestApp();
  admin = await test.signIn('admin');
  for (const institution_id of [1, 2, 3])
    await insertInstitution(test.database, { institution_id });
});
afterEach(() => test.close());

const post = (url: string, payload: object) =>
  test.inject({ method: 'POST', url, payload, headers: { cookie: admin } });
async function merge(keptId: number, otherId: number): Promise<string> {
  const fixId = randomUUID();
  const made = await post('/api/data-quality/merges', {
    fixId,
    keptId,
    otherId,
    fields: {},
    places: [],
  });
  expect(made.statusCode).toBe(200);
  return fixId;
}
const undo = async (fixId: string) =>
  expect((await post(`/api/data-quality/fixes/${fixId}/undo`, {})).statusCode).toBe(200);

const contracts = (rows: string) =>
  importText(
    test.database,
    'contracts',
    `Customer ID,Contract ID,Product,Start,Monthly amount\n${rows}\n`,
  );
const contacts = (rows: string) =>
  importText(test.database, 'contacts', `Customer ID,Contact ID,Name,Email,Phone\n${rows}\n`);

async function stored(table: 'contract' | 'contact') {
  const [id, value] =
    table === 'contract'
      ? [sql`contract_id`, sql`monthly_cents / 100`]
      : [sql`external_id`, sql`name`];
  const { rows } = await sql<{ row: string }>`
    select concat_ws('|', institution_id, ${id}, ${value}) as row from ${sql.table(table)} order by institution_id, ${id} collate "C"`.execute(
    test.database.background,
  );
  return rows.map(({ row }) => row);
}
const everything = async () => {
  const { rows } = await sql`
    select (select jsonb_agg(t order by t) from (select to_jsonb(c) as t from contract c union all select to_jsonb(c) from contact c
      union all select to_jsonb(m) from merged_row_id m union all select to_jsonb(m) from merged_institution m) all_rows) as rows`.execute(
    test.database.background,
  );
  return rows;
};

describe('contracts of a file that still names the merged customer', () => {
  it('update the contract that came from it', async () => {
    await contracts('1,C1,Forms,2026-01-01,100\n2,C1,Reviews,2026-02-01,50');
    await merge(1, 2);
    expect(await stored('contract')).toEqual(['1|C1|100', '1|C1 (2)|50']);
    expect(await contracts('2,C1,Reviews,2026-02-01,70')).toMatchObject({ added: 0, changed: 1 });
    expect(await stored('contract')).toEqual(['1|C1|100', '1|C1 (2)|70']);
    expect(await contracts('1,C1,Forms,2026-01-01,110\n2,C1,Reviews,2026-03-01,70')).toMatchObject({
      added: 0,
      changed: 2,
      superseded: 0,
    });
    expect(await stored('contract')).toEqual(['1|C1|110', '1|C1 (2)|70']);
  });

  it('stay separate when both customers use the same number for new contracts, in one file or in two', async () => {
    await contracts('1,C1,Forms,2026-01-01,100\n2,C2,Forms,2026-01-01,20');
    await merge(1, 2);
    const file =
      '1,C2,Reviews,2026-05-01,5\n1,C3,Forms,2027-01-01,100\n2,C3,Reviews,2027-02-01,30\n2,C1,Payments,2026-03-01,40';
    expect(await contracts(file)).toMatchObject({ added: 4, superseded: 0 });
    const after = ['1|C1|100', '1|C1 (2)|40', '1|C2|20', '1|C2 (1)|5', '1|C3|100', '1|C3 (2)|30'];
    expect(await stored('contract')).toEqual(after);
    expect(await contracts(file)).toMatchObject({ unchanged: 4 });
    expect(
      await contracts('2,C3,Reviews,2027-04-01,30\n2,C2,Payments,2027-04-01,20'),
    ).toMatchObject({ changed: 2 });
    expect(await stored('contract')).toEqual(after);
  });

  it('count once when a file has the same contract for both customers', async () => {
    await contracts('1,C1,Forms,2026-01-01,100\n2,C1,Forms,2026-01-01,100');
    await merge(1, 2);
    await contracts(
      '1,C1,Forms,2026-01-01,120\n2,C1,Forms,2026-01-01,120\n1,C2,Forms,2027-01-01,9\n2,C2,Forms,2027-01-01,9',
    );
    expect(await stored('contract')).toEqual(['1|C1|120', '1|C2|9']);
  });

  it('are found after a second merge', async () => {
    await contracts(
      '1,C1,Forms,2026-01-01,100\n2,C1,Reviews,2026-01-01,50\n2,C2,Reviews,2027-01-01,60\n3,C1,Forms,2025-01-01,7\n3,C2,Forms,2025-02-01,8',
    );
    const first = await merge(1, 2);
    const before = await everything();
    const second = await merge(3, 1);
    expect(await stored('contract')).toEqual([
      '3|C1|7',
      '3|C1 (1)|100',
      '3|C1 (2)|50',
      '3|C2|8',
      '3|C2 (1)|60',
    ]);
    await contracts(
      '1,C1,Forms,2026-01-02,101\n2,C1,Reviews,2026-01-02,51\n2,C2,Reviews,2027-01-02,61\n3,C1,Forms,2025-01-02,8',
    );
    expect(await stored('contract')).toEqual([
      '3|C1|8',
      '3|C1 (1)|101',
      '3|C1 (2)|51',
      '3|C2|8',
      '3|C2 (1)|61',
    ]);
    await contracts(
      '1,C1,Forms,2026-01-01,100\n2,C1,Reviews,2026-01-01,50\n2,C2,Reviews,2027-01-01,60\n3,C1,Forms,2025-01-01,7',
    );
    await undo(second);
    expect(await everything()).toEqual(before);
    await undo(first);
    expect(await stored('contract')).toEqual([
      '1|C1|100',
      '2|C1|50',
      '2|C2|60',
      '3|C1|7',
      '3|C2|8',
    ]);
    expect((await sql`select from merged_row_id`.execute(test.database.background)).rows).toEqual(
      [],
    );
  });

  it('are only counted by a dry run', async () => {
    await contracts('1,C1,Forms,2026-01-01,100\n2,C1,Reviews,2026-02-01,50');
    await merge(1, 2);
    const before = await everything();
    const file =
      'Customer ID,Contract ID,Product,Start,Monthly amount\n2,C1,Reviews,2026-02-01,70\n2,C9,Forms,2026-02-01,1\n';
    expect(await importText(test.database, 'contracts', file, { dryRun: true })).toMatchObject({
      added: 1,
      changed: 1,
    });
    expect(await everything()).toEqual(before);
  });
});

it('contracts without ids stay two when their amounts differ', async () => {
  const file =
    'Customer ID,Start,Monthly amount\n1,2026-01-01,100\n2,2026-01-01,50\n1,2025-01-01,10\n2,2025-01-01,10\n';
  const load = () => importText(test.database, 'contracts', file);
  await load();
  const before = await everything();
  const fixId = await merge(1, 2);
  const after = ['1|all 2025-01-01|10', '1|all 2026-01-01|100', '1|all 2026-01-01 (2)|50'];
  expect(await stored('contract')).toEqual(after);
  expect(await load()).toMatchObject({ added: 0, changed: 0 });
  expect(await stored('contract')).toEqual(after);
  await undo(fixId);
  expect(await everything()).toEqual(before);
});

describe('contacts of a file that still names the merged customer', () => {
  it('update the contact that came from it, and two persons with one id stay two', async () => {
    const file =
      '1,P1,Ana Stone,ana@x.example,203-555-0101\n2,P1,Bo Reed,bo@y.example,203-555-0102';
    await contacts(file);
    const before = await everything();
    const fixId = await merge(1, 2);
    const after = ['1|P1|Ana Stone', '1|P1 (2)|Bo Reed'];
    expect(await stored('contact')).toEqual(after);
    expect(await contacts(file)).toMatchObject({ unchanged: 2 });
    expect(await contacts('2,P1,Bo Stone,bo@z.example,203-555-0103')).toMatchObject({
      added: 0,
      changed: 1,
    });
    expect(await stored('contact')).toEqual(['1|P1|Ana Stone', '1|P1 (2)|Bo Stone']);
    await contacts(file);
    await undo(fixId);
    expect(await everything()).toEqual(before);
  });

  it('are one when both rows with the id are the same person', async () => {
    const file = '1,P1,Ana Stone,ana@x.example,203-555-0101\n2,P1,Ana Reed,,(203) 555-0101';
    await contacts(file);
    await merge(1, 2);
    await contacts(file);
    expect(await stored('contact')).toEqual(['1|P1|Ana Reed']);
  });

  it('stay two when both customers use the same id for new contacts', async () => {
    await merge(1, 2);
    const file =
      '1,P1,Ana Stone,ana@x.example,203-555-0101\n2,P1,Bo Reed,bo@y.example,203-555-0102';
    await contacts(file);
    expect(await contacts(file)).toMatchObject({ unchanged: 2, superseded: 0 });
    expect(await stored('contact')).toEqual(['1|P1|Ana Stone', '1|P1 (2)|Bo Reed']);
  });
});
