import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { Queries } from '#server/core/db/database.ts';
import { type ExportedPractice, exportedPractices } from './practice-export-queries.ts';
import { practiceFields } from './practice-fields.ts';

/** The headers are such as an import of practices or usage knows. */
const columns: readonly { key: keyof ExportedPractice; header: string }[] = [
  { key: 'chairsideInstitutionId', header: 'Chairside institution id' },
  { key: 'chairsideLocationId', header: 'Chairside location id' },
  { key: 'externalSource', header: 'External source' },
  { key: 'institutionId', header: 'Institution id' },
  { key: 'locationId', header: 'Location id' },
  ...practiceFields.map(({ key, title }) => ({ key, header: title })),
];

/** Every practice as CSV, with our ids and its own; text that a spreadsheet would take for a formula gets an apostrophe. */
export function practicesCsv(database: Queries): Readable {
  const csv = stringify({ header: true, columns, escape_formulas: true });
  // Who reads the CSV hears of a failure.
  return pipeline(Readable.from(exportedPractices(database)), csv, () => undefined);
}
