import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addDays } from '#shared/core/dates.ts';
import type { ImportKind } from '#shared/imports/report.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { randomImportCount } from '#test/depth.ts';
import { insertInstitution } from '#test/factories.ts';
import { clearImported, importText } from '#test/imports.ts';
import {
  createRandomFileArbitrary,
  crmTableArbitrary,
  generateDecimalNumbers,
  numberOf,
  type RandomFile,
  type TrueCell,
  type TrueTable,
} from '#test/random-imports.ts';
import { NumberFormatUnknownError } from './reading/columns/number-column.ts';
import { ImportRefused } from './reading/import-error.ts';

let opened: TestDatabase;
const institutions = [5, 6, 7];
beforeAll(async () => {
  opened = await createTestDatabase();
});
const begin = async () => {
  await clearImported(opened.database);
  for (const institution_id of institutions)
    await insertInstitution(opened.database, { institution_id }, [
      { location_id: institution_id * 10 },
    ]);
};
beforeEach(begin);
afterAll(() => opened.close());

const asMeant = { changed: 0, unchanged: 0 };

/** Numbers of rows and cells that an import is expected to leave out. */
interface LeftOut {
  rejected?: number;
  warned?: number;
}

/**
 * Imports a file. If the import is refused with a question, answers it correctly and imports again.
 * Unambiguous numbers must not cause a question. A refused MacRoman file is imported again as
 * UTF-8.
 */
async function load(
  kind: ImportKind,
  file: RandomFile,
  table: TrueTable,
  leftOut: LeftOut = {},
): Promise<void> {
  try {
    await loadBytes(kind, file, table, leftOut);
  } catch (error) {
    if (
      file.style.encoding !== 'macRoman' ||
      !(error instanceof ImportRefused) ||
      !error.message.includes('encoding is ambiguous')
    )
      throw error;
    await loadBytes(kind, { ...file, bytes: Buffer.from(file.text) }, table, leftOut);
  }
}

async function loadBytes(
  kind: ImportKind,
  { bytes, style, ...file }: RandomFile,
  { header, rows }: TrueTable,
  { rejected = 0, warned = 0 }: LeftOut,
): Promise<void> {
  const expected = { ...asMeant, rejected: file.rejected + rejected, warned };
  const more = {
    dates: ['dayFirst', 'dotted'].includes(style.days)
      ? ('day-first' as const)
      : ('month-first' as const),
  };
  try {
    expect(await importText(opened.database, kind, bytes, more)).toMatchObject(expected);
  } catch (error) {
    if (!(error instanceof NumberFormatUnknownError)) throw error;
    const cells = rows.map((row) => row[header.indexOf(error.question.header)]);
    for (const cell of cells)
      if (cell != null && 'number' in cell) expect([0, 3]).toContain(cell.number.decimals);
    expect(
      await importText(opened.database, kind, bytes, { ...more, numbers: style.format }),
    ).toMatchObject(expected);
  }
}

interface RandomColumn {
  /** Choices for the number of decimals in a column whose values all have equally many decimals. */
  decimals?: Parameters<typeof generateDecimalNumbers>[1];
  hasBlanks?: boolean;
}

const columnOf = (
  count: number,
  { decimals, hasBlanks = false }: RandomColumn,
): fc.Arbitrary<TrueCell[]> =>
  fc
    .tuple(
      generateDecimalNumbers(count, decimals),
      fc.array(fc.nat({ max: 3 }), { minLength: count, maxLength: count }),
    )
    .map(([numbers, dice]) =>
      numbers.map((number, row) => (hasBlanks && dice[row] === 0 ? null : { number })),
    );

/**
 * Generates tables with fixed days and institutions. The other columns hold random numbers, and
 * some of the cells are blank.
 */
const tables = (
  header: readonly string[],
  keys: (row: number) => TrueCell[],
  columns: readonly RandomColumn[],
): fc.Arbitrary<TrueTable> =>
  fc
    .integer({ min: 1, max: 8 })
    .chain((count) => fc.tuple(...columns.map((column) => columnOf(count, column))))
    .map((cells) => ({
      header,
      rows: (cells[0] ?? []).map((_, row) => [
        ...keys(row),
        ...cells.map((column) => column[row] ?? null),
      ]),
    }));

const randomTablesInFiles = (table: fc.Arbitrary<TrueTable>) =>
  table.chain((truth) => createRandomFileArbitrary(truth).map((file) => ({ truth, file })));
const numberIn = (cell: TrueCell | undefined): number | null =>
  cell != null && 'number' in cell ? numberOf(cell.number) : null;
const blanksIn = (rows: TrueTable['rows'], column: number): number =>
  rows.filter((row) => row[column] === null).length;

test('usage is stored with its true values, or the file is refused with a question', async () => {
  const day = (row: number) => addDays('2026-11-16', -Math.floor(row / institutions.length));
  const table = tables(
    ['Institution ID', 'Date', 'Messaging', 'Payments', 'Forms'],
    (row) => [{ text: String(institutions[row % institutions.length]) }, { day: day(row) }],
    // `Messaging` is never blank, because a row without any value would be rejected.
    [{}, { hasBlanks: true }, { hasBlanks: true }],
  );
  await fc.assert(
    fc.asyncProperty(randomTablesInFiles(table), async ({ truth, file }) => {
      await begin();
      const blanks = blanksIn(truth.rows, 3) + blanksIn(truth.rows, 4);
      await load('usage', file, truth, { warned: file.style.blank === '' ? 0 : blanks });
      const rows = await opened.database.background
        .selectFrom('usage_daily')
        .select(['institution_id', 'day', 'product', 'value'])
        .execute();
      const stored = new Map(
        rows.map((row) => [`${row.institution_id} ${row.day} ${row.product}`, row.value]),
      );
      const meant = truth.rows.flatMap((row, index) =>
        ['messaging', 'payments', 'forms'].flatMap((product, column) => {
          const value = numberIn(row[column + 2]);
          return value === null
            ? []
            : [
                [
                  `${institutions[index % institutions.length]} ${day(index)} ${product}`,
                  value,
                ] as const,
              ];
        }),
      );
      expect(stored).toEqual(new Map(meant));
    }),
    { numRuns: randomImportCount },
  );
}, 600_000);

test('contracts are stored with their true values, or the file is refused with a question', async () => {
  const table = tables(
    ['Institution ID', 'Contract ID', 'Start Date', 'End Date', 'MRR'],
    (row) => [
      { text: '5' },
      { text: `K${row}` },
      { day: '2026-01-16' },
      row % 2 === 0 ? null : { day: '2026-12-31' },
    ],
    [{ decimals: [2], hasBlanks: true }],
  );
  await fc.assert(
    fc.asyncProperty(randomTablesInFiles(table), async ({ truth, file }) => {
      await begin();
      await load('contracts', file, truth, { rejected: blanksIn(truth.rows, 4) });
      const rows = await opened.database.background
        .selectFrom('contract')
        .select(['contract_id', 'ends_on', 'monthly_cents'])
        .orderBy('contract_id')
        .execute();
      expect(rows).toEqual(
        truth.rows.flatMap((row, index) => {
          const dollars = numberIn(row[4]);
          const ends_on = index % 2 === 0 ? null : '2027-01-01';
          return dollars === null
            ? []
            : [{ contract_id: `K${index}`, ends_on, monthly_cents: Math.round(dollars * 100) }];
        }),
      );
    }),
    { numRuns: randomImportCount },
  );
}, 600_000);

test('practices are stored with their true values, whichever CRM exported them', async () => {
  const files = crmTableArbitrary.chain(({ practices, table }) =>
    createRandomFileArbitrary(table).map((file) => ({ practices, table, file })),
  );
  await fc.assert(
    fc.asyncProperty(files, async ({ practices, table, file }) => {
      await clearImported(opened.database);
      await load('practices', file, table);
      const stored = await opened.database.background
        .selectFrom('location as l')
        .innerJoin('institution as i', 'i.institution_id', 'l.institution_id')
        .select([
          'i.external_id as id',
          'i.name',
          'l.street_address as street',
          'l.city',
          'l.state',
          'l.zip',
          'l.phone',
        ])
        .orderBy('i.external_id')
        .execute();
      expect(stored).toEqual(practices);
    }),
    { numRuns: randomImportCount },
  );
}, 600_000);
