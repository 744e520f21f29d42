import { addDays } from '#shared/core/dates.ts';
import { readYesOrNo } from '../cells/cells.ts';
import type { FileColumnName } from '../header/columns.ts';
import { findProduct } from '../header/known-headers.ts';
import { findInstitutionsOfRows, readInstitutionId } from '../places/institution-ids.ts';
import type { FileReadingContext, StagedReadRow } from '../read-row.ts';
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
export async function convertEntitlementRows(
  rows: readonly RowReader<FileColumnName<'entitlements'>>[],
  { places }: FileReadingContext,
): Promise<StagedReadRow[]> {
  const read = rows.map((row) => ({ row, id: readInstitutionId(row), period: period(row) }));
  const institutionOf = await findInstitutionsOfRows(read, places);
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
function period(row: RowReader<FileColumnName<'entitlements'>>): Period {
  const product = findProduct(row.mapped('product'));
  if (product === undefined) row.note('problems', 'product', 'is not a product');
  const entitled = row.read('entitled', readYesOrNo);
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
