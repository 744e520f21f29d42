import { dayInWords } from '#shared/core/words.ts';
import type { MetricKey } from '#shared/metrics/names.ts';

export type ListValue = string | number | boolean | null;

/** 'change' is a number that always shows its sign; 'date' holds 'YYYY-MM-DD'; 'option' is one word of a set; 'flag' is yes or no. */
export type ListColumnKind = 'text' | 'number' | 'percent' | 'change' | 'date' | 'option' | 'flag';

/** One column of a list, as the page, the export and the address read it. Columns are constants: what is worked out of them is kept by identity. */
export interface ListColumn<Row> {
  /** Letters and digits; stands in addresses and saved views, so it never changes its meaning. */
  key: string;
  label: string;
  kind: ListColumnKind;
  /** null is 'not known' and sorts last in both directions. */
  value: (row: Row) => ListValue;
  /** Every word an option may be, in its natural order; left out: whatever the rows hold. */
  options?: readonly string[];
  /** Before the figure. */
  prefix?: '$';
  /** After the figure, such as ' points'; a percent has its sign by itself. */
  unit?: string;
  /** Digits after the point; none unless said. */
  digits?: number;
  /** Not shown until somebody chooses it. */
  isHidden?: boolean;
  /** Its words are people's names, so that a filter can say 'me'. */
  isPerson?: boolean;
  /** The search box looks into it. */
  isSearched?: boolean;
  /** Pixels. */
  width?: number;
  /** What it shows, in the words of the one definition. */
  metric?: MetricKey;
  /** One sentence for the heading of a column that is no metric. */
  hint?: string;
}

export const isNumeric = ({ kind }: Pick<ListColumn<never>, 'kind'>): boolean =>
  kind === 'number' || kind === 'percent' || kind === 'change';

/** A figure as far as it is shown, rounded alike on both sides of zero; the export writes the same. Never -0. */
export function shownNumber(column: Pick<ListColumn<never>, 'digits'>, value: number): number {
  const factor = 10 ** (column.digits ?? 0);
  return (Math.sign(value) * Math.round(Math.abs(value) * factor)) / factor + 0;
}

const formats = new Map<number, Intl.NumberFormat>();
function format(digits: number): Intl.NumberFormat {
  const found = formats.get(digits) ?? new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  formats.set(digits, found);
  return found;
}

/** A change with its sign, such as '−3.1 points'; one too small to show is '±0.0 points'. */
export function signedText(change: number, unit: string, digits = 0, prefix = ''): string {
  const shown = shownNumber({ digits }, change);
  return `${shown === 0 ? '±' : shown > 0 ? '+' : '−'}${prefix}${format(digits).format(Math.abs(shown))}${unit}`;
}

/** A value as a person reads it in the list; '–' where there is none. */
export function shownText(column: Pick<ListColumn<never>, 'kind' | 'prefix' | 'unit' | 'digits'>, value: ListValue): string {
  if (value === null || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') return column.kind === 'date' ? dayInWords(value) : value;
  if (column.kind === 'change') return signedText(value, column.unit ?? '', column.digits, column.prefix);
  const shown = shownNumber(column, value);
  const unit = column.unit ?? (column.kind === 'percent' ? '%' : '');
  return `${shown < 0 ? '−' : ''}${column.prefix ?? ''}${format(column.digits ?? 0).format(Math.abs(shown))}${unit}`;
}
