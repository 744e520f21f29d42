import type { Day } from '#shared/core/dates.ts';
import { truncateText } from '#shared/core/words.ts';
import type { RepeatedRowsHandling, RepeatedUsageRows } from '#shared/imports/report.ts';
import {
  detectRegularDateInterval,
  type RegularDateInterval,
} from './columns/regular-date-interval.ts';
import type { CsvRow } from './file/csv.ts';
import type { HeaderMap } from './header/header-map.ts';
import { ImportRefused } from './import-error.ts';
import type { StagedReadRow } from './read-row.ts';

/**
 * Maximum number of values that are checked for repeats. A value belongs to one location, day and
 * product. A larger file is sampled evenly.
 */
const mostWatched = 5_000;
/** Share of repeated values, 0–1, above which repeats stop the import. */
const substantialShare = 0.1;
/**
 * Minimum number of repeated values that stop the import. Fewer repeated values count as
 * corrections, unless a column such as the name of a user distinguishes the rows.
 */
const fewRepeats = 10;

/** Thrown when a usage file has repeated rows, so the user has to choose how they are imported. */
export class RepeatedRowsUndecided extends ImportRefused {
  readonly question: RepeatedUsageRows;

  constructor(why: string, repeatedLines: RepeatedUsageRows['repeatedLines']) {
    super(
      `Nothing was imported: ${why}. Add the rows up if there is a row for each user, provider or event. Use the last row if later rows are corrections.`,
      '\nThe command takes --repeats add or --repeats replace, and a feed takes ?repeats=add or ?repeats=replace.',
    );
    this.question = { repeatedLines };
  }
}

interface Watched {
  /** Line number of the value's first row. */
  line: number;
  /**
   * Hashes of the cells that can distinguish repeated rows. Keeping the cells themselves would hold
   * the text of the whole file in memory.
   */
  cells: readonly number[];
  /** Number of later rows for the same location, product and day, not counting identical copies. */
  repeats: number;
  copies: number;
  value: number;
  hasOtherValue: boolean;
}

/**
 * Detects usage rows that would give wrong sums: several rows for one location, product and day,
 * and monthly totals.
 */
export class UsageRowChecker {
  readonly #header: HeaderMap;
  readonly #repeats: RepeatedRowsHandling | undefined;
  readonly #watched = new Map<string, Map<string, Watched>>();
  /**
   * Indexes of the columns that can distinguish repeated rows. Usage and the ids of institution and
   * location are excluded.
   */
  readonly #places: number[];
  readonly #differing: number[];
  #comparisons = 0;
  #sampling = 0;
  /** Number of watched values. */
  #watchedCount = 0;
  #example: { first: number; second: number } | undefined;
  #copy: { first: number; second: number } | undefined;
  #rows = 0;
  readonly #days = new Map<Day, number>();

  constructor(header: HeaderMap, repeats: RepeatedRowsHandling | undefined) {
    this.#header = header;
    this.#repeats = repeats;
    const columns = [
      'value',
      'product',
      'institutionId',
      'locationId',
      'chairsideInstitutionId',
      'chairsideLocationId',
    ];
    const others = new Set([
      ...columns.map((column) => header.places.get(column)),
      ...header.productPlaces.values(),
    ]);
    this.#places = header.columns.flatMap((_, place) => (others.has(place) ? [] : [place]));
    this.#differing = header.columns.map(() => 0);
  }

  see({ row: { row }, staged }: StagedReadRow): void {
    const [first] = staged;
    if (first === undefined) return;
    const [institution, location, , day] = first;
    this.#rows += 1;
    if (typeof day === 'string' && !this.#days.has(day)) this.#days.set(day, row.line);
    const key = `${institution}/${location}/${day}`;
    if ((hashOf(key) & this.#sampling) !== 0) return;
    let products = this.#watched.get(key);
    if (products === undefined) {
      products = new Map();
      this.#watched.set(key, products);
    }
    for (const [, , product, , value] of staged)
      if (typeof product === 'string') this.#watch(products, product, row, Number(value));
    while (this.#watchedCount > mostWatched) this.#sampleLess();
  }

  #watch(products: Map<string, Watched>, product: string, row: CsvRow, value: number): void {
    const known = products.get(product);
    const cells = this.#places.map((place) => hashOf(row.cells[place] ?? ''));
    if (known === undefined) {
      products.set(product, {
        line: row.line,
        cells,
        repeats: 0,
        copies: 0,
        value,
        hasOtherValue: false,
      });
      this.#watchedCount += 1;
      return;
    }
    const differing = this.#places.filter((_, at) => known.cells[at] !== cells[at]);
    if (differing.length === 0 && known.value === value) {
      known.copies += 1;
      this.#copy ??= { first: known.line, second: row.line };
      return;
    }
    known.repeats += 1;
    if (known.value !== value) known.hasOtherValue = true;
    this.#comparisons += 1;
    this.#example ??= { first: known.line, second: row.line };
    for (const place of differing) this.#differing[place] = (this.#differing[place] ?? 0) + 1;
  }

  #sampleLess(): void {
    this.#sampling = this.#sampling * 2 + 1;
    for (const [key, products] of this.#watched)
      if ((hashOf(key) & this.#sampling) !== 0) {
        this.#watched.delete(key);
        this.#watchedCount -= products.size;
      }
  }

  /**
   * Header of the column that differs in most repeated rows, such as the name of a user;
   * `undefined` when no column does.
   */
  get #tellingColumn(): string | undefined {
    const most = Math.max(0, ...this.#differing);
    return most * 2 > this.#comparisons
      ? this.#header.columns[this.#differing.indexOf(most)]?.header
      : undefined;
  }

  /**
   * Returns the error that asks how to import repeated rows. Returns `undefined` when later rows
   * can replace earlier rows, or when `repeats` is set.
   */
  repeated(): RepeatedRowsUndecided | undefined {
    if (this.#repeats !== undefined) return undefined;
    const watched = [...this.#watched.values()].flatMap((products) => [...products.values()]);
    const isSubstantial = (count: number) => count > watched.length * substantialShare;
    const column = this.#tellingColumn;
    const repeated = watched.filter(
      ({ repeats, hasOtherValue }) => repeats > 0 && (column !== undefined || hasOtherValue),
    ).length;
    if (
      this.#example !== undefined &&
      isSubstantial(repeated) &&
      (column !== undefined || repeated >= fewRepeats)
    ) {
      const { first, second } = this.#example;
      const rows = `several rows for the same location, product and day, such as lines ${first} and ${second}`;
      const consequence =
        column === undefined
          ? '. Each row would replace the row before it'
          : `. The rows differ in the column "${truncateText(column, 60)}". Each row would replace the row before it`;
      return new RepeatedRowsUndecided(`the file has ${rows}${consequence}`, [first, second]);
    }
    const events = watched.filter(({ copies, value }) => copies > 0 && value === 1);
    if (
      this.#copy !== undefined &&
      events.length >= fewRepeats &&
      isSubstantial(events.length) &&
      events.some(({ copies }) => copies > 1)
    )
      return new RepeatedRowsUndecided(
        `many rows with the value 1 are in the file more than once, such as lines ${this.#copy.first} and ${this.#copy.second}. There may be a row for each event, and only one per day would count`,
        [this.#copy.first, this.#copy.second],
      );
    return undefined;
  }

  get #pattern(): RegularDateInterval | undefined {
    return detectRegularDateInterval([...this.#days.keys()], this.#rows);
  }

  /**
   * Returns the error for a file that looks like monthly totals; `undefined` for any other file.
   */
  monthly(): ImportRefused | undefined {
    const pattern = this.#pattern;
    if (pattern?.every !== 'month') return undefined;
    const { day, months } = pattern;
    return new ImportRefused(
      `Nothing was imported: every date in "${this.#header.headerOf('day')}" is ${day} (${months} months, such as ${pattern.example} on line ${this.#days.get(pattern.example)}). These look like monthly totals. Scores need usage by day or by week: with a month's usage on one day, the other weeks of the month are empty. Export usage by day or by week.`,
      '\nTo import the file anyway, add --accept to the command or ?accept=true to the address of the feed.',
    );
  }

  /** Returns notes on columns, by column index. */
  notes(): Map<number, string> {
    const notes = new Map<number, string>();
    const pattern = this.#pattern;
    const dayPlace = this.#header.places.get('day');
    if (pattern?.every === 'week' && dayPlace !== undefined)
      notes.set(
        dayPlace,
        `weekly totals: every date is a ${pattern.weekday}, and a value counts in the week (Sunday to Saturday) that contains its date${pattern.weekday === 'Sunday' ? '; if the weeks end on these Sundays, date them a day earlier' : ''}`,
      );
    const valuePlace =
      this.#header.places.get('value') ?? this.#header.productPlaces.values().next().value;
    if (this.#repeats === 'add' && this.#copy !== undefined && valuePlace !== undefined)
      notes.set(
        valuePlace,
        `rows that are the same in every cell are added up too, such as lines ${this.#copy.first} and ${this.#copy.second}`,
      );
    return notes;
  }
}

/** Returns the FNV-1a hash of a key. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1)
    hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  // Mixes in the high bits, because the low bits depend on too few characters of the key.
  return (hash ^ (hash >>> 15)) >>> 0;
}
