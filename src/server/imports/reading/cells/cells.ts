import { cleanLine, nationalPhoneDigits, normalizeId } from '#shared/core/text.ts';
import type { NumberFormat } from '#shared/imports/report.ts';
import { detectNumberFormat, parseWrittenNumber } from './numbers.ts';
import { isShortenedNumber, stripSpreadsheetFormulaMarks } from './spreadsheet.ts';

/** Value of a cell, or the reason why it cannot be used. */
export type CellReadResult<Value> = { value: Value } | { reason: string };

export const maxTextLength = 500;
/** Smallest internal id of imported institutions and locations. Demo ids are smaller. */
export const firstImportedId = 1_000_000_000;

const mojibake =
  /[ÂÃâ][\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]/;
const windows1252Bytes = new Map(
  Array.from({ length: 256 }, (_, byte) => [
    new TextDecoder('windows-1252').decode(Uint8Array.of(byte)),
    byte,
  ]),
);
const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Repairs UTF-8 text that another program decoded as Windows-1252: 'PeÃ±uelas' becomes 'Peñuelas'.
 * Any other text stays unchanged.
 */
export function repairDoubleEncoding(text: string): string {
  if (!mojibake.test(text)) return text;
  const bytes = [...text].map((character) => windows1252Bytes.get(character));
  if (bytes.some((byte) => byte === undefined)) return text;
  try {
    return strictUtf8.decode(Uint8Array.from(bytes.filter((byte) => byte !== undefined)));
  } catch {
    return text;
  }
}

/**
 * Returns the text of a cell on one line, without the special characters that spreadsheets and
 * exports add; `null` when nothing is left.
 */
export function readText(cell: string): string | null {
  const clean = cleanLine(repairDoubleEncoding(stripSpreadsheetFormulaMarks(cell)));
  return clean === '' ? null : clean;
}

export const maxExternalIdLength = 64;
const spreadsheetFault = /^#(n\/a|ref!|value!|name\?|null!|num!|div\/0!)$/i;
/** Placeholders that users and programs write instead of an id. */
const noId = /^(-?0+|-1|-+|null|none|nil|nan|n\/?a|undefined|unknown)$/i;

/**
 * Returns an id as its system writes it: up to 64 characters, with case and leading zeros. Removes
 * invisible characters and the '.0' that spreadsheets append to whole numbers. Returns `null` for a
 * blank cell.
 */
export function readExternalId(cell: string): CellReadResult<string | null> {
  const written = readText(cell);
  if (written === null) return { value: null };
  const key = normalizeId(written);
  const value = /^\d+\.0+$/.test(key) ? key.slice(0, key.indexOf('.')) : key;
  if (spreadsheetFault.test(value)) return { reason: 'is a spreadsheet error, not an id' };
  if (noId.test(value)) return { reason: 'is not an id: leave the cell blank when there is none' };
  if (isShortenedNumber(value))
    return { reason: 'is a number that a spreadsheet has shortened: export the ids as text' };
  return value.length > maxExternalIdLength
    ? { reason: `is longer than ${maxExternalIdLength} characters` }
    : { value };
}

/** Returns an id assigned by Chairside as digits; `null` for a blank cell. */
export function readChairsideId(cell: string): CellReadResult<string | null> {
  const written = readText(cell);
  if (written === null) return { value: null };
  const id = normalizeId(written).replace(/\.0+$/, '');
  return /^[1-9]\d{0,15}$/.test(id) && Number.isSafeInteger(Number(id))
    ? { value: id }
    : { reason: 'is not a Chairside id, which is a whole number above zero' };
}

/**
 * Smallest usage above zero. Smaller differences are lost in the database's floating-point
 * calculations.
 */
const leastUsage = 1e-6;
const mostUsage = 1e12;

/**
 * Returns an amount; `null` for a blank cell. `format` decides how to read a number such as 1.204,
 * whose value depends on the decimal separator. Without `format`, such a number is unusable.
 */
export function readAmount(
  cell: string,
  format: NumberFormat | undefined,
): CellReadResult<number | null> {
  if (cell === '') return { value: null };
  if (/^\d{1,12}(?:\.\d\d?)?$/.test(cell)) return { value: Number(cell) };
  const written = readText(cell);
  if (written === null) return { value: null };
  const readings = parseWrittenNumber(written);
  if ('reason' in readings) return readings;
  const only = detectNumberFormat(readings);
  const value = readings[(only === 'either' ? format : only) ?? 'decimal-point'] ?? 0;
  if (value < 0) return { reason: 'is negative' };
  if (only === 'either' && format === undefined)
    return { reason: 'could be two different numbers' };
  if (value > 0 && value < leastUsage) return { reason: 'is smaller than a millionth' };
  return value > mostUsage ? { reason: 'is larger than a trillion' } : { value: Math.abs(value) };
}

/**
 * Returns a reader that maps words in any case to values. A blank cell gives `null`. Any other word
 * is unusable, with the reason `otherwise`.
 */
export function createWordReader<Value>(
  words: readonly (readonly [word: string, value: Value])[],
  otherwise: string,
) {
  const values = new Map(words.map(([word, value]) => [word.toLowerCase(), value]));
  return (cell: string): CellReadResult<Value | null> => {
    const written = readText(cell)?.toLowerCase() ?? null;
    if (written === null) return { value: null };
    const value = values.get(written);
    return value === undefined ? { reason: otherwise } : { value };
  };
}

const yes = ['yes', 'y', 'true', 't', '1', 'x', 'on', 'active', 'enabled', 'entitled'];
const no = ['no', 'n', 'false', 'f', '0', 'off', 'inactive', 'disabled'];
export const readYesOrNo = createWordReader(
  [...yes.map((word) => [word, true] as const), ...no.map((word) => [word, false] as const)],
  'is neither yes nor no',
);

/** Returns a coordinate from -`limit` to `limit` degrees; `null` for a blank cell. */
export function readDegrees(cell: string, limit: 90 | 180): CellReadResult<number | null> {
  const written = readText(cell);
  if (written === null) return { value: null };
  const signed = written.replace(/^\u2212/, '-');
  const value = /^[+-]?\d{1,3}([.,]\d*)?$/.test(signed)
    ? Number(signed.replace(',', '.'))
    : Number.NaN;
  return Math.abs(value) <= limit
    ? { value }
    : { reason: `is not between -${limit} and ${limit} degrees` };
}

/** States and territories whose zip codes begin with 0, which spreadsheets remove. */
const zeroZipStates = new Set(['CT', 'MA', 'ME', 'NH', 'NJ', 'RI', 'VT', 'PR', 'VI']);
const usZip = /^\d{5}(-\d{4})?$/;

/**
 * Returns a zip code as text. Restores leading zeros in states whose zip codes begin with 0:
 * '68316503' becomes '06831-6503'.
 */
export function readZip(cell: string, state: string | null): string | null {
  const written = readText(cell)?.replace(/\.0+$/, '') ?? null;
  if (written === null || usZip.test(written)) return written;
  const [five = '', four = ''] = /^\d{8,9}$/.test(written)
    ? [written.slice(0, -4), written.slice(-4)]
    : written.split('-');
  if (!/^\d{3,5}$/.test(five) || !/^(\d{4})?$/.test(four)) return written.toUpperCase();
  if (five.length < 5 && !zeroZipStates.has(state ?? '')) return written;
  const padded = five.padStart(5, '0');
  return four === '' ? padded : `${padded}-${four}`;
}

/** Returns a ten-digit US phone number as (203) 869-6300, and any other number unchanged. */
export function readPhone(cell: string): string | null {
  const written = readText(cell)?.replace(/\.0$/, '') ?? null;
  if (written === null || !/^[\d\s().+/-]+$/.test(written)) return written;
  const digits = nationalPhoneDigits(written);
  return digits.length === 10
    ? `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`
    : written;
}

/**
 * Returns a web address, with https:// added when the scheme is missing. Other schemes are
 * rejected, because users can click the link.
 */
export function readWebLink(cell: string): CellReadResult<string | null> {
  const written = readText(cell);
  if (written === null) return { value: null };
  const address = /^https?:\/\//i.test(written) ? written : `https://${written}`;
  return URL.canParse(address) && /^https?:\/\/[^/?#\s@:]+\.[^\s@:]+/i.test(address)
    ? { value: address }
    : { reason: 'is not a web address' };
}
