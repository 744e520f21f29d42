import { describe, expect, it } from 'vitest';
import { CannotContinueError } from '#server/core/errors.ts';
import { isDeepTestRun } from '#test/depth.ts';
import { seededRandom } from '../learning/random.ts';
import {
  type ColumnEvaluation,
  type EvaluationOptions,
  evaluatePredictability,
} from './evaluate.ts';
import { parseDayNumber, parseNumber, readCsvTable } from './read-table.ts';
import { computeSurvivalReport } from './survival-file.ts';
import { evaluationText, survivalText } from './words.ts';

const table = (text: string) => readCsvTable([Buffer.from(text)]);
const options: EvaluationOptions = { label: 'churned', positive: 'yes' };
const evaluated = async (
  text: string,
  more: Partial<EvaluationOptions> = {},
): Promise<ColumnEvaluation> => evaluatePredictability(await table(text), { ...options, ...more });
const refusalOf = async (work: () => Promise<unknown>): Promise<string> => {
  try {
    await work();
  } catch (error) {
    if (error instanceof CannotContinueError) return error.message;
    throw error;
  }
  return 'was not refused';
};

/**
 * Generates a file of customers. Customers with many calls, certain plans or low spending leave
 * more often.
 */
function customers(rows: number, { seed = 1, noise = false } = {}): string {
  const random = seededRandom(seed);
  const lines = Array.from({ length: rows }, (_, row) => {
    const calls = Math.floor(random() * 8);
    const plan = ['basic', 'plus', ''][Math.floor(random() * 3)];
    const chance = noise
      ? 0.3
      : 1 / (1 + Math.exp(-(-3 + 0.55 * calls + (plan === 'basic' ? 1 : 0))));
    const spent =
      random() < 0.1 ? '' : `"$${(1000 + random() * 900).toFixed(2).replace(/^(\d)/, '$1,')}"`;
    const month = `2026-${String(1 + (row % 12)).padStart(2, '0')}-15`;
    return `C-${row % 400},${month},${calls},${plan},${spent},EU,ticket ${row},${random() < chance ? 'yes' : 'no'}`;
  });
  return `id,month,calls,plan,spent,region,last message,churned\n${lines.join('\n')}\n`;
}

describe('a predictable table', () => {
  it('is usable, with drivers, and deterministic', async () => {
    const found = await evaluated(customers(1500), { id: 'id' });
    expect(found).toMatchObject({
      rows: 1500,
      withoutLabel: 0,
      constant: ['region'],
      tooVaried: ['last message'],
      verdict: 'usable',
      suspects: [],
    });
    const { areaUnderCurve, brierScore, calibrationError } = found.figures;
    expect(areaUnderCurve.value).toBeGreaterThan(0.72);
    expect(areaUnderCurve.low).toBeLessThan(areaUnderCurve.value);
    expect(areaUnderCurve.high).toBeGreaterThan(areaUnderCurve.value);
    expect(brierScore.value).toBeLessThan(0.25);
    expect(calibrationError.value).toBeLessThan(0.08);
    expect(found.drivers[0]?.name).toBe('calls');
    expect(
      found.drivers.map(({ name }) => name).filter((name) => name.startsWith('plan = ')),
    ).toHaveLength(2);
    expect(await evaluated(customers(1500), { id: 'id' })).toEqual(found);
    const text = evaluationText(found, options);
    expect(text).toContain('Verdict: usable');
    expect(text).toContain('Columns left out because every row has the same value: “region”');
  });

  it('trains on the past and tests on the future when a time column is given', async () => {
    const found = await evaluated(customers(1200), { time: 'month', id: 'id' });
    expect(found.validation).toBe(
      'trained on earlier rows and tested on later rows, 5 times (by month)',
    );
    expect(found.verdict).toBe('usable');
  });

  it('leaves out rows without a label', async () => {
    const text = customers(600).replaceAll(/^(C-1?\d,.*),(yes|no)$/gm, '$1,');
    const found = await evaluated(text);
    expect(found.withoutLabel).toBeGreaterThan(0);
    expect(found.rows + found.withoutLabel).toBe(600);
  });
});

it('reports that noise cannot be predicted', async () => {
  const found = await evaluated(customers(1500, { noise: true }));
  expect(found.figures.areaUnderCurve.low).toBeLessThan(0.5);
  expect(found.verdict).toBe('cannot predict');
});

describe('a column that leaks the label', () => {
  it.each([
    [
      'a number',
      (isPositive: boolean, row: number) => String(isPositive ? 100 + (row % 7) : row % 7),
    ],
    ['a word', (isPositive: boolean) => (isPositive ? 'closed' : 'open')],
    [
      'being filled',
      (isPositive: boolean, row: number) => (isPositive ? `2026-0${1 + (row % 9)}-01` : ''),
    ],
  ])('is named: %s', async (_, exitOf) => {
    const lines = customers(900).trim().split('\n');
    const text = lines
      .map((line, row) =>
        row === 0 ? `${line},exit` : `${line},${exitOf(line.endsWith('yes'), row)}`,
      )
      .join('\n');
    const found = await evaluated(text);
    expect(found.verdict).toBe('leak suspected');
    expect(found.suspects.map(({ name }) => name)).toEqual(['exit']);
    expect(found.withoutSuspects?.value).toBeLessThan(0.9);
    expect(evaluationText(found, options)).toContain('“exit” alone predicts the outcome');
  });
});

describe('a table that cannot be evaluated', () => {
  it.each([
    ['nothing', '', 'The file is empty: it has no header line.'],
    ['a header alone', 'churned,calls\n', 'The file has no rows.'],
    [
      'three rows',
      'churned,calls\nyes,1\nno,2\nno,3\n',
      '1 row has “yes” in “churned” and 2 do not; at least 10 of each are needed.',
    ],
    [
      'one class',
      `churned,calls\n${'yes,1\n'.repeat(50)}`,
      'Every row has “yes” in “churned”, so there is nothing to predict.',
    ],
    [
      'another class',
      `churned,calls\n${'no,1\nmaybe,2\n'.repeat(50)}`,
      'No row has “yes” in “churned”. The column contains: no, maybe.',
    ],
    [
      'no label column',
      `left,calls\n${'yes,1\nno,2\n'.repeat(50)}`,
      'There is no column “churned”. The file has: left, calls.',
    ],
    ['no label', `churned,calls\n${',1\n'.repeat(50)}`, 'No row has a value in “churned”.'],
    [
      'constants',
      `churned,calls\n${'yes,1\nno,1\n'.repeat(50)}`,
      'Every column has the same value in all rows or a different value in each row, so there is nothing to learn from.',
    ],
    [
      'nothing but a label',
      `churned\n${'yes\nno\n'.repeat(50)}`,
      'The file has no other columns to learn from.',
    ],
    [
      'duplicate columns',
      'churned,calls,calls\nyes,1,2\n',
      'Two columns are called “calls”. Rename one of them.',
    ],
    [
      'a spreadsheet',
      'PK\u0003\u0004 spreadsheet',
      'This is a spreadsheet or archive, not a CSV file. Save it as CSV and send that.',
    ],
  ])('%s', async (_, text, reason) => {
    expect(await refusalOf(() => evaluated(text))).toBe(reason);
  });

  it('an invalid time', async () => {
    const text = customers(200).replace('2026-03-15', 'last spring');
    expect(await refusalOf(() => evaluated(text, { time: 'month' }))).toBe(
      '“last spring” in “month” on line 4 is neither a number nor a date such as 2026-11-21.',
    );
    expect(
      await refusalOf(() =>
        evaluated(customers(200).replaceAll(/2026-\d+-15/g, '2026-01-01'), { time: 'month' }),
      ),
    ).toMatch(/^Can’t split the rows by “month” into/);
  });
});

it('evaluates a hundred thousand rows', async () => {
  const rows = isDeepTestRun ? 100_000 : 20_000;
  expect(await evaluated(customers(rows, { seed: 4 }))).toMatchObject({ rows, verdict: 'usable' });
}, 180_000);

it.each([
  ['1234.5', 1234.5],
  ['$1,234.50', 1234.5],
  ['-3%', -3],
  ['1e3', 1000],
  ['.5', 0.5],
  ['', Number.NaN],
  ['-', Number.NaN],
  ['12 apples', Number.NaN],
  ['1,2', Number.NaN],
  ['0x10', Number.NaN],
])('reads the number in %j', (cell, expected) => expect(parseNumber(cell)).toEqual(expected));

it.each([
  ['1970-01-02', 1],
  ['1970-01-01T12:00:00Z', 0.5],
  ['2026-13-40', Number.NaN],
  ['21.11.2026', Number.NaN],
])('reads the day in %j', (cell, expected) => expect(parseDayNumber(cell)).toEqual(expected));

describe('survival in a file', () => {
  // Data `aml` of R's survival package, from Miller (1981).
  const aml = [
    ...[9, 13, 18, 23, 31, 34, 48].map((time) => [time, 1, 'Maintained']),
    ...[13, 28, 45, 161].map((time) => [time, 0, 'Maintained']),
    ...[5, 5, 8, 8, 12, 23, 27, 30, 33, 43, 45].map((time) => [time, 1, 'Nonmaintained']),
    [16, 0, 'Nonmaintained'],
  ];
  const file = `time,status,x\n${aml.map((row) => row.join()).join('\n')}\n`;

  it('matches the medians, limits and test of R', async () => {
    const report = computeSurvivalReport(await table(file), {
      time: 'time',
      event: 'status',
      by: 'x',
    });
    expect(report).toMatchObject({ rows: 23, skipped: 0 });
    expect(
      report.groups.map(({ name, rows, events, median }) => [
        name,
        rows,
        events,
        median.at,
        median.low,
        median.high,
      ]),
    ).toEqual([
      ['Maintained', 11, 7, 31, 13, null],
      ['Nonmaintained', 12, 11, 23, 5, 33],
    ]);
    expect(report.logRank?.chiSquare).toBeCloseTo(3.3963886989776, 9);
    expect(report.logRank?.p).toBeCloseTo(0.0653393220405051, 9);
    expect(survivalText(report)).toContain(
      'Maintained: 11 rows, 7 events, median 31 (13 to not reached)',
    );
  });

  it('is one curve without groups, includes ends at time 0, and skips blanks', async () => {
    const report = computeSurvivalReport(
      await table('time,status\n0,yes\n1,no\n2,yes\n,yes\n3,\n'),
      {
        time: 'time',
        event: 'status',
      },
    );
    expect(report.skipped).toBe(2);
    expect(
      report.groups[0]?.curve.map(({ time, atRisk, survival }) => [
        time,
        atRisk,
        survival.toFixed(4),
      ]),
    ).toEqual([
      [0, 3, '0.6667'],
      [1, 2, '0.6667'],
      [2, 1, '0.0000'],
    ]);
    expect(report.logRank).toBeNull();
  });

  it.each([
    ['time,status\nsoon,1\n', '“soon” in “time” is not a number of 0 or more (line 2).'],
    ['time,status\n-1,1\n', '“-1” in “time” is not a number of 0 or more (line 2).'],
    ['time,status\n1,perhaps\n', '“perhaps” in “status” is not 1, 0, yes or no (line 2).'],
    ['time,status\n', 'The file has no rows.'],
    ['time,status\n,\n', 'The file has no rows.'],
    ['time,gone\n1,1\n', 'There is no column “status”. The file has: time, gone.'],
  ])('refuses %j', async (text, reason) => {
    expect(
      await refusalOf(async () =>
        computeSurvivalReport(await table(text), { time: 'time', event: 'status' }),
      ),
    ).toBe(reason);
  });

  it('refuses too many groups', async () => {
    const text = `time,status,x\n${Array.from({ length: 30 }, (_, row) => `1,1,g${row}`).join('\n')}`;
    expect(
      await refusalOf(async () =>
        computeSurvivalReport(await table(text), { time: 'time', event: 'status', by: 'x' }),
      ),
    ).toMatch(/^“x” has more than 20/);
  });
});
