import { type Cell, degrees, externalId, link, phone, zip } from './cells.ts';
import { naturalKey } from './natural-key.ts';
import { isPracticeType } from './practice-types.ts';
import type { FileReading, ReadRow, StagedValue } from './reading.ts';
import type { RowReader } from './row-reader.ts';
import { stateOf } from './states.ts';

export const practiceStagingColumns = [
  'import_id',
  'line',
  'institution_key',
  'place_key',
  'institution_external_id',
  'location_external_id',
  'institution_name',
  'name',
  'street_address',
  'city',
  'state',
  'zip',
  'phone',
  'latitude',
  'longitude',
  'practice_type',
  'ehr',
  'online_booking_link',
  'created_on',
  'go_live_on',
  'opened_on',
  'closed_on',
] as const;

const nowhere = { latitude: null, longitude: null };
/** Nobody has a practice further south, and western longitudes taken for latitudes lie there. */
const southernmost = -60;

function latitude(cell: string): Cell<number | null> {
  const read = degrees(cell, 90);
  return 'value' in read && read.value !== null && read.value < southernmost ? { reason: 'lies in Antarctica' } : read;
}

/** A row's coordinates; half a pair and the point 0, 0, which stands in the sea, are none. */
function pointOf(row: RowReader<'practices'>): { latitude: number | null; longitude: number | null } {
  const north = row.readOrLeaveOut('latitude', latitude);
  const east = row.readOrLeaveOut('longitude', (cell) => degrees(cell, 180));
  if (north === null || east === null) {
    const isHalf = north !== east && row.raw(north === null ? 'latitude' : 'longitude').trim() === '';
    if (isHalf) row.remark(north === null ? 'latitude' : 'longitude', 'is missing, so the other coordinate is left out');
    return nowhere;
  }
  if (north !== 0 || east !== 0) return { latitude: north, longitude: east };
  row.remark('latitude', 'with longitude 0 is a point in the sea; left out');
  return nowhere;
}

/** A text that says what the practice does; any text when the mapping names the column. */
function practiceTypeOf(row: RowReader<'practices'>, { header, hasPracticeTypes }: FileReading): string | null {
  if (!hasPracticeTypes) return null;
  const written = row.text('practiceType');
  if (written === null || header.isMapped('practiceType') || isPracticeType(written)) return written;
  row.remark('practiceType', 'is not known as a practice type; left out');
  return null;
}

/** Rows of a practices file as they are staged. */
export async function readPractices(rows: readonly RowReader<'practices'>[], reading: FileReading): Promise<ReadRow[]> {
  return rows.map((row) => ({ row, staged: [readPractice(row, reading)] }));
}

function readPractice(row: RowReader<'practices'>, reading: FileReading): StagedValue[] {
  const { today, externalSource } = reading;
  const institutionId = row.read('institutionId', externalId);
  const locationId = row.read('locationId', externalId);
  const institutionName = row.text('institutionName');
  const name = row.text('name');
  if (institutionName === null && name === null && row.problems.length === 0)
    row.note('problems', row.has('name') ? 'name' : 'institutionName', 'is empty: a practice needs a name');
  const state = stateOf(row.text('state'));
  const zipCode = zip(row.raw('zip'), state);
  if (zipCode !== null && zipCode.length > 20) row.note('problems', 'zip', 'is longer than 20 characters');
  const phoneNumber = phone(row.raw('phone'));
  if (phoneNumber !== null && phoneNumber.length > 60) row.note('problems', 'phone', 'is longer than 60 characters');
  const point = pointOf(row);
  const createdOn = row.day('createdOn');
  if (createdOn !== null && createdOn > today) row.note('problems', 'createdOn', 'lies in the future');
  const institution = institutionId === null ? null : `${externalSource}:${institutionId}`;
  const place = {
    institution,
    institutionName,
    name,
    streetAddress: row.text('streetAddress'),
    city: row.text('city'),
    state,
    zip: zipCode,
    ...point,
  };
  const placeKey =
    locationId === null
      ? naturalKey(place)
      : institution === null
        ? `location ${externalSource}:${locationId}`
        : `#${institution}/${locationId}`;
  return [
    institution ?? placeKey,
    placeKey,
    institutionId,
    locationId,
    institutionName,
    name,
    place.streetAddress,
    place.city,
    state,
    zipCode,
    phoneNumber,
    point.latitude,
    point.longitude,
    practiceTypeOf(row, reading),
    row.text('ehr'),
    row.readOrLeaveOut('onlineBookingLink', link),
    createdOn,
    row.day('goLiveOn'),
    row.day('openedOn'),
    row.day('closedOn'),
  ];
}
