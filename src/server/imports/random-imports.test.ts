import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addDays } from '#shared/core/dates.ts';
import type { ImportKind } from '#shared/imports/report.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { randomImports } from '#test/depth.ts';
import { insertInstitution } from '#test/factories.ts';
import { clearImported, importText } from '#test/imports.ts';
import { crmTables, numberOf, type RandomFile, randomFiles, type TrueCell, type TrueTable, trueNumbers } from '#test/random-imports.ts';
import { NumberFormatUnknown } from './reading/columns/number-column.ts';

let opened: TestDatabase;
const institutions = [5, 6, 7];
beforeAll(async () => {
  opened = await createTestDatabase();
});
const begin = async () => {
  await clearImported(opened.database);
  for (const institution_id of institutions)
    await insertInstitution(opened.database, { institution_id }, [{ location_id: institution_id * 10 }]);
};
beforeEach(begin);
afterAll(() => opened.close());

const asMeant = { warned: 0, changed: 0, unchanged: 0 };

/**
 * Imports a file; a file that is refused with a question is imported again with the true answer. A column of numbers that leave
 * no doubt must not be asked about.
 */
async function load(kind: ImportKind, { text, style, rejected }: RandomFile, { header, rows }: TrueTable): Promise<void> {
  const more = { dates: ['dayFirst', 'dotted'].includes(style.days) ? ('day-first' as const) : ('month-first' as const) };
  try {
    expect(await importText(opened.database, kind, text, more)).toMatchObject({ ...asMeant, rejected });
  } catch (error) {
    if (!(error instanceof NumberFormatUnknown)) throw error;
    const cells = rows.map((row) => row[header.indexOf(error.question.header)]);
    for (const cell of cells) if (cell != null && 'number' in cell) expect([0, 3]).toContain(cell.number.decimals);
    expect(await importText(opened.database, kind, text, { ...more, numbers: style.format })).toMatchObject({ ...asMeant, rejected });
  }
}

/** Rows with the same days and institutions, and in each column random numbers, of which some are missing. */
const tables = (
  header: readonly string[],
  keys: (row: number) => TrueCell[],
  columns: readonly Parameters<typeof trueNumbers>[1][],
): fc.Arbitrary<TrueTable> =>
  fc
    .integer({ min: 1, max: 8 })
    .chain((count) => fc.tuple(...columns.map((decimals) => trueNumbers(count, decimals))))
    .map((numbers) => ({
      header,
      rows: (numbers[0] ?? []).map((_, row) => [
        ...keys(row),
        ...numbers.map((column) => (column[row] === undefined ? null : { number: column[row] })),
      ]),
    }));

const randomTablesInFiles = (table: fc.Arbitrary<TrueTable>) => table.chain((truth) => randomFiles(truth).map((file) => ({ truth, file })));
const numbersOf = (row: readonly TrueCell[]) => row.flatMap((cell) => (cell !== null && 'number' in cell ? [numberOf(cell.number)] : []));

test('usage is stored as it is meant, or the file is refused with a question', async () => {
  const day = (row: number) => addDays('2026-11-16', -Math.floor(row / institutions.length));
  const table = tables(
    ['Institution ID', 'Date', 'Messaging', 'Payments', 'Forms'],
    (row) => [{ text: String(institutions[row % institutions.length]) }, { day: day(row) }],
    [undefined, undefined, undefined],
  );
  await fc.assert(
    fc.asyncProperty(randomTablesInFiles(table), async ({ truth, file }) => {
      await begin();
      await load('usage', file, truth);
      const rows = await opened.database.background
        .selectFrom('usage_daily')
        .select(['institution_id', 'day', 'product', 'value'])
        .execute();
      const stored = new Map(rows.map((row) => [`${row.institution_id} ${row.day} ${row.product}`, row.value]));
      const meant = truth.rows.flatMap((row, index) =>
        numbersOf(row).map((value, column) => {
          const product = ['messaging', 'payments', 'forms'][column];
          return [`${institutions[index % institutions.length]} ${day(index)} ${product}`, value] as const;
        }),
      );
      expect(stored).toEqual(new Map(meant));
    }),
    { numRuns: randomImports },
  );
}, 600_000);

test('contracts are stored as they are meant, or the file is refused with a question', async () => {
  const table = tables(
    ['Institution ID', 'Contract ID', 'Start Date', 'MRR'],
    (row) => [{ text: '5' }, { text: `K${row}` }, { day: '2026-01-16' }],
    [[2]],
  );
  await fc.assert(
    fc.asyncProperty(randomTablesInFiles(table), async ({ truth, file }) => {
      await begin();
      await load('contracts', file, truth);
      const rows = await opened.database.background.selectFrom('contract').select('monthly_cents').orderBy('contract_id').execute();
      expect(rows.map(({ monthly_cents }) => monthly_cents)).toEqual(
        truth.rows.flatMap(numbersOf).map((dollars) => Math.round(dollars * 100)),
      );
    }),
    { numRuns: randomImports },
  );
}, 600_000);

test('practices are stored as they are meant, whichever CRM names their columns', async () => {
  const files = crmTables.chain(({ practices, table }) => randomFiles(table).map((file) => ({ practices, table, file })));
  await fc.assert(
    fc.asyncProperty(files, async ({ practices, table, file }) => {
      await clearImported(opened.database);
      await load('practices', file, table);
      const stored = await opened.database.background
        .selectFrom('location as l')
        .innerJoin('institution as i', 'i.institution_id', 'l.institution_id')
        .select(['i.external_id as id', 'i.name', 'l.street_address as street', 'l.city', 'l.state', 'l.zip', 'l.phone'])
        .orderBy('i.external_id')
        .execute();
      expect(stored).toEqual(practices);
    }),
    { numRuns: randomImports },
  );
}, 600_000);
