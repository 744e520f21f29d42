import type { NumberFormat } from '#shared/imports/report.ts';

/** Value of a number in each number format; `null` for a format in which the number is invalid. */
export type NumberByFormat = Record<NumberFormat, number | null>;

const groupsOf = (separator: string) => String.raw`(?:[1-9]|\d{2,3})(?:${separator}\d{3})+`;
/**
 * Pattern of numbers such as 1'250 and 1 250. No number format uses their group separator as a
 * decimal separator.
 */
const neutralGroups = `${groupsOf("'")}|${groupsOf(' ')}`;
const indianGroups = String.raw`[1-9]\d?(?:,\d{2})+,\d{3}`;
const exponent = String.raw`(?:e[+-]?\d{1,3})?`;

const forms: Record<NumberFormat, RegExp> = {
  'decimal-point': new RegExp(
    String.raw`^(?:(?:\d+\.?\d*|\.\d+)${exponent}|(?:${groupsOf(',')}|${indianGroups}|${neutralGroups})(?:\.\d*)?)$`,
    'i',
  ),
  'decimal-comma': new RegExp(
    String.raw`^(?:(?:\d+(?:,\d+)?|,\d+)${exponent}|(?:${groupsOf(String.raw`\.`)}|${neutralGroups})(?:,\d+)?)$`,
    'i',
  ),
};

/**
 * Parses digits with separators in the given format; `null` when they are not a number in that
 * format.
 */
function readAs(format: NumberFormat, digits: string): number | null {
  if (!forms[format].test(digits)) return null;
  return Number(
    format === 'decimal-point'
      ? digits.replace(/[, ']/g, '')
      : digits.replace(/[. ']/g, '').replace(',', '.'),
  );
}

const dollars = String.raw`(?:US ?\$|USD|\$)`;
const leadingDollars = new RegExp(`^([-+(]{0,2}) ?${dollars} ?`, 'i');
const trailingDollars = new RegExp(` ?${dollars} ?([-)]?)$`, 'i');
const currencies = new Set(Intl.supportedValuesOf('currency'));

/** Returns the reason why a text is not a number. */
function reasonOf(written: string): string {
  if (/\d ?[%‰]\)?$/.test(written)) return 'is a percentage';
  if (/(?!\d)\p{Nd}/u.test(written)) return 'has digits of another script: write 0 to 9';
  const code = /^\W*([A-Z]{3})\b|\b([A-Z]{3})\W*$/.exec(written.replace(/\d/g, ' ').trim());
  const isCode = currencies.has(code?.[1] ?? code?.[2] ?? '');
  return /\d/.test(written) && (/\p{Sc}/u.test(written) || isCode)
    ? 'is in another currency than US dollars'
    : 'is not a number';
}

/**
 * Parses a text as a number. The number can have a dollar sign, a minus sign or parentheses for a
 * negative value, group separators, decimals and an exponent.
 */
export function parseWrittenNumber(text: string): NumberByFormat | { reason: string } {
  const { digits, factor } = /^[\d.,]+$/.test(text) ? { digits: text, factor: 1 } : unsigned(text);
  const point = digits === null ? null : readAs('decimal-point', digits);
  const comma = digits === null ? null : readAs('decimal-comma', digits);
  if (point === null && comma === null) return { reason: reasonOf(text) };
  return {
    'decimal-point': point === null ? null : factor * point,
    'decimal-comma': comma === null ? null : factor * comma,
  };
}

/**
 * Removes the sign, parentheses and dollar sign of a number. `digits` is `null` when one of these
 * is misplaced.
 */
function unsigned(text: string): { digits: string | null; factor: 1 | -1 } {
  const written = text.replace(/[\u2212\ufe63\uff0d]/g, '-').replace(/[\u2019\u02bc]/g, "'");
  const bare = leadingDollars.test(written)
    ? written.replace(leadingDollars, '$1')
    : written.replace(trailingDollars, '$1');
  const [, sign, plain, inParentheses, beforeMinus] =
    /^(?:([-+]?) ?([\d.,' e+-]*[\de.,])|\((\S.*)\)|(.*\d)-)$/i.exec(bare) ?? [];
  const digits = plain ?? inParentheses ?? beforeMinus ?? null;
  return { digits, factor: sign === '-' || plain === undefined ? -1 : 1 };
}

/**
 * Returns the only format in which a number is valid. For a number that is valid in both formats,
 * returns 'either' when its values differ and `undefined` when they are equal.
 */
export function detectNumberFormat({
  'decimal-point': point,
  'decimal-comma': comma,
}: NumberByFormat): NumberFormat | 'either' | undefined {
  if (point === null) return 'decimal-comma';
  if (comma === null) return 'decimal-point';
  return point === comma ? undefined : 'either';
}
