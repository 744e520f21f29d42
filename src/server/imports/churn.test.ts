import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { insertInstitution } from '#test/factories.ts';
import { clearImported, importText } from '#test/imports.ts';

let opened: TestDatabase;
beforeAll(async () => {
  opened = await createTestDatabase();
});
beforeEach(async () => {
  await clearImported(opened.database);
  for (const institution_id of [5, 6])
    await insertInstitution(opened.database, {
      institution_id,
      created_on: '2024-03-01',
      go_live_on: '2024-03-01',
    });
});
afterAll(() => opened.close());

const load = (kind: 'churn' | 'contracts', csv: string, options = {}) =>
  importText(opened.database, kind, csv, options);
const reasons = (report: Awaited<ReturnType<typeof load>>) =>
  report.rejects.map(({ line, reason }) => [line, reason]);
const losses = () =>
  opened.database.background
    .selectFrom('churn_event')
    .selectAll()
    .orderBy('institution_id')
    .execute();
const leftOn = async (id: number) =>
  (
    await opened.database.background
      .selectFrom('institution')
      .select('churned_on')
      .where('institution_id', '=', id)
      .executeTakeFirstOrThrow()
  ).churned_on;

describe('churn notices', () => {
  const header =
    'Customer ID,Notice date,Effective date,Reason,Sub reason,Avoidable,Competitor,MRR,Locations lost';
  const whole = `${header}\n5,2026-10-01,2026-11-01,Competitor,Cheaper,partially,Brightdesk,$450.50,2\n`;

  it('become losses, and the customers are lost on the day', async () => {
    expect(await load('churn', `${whole}6,2026-11-10,2026-12-10,,,,,,\n`)).toMatchObject({
      added: 2,
      rejected: 0,
    });
    expect(await losses()).toMatchObject([
      {
        institution_id: 5,
        noticed_on: '2026-10-01',
        effective_on: '2026-11-01',
        reason: 'Competitor',
        reason_detail: 'Cheaper',
        avoidable: 'partly',
        competitor: 'Brightdesk',
        monthly_cents: 45_050,
        locations_lost: 2,
      },
      { institution_id: 6, reason: 'Unknown', monthly_cents: null, avoidable: null },
    ]);
    expect(await leftOn(5)).toBe('2026-11-01');
    expect(await leftOn(6)).toBeNull();
  });

  it('change nothing when imported again, and a blank cell keeps the known value', async () => {
    await load('churn', whole);
    const before = await losses();
    expect(await load('churn', whole)).toMatchObject({ added: 0, changed: 0, unchanged: 1 });
    expect(await load('churn', 'Customer ID,Notice date,MRR\n5,2026-10-01,\n')).toMatchObject({
      unchanged: 1,
    });
    expect(await losses()).toEqual(before);
    expect(
      await load('churn', 'Customer ID,Notice date,Effective date\n5,2026-10-01,2026-12-31\n'),
    ).toMatchObject({ changed: 1 });
    expect(await losses()).toMatchObject([
      { effective_on: '2026-12-31', monthly_cents: 45_050, version: 2 },
    ]);
    expect(await leftOn(5)).toBeNull();
  });

  it('that are invalid are rejected with the reason', async () => {
    const report = await load(
      'churn',
      `${header}
5,2024-02-29,,,,,,,
5,2026-11-19,,,,,,,
5,2026-10-01,2026-09-30,,,,,,
5,2026-10-01,,,,,,-3,
5,2026-10-01,,,,,,,1.5
9,2026-10-01,,,,,,,
5,2026-10-01,,,,,,,
5,2026-10-02,,,,,,,
6,,,,,,,,
`,
    );
    expect(report).toMatchObject({ added: 1, rejected: 8 });
    expect(reasons(report)).toEqual([
      [2, 'is before the go-live on Mar 1, 2024'],
      [3, 'is in the future: import a notice after it was given'],
      [4, 'is before the notice'],
      [5, 'is negative'],
      [6, 'is not a whole number up to 10,000'],
      [7, 'is not a known institution'],
      [9, 'is a second notice: the notice of Oct 1, 2026 is still active; withdraw it first'],
      [10, 'is empty'],
    ]);
  });

  it('are matched by id, so that a corrected day does not add a second notice', async () => {
    await load('churn', 'Loss ID,Customer ID,Notice date\nL-1,5,2026-10-01\n');
    expect(
      await load('churn', 'Loss ID,Customer ID,Notice date\nL-1,5,2026-09-28\n'),
    ).toMatchObject({ changed: 1 });
    expect(await losses()).toMatchObject([
      { noticed_on: '2026-09-28', external_id: 'L-1', external_source: 'import' },
    ]);
    const other = await load('churn', 'Loss ID,Customer ID,Notice date\nL-2,5,2026-11-01\n');
    expect(reasons(other)).toEqual([
      [2, 'is a second notice: the notice of Sep 28, 2026 is still active; withdraw it first'],
    ]);
  });

  it('that were withdrawn stay withdrawn, and a new notice becomes active', async () => {
    await load('churn', whole);
    await opened.database.background
      .updateTable('churn_event')
      .set({
        taken_back_at: new Date('2026-11-10T18:00:00Z'),
        taken_back_reason: 'Stays after all',
      })
      .execute();
    expect(await load('churn', whole)).toMatchObject({ added: 0, unchanged: 1 });
    expect(await load('churn', 'Customer ID,Notice date\n5,2026-11-12\n')).toMatchObject({
      added: 1,
    });
    expect(await losses()).toHaveLength(2);
  });

  it('are only counted in a dry run', async () => {
    expect(await load('churn', whole, { dryRun: true })).toMatchObject({ added: 1 });
    expect(await losses()).toEqual([]);
    expect(await leftOn(5)).toBeNull();
  });
});

describe('contracts', () => {
  const contracts = () =>
    opened.database.background.selectFrom('contract').selectAll().orderBy('contract_id').execute();

  it('have a monthly or yearly amount, and are matched by id or by product and first day', async () => {
    const file = `Contract number,Customer ID,Product,Start date,End date,MRR,ACV
C-1,5,Forms,2026-01-01,2026-12-31,120.10,
,5,,2025-01-01,,,1200
`;
    expect(await load('contracts', file)).toMatchObject({ added: 2, rejected: 0 });
    expect(await contracts()).toMatchObject([
      {
        contract_id: 'C-1',
        product: 'forms',
        starts_on: '2026-01-01',
        ends_on: '2027-01-01',
        monthly_cents: 12_010,
      },
      { contract_id: 'all 2025-01-01', product: null, ends_on: null, monthly_cents: 10_000 },
    ]);
    expect(await load('contracts', file)).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
    expect(await load('contracts', file.replace('120.10', '90'))).toMatchObject({
      changed: 1,
      unchanged: 1,
    });
    expect(await contracts()).toMatchObject([{ monthly_cents: 9_000 }, {}]);
  });

  it('that are invalid are rejected with the reason', async () => {
    const report = await load(
      'contracts',
      `Customer ID,Product,Start date,End date,MRR
5,forms,2026-02-01,2026-01-31,100
5,forms,2026-02-01,,-100
5,fax,2026-02-01,,100
5,forms,,,100
5,forms,2026-02-01,,
9,forms,2026-02-01,,100
5,forms,2026-02-01,2026-02-01,100
`,
    );
    expect(report).toMatchObject({ added: 1, rejected: 6 });
    expect(reasons(report)).toEqual([
      [2, 'is before the first day'],
      [3, 'is negative'],
      [4, 'is not a product'],
      [5, 'is empty'],
      [6, 'is empty'],
      [7, 'is not a known institution'],
    ]);
  });
});
