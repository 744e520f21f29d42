import { addDays } from '#shared/core/dates.ts';
import { yesOrNo } from '../cells/cells.ts';
import type { Column } from '../header/columns.ts';
import { productOf } from '../header/header.ts';
import { institutionId, institutionsOf } from '../places/institution-ids.ts';
import type { FileReading, ReadRow } from '../read-row.ts';
import type { RowReader } from '../row-reader.ts';

export const entitlementStagingColumns = [
  'import_id',
  'line',
  'institution_id',
  'product',
  'entitled',
  'valid_from',
  'valid_to',
] as const;

type Period = [product: string | null, entitled: boolean, from: string | null, to: string | null];

/** Converts the rows of an entitlements file to staged rows. */
export async function readEntitlements(
  rows: readonly RowReader<Column<'entitlements'>>[],
  { places }: FileReading,
): Promise<ReadRow[]> {
  const read = rows.map((row) => ({ row, id: institutionId(row), period: period(row) }));
  const institutionOf = await institutionsOf(read, places);
  return read.map(({ row, period }) => {
    const institution = institutionOf.get(row);
    return {
      row,
      staged: institution === undefined ? [] : [[institution.institutionId, ...period]],
    };
  });
}

/**
 * Returns the period of a row. The period includes the last day in the file, so its stored end is
 * the next day.
 */
function period(row: RowReader<Column<'entitlements'>>): Period {
  const product = productOf(row.raw('product'));
  if (product === undefined) row.note('problems', 'product', 'is not a product');
  const entitled = row.read('entitled', yesOrNo);
  const from = row.day('from');
  const to = row.day('to');
  if (entitled === null && from === null && row.problems.length === 0)
    row.note(
      'problems',
      row.has('entitled') ? 'entitled' : 'from',
      'is empty: enter whether the customer is entitled, or the first day',
    );
  if (from !== null && to !== null && to < from)
    row.note('problems', 'to', 'is before the first day');
  return [product ?? null, entitled ?? true, from, to === null ? null : addDays(to, 1)];
}
