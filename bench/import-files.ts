import type { Database } from '#server/core/db/database.ts';
import { type ImportOptions, importCsv } from '#server/imports/import.ts';
import { addDays } from '#shared/core/dates.ts';
import { productKeys } from '#shared/core/products.ts';
import { defaultExternalSource } from '#shared/imports/report.ts';
import { openNewFolderDatabase } from './folder-database.ts';

export const locationCount = 2000;
const chunkBytes = 64 * 1024;

export const now = () => new Date('2026-11-21T18:00:00Z');
export const headers = {
  usage: 'Institution ID,Location ID,Product,Date,Value',
  practices:
    'Institution ID,Location ID,Practice Name,Street,City,State,Zip Code,Phone,Lat,Lng,Practice Type,EHR',
} as const;

/**
 * First day of usage. It is so early that the days of all rows, at most a million, are in the past.
 */
const firstDay = '2026-01-04';

export type RowValues = (string | number | null)[];

/** Yields usage of 2,000 locations, one row per location, product and day. */
export function* usageRows(rows: number): Generator<RowValues> {
  for (let index = 0; index < rows; index++) {
    const location = (index % locationCount) + 1;
    const step = Math.floor(index / locationCount);
    const product = productKeys[step % productKeys.length] ?? 'forms';
    yield [
      location,
      location,
      product,
      addDays(firstDay, Math.floor(step / productKeys.length)),
      (index * 7919) % 997,
    ];
  }
}

export function* practiceRows(rows: number): Generator<RowValues> {
  for (let index = 1; index <= rows; index++)
    yield [
      index,
      index,
      `Practice & Partners ${index}`,
      `${index} Main St`,
      'Greenwich',
      'CT',
      `0${6000 + (index % 900)}`,
      `(203) 555-${String(index % 10_000).padStart(4, '0')}`,
      30 + (index % 2000) / 100,
      -70 - (index % 3000) / 100,
      'General dentistry',
      'Dentrix',
    ];
}

/** Yields the file in chunks, like a file on disk. */
export function* generateCsvChunks(header: string, rows: Iterable<RowValues>): Generator<Buffer> {
  let text = `${header}\n`;
  for (const row of rows) {
    text += `${row.join(',')}\n`;
    if (text.length < chunkBytes) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
}

export async function withDatabase<Result>(
  use: (database: Database) => Promise<Result>,
): Promise<Result> {
  const { database, close } = await openNewFolderDatabase();
  try {
    return await use(database);
  } finally {
    await close();
  }
}

export const importBenchFile = (
  database: Database,
  kind: ImportOptions['kind'],
  input: Iterable<Buffer>,
  more: Partial<ImportOptions> = {},
) =>
  importCsv({
    kind,
    input,
    source: 'bench',
    externalSource: defaultExternalSource,
    database,
    clock: now,
    timeZone: 'America/Los_Angeles',
    ...more,
  });

export async function bringLocations(database: Database): Promise<void> {
  await importBenchFile(
    database,
    'practices',
    generateCsvChunks(headers.practices, practiceRows(locationCount)),
  );
}
