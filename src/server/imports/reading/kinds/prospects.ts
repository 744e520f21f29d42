import { degrees, externalId, zip } from '../cells/cells.ts';
import { naturalKey } from '../cells/natural-key.ts';
import { stateOf } from '../cells/states.ts';
import type { ReadRow, StagedValue } from '../reading.ts';
import type { RowReader } from '../row-reader.ts';

type Row = RowReader<'prospects'>;

export const prospectStagingColumns = [
  'import_id',
  'line',
  'external_id',
  'name',
  'address',
  'business_type',
  'phone',
  'latitude',
  'longitude',
] as const;

/** Rows of a prospects file as they are staged. */
export const readProspects = async (rows: readonly Row[]): Promise<ReadRow[]> => rows.map((row) => ({ row, staged: [prospect(row)] }));

/** A prospect is known again by its id, else by name and address. */
function prospect(row: Row): StagedValue[] {
  const name = row.text('prospectName');
  if (name === null && row.problems.length === 0) row.note('problems', 'prospectName', 'is empty');
  const streetAddress = row.text('streetAddress');
  const city = row.text('city');
  const state = stateOf(row.text('state'));
  const code = zip(row.text('zip') ?? '', state);
  const latitude = row.readOrLeaveOut('latitude', (cell) => degrees(cell, 90));
  const longitude = row.readOrLeaveOut('longitude', (cell) => degrees(cell, 180));
  const id =
    row.read('prospectId', externalId) ??
    naturalKey({ institution: null, institutionName: null, name, streetAddress, city, state, zip: code, latitude, longitude });
  const address = [streetAddress, city, [state, code].filter((part) => part !== null).join(' ')].filter((part) => part);
  return [
    ...[id, name, address.length === 0 ? null : address.join(', ')],
    ...[row.text('businessType'), row.phone('phone'), latitude, longitude],
  ];
}
