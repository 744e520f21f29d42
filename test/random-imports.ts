import fc from 'fast-check';
import type { Day } from '#shared/core/dates.ts';
import type { NumberFormat } from '#shared/imports/report.ts';
import { type Encoding, encoders } from './encodings.ts';

/**
 * Random import files. They contain the same true values in the notation of different programs. An
 * import must store the true values, or refuse the file with a question. To extend the test, add an
 * entry to `disguises`.
 */

/** Number as digits and the number of its decimals: 1.5 is 15 with one decimal. */
export interface DecimalNumber {
  units: number;
  decimals: number;
}
export type TrueCell = { text: string } | { day: Day } | { number: DecimalNumber } | null;

export interface TrueTable {
  header: readonly string[];
  rows: readonly (readonly TrueCell[])[];
}

export const numberOf = ({ units, decimals }: DecimalNumber): number => units / 10 ** decimals;

const columnOfNumbers = (
  count: number,
  decimals: 0 | 2 | 3,
  most: number,
  dropsZeros = false,
): fc.Arbitrary<DecimalNumber[]> =>
  fc
    .array(
      fc.oneof(
        fc.integer({ min: 0, max: 2_000 * 10 ** decimals }),
        fc.integer({ min: 0, max: most * 10 ** decimals }),
      ),
      {
        minLength: count,
        maxLength: count,
      },
    )
    .map((numbers) =>
      numbers.map((units) =>
        dropsZeros ? withoutZeros({ units, decimals }) : { units, decimals },
      ),
    );

function withoutZeros({ units, decimals }: DecimalNumber): DecimalNumber {
  return decimals > 0 && units % 10 === 0
    ? withoutZeros({ units: units / 10, decimals: decimals - 1 })
    : { units, decimals };
}

/**
 * Generates the numbers of one column: whole numbers, numbers with as many decimals as they need,
 * or numbers with a fixed number of decimals. A column never mixes
 * three decimals with whole numbers, because it would look like groups of thousands; no program
 * writes such a column.
 */
export const generateDecimalNumbers = (
  count: number,
  fixedDecimals: readonly (2 | 3)[] = [2, 3],
  most = 9_999_999,
): fc.Arbitrary<DecimalNumber[]> =>
  fc.oneof(
    columnOfNumbers(count, 0, most),
    columnOfNumbers(count, 2, most, true),
    ...fixedDecimals.map((decimals) => columnOfNumbers(count, decimals, most)),
  );

const groupings = {
  none: (whole: string) => whole,
  thousands: (whole: string, separator: string) => whole.replace(/\B(?=(\d{3})+$)/g, separator),
  apostrophe: (whole: string) => whole.replace(/\B(?=(\d{3})+$)/g, "'"),
  noBreakSpace: (whole: string) => whole.replace(/\B(?=(\d{3})+$)/g, '\u00a0'),
  narrowNoBreakSpace: (whole: string) => whole.replace(/\B(?=(\d{3})+$)/g, '\u202f'),
  indian: (whole: string, separator: string) =>
    separator === ','
      ? whole.replace(/\B(?=(\d{2})*\d{3}$)/g, ',')
      : whole.replace(/\B(?=(\d{3})+$)/g, separator),
};

const dayWriters: Record<string, (year: string, month: string, date: string) => string> = {
  iso: (year, month, date) => `${year}-${month}-${date}`,
  compact: (year, month, date) => `${year}${month}${date}`,
  monthFirst: (year, month, date) => `${Number(month)}/${Number(date)}/${year}`,
  dayFirst: (year, month, date) => `${date}/${month}/${year}`,
  dotted: (year, month, date) => `${date}.${month}.${year}`,
  instant: (year, month, date) => `${year}-${month}-${date} 12:30:00`,
};

/** Notation that a program uses in all cells of a file. */
export interface FileStyle {
  delimiter: string;
  lineEnd: string;
  quotesAll: boolean;
  format: NumberFormat;
  grouping: keyof typeof groupings;
  /** Position of the dollar sign. Numbers with three decimals have no dollar sign. */
  dollars: 'none' | 'before' | 'behind';
  days: keyof typeof dayWriters;
  /** Text of a cell without a value. */
  blank: string;
  encoding: Encoding;
}

const keysOf = <Key extends string>(record: Record<Key, unknown>): Key[] =>
  Object.keys(record) as Key[];

export const fileStyleArbitrary: fc.Arbitrary<FileStyle> = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  lineEnd: fc.constantFrom('\n', '\r\n'),
  quotesAll: fc.boolean(),
  format: fc.constantFrom<NumberFormat[]>('decimal-point', 'decimal-comma'),
  grouping: fc.constantFrom(...keysOf(groupings)),
  dollars: fc.constantFrom<FileStyle['dollars'][]>('none', 'none', 'before', 'behind'),
  days: fc.constantFrom(...keysOf(dayWriters)),
  blank: fc.constantFrom('', '', 'N/A', 'n/a', '#N/A', '-', 'null', 'NULL', 'none', '(blank)'),
  encoding: fc.constantFrom(...keysOf(encoders)),
});

function writeNumber(
  { units, decimals }: DecimalNumber,
  { format, grouping, dollars }: FileStyle,
): string {
  const digits = String(units).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const [decimal, group] = format === 'decimal-point' ? ['.', ','] : [',', '.'];
  const written = `${groupings[grouping](whole, group)}${decimals === 0 ? '' : `${decimal}${digits.slice(-decimals)}`}`;
  if (decimals === 3 || dollars === 'none') return written;
  return dollars === 'before' ? `$${written}` : `${written} $`;
}

function writeCell(cell: TrueCell, style: FileStyle): string {
  if (cell === null) return style.blank;
  if ('text' in cell) return cell.text;
  if ('number' in cell) return writeNumber(cell.number, style);
  const [year = '', month = '', date = ''] = cell.day.split('-');
  return dayWriters[style.days]?.(year, month, date) ?? cell.day;
}

/** Cells of a file as text, before they are quoted and joined. */
export interface FileCellTexts {
  style: FileStyle;
  /** Lines before the header. */
  before: string[];
  header: string[];
  rows: string[][];
  /** Lines after the last row. */
  after: string[];
  /** Number of rows that are not records, which the import must reject. */
  rejected: number;
}

/** Change that a program or a user makes to a file without changing its meaning. */
export type FileVariation = (file: FileCellTexts) => FileCellTexts;

const everyCell =
  (change: (cell: string) => string): FileVariation =>
  (file) => ({ ...file, rows: file.rows.map((row) => row.map(change)) });

const turned = <Cell>(row: readonly Cell[], by: number): Cell[] => [
  ...row.slice(by % row.length),
  ...row.slice(0, by % row.length),
];
const columnsTurned =
  (by: number): FileVariation =>
  (file) => ({
    ...file,
    header: turned(file.header, by),
    rows: file.rows.map((row) => turned(row, by)),
  });

/** All changes by name. A file gets some of them, in this order. */
export const fileVariationsByName: Record<string, fc.Arbitrary<FileVariation>> = {
  columnsTurned: fc.nat({ max: 10 }).map(columnsTurned),
  columnAdded: fc.constantFrom('1.204', '12,5', 'n/a', '').map((cell) => (file) => ({
    ...file,
    header: [...file.header, 'Remark'],
    rows: file.rows.map((row) => [...row, cell]),
  })),
  /** Adds invisible characters to every cell: at both ends and between its characters. */
  invisibleCharacters: fc
    .constantFrom('\u200e', '\u00ad', '\u034f', '\u3164', '\u2060')
    .map((character) =>
      everyCell((cell) =>
        cell === '' ? '' : [...cell].map((letter) => character + letter).join('') + character,
      ),
    ),
  odderBlanks: fc
    .constantFrom('\u00a0', '\u202f', '\u3000')
    .map((blank) => everyCell((cell) => cell.replaceAll(' ', blank))),
  /** Adds lines below the data, as in reports. */
  footer: fc
    .subarray([
      'Grand Totals (3 records)',
      'Confidential Information - Do Not Distribute',
      'Copyright (c) 2026 Elm, inc. All rights reserved.',
    ])
    .map((lines) => (file) => ({
      ...file,
      rows: [
        ...file.rows,
        ...lines.map((line) => file.header.map((_, place) => (place === 0 ? line : ''))),
      ],
      rejected: file.rejected + lines.length,
    })),
  textFormulas: fc.constant(
    everyCell((cell) => (cell === '' ? '' : `="${cell.replaceAll('"', '""')}"`)),
  ),
  blanksAround: fc
    .constantFrom(' ', '  ')
    .map((blanks) => everyCell((cell) => `${blanks}${cell}${blanks}`)),
  blankLines: fc.constant((file) => ({
    ...file,
    rows: file.rows.flatMap((row) => [row, row.map(() => '')]),
  })),
  delimiterNamed: fc.constant((file) => ({
    ...file,
    before: [`sep=${file.style.delimiter}`, ...file.before],
  })),
};

const quoted = (cell: string, { delimiter, quotesAll }: FileStyle): string =>
  quotesAll || cell.includes(delimiter) || /["\r\n]/.test(cell)
    ? `"${cell.replaceAll('"', '""')}"`
    : cell;

export function fileText({ style, before, header, rows, after }: FileCellTexts): string {
  const lines = [header, ...rows].map((row) =>
    row.map((cell) => quoted(cell, style)).join(style.delimiter),
  );
  return [...before, ...lines, ...after, ''].join(style.lineEnd);
}

export interface RandomFile extends Pick<FileCellTexts, 'style' | 'rejected'> {
  text: string;
  /**
   * The text in the encoding of the style, or in UTF-8 when that encoding lacks one of the
   * characters.
   */
  bytes: Buffer;
}

/** Writes a table in a random style with random changes. */
export const createRandomFileArbitrary = (table: TrueTable): fc.Arbitrary<RandomFile> =>
  fc
    .tuple(
      fileStyleArbitrary,
      ...Object.values(fileVariationsByName).map((disguise) => fc.option(disguise, { freq: 3 })),
    )
    .map(([style, ...chosen]) => {
      const plain: FileCellTexts = {
        style,
        before: [],
        header: [...table.header],
        rows: table.rows.map((row) => row.map((cell) => writeCell(cell, style))),
        after: [],
        rejected: 0,
      };
      const disguised = chosen.reduce<FileCellTexts>(
        (file, disguise) => disguise?.(file) ?? file,
        plain,
      );
      const text = fileText(disguised);
      return {
        text,
        bytes: encoders[style.encoding](text) ?? Buffer.from(text),
        style,
        rejected: disguised.rejected,
      };
    });

/** Practice with the facts that every CRM has. */
export interface TruePractice {
  id: string;
  name: string;
  street: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  phone: string | null;
}

/** Headers of a practice's facts in exports of CRMs, and in tables that users make. */
const crmHeaders: Record<string, Record<keyof TruePractice, string>> = {
  salesforce: {
    ...{
      id: 'Account ID',
      name: 'Account Name',
      street: 'Billing Street',
      city: 'Billing City',
      state: 'Billing State/Province',
    },
    ...{ zip: 'Billing Zip/Postal Code', phone: 'Phone' },
  },
  hubspot: {
    ...{
      id: 'Record ID',
      name: 'Company name',
      street: 'Street Address',
      city: 'City',
      state: 'State/Region',
    },
    ...{ zip: 'Postal Code', phone: 'Phone Number' },
  },
  zoho: {
    ...{
      id: 'Record Id',
      name: 'Account Name',
      street: 'Billing Street',
      city: 'Billing City',
      state: 'Billing State',
    },
    ...{ zip: 'Billing Code', phone: 'Phone' },
  },
  zendeskSell: {
    ...{
      id: 'id',
      name: 'name',
      street: 'address line',
      city: 'address city',
      state: 'address state',
      zip: 'address post code',
    },
    ...{ phone: 'phone' },
  },
  freshsales: {
    ...{
      id: 'Id',
      name: 'Name',
      street: 'Primary location > Address',
      city: 'Primary location > City',
      state: 'Primary location > State',
    },
    ...{ zip: 'Primary location > Zipcode', phone: 'Phone' },
  },
  monday: {
    ...{
      id: 'Item ID (auto generated)',
      name: 'Name',
      street: 'Clinic Street Address',
      city: 'Clinic Town',
      state: 'Clinic State',
    },
    ...{ zip: 'Clinic ZIP', phone: 'Main Phone' },
  },
  airtable: {
    ...{
      id: 'Record ID',
      name: 'Name',
      street: 'Street (from Locations)',
      city: 'City (from Locations)',
      state: 'State (from Locations)',
    },
    ...{ zip: 'Zip (from Locations)', phone: 'Phone (from Locations)' },
  },
};

/**
 * Further columns that contain none of the facts. Each has a cell that would corrupt a fact if it
 * were used.
 */
const distractions: readonly (readonly [header: string, cell: string])[] = [
  ['Account Number', '0'],
  ['Fax', '(203) 555-0199'],
  ['Owner Phone', '(203) 555-0198'],
  ['Secondary Phone', '(203) 555-0197'],
  ['Mailing City', 'Elsewhere'],
  ['Country', 'United States'],
  ['Account Owner.id', 'owner-1'],
  ['Parent Account City', 'Elsewhere'],
  ['Customer State', 'Active'],
];

const practices: fc.Arbitrary<TruePractice[]> = fc
  .array(
    fc.record({
      name: fc.constantFrom(
        'Elm Dental',
        'Oak & Sons',
        'Sonrisas Málaga',
        'Ash, Birch and Cedar',
        'Dr. "Bo" Reed',
      ),
      street: fc.constantFrom('4 Main St', '12 Oak Ave, Suite 3', '7-9 Río Blvd', null),
      city: fc.constantFrom('Derby', 'San José', 'St. Paul', null),
      state: fc.constantFrom('CT', 'NV', 'MN', null),
      zip: fc.constantFrom('06418', '89501-1234', '55101', null),
      phone: fc.constantFrom('(203) 555-0101', '(775) 555-0102', null),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((rows) => rows.map((row, index) => ({ id: `R-${index + 1}`, ...row })));

const cellOf = (text: string | null): TrueCell => (text === null ? null : { text });

/** Generates practices, and their table in the export of a CRM with some further columns. */
export const crmTableArbitrary: fc.Arbitrary<{ practices: TruePractice[]; table: TrueTable }> = fc
  .tuple(practices, fc.constantFrom(...keysOf(crmHeaders)), fc.subarray([...distractions]))
  .map(([rows, crm, others]) => {
    const facts = ['id', 'name', 'street', 'city', 'state', 'zip', 'phone'] as const;
    return {
      practices: rows,
      table: {
        header: [
          ...facts.map((fact) => crmHeaders[crm]?.[fact] ?? fact),
          ...others.map(([header]) => header),
        ],
        rows: rows.map((row) => [
          ...facts.map((fact) => cellOf(row[fact])),
          ...others.map(([, text]) => ({ text })),
        ]),
      },
    };
  });
