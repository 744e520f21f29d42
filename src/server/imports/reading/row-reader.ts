import type { Day } from '#shared/core/dates.ts';
import { truncateText } from '#shared/core/words.ts';
import type { NumberFormat, RejectedCell } from '#shared/imports/report.ts';
import {
  type CellReadResult,
  maxTextLength,
  readAmount,
  readPhone,
  readText,
} from './cells/cells.ts';
import { type DateReadingOptions, readDay } from './cells/days.ts';
import { splitPhoneNumbers } from './cells/phone-numbers.ts';
import { isPlaceholder, isShortenedNumber } from './cells/spreadsheet.ts';
import type { CsvRow } from './file/csv.ts';
import type { HeaderMap } from './header/header-map.ts';
import { mapCell } from './values/value-map.ts';

/** Settings for reading the columns whose cells can be ambiguous. */
export interface AmbiguousColumnSettings {
  dates: ReadonlyMap<string, DateReadingOptions>;
  /**
   * Number format by column index. A column without an entry has no number that depends on the
   * format.
   */
  numberFormats: ReadonlyMap<number, NumberFormat>;
  hasPracticeTypes: boolean;
}

const longestPhone = 60;
const nameColumns: ReadonlySet<string> = new Set([
  'institutionName',
  'name',
  'contactName',
  'firstName',
  'lastName',
  'prospectName',
]);
/**
 * Returns `true` for an id column. In id columns, a placeholder such as `N/A` does not count as
 * blank, because a row without an id could match another customer.
 */
const isId = (column: string): boolean => column.endsWith('Id');

/** Reads the cells of one row. Records unusable cells with their line and the file's header. */
export class RowReader<Column extends string> {
  readonly row: CsvRow;
  readonly #header: HeaderMap;
  readonly #decisions: AmbiguousColumnSettings;
  readonly problems: RejectedCell[] = [];
  readonly warnings: RejectedCell[] = [];
  /** Indexes of unusable cells. */
  readonly unusable: number[] = [];
  /** Indexes of cells with a placeholder such as `N/A`, which count as blank. */
  readonly placeholders = new Set<number>();

  constructor(row: CsvRow, header: HeaderMap, decisions: AmbiguousColumnSettings) {
    this.row = row;
    this.#header = header;
    this.#decisions = decisions;
  }

  raw(column: Column): string {
    const place = this.#header.places.get(column);
    return place === undefined ? '' : (this.row.cells[place] ?? '');
  }

  /** Returns the text of the cell, or the value that the user mapped it to. */
  mapped(column: Column): string {
    return mapCell(this.#header.valueMap, column, this.raw(column));
  }

  /** Returns the mapped text of the cell; an empty string for a placeholder such as `N/A`. */
  written(column: Column): string {
    const cell = this.mapped(column);
    if (isId(column) || !isPlaceholder(cell, nameColumns.has(column) ? 'name' : 'value'))
      return cell;
    const place = this.#header.places.get(column);
    if (place !== undefined) this.placeholders.add(place);
    return '';
  }

  has(column: Column): boolean {
    return this.#header.places.has(column);
  }

  note(
    kind: 'problems' | 'warnings',
    column: Column,
    reason: string,
    value = this.raw(column),
  ): void {
    this.noteCell(
      kind,
      this.#header.places.get(column),
      this.#header.headerOf(column),
      reason,
      value,
    );
  }

  noteCell(
    kind: 'problems' | 'warnings',
    place: number | undefined,
    header: string,
    reason: string,
    value: string,
  ): void {
    this[kind].push({ line: this.row.line, column: header, value: cellExcerpt(value), reason });
    if (place !== undefined) this.unusable.push(place);
  }

  /**
   * Rejects the row because it is not a record of this kind. The cell does not count as unusable.
   */
  leaveOut(column: Column, reason: string): void {
    this.problems.push({
      line: this.row.line,
      column: this.#header.headerOf(column),
      value: cellExcerpt(this.raw(column)),
      reason,
    });
  }

  /** Adds a warning for a cell that is left out although its value is valid. */
  remark(column: Column, reason: string): void {
    this.remarkCell(this.#header.headerOf(column), reason, this.raw(column));
  }

  remarkCell(header: string, reason: string, value: string): void {
    this.warnings.push({ line: this.row.line, column: header, value: cellExcerpt(value), reason });
  }

  /**
   * Returns the first phone number in the cell. Leaves out a second number, and a number that a
   * spreadsheet has shortened.
   */
  phone(column: Column): string | null {
    const written = readText(this.written(column));
    if (written === null) return null;
    if (isShortenedNumber(written)) {
      this.note(
        'warnings',
        column,
        'is a number that a spreadsheet has shortened: export phone numbers as text; left out',
      );
      return null;
    }
    const [first, second] = splitPhoneNumbers(written);
    if (second !== undefined)
      this.remark(
        column,
        `has more than one phone number: the first is used, ${second} is left out`,
      );
    const value = readPhone(first);
    if (value === null || value.length <= longestPhone) return value;
    this.note('warnings', column, `is longer than ${longestPhone} characters; left out`);
    return null;
  }

  day(column: Column): Day | null {
    return this.read(column, (cell) => readDay(cell, this.#decisions.dates.get(column)));
  }

  /**
   * Returns the number format of the column with this index; `undefined` when no number of the
   * column depends on the format.
   */
  numberFormat(place: number | undefined): NumberFormat | undefined {
    return place === undefined ? undefined : this.#decisions.numberFormats.get(place);
  }

  amount(column: Column): number | null {
    return this.read(column, (cell) =>
      readAmount(cell, this.numberFormat(this.#header.places.get(column))),
    );
  }

  text(column: Column): string | null {
    const value = readText(this.written(column));
    if (value === null || value.length <= maxTextLength) return value;
    this.note('problems', column, `is longer than ${maxTextLength} characters`);
    return null;
  }

  /**
   * Returns the value of a cell. For an unusable cell, returns `null` and adds a problem, which
   * rejects the row.
   */
  read<Value>(column: Column, parse: (cell: string) => CellReadResult<Value>): Value | null {
    const cell = parse(this.written(column));
    if ('value' in cell) return cell.value;
    this.note('problems', column, cell.reason);
    return null;
  }

  /**
   * Returns the value of a cell. For an unusable cell, returns `null` and adds a warning. The row
   * is imported without the cell.
   */
  readOrLeaveOut<Value>(
    column: Column,
    parse: (cell: string) => CellReadResult<Value>,
  ): Value | null {
    const cell = parse(this.written(column));
    if ('value' in cell) return cell.value;
    this.note('warnings', column, `${cell.reason}; left out`);
    return null;
  }
}

/** Returns a cell for a message: shortened and without control characters. */
export const cellExcerpt = (value: string): string => truncateText(readText(value) ?? '', 100);

/**
 * Returns the problem of a row whose number of cells differs from the header's; `undefined` for any
 * other row. None of the cells of such a row can be trusted.
 */
export function rowLengthProblem(row: CsvRow, width: number): RejectedCell | undefined {
  const surplus = row.cells.slice(width).some((cell) => cell.trim() !== '');
  if (row.cells.length >= width && !surplus) return undefined;
  return {
    line: row.line,
    column: '',
    value: '',
    reason: `has ${row.cells.length} cells where the header has ${width}`,
  };
}
