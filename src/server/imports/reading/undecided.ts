import { cut } from '#shared/core/words.ts';
import type { DateOrder, ImportKind } from '#shared/imports/report.ts';
import { dateOrderOf, text } from './cells.ts';
import { dateColumns } from './columns.ts';
import type { CsvRow } from './csv.ts';
import type { HeaderMap } from './header.ts';
import { ImportRefused } from './import-error.ts';
import { isPracticeType } from './practice-types.ts';

interface Example {
  value: string;
  line: number;
}

/** So many rows are held back at most until it is clear how their columns are to be read. */
const mostHeld = 20_000;
/** So many words of a column tell whether it holds practice types. */
const enoughWords = 200;

const told = ({ value, line }: Example) => `${value} (line ${line})`;

/** What the cells of one date column say about the order of day and month. */
class DateColumn {
  readonly #header: string;
  readonly #given: DateOrder | undefined;
  readonly #examples: Partial<Record<DateOrder | 'either', Example>> = {};
  /** What the rows that were let go were read with. */
  #used: DateOrder | undefined;

  constructor(header: string, given: DateOrder | undefined) {
    this.#header = header;
    this.#given = given;
  }

  /** Throws ImportRefused when the column has dates that can be two days, and nothing or too much says which. */
  see(value: string, line: number): void {
    const order = dateOrderOf(value);
    if (order === undefined || this.#examples[order] !== undefined) return;
    this.#examples[order] = { value: value.trim(), line };
    if (this.#given !== undefined) return;
    const { either, 'day-first': dayFirst, 'month-first': monthFirst } = this.#examples;
    if (either === undefined) return;
    if (dayFirst !== undefined && monthFirst !== undefined)
      throw new ImportRefused(
        `The dates in "${this.#header}" are written in two ways: ${told(dayFirst)} has the day first, ${told(monthFirst)} the month, so ${told(either)} can be two days. Say which it is, or export the dates as 2026-03-09.`,
        ' The command takes --dates day-first or --dates month-first.',
      );
    if (this.#used === 'month-first' && dayFirst !== undefined)
      throw new ImportRefused(
        `The dates in "${this.#header}" have the day first, as ${told(dayFirst)} shows. Choose day first and import the file again.`,
        ' The command takes --dates day-first.',
      );
  }

  get isOpen(): boolean {
    const { either, 'day-first': dayFirst, 'month-first': monthFirst } = this.#examples;
    return this.#given === undefined && either !== undefined && dayFirst === undefined && monthFirst === undefined;
  }

  decide(): DateOrder {
    this.#used = this.#given ?? (this.#examples['day-first'] !== undefined ? 'day-first' : 'month-first');
    return this.#used;
  }

  /** A sentence on dates that could have been two days. */
  get note(): string | null {
    const { either, 'day-first': dayFirst, 'month-first': monthFirst } = this.#examples;
    if (either === undefined) return null;
    const order = this.decide();
    const evidence = order === 'day-first' ? dayFirst : monthFirst;
    const why =
      this.#given !== undefined ? 'as you said' : evidence === undefined ? 'as no date tells otherwise' : `as ${told(evidence)} tells`;
    return `dates such as ${told(either)} are read with the ${order === 'day-first' ? 'day' : 'month'} first, ${why}`;
  }
}

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
