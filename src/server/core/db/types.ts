import pg from 'pg';

type Parser = (text: string) => unknown;

const oid = {
  int8: 20,
  date: 1082,
  timestamp: 1114,
  numeric: 1700,
  int8Array: 1016,
  dateArray: 1182,
  timestampArray: 1115,
  numericArray: 1231,
  doubleArray: 1022,
};
const textArray = 1009;

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`The database returned ${text}, which is too large for an exact number`);
  return value;
}

const asText: Parser = (text) => text;

function arrayOf(parse: Parser): Parser {
  const parseTexts: Parser = pg.types.getTypeParser(textArray as number, 'text');
  const each = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(each) : typeof value === 'string' ? parse(value) : value;
  return (text) => each(parseTexts(text));
}

/**
 * Parses an array of numbers. Numbers have no quotes, so a flat array can be split at its commas,
 * which is much faster than pg's parser.
 */
function doubles(text: string): unknown {
  if (text === '{}') return [];
  if (!/^\{[^{]/.test(text)) return pg.types.getTypeParser(oid.doubleArray as number, 'text')(text);
  return text
    .slice(1, -1)
    .split(',')
    .map((value) => (value === 'NULL' ? null : Number(value)));
}

const parsers = new Map<number, Parser>([
  [oid.int8, wholeNumber],
  [oid.numeric, Number],
  [oid.date, asText],
  [oid.timestamp, asText],
  [oid.int8Array, arrayOf(wholeNumber)],
  [oid.numericArray, arrayOf(Number)],
  [oid.doubleArray, doubles],
  [oid.dateArray, arrayOf(asText)],
  [oid.timestampArray, arrayOf(asText)],
]);

/**
 * Returns the parser of a column type, which is the same for both drivers. For types that are not
 * listed above, this is pg's parser.
 */
export function columnTypeParser(typeId: number): Parser {
  return parsers.get(typeId) ?? pg.types.getTypeParser(typeId, 'text');
}
