import { cut } from '#shared/core/words.ts';
import type { DateOrder, ImportKind } from '#shared/imports/report.ts';
import { text } from './cells.ts';
import { dateColumns } from './columns.ts';
import type { CsvRow } from './csv.ts';
import { DateColumn } from './date-column.ts';
import type { HeaderMap } from './header.ts';
import { isPracticeType } from './practice-types.ts';

/** So many rows are held back at most until it is clear how their columns are to be read. */
const mostHeld = 20_000;
/** So many words of a column tell whether it holds practice types. */
const enoughWords = 200;

export interface Decisions {
  dateOrders: ReadonlyMap<string, DateOrder>;
  hasPracticeTypes: boolean;
}

/** How to read columns of which one cell alone does not tell: the order of dates, and whether a "Type" is a practice type. */
export class Undecided {
  readonly #dates: { column: string; place: number; cells: DateColumn }[];
  readonly #typePlace: number | undefined;
  readonly #words = new Map<string, number>();
  #seenWords = 0;
  #seenTypes = 0;
  #held: CsvRow[] = [];
  #decisions: Decisions | undefined;

  constructor(kind: ImportKind, header: HeaderMap, dates: DateOrder | undefined) {
    this.#dates = dateColumns[kind].flatMap((column) => {
      const place = header.places.get(column);
      return place === undefined ? [] : [{ column, place, cells: new DateColumn(header.headerOf(column), dates) }];
    });
    this.#typePlace = kind === 'practices' && !header.isMapped('practiceType') ? header.places.get('practiceType') : undefined;
  }

  /** Takes rows in and answers those that can be read: none while something is open. */
  take(rows: readonly CsvRow[]): CsvRow[] {
    for (const row of rows) this.#look(row);
    if (this.#decisions !== undefined) return [...rows];
    this.#held.push(...rows);
    const isOpen = this.#dates.some(({ cells }) => cells.isOpen) || (this.#typePlace !== undefined && this.#seenWords < enoughWords);
    return isOpen && this.#held.length < mostHeld ? [] : this.rest();
  }

  /** What is still held at the end of the file. */
  rest(): CsvRow[] {
    const held = this.#held;
    this.#held = [];
    return held;
  }

  /** How the rows that were let go are to be read. */
  get decisions(): Decisions {
    this.#decisions ??= {
      dateOrders: new Map(this.#dates.map(({ column, cells }) => [column, cells.decide()])),
      hasPracticeTypes: this.#typePlace === undefined || this.#seenTypes * 2 >= this.#seenWords,
    };
    return this.#decisions;
  }

  /** Sentences on columns, by their place in the file. */
  notes(): Map<number, string> {
    const notes = new Map<number, string>();
    for (const { place, cells } of this.#dates) if (cells.note !== null) notes.set(place, cells.note);
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
    for (const { place, cells } of this.#dates) cells.see(row.cells[place] ?? '', row.line);
    if (this.#typePlace === undefined || this.#seenWords >= enoughWords) return;
    const word = text(row.cells[this.#typePlace] ?? '');
    if (word === null) return;
    this.#seenWords += 1;
    if (isPracticeType(word)) this.#seenTypes += 1;
    else this.#words.set(cut(word, 60), (this.#words.get(cut(word, 60)) ?? 0) + 1);
  }
}
