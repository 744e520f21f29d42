import { roundScore } from '#shared/core/score-text.ts';
import { foldText } from '#shared/core/text.ts';
import { dayInWords } from '#shared/core/words.ts';
import type { MetricKey } from '#shared/metrics/metric.ts';

export type ListValue = string | number | boolean | null;

/**
 * Kind of a column. 'change' is a number with its sign; 'date' is 'YYYY-MM-DD'; 'option' is one
 * value of a set; 'flag' is yes or no.
 */
export type ListColumnKind = 'text' | 'number' | 'percent' | 'change' | 'date' | 'option' | 'flag';

/**
 * Column of a list, used by the page, the export and the URL. Define columns as constants, because
 * results are cached by column object.
 */
export interface ListColumn<Row> {
  /**
   * Key of letters and digits. Its meaning must never change, because URLs and saved views contain
   * it.
   */
  key: string;
  label: string;
  kind: ListColumnKind;
  /** Returns the row's value; `null` means unknown and sorts last in both directions. */
  value: (row: Row) => ListValue;
  /**
   * Returns the path of the page about the value, such as a ticket's page; `null` for a row without
   * such a page. In the assistant's answers, the value is a link to this path.
   */
  path?: (row: Row) => string | null;
  /** Possible values in order. By default, the values that occur in the rows. */
  options?: readonly string[];
  /**
   * Returns the current text for a former text of a filter value. URLs and saved views may still
   * contain former texts.
   */
  currentValue?: (value: string) => string;
  /** Text before the number. */
  prefix?: '$';
  /** Text after the number, such as ' points'. Not needed for percent. */
  unit?: string;
  /** Number of decimals, 0 by default. */
  digits?: number;
  /** `true` for adoption scores, which rounding must not move into another tier. */
  isScore?: boolean;
  /** `true` when the column is hidden by default. */
  isHidden?: boolean;
  /** `true` when the values are names of users, so that a filter can contain 'me'. */
  isPerson?: boolean;
  /** `true` when the search box covers this column. */
  isSearched?: boolean;
  /** Width in pixels. */
  width?: number;
  /** Metric that the column shows. Its definition is shown as the column's help text. */
  metric?: MetricKey;
  /** Help text of the heading for a column without a metric. */
  hint?: string;
}

/** Column definition without access to rows. */
export type ListColumnWithoutValue = Omit<ListColumn<never>, 'value' | 'path'>;

/**
 * Returns a column's `currentValue` function. It replaces former texts with current texts, ignoring
 * case and accents, and returns other texts unchanged.
 */
export function createValueRenamer(
  renamed: Readonly<Record<string, string>>,
): (value: string) => string {
  const current = new Map(
    Object.entries(renamed).map(([former, text]) => [foldText(former), text]),
  );
  return (value) => current.get(foldText(value)) ?? value;
}

export const isNumericColumn = ({ kind }: Pick<ListColumn<never>, 'kind'>): boolean =>
  kind === 'number' || kind === 'percent' || kind === 'change';

/**
 * Rounds a number to the column's decimals for display and export. Halves are rounded away from
 * zero. Never returns -0.
 */
export function roundToColumn(
  column: Pick<ListColumn<never>, 'digits' | 'isScore'>,
  value: number,
): number {
  if (column.isScore) return roundScore(value, column.digits);
  const factor = 10 ** (column.digits ?? 0);
  return (Math.sign(value) * Math.round(Math.abs(value) * factor)) / factor + 0;
}

const formats = new Map<number, Intl.NumberFormat>();
function format(digits: number): Intl.NumberFormat {
  const found =
    formats.get(digits) ??
    new Intl.NumberFormat('en-US', {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
  formats.set(digits, found);
  return found;
}

/** Returns a unit in the singular for a whole 1: ' day' for ' days'. Abbreviations stay. */
const unitOf = (unit: string, rounded: number, digits: number): string =>
  digits === 0 && Math.abs(rounded) === 1 && !/^ ?(pts|s)$/.test(unit)
    ? unit.replace(/s$/, '')
    : unit;

/** Formats a change with its sign: '−3.1 points'; '±0.0 points' when it rounds to zero. */
export function signedText(change: number, unit: string, digits = 0, prefix = ''): string {
  const rounded = roundToColumn({ digits }, change);
  return `${rounded === 0 ? '±' : rounded > 0 ? '+' : '−'}${prefix}${format(digits).format(Math.abs(rounded))}${unitOf(unit, rounded, digits)}`;
}

/** Formats a value for display in a list. `null` and '' become '–'. */
export function valueText(
  column: Pick<ListColumn<never>, 'kind' | 'prefix' | 'unit' | 'digits' | 'isScore'>,
  value: ListValue,
): string {
  if (value === null || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') return column.kind === 'date' ? dayInWords(value) : value;
  if (column.kind === 'change')
    return signedText(value, column.unit ?? '', column.digits, column.prefix);
  const rounded = roundToColumn(column, value);
  const unit = column.unit ?? (column.kind === 'percent' ? '%' : '');
  const digits = Math.max(column.digits ?? 0, column.isScore && !Number.isInteger(rounded) ? 1 : 0);
  return `${rounded < 0 ? '−' : ''}${column.prefix ?? ''}${format(digits).format(Math.abs(rounded))}${unitOf(unit, rounded, digits)}`;
}
