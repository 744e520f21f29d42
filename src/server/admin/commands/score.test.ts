import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { firstScoringJobs } from '#server/scoring/jobs.ts';
import { NothingToScore } from '#server/scoring/weeks.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { clearScores } from '#test/health-world.ts';
import { clearImported, importText } from '#test/imports.ts';
import { nextCommandAfterImport } from './next-step.ts';
import { runScoringJobs } from './score.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  await clearImported(app.database);
  await clearScores(app.database.background);
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => app.close());

const load = (kind: 'practices' | 'entitlements' | 'usage' | 'churn', csv: string) =>
  importText(app.database, kind, csv);
const customers = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => from + index);
const practices = (ids: number[], created = '2024-03-09') =>
  load(
    'practices',
    `ID,Name,Created\n${ids.map((id) => `${id},Dental ${id},${created}`).join('\n')}\n`,
  );
const entitlements = (ids: number[]) =>
  load(
    'entitlements',
    `Customer ID,Product,Entitled\n${ids.map((id) => `${id},payments,yes`).join('\n')}\n`,
  );
const usage = (ids: number[], days: string[]) =>
  load(
    'usage',
    `Customer ID,Date,Payments\n${days.flatMap((day) => ids.map((id) => `${id},${day},50`)).join('\n')}\n`,
  );

async function scored(): Promise<string> {
  const said: string[] = [];
  await runScoringJobs(app.dependencies, firstScoringJobs, (line) => said.push(line));
  return said.join('\n');
}

describe('npm run score', () => {
  it('names the missing data', async () => {
    await expect(scored()).rejects.toThrow(NothingToScore);
    await practices([1]);
    await expect(scored()).rejects.toThrow(
      /no product entitlements yet\. Import them first: npm run import -- entitlements FILE\.csv/,
    );
    await entitlements([1]);
    await expect(scored()).rejects.toThrow(
      /no usage figures yet\. Import them first: npm run import -- usage FILE\.csv/,
    );
  });

  it('says when the first week ends while there are fewer than four', async () => {
    await practices([1]);
    await entitlements([1]);
    await usage([1], ['2026-11-07', '2026-11-14']);
    expect(await scored()).toMatch(
      /^No week is scored yet\. .* ends on Saturday, Nov 28, 2026\.\n\nNext, import the usage until then: npm run import -- usage/,
    );
  });

  it('says that there was no customer in the weeks, and the dates can be added later', async () => {
    const days = ['2026-10-24', '2026-10-31', '2026-11-07', '2026-11-14'];
    await practices([1], '2026-11-16');
    await entitlements([1]);
    await usage([1], days);
    expect(await scored()).toMatch(
      /^No week is scored: no practice was a customer in the weeks .*\n\nNext, import the practices with the right dates: npm run import -- practices/,
    );
    await practices([1]);
    expect(await scored()).toMatch(
      /^0 customers scored over 1 official week, until Saturday, Nov 14, 2026: .*, Unknown 1\.\n1 customer without a score, because .* at least 20 entitled customers/,
    );
  });

  it('skips the weeks without any customer', async () => {
    await load('practices', 'ID,Name,Created\n1,Elm Dental,2024-03-09\n2,Oak Dental,2026-11-02\n');
    await load('churn', 'Customer ID,Notice,Last day\n1,2026-10-01,2026-10-20\n');
    await entitlements([1, 2]);
    await usage(
      [1],
      ['2026-09-12', '2026-09-19', '2026-09-26', '2026-10-03', '2026-10-10', '2026-10-17'],
    );
    await usage([2], ['2026-11-07', '2026-11-14']);
    expect(await scored()).toMatch(
      /^0 customers scored over 5 official weeks, until Saturday, Nov 14, 2026: .*, Unknown 1\./,
    );
    const { rows } = await sql<{
      week: string;
    }>`select week_start::text as week from official_week order by 1`.execute(
      app.database.background,
    );
    expect(rows.map(({ week }) => week)).toEqual([
      '2026-09-27',
      '2026-10-04',
      '2026-10-11',
      '2026-11-01',
      '2026-11-08',
    ]);
    expect(await scored()).toMatch(/over 5 official weeks, until Saturday, Nov 14/);
  });

  it('counts the customers of the last week even when all have left since', async () => {
    await practices(customers(1, 21));
    await entitlements(customers(1, 21));
    await usage(customers(1, 21), [
      '2026-10-17',
      '2026-10-24',
      '2026-10-31',
      '2026-11-07',
      '2026-11-14',
    ]);
    await scored();
    const left = customers(1, 21).map((id) => `${id},2026-11-15,2026-11-16`);
    await load('churn', `Customer ID,Notice,Last day\n${left.join('\n')}\n`);
    expect(await scored()).toMatch(
      /^20 customers scored over 2 official weeks, until Saturday, Nov 14, 2026: Healthy 20,/,
    );
  });

  it('says that there is no customer when all left before the first week', async () => {
    await practices([1]);
    await load('churn', 'Customer ID,Notice,Last day\n1,2026-10-01,2026-10-10\n');
    await entitlements([1]);
    await usage([1], ['2026-10-03', '2026-10-24', '2026-10-31', '2026-11-07', '2026-11-14']);
    expect(await scored()).toMatch(/^No week is scored: no practice was a customer in the weeks/);
  });

  it('counts customers added after the weeks were closed', async () => {
    const days = ['2026-10-17', '2026-10-24', '2026-10-31', '2026-11-07', '2026-11-14'];
    await practices(customers(1, 21));
    await entitlements(customers(1, 21));
    await usage(customers(1, 21), days);
    expect(await scored()).toBe(
      '20 customers scored over 2 official weeks, until Saturday, Nov 14, 2026: Healthy 20, Medium 0, Critical 0, Unknown 0.\n\nNext: npm start, and open http://localhost:3000',
    );
    await practices(customers(21, 24));
    await practices([24], '2026-11-16');
    expect(await scored()).toContain(
      '\n3 customers were added after these weeks were closed and will be scored from the next week on. To score them in these weeks too: npm run jobs -- reopen --from 2026-11-01 ',
    );
    const { rows } = await sql<{
      first: string;
    }>`select min(week_start) as first from official_week`.execute(app.database.background);
    expect(rows[0]?.first).toBe('2026-11-01');
  });
});

describe('the next step after an import', () => {
  it.each([
    ['practices', 'import', 'Next, import practices: npm run import -- practices FILE.csv'],
    [
      'entitlements',
      'import',
      'Next, import entitlements: npm run import -- entitlements FILE.csv',
    ],
    [
      'usage',
      'salesforce',
      'Next, import usage: npm run import -- usage FILE.csv --source salesforce',
    ],
    [null, 'salesforce', 'Next: npm run score'],
  ] as const)('%s is missing', (missing, source, words) =>
    expect(nextCommandAfterImport(missing, source)).toBe(words),
  );
});
