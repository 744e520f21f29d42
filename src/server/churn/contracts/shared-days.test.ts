import { afterEach, beforeEach, expect, it } from 'vitest';
import { getRevenueMoves, getRevenuePeriods } from '#shared/churn/contracts/contracts.ts';
import { getDataQuality } from '#shared/data-quality/issues.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution } from '#test/factories.ts';
import { importText } from '#test/imports.ts';

let test: TestApp;
beforeEach(async () => {
  test = await buildTestApp({ now: new Date('2026-11-18T18:00:00Z') });
  await insertInstitution(test.database, { institution_id: 1, name: 'Elm Dental' });
});
afterEach(() => test.close());

const header = 'institutionId,contractId,product,startsOn,endsOn,monthlyAmount\n';
const bring = (...rows: string[]) =>
  importText(test.database, 'contracts', `${header}${rows.join('\n')}\n`);
const first = '1,C-1,,2025-04-01,2026-04-01,400';
const second = '1,C-2,,2026-04-01,2027-04-01,400';

async function periods() {
  const answer = getRevenuePeriods.response.parse(
    (await test.inject({ url: `${getRevenuePeriods.path}?by=month` })).json(),
  );
  return answer.periods
    .filter(({ from }) => from === '2026-03-01' || from === '2026-04-01')
    .map(({ start, expansion, contraction, churn, end, due, renewed }) => [
      start,
      expansion,
      contraction,
      churn,
      end,
      due,
      renewed,
    ]);
}
const even = [400, 0, 0, 0, 400];

it.each([
  ['in one file', [[first, second]]],
  ['in two files', [[first], [second]]],
  ['in two files, the later term first', [[second], [first]]],
])(
  'a term that ends on the day on which the next begins counts once on that day, %s',
  async (_, files) => {
    for (const rows of files) expect((await bring(...rows)).notes).toEqual([]);
    expect(await periods()).toEqual([
      [...even, 400, 400],
      [...even, 0, 0],
    ]);
    const moves = await test.inject({
      url: `${getRevenueMoves.path}?from=2026-03-01&to=2026-04-01`,
    });
    expect(getRevenueMoves.response.parse(moves.json()).rows).toEqual([]);
  },
);

it('a term of another product keeps its last day, and so does a term of one day', async () => {
  await bring(
    '1,C-1,Forms,2025-04-01,2026-04-01,400',
    '1,C-2,Messaging,2026-04-01,2027-04-01,400',
    '1,C-3,Forms,2026-04-01,2026-04-01,50',
  );
  const [march, april] = await periods();
  expect([march?.at(4), april?.at(0)]).toEqual([450, 450]);
});

it('contracts of one product that overlap for longer are reported at import and in data quality', async () => {
  const report = await bring(
    first,
    '1,C-2,,2026-03-01,2027-04-01,400',
    '1,C-3,Forms,2026-01-01,,10',
    '1,C-4,Forms,2026-02-01,,10',
  );
  const words = 'C-1 and C-2 for all products from Mar 1, 2026 to Apr 1, 2026';
  expect(report.notes).toEqual([
    `1 customer with contracts for the same product that overlap by more than a day. Each contract is counted: Elm Dental (${words}), Elm Dental (C-3 and C-4 for Forms from Feb 1, 2026 on). Correct the dates in the file, or see Data quality.`,
  ]);
  expect((await bring(first)).notes).toEqual([]);
  const cookie = await test.signIn('admin');
  const quality = async () =>
    getDataQuality.response.parse(
      (await test.inject({ url: getDataQuality.path, headers: { cookie } })).json(),
    ).rows;
  expect(
    (await quality())
      .filter(({ kind }) => kind === 'overlap')
      .map(({ institutionId, detail }) => [institutionId, detail]),
  ).toEqual([
    [1, `Contracts ${words} overlap, and both are counted.`],
    [1, 'Contracts C-3 and C-4 for Forms from Feb 1, 2026 on overlap, and both are counted.'],
  ]);
  await bring('1,C-2,,2026-04-01,2027-04-01,400', '1,C-3,Forms,2026-01-01,2026-01-31,10');
  expect((await quality()).filter(({ kind }) => kind === 'overlap')).toEqual([]);
});
