import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { readCsv } from './csv.ts';
import { convertToUtf8 } from './encoding.ts';

const folder = dirname(fileURLToPath(import.meta.resolve('csv-spectrum')));
const cases = readdirSync(join(folder, 'csvs')).map((name) => name.replace(/\.csv$/, ''));
const rowSchema = z.record(z.string(), z.string());
/** Expected rows. The package stores a single row as an object instead of an array. */
const rowsSchema = z.union([z.array(rowSchema), rowSchema.transform((row) => [row])]);

/** Returns the rows of a file as objects with the headers as keys. */
async function rowsOf(bytes: Buffer): Promise<Record<string, string>[]> {
  let header: string[] = [];
  const rows: Record<string, string>[] = [];
  await readCsv(convertToUtf8([bytes]), {
    knownCells: () => 0,
    header: (cells) => {
      header = cells;
    },
    rows: async (read) => {
      for (const { cells } of read)
        rows.push(Object.fromEntries(header.map((name, place) => [name, cells[place] ?? ''])));
    },
  });
  return rows;
}

/** Corrections of wrong expectations in the package. */
const mended: Record<string, Record<string, string>> = {
  location_coordinates: { 'Contact Phone Number': '2095257564' },
};

it('has cases', () => {
  expect(cases.length).toBeGreaterThanOrEqual(12);
});

it.each(cases)('csv-spectrum: %s', async (name) => {
  const expected = rowsSchema.parse(
    JSON.parse(readFileSync(join(folder, 'json', `${name}.json`), 'utf8')),
  );
  expect(await rowsOf(readFileSync(join(folder, 'csvs', `${name}.csv`)))).toEqual(
    expected.map((row) => ({ ...row, ...mended[name] })),
  );
});
