import type { Day } from '#shared/dates.ts';
import { amount, day, id } from './cells.ts';
import { type HeaderMap, productOf } from './header.ts';
import { type RowReader, shown } from './row-reader.ts';

export const usageStagingColumns = ['import_id', 'line', 'institution_id', 'location_id', 'product', 'day', 'value'] as const;

/** One row of a usage file as it is staged: one value, or with a column per product one for each that is not blank. */
export function stageUsage(row: RowReader<'usage'>, header: HeaderMap, today: Day, decimalComma: boolean): (string | number | null)[][] {
  const institutionId = row.read('institutionId', id);
  const locationId = row.read('locationId', id);
  if (institutionId === null && locationId === null && row.problems.length === 0)
    row.note('problems', row.has('institutionId') ? 'institutionId' : 'locationId', 'is empty: usage needs an institution or a location');
  const on = row.read('day', day);
  if (on === null && row.problems.length === 0) row.note('problems', 'day', 'is empty');
  if (on !== null && on > today) row.note('problems', 'day', 'lies in the future');
  if (header.productPlaces.size > 0)
    return wideValues(row, header, decimalComma).map(([product, value]) => [institutionId, locationId, product, on, value]);

  const product = productOf(row.raw('product'));
  if (product === undefined) row.note('problems', 'product', 'is not a product');
  const value = row.read('value', (cell) => amount(cell, decimalComma));
  if (value === null && row.raw('value').trim() === '') row.note('problems', 'value', 'is empty: write 0 when nothing was used');
  return [[institutionId, locationId, product ?? null, on, value]];
}

/** A blank cell is a product that was not reported, which is not zero. */
function wideValues(row: RowReader<'usage'>, header: HeaderMap, decimalComma: boolean): [string, number][] {
  const values: [string, number][] = [];
  for (const [product, place] of header.productPlaces) {
    const written = row.row.cells[place] ?? '';
    const cell = amount(written, decimalComma);
    if ('reason' in cell) row.problems.push({ line: row.row.line, column: product, value: shown(written), reason: cell.reason });
    else if (cell.value !== null) values.push([product, cell.value]);
  }
  if (values.length === 0 && row.problems.length === 0) row.note('problems', 'value', 'is empty: no product has a value', '');
  return values;
}
