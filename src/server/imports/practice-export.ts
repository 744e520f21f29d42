import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { Queries } from '#server/core/db/database.ts';
import { type ExportedPractice, exportedPractices } from './practice-export-queries.ts';

/** The headers are such as an import of practices or usage knows. */
const headers: Record<keyof ExportedPractice, string> = {
  chairsideInstitutionId: 'Chairside institution id',
  chairsideLocationId: 'Chairside location id',
  externalSource: 'External source',
  institutionId: 'Institution id',
  locationId: 'Location id',
  institutionName: 'Institution name',
  locationName: 'Location name',
  streetAddress: 'Street address',
  city: 'City',
  state: 'State',
  zip: 'Zip',
  phone: 'Phone',
  latitude: 'Latitude',
  longitude: 'Longitude',
  practiceType: 'Practice type',
  ehr: 'EHR',
  onlineBookingLink: 'Online booking link',
  createdOn: 'Created date',
  goLiveOn: 'Go-live date',
  openedOn: 'Opening date',
  closedOn: 'Closed date',
};

/** Every practice as CSV, with our ids and its own; text that a spreadsheet would take for a formula gets an apostrophe. */
export function practicesCsv(database: Queries): Readable {
  const columns = Object.entries(headers).map(([key, header]) => ({ key, header }));
  const csv = stringify({ header: true, columns, escape_formulas: true });
  // Who reads the CSV hears of a failure.
  return pipeline(Readable.from(exportedPractices(database)), csv, () => undefined);
}
