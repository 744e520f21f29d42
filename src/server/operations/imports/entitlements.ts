import { addDays } from '#shared/dates.ts';
import { day, id, yesOrNo } from './cells.ts';
import { productOf } from './header.ts';
import type { RowReader } from './row-reader.ts';

export const entitlementStagingColumns = ['import_id', 'line', 'institution_id', 'product', 'entitled', 'valid_from', 'valid_to'] as const;

/** One row of an entitlements file as it is staged. A file's last day is entitled, so the period ends on the day after it. */
export function stageEntitlement(row: RowReader<'entitlements'>): (string | number | boolean | null)[] {
  const institutionId = row.read('institutionId', id);
  if (institutionId === null && row.problems.length === 0) row.note('problems', 'institutionId', 'is empty');
  const product = productOf(row.raw('product'));
  if (product === undefined) row.note('problems', 'product', 'is not a product');
  const entitled = row.read('entitled', yesOrNo);
  const from = row.read('from', day);
  const to = row.read('to', day);
  if (entitled === null && from === null && row.problems.length === 0)
    row.note('problems', row.has('entitled') ? 'entitled' : 'from', 'is empty: say whether it is entitled, or from when');
  if (from !== null && to !== null && to < from) row.note('problems', 'to', 'lies before the first day');
  return [institutionId, product ?? null, entitled ?? true, from, to === null ? null : addDays(to, 1)];
}
