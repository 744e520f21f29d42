import { truncateText } from '#shared/core/words.ts';
import type { DateOrder, ImportKind, NumberFormat } from '#shared/imports/report.ts';
import { readText } from '../cells/cells.ts';
import { isPracticeType } from '../cells/practice-types.ts';
import type { CsvRow } from '../file/csv.ts';
import { dateColumnsByKind, numericColumnsByKind } from '../header/columns.ts';
import type { HeaderMap } from '../header/header-map.ts';
import { type AmbiguousColumnSettings, rowLengthProblem } from '../row-reader.ts';
import { mapCell } from '../values/value-map.ts';
import { DateColumnDetector } from './date-column.ts';
import { NumberColumnDetector, type NumberFormatHints } from './number-column.ts';

/** Maximum number of rows held until the formats of all columns are known. */
const mostHeld = 20_000;
/** Number of words that suffices to decide whether a column contains practice types. */
const enoughWords = 200;

/** User's answers for all columns of the file. With `undefined`, each column's own cells decide. */
export interface ColumnFormatAnswers {
  dates: DateOrder | undefined;
  numbers: NumberFormat | undefined;
  /** Time zone in which an instant is converted to a day. */
  timeZone: string;
}

const dottedDate = /^\d{1,2}\.\d{1,2}\.\d{4}(?!\d)/;

/**
 * Decides how to read columns with ambiguous cells. Determines the order of day and month, the
 * number format, and whether a "Type" column contains practice types.
 */
export class ColumnFormatDecider {
  readonly #width: number;
  readonly #valueMap: HeaderMap['valueMap'];
  readonly #dates: { column: string; place: number; cells: DateColumnDetector }[];
  readonly #numbers: { place: number; cells: NumberColumnDetector }[];
  readonly #shape: NumberFormatHints;
  readonly #typePlace: number | undefined;
  readonly #words = new Map<string, number>();
  #seenWords = 0;
  #seenTypes = 0;
  #hasPracticeTypes: boolean | undefined;
  #held: CsvRow[] = [];
  #decisions: AmbiguousColumnSettings | undefined;

  constructor(
    kind: ImportKind,
    header: HeaderMap,
    delimiter: string,
    { dates, numbers, timeZone }: ColumnFormatAnswers,
  ) {
    this.#width = header.width;
    this.#valueMap = header.valueMap;
    // A user who maps a value to a practice type says that the column has practice types.
    if ([...(header.valueMap.get('practiceType')?.values() ?? [])].some((type) => type !== null))
      this.#hasPracticeTypes = true;
    this.#dates = dateColumnsByKind[kind].flatMap((column) => {
      const place = header.places.get(column);
      return place === undefined
        ? []
        : [
            {
              column,
              place,
              cells: new DateColumnDetector(header.headerOf(column), dates, timeZone),
            },
          ];
    });
    const places = [
      ...numericColumnsByKind[kind].map((column) => header.places.get(column)),
      ...header.productPlaces.values(),
    ];
    this.#numbers = places
      .filter((place) => place !== undefined)
      .map((place) => ({
        place,
        cells: new NumberColumnDetector(header.columns[place]?.header ?? '', numbers),
      }));
    this.#shape = { delimiter, dottedDate: undefined };
    this.#typePlace =
      kind === 'practices' && !header.isMapped('practiceType')
        ? header.places.get('practiceType')
        : undefined;
  }

  /**
   * Takes the next rows and returns the rows that can be read. Returns no rows while a column is
   * undecided.
   */
  take(rows: readonly CsvRow[]): CsvRow[] {
    for (const row of rows) if (rowLengthProblem(row, this.#width) === undefined) this.#look(row);
    this.#held.push(...rows);
    return this.#isOpen && this.#held.length < mostHeld ? [] : this.rest();
  }

  get #isOpen(): boolean {
    return (
      this.#dates.some(({ cells }) => cells.isOpen) ||
      this.#numbers.some(({ cells }) => cells.isOpen) ||
      (this.#typePlace !== undefined &&
        this.#hasPracticeTypes === undefined &&
        this.#seenWords < enoughWords)
    );
  }

  /**
   * Returns the rows that are still held. Throws `ImportRefused` when a column remains ambiguous.
   */
  rest(): CsvRow[] {
    this.#decisions = this.#decide();
    const held = this.#held;
    this.#held = [];
    return held;
  }

  /** Settings for reading the rows that `take` and `rest` return. */
  get decisions(): AmbiguousColumnSettings {
    return this.#decisions ?? this.#decide();
  }

  #decide(): AmbiguousColumnSettings {
    const columns = this.#numbers.map(({ cells }) => cells);
    const dates = this.#dates.map(({ cells }) => cells);
    this.#hasPracticeTypes ??=
      this.#typePlace === undefined || this.#seenTypes * 2 >= this.#seenWords;
    return {
      dates: new Map(
        this.#dates.map(({ column, cells }) => [
          column,
          cells.decide(dates.filter((other) => other !== cells)),
        ]),
      ),
      numberFormats: new Map(
        this.#numbers.flatMap(({ place, cells }) => {
          const others = columns.filter((other) => other !== cells);
          const format = cells.decide(others, this.#shape);
          return format === undefined ? [] : [[place, format]];
        }),
      ),
      hasPracticeTypes: this.#hasPracticeTypes,
    };
  }

  /** Returns notes on columns, by column index. */
  notes(): Map<number, string> {
    const notes = new Map<number, string>();
    for (const { place, cells } of [...this.#dates, ...this.#numbers])
      if (cells.note !== null) notes.set(place, cells.note);
    if (this.#typePlace !== undefined && !this.decisions.hasPracticeTypes) {
      const words = [...this.#words].sort((one, other) => other[1] - one[1]).slice(0, 3);
      notes.set(
        this.#typePlace,
        `not used: ${words.map(([word]) => `"${word}"`).join(', ')} ${words.length === 1 ? 'is no practice type' : 'are no practice types'}`,
      );
    }
    return notes;
  }

  #look(row: CsvRow): void {
    for (const { place, cells } of this.#dates) {
      const cell = row.cells[place] ?? '';
      cells.see(cell, row.line);
      if (this.#shape.dottedDate === undefined && dottedDate.test(cell))
        this.#shape.dottedDate = { value: truncateText(cell, 40), line: row.line };
    }
    for (const { place, cells } of this.#numbers) cells.see(row.cells[place] ?? '', row.line);
    if (this.#typePlace === undefined || this.#seenWords >= enoughWords) return;
    const word = readText(
      mapCell(this.#valueMap, 'practiceType', row.cells[this.#typePlace] ?? ''),
    );
    if (word === null) return;
    this.#seenWords += 1;
    if (isPracticeType(word)) this.#seenTypes += 1;
    else
      this.#words.set(truncateText(word, 60), (this.#words.get(truncateText(word, 60)) ?? 0) + 1);
  }
}
