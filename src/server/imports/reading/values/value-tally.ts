import type { ImportKind } from '#shared/imports/report.ts';
import { type ColumnValues, foldValue, maxListedValues } from '#shared/imports/values.ts';
import { readText } from '../cells/cells.ts';
import { isPlaceholder } from '../cells/spreadsheet.ts';
import type { CsvRow } from '../file/csv.ts';
import type { HeaderMap } from '../header/header-map.ts';
import { type ValueColumn, valueColumnsByKind } from './value-columns.ts';

/** Maximum number of different values that are counted per column. */
const mostCounted = 2_000;
/** Maximum length of a value that can be mapped. */
const longestValue = 200;

interface CountedColumn extends ValueColumn {
  place: number;
  /** Values that are unknown or mapped, by folded text, as first written. */
  values: Map<string, { value: string; cells: number }>;
  isCut: boolean;
}

/** Counts the values of a file that are unknown, or that the user mapped. */
export class ValueTally {
  readonly #header: HeaderMap;
  readonly #columns: CountedColumn[];

  constructor(kind: ImportKind, header: HeaderMap) {
    this.#header = header;
    this.#columns = valueColumnsByKind[kind].flatMap((column) => {
      const place = header.places.get(column.column);
      return place === undefined ? [] : [{ ...column, place, values: new Map(), isCut: false }];
    });
  }

  add({ cells }: CsvRow): void {
    for (const column of this.#columns) this.#count(column, cells[column.place] ?? '');
  }

  #count(column: CountedColumn, cell: string): void {
    const value = readText(cell);
    if (value === null || value.length > longestValue || isPlaceholder(cell, 'value')) return;
    const key = foldValue(value);
    const counted = column.values.get(key);
    if (counted !== undefined) counted.cells += 1;
    else if (
      !column.isKnown(value) ||
      this.#header.valueMap.get(column.column)?.has(key) === true
    ) {
      if (column.values.size < mostCounted) column.values.set(key, { value, cells: 1 });
      else column.isCut = true;
    }
  }

  /** Returns the columns that have such values, with the most frequent values. */
  list(): ColumnValues[] {
    return this.#columns.flatMap(({ column, unmapped, place, values, isCut }) =>
      values.size === 0
        ? []
        : [
            {
              column,
              header: this.#header.columns[place]?.header ?? column,
              values: [...values.values()]
                .sort((one, other) => other.cells - one.cells)
                .slice(0, maxListedValues),
              isCut: isCut || values.size > maxListedValues,
              unmapped: unmapped === 'leftOut' && this.#header.isMapped(column) ? 'kept' : unmapped,
            },
          ],
    );
  }
}
