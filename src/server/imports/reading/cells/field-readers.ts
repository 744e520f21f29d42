import type { Day } from '#shared/core/dates.ts';
import type { HeaderMap } from '../header/header-map.ts';
import type { RowReader } from '../row-reader.ts';
import {
  type CellReadResult,
  readText as oneLine,
  readDegrees,
  readZip as zipCode,
} from './cells.ts';
import { isPracticeType } from './practice-types.ts';
import { parseState } from './states.ts';

type Row = RowReader<string>;

/** Facts about the file that the reading of a field depends on. */
interface FieldContext {
  header: Pick<HeaderMap, 'isMapped'>;
  /** `false` when the practice type column contains something else, such as account types. */
  hasPracticeTypes: boolean;
  today: Day;
}

/** Reads one field of a row and adds unusable cells to the row's problems or warnings. */
export interface FieldReader<Value> {
  /**
   * `true` for a date column. The order of day and month must be detected before such a column is
   * read.
   */
  isDate?: true;
  read(row: Row, column: string, context: FieldContext): Value;
}

export const textReader: FieldReader<string | null> = { read: (row, column) => row.text(column) };

export const dayReader: FieldReader<Day | null> = {
  isDate: true,
  read: (row, column) => row.day(column),
};

export const pastDayReader: FieldReader<Day | null> = {
  isDate: true,
  read(row, column, { today }) {
    const value = row.day(column);
    if (value !== null && value > today) row.note('problems', column, 'is in the future');
    return value;
  },
};

/** Returns a reader that skips an unusable cell. The row is still imported. */
export const createSkippingReader = <Value>(
  parse: (cell: string) => CellReadResult<Value>,
): FieldReader<Value | null> => ({
  read: (row, column) => row.readOrLeaveOut(column, parse),
});

/**
 * Southernmost latitude accepted for a practice. US longitudes mistaken for latitudes lie below it.
 */
const southernmost = -60;

export const latitudeReader = createSkippingReader((cell) => {
  const read = readDegrees(cell, 90);
  return 'value' in read && read.value !== null && read.value < southernmost
    ? { reason: 'is in Antarctica' }
    : read;
});

export const longitudeReader = createSkippingReader((cell) => readDegrees(cell, 180));

export const stateReader: FieldReader<string | null> = {
  read: (row, column) => parseState(row.text(column)),
};

const noLongerThan = (
  longest: number,
  parse: (cell: string, row: Row) => string | null,
): FieldReader<string | null> => ({
  read(row, column) {
    const value = parse(row.written(column), row);
    if (value !== null && value.length > longest)
      row.note('problems', column, `is longer than ${longest} characters`);
    return value;
  },
});

export const zipReader = noLongerThan(20, (cell, row) =>
  zipCode(cell, parseState(oneLine(row.mapped('state')))),
);

export const phoneReader: FieldReader<string | null> = { read: (row, column) => row.phone(column) };

/** Reads the practice type of a row. When the mapping names the column, any text is accepted. */
export const practiceTypeReader: FieldReader<string | null> = {
  read(row, column, { header, hasPracticeTypes }) {
    if (!hasPracticeTypes) return null;
    const written = row.text(column);
    if (written === null || header.isMapped(column) || isPracticeType(written)) return written;
    row.remark(column, 'is not known as a practice type; left out');
    return null;
  },
};
