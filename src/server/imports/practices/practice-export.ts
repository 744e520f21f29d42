import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { Queries } from '#server/core/db/database.ts';
import { practiceFields } from '../reading/practice-fields.ts';
import { type ExportedPractice, readPracticesForExport } from './practice-export-queries.ts';

/** Columns of the export. An import of practices or usage recognizes their headers. */
const columns: readonly { key: keyof ExportedPractice; header: string }[] = [
  { key: 'chairsideInstitutionId', header: 'Chairside institution ID' },
  { key: 'chairsideLocationId', header: 'Chairside location ID' },
  { key: 'externalSource', header: 'External source' },
  { key: 'institutionId', header: 'Institution ID' },
  { key: 'locationId', header: 'Location ID' },
  ...practiceFields.map(({ key, title }) => ({ key, header: title })),
];

/**
 * Streams every practice as CSV with internal and external ids. A text that a spreadsheet would
 * read as a formula gets an apostrophe.
 */
export function createPracticesCsv(database: Queries): Readable {
  const csv = stringify({ header: true, columns, escape_formulas: true });
  // The reader of the CSV receives the error, so the callback ignores it.
  return pipeline(Readable.from(readPracticesForExport(database)), csv, () => undefined);
}
