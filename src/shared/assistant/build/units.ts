import { isNumericColumn, type ListColumn } from '#shared/list/column.ts';
import type { PlanDraft } from './draft.ts';

const unitOf = ({ kind, prefix, unit }: ListColumn<never>): string | null => {
  if (prefix === '$') return '$';
  const text = (unit ?? (kind === 'percent' ? '%' : '')).trim();
  const units: Record<string, string> = {
    d: 'days',
    wk: 'weeks',
    h: 'hours',
    pts: 'points',
    '×': '',
  };
  return (units[text] ?? text) || null;
};

/**
 * Conversion factors. The key contains the source unit and the target unit: 'weeks days' converts
 * weeks to days.
 */
const unitSizes: Record<string, number> = {
  'weeks days': 7,
  'weeks hours': 168,
  'days hours': 24,
  'years months': 12,
  'months weeks': 52 / 12,
  'years weeks': 52,
  'months days': 365 / 12,
  'years days': 365,
};

/**
 * Returns the factor that converts a number to a column's unit; `undefined` without such a factor.
 */
export function unitFactor(draft: PlanDraft, unit: string | null, key: string): number | undefined {
  const column = draft.column(key);
  if (!isNumericColumn(column)) return undefined;
  const columnUnit = draft.words(key)?.unit ?? unitOf(column);
  return unit === null || unit === columnUnit ? 1 : unitSizes[`${unit} ${columnUnit}`];
}
