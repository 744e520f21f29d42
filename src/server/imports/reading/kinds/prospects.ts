import {
  type CellReadResult,
  readDegrees,
  readExternalId,
  readText,
  readWebLink,
  readZip,
} from '../cells/cells.ts';
import { naturalPracticeKey } from '../cells/natural-key.ts';
import { parseState } from '../cells/states.ts';
import type { FileColumnName } from '../header/columns.ts';
import type { StoredRecordIdSpellings } from '../places/stored-record-ids.ts';
import type { FileReadingContext, StagedReadRow } from '../read-row.ts';
import type { RowReader } from '../row-reader.ts';
import type { StagedValue } from '../staging-tables.ts';

type Row = RowReader<FileColumnName<'prospects'>>;

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
  'website',
  'ehr',
  'location_count',
] as const;

/** Converts the rows of a prospects file to staged rows. */
export async function convertProspectRows(
  rows: readonly Row[],
  { places }: FileReadingContext,
): Promise<StagedReadRow[]> {
  const stored = await places.recordIds('prospect');
  const sharedKeys = await places.sharedKeys('prospect');
  return rows.map((row) => ({ row, staged: [prospect(row, stored, sharedKeys)] }));
}

/**
 * Returns the staged values of a prospect, which is matched by its id or, without an id, by name
 * and address.
 */
function prospect(
  row: Row,
  stored: StoredRecordIdSpellings,
  sharedKeys: ReadonlySet<string>,
): StagedValue[] {
  const name = row.text('prospectName');
  if (name === null && row.problems.length === 0) row.note('problems', 'prospectName', 'is empty');
  const streetAddress = row.text('streetAddress');
  const city = row.text('city');
  const state = parseState(row.text('state'));
  const code = readZip(row.text('zip') ?? '', state);
  const latitude = row.readOrLeaveOut('latitude', (cell) => readDegrees(cell, 90));
  const longitude = row.readOrLeaveOut('longitude', (cell) => readDegrees(cell, 180));
  const given = row.read('prospectId', readExternalId);
  const id =
    given !== null
      ? stored.spelled({ row, column: 'prospectId', records: 'prospects' }, null, given)
      : naturalPracticeKey({
          institution: null,
          institutionName: null,
          name,
          streetAddress,
          city,
          state,
          zip: code,
          latitude,
          longitude,
        });
  if (sharedKeys.has(id))
    row.note(
      'problems',
      'prospectName',
      'matches several prospects by name and address, in different spellings: undo the import that added the second',
    );
  const address = [
    streetAddress,
    city,
    [state, code].filter((part) => part !== null).join(' '),
  ].filter((part) => part);
  return [
    ...[id, name, address.length === 0 ? null : address.join(', ')],
    ...[row.text('businessType'), row.phone('phone'), latitude, longitude],
    row.readOrLeaveOut('website', readWebLink),
    row.text('ehr'),
    row.readOrLeaveOut('locationCount', readLocationCount),
  ];
}

/** Returns a number of locations from 1 to 99,999; `null` for a blank cell. */
function readLocationCount(cell: string): CellReadResult<number | null> {
  const written = readText(cell)?.replace(/\.0+$/, '') ?? null;
  if (written === null) return { value: null };
  return /^[1-9]\d{0,4}$/.test(written)
    ? { value: Number(written) }
    : { reason: 'is not a number of locations' };
}
