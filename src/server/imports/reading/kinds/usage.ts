import type { Day } from '#shared/core/dates.ts';
import { readAmount, readChairsideId, readExternalId, readText } from '../cells/cells.ts';
import { isPlaceholder } from '../cells/spreadsheet.ts';
import type { FileColumnName } from '../header/columns.ts';
import { findProduct } from '../header/known-headers.ts';
import type { PlaceIds } from '../places/known-places.ts';
import type { FileReadingContext, StagedReadRow } from '../read-row.ts';
import type { RowReader } from '../row-reader.ts';

export const usageStagingColumns = [
  'import_id',
  'line',
  'institution_id',
  'location_id',
  'product',
  'day',
  'value',
] as const;

/**
 * Converts the rows of a usage file to staged rows. Each row becomes one staged row. When the file
 * has a column for each product, each value becomes one staged row.
 */
export async function convertUsageRows(
  rows: readonly RowReader<FileColumnName<'usage'>>[],
  reading: FileReadingContext,
): Promise<StagedReadRow[]> {
  const read = rows.map((row) => {
    const ids = placeIds(row);
    const on = dayOfUse(row, reading.today);
    return {
      row,
      ids,
      on,
      values: reading.header.productPlaces.size > 0 ? wideValues(row, reading) : longValue(row),
    };
  });
  const usable = read.filter(({ row }) => row.problems.length === 0);
  const places = await reading.places.locations(
    usable.map(({ ids, on }) => ({ ...ids, day: on ?? reading.today })),
  );
  const placeOf = new Map(usable.map(({ row }, index) => [row, places[index]]));
  return read.map(({ row, ids, on, values }) => {
    const place = placeOf.get(row);
    if (place === undefined) return { row, staged: [] };
    if ('reason' in place) {
      row.note('problems', columnOf(ids.system, place.wrong), place.reason);
      return { row, staged: [] };
    }
    return {
      row,
      staged: values.map(([product, value]) => [
        place.institutionId,
        place.locationId,
        product,
        on,
        value,
      ]),
    };
  });
}

const columnOf = (system: PlaceIds['system'], of: 'institution' | 'location') =>
  system === 'ours'
    ? of === 'institution'
      ? ('chairsideInstitutionId' as const)
      : ('chairsideLocationId' as const)
    : of === 'institution'
      ? ('institutionId' as const)
      : ('locationId' as const);

/**
 * Returns Chairside's internal ids when the row has any; otherwise the ids of the file's system.
 */
function placeIds(row: RowReader<FileColumnName<'usage'>>): PlaceIds {
  const ours = {
    institution: row.read('chairsideInstitutionId', readChairsideId),
    location: row.read('chairsideLocationId', readChairsideId),
  };
  if (ours.institution !== null || ours.location !== null) return { system: 'ours', ...ours };
  const external = {
    institution: row.read('institutionId', readExternalId),
    location: row.read('locationId', readExternalId),
  };
  if (external.institution === null && external.location === null && row.problems.length === 0)
    row.note(
      'problems',
      row.has('institutionId') ? 'institutionId' : 'locationId',
      'is empty: usage needs an institution or a location',
    );
  return { system: 'external', ...external };
}

function dayOfUse(row: RowReader<FileColumnName<'usage'>>, today: Day): Day | null {
  const on = row.day('day');
  if (on === null && row.problems.length === 0) row.note('problems', 'day', 'is empty');
  if (on !== null && on > today) row.note('problems', 'day', 'is in the future');
  return on;
}

function longValue(row: RowReader<FileColumnName<'usage'>>): [string, number][] {
  const product = findProduct(row.mapped('product'));
  if (product === undefined) row.note('problems', 'product', 'is not a product');
  const value = row.amount('value');
  if (value === null && readText(row.written('value')) === null) {
    const isBlank = readText(row.raw('value')) === null;
    row.note(
      'problems',
      'value',
      `${isBlank ? 'is empty' : 'is not a number'}: write 0 when nothing was used`,
    );
  }
  return product === undefined || value === null ? [] : [[product, value]];
}

/**
 * Returns the values of a row with a column for each product. A blank cell means that the product
 * was not reported, which differs from zero. An unusable cell leaves out only its own product.
 */
function wideValues(
  row: RowReader<FileColumnName<'usage'>>,
  { header }: FileReadingContext,
): [string, number][] {
  const values: [string, number][] = [];
  for (const [product, place] of header.productPlaces) {
    const written = row.row.cells[place] ?? '';
    const cell = readAmount(written, row.numberFormat(place));
    if (isPlaceholder(written, 'value'))
      row.remarkCell(
        header.columns[place]?.header ?? product,
        'is not reported; left out',
        written,
      );
    else if ('reason' in cell)
      row.noteCell(
        'warnings',
        place,
        header.columns[place]?.header ?? product,
        `${cell.reason}; left out`,
        written,
      );
    else if (cell.value !== null) values.push([product, cell.value]);
  }
  if (values.length === 0 && row.problems.length === 0)
    row.note('problems', 'value', 'is empty: no product has a value', '');
  return values;
}
