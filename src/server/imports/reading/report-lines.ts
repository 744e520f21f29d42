import type { ImportKind } from '#shared/imports/report.ts';
import { readText } from './cells/cells.ts';
import { parseWrittenNumber } from './cells/numbers.ts';
import type { CsvRow } from './file/csv.ts';
import { numericColumnsByKind } from './header/columns.ts';
import type { HeaderMap } from './header/header-map.ts';

const total =
  /^((grand|sub|report|overall)[ -]?)?(totals?|sum|count)\b( \(?[\d,]+ \w+\)?)?(?<subject> (of|for) .*)?( ?[:=] ?[$\d.,]*)?$/i;
const counted =
  /^(\(?\d[\d,]* (records?|rows?|results?|items?|accounts?|customers?)\)?( (found|total|selected))?|(number of |record |row |total )?(records?|rows?|count): ?\d[\d,]*)$/i;
const made =
  '(report )?(generated|exported|printed|downloaded|prepared|run|created|last (updated|refreshed))';
const footer = new RegExp(
  String.raw`^(confidential\b.*(information|distribut|internal|proprietary)|copyright\b.*(\d{4}|©|\(c\))|©|.*\ball rights reserved\b|${made}(:| (on|at|as of)\b|( |: ?)by\b.*\d)|data( |: ?)as of\b|as of \d|page \d+( (of|\/) \d+)?$|end of (report|file|list|data)\b|(report )?filters?( applied)?:|report name:)`,
  'i',
);
/** Beginnings of a report footer that can also begin a name, such as 'Created by Design'. */
const footerOrName = new RegExp(`^(${made}|filtered) by\\b`, 'i');
const isNumeric = (cell: string): boolean => /^[\s$€£()+\-\d.,%]+$/.test(cell);
const isFilled = (cell: string): boolean => cell.trim() !== '';

/**
 * Returns `true` when a written total equals the computed sum, allowing for rounding in the file.
 */
const isSame = (one: number, other: number): boolean =>
  Math.abs(one - other) <= 0.005 + Math.abs(other) * 1e-9;

function numberIn(cell: string): number | undefined {
  const written = isNumeric(cell) ? readText(cell) : null;
  const number = written === null ? undefined : parseWrittenNumber(written);
  return number === undefined || 'reason' in number
    ? undefined
    : (number['decimal-point'] ?? number['decimal-comma'] ?? undefined);
}

/** Sums of the numbers in each column of several rows. */
class Sums {
  #rows = 0;
  readonly #columns = new Map<number, number>();

  add(numbers: readonly (readonly [place: number, value: number])[]): void {
    this.#rows += 1;
    for (const [place, value] of numbers)
      this.#columns.set(place, (this.#columns.get(place) ?? 0) + value);
  }

  /**
   * Returns `true` when the numbers are the sums of their columns. Returns `false` for the sum of a
   * single row and when all numbers are zero, because such a match proves nothing.
   */
  are(numbers: readonly (readonly [place: number, value: number])[]): boolean {
    return (
      this.#rows > 1 &&
      numbers.some(([, value]) => value !== 0) &&
      numbers.every(([place, value]) => isSame(value, this.#columns.get(place) ?? 0))
    );
  }
}

/**
 * Recognizes rows that are not records but totals or the footer of a report. Takes the rows in file
 * order.
 */
export class ReportLineDetector {
  /** Indexes of the recognized columns without amounts: ids, names, dates and addresses. */
  readonly #describing: ReadonlySet<number>;
  readonly #ids: readonly number[];
  readonly #comparesSums: boolean;
  readonly #all = new Sums();
  /** Sums of the rows since the last line of totals. */
  #group = new Sums();
  #records = 0;
  #recordsWithoutId = 0;
  #loneRecords = 0;

  constructor(kind: ImportKind, { columns, productPlaces }: HeaderMap) {
    const amounts = new Set(numericColumnsByKind[kind]);
    const products = new Set(productPlaces.values());
    const used = columns.flatMap(({ usedAs }, place) =>
      usedAs === null ? [] : [{ usedAs, place }],
    );
    this.#describing = new Set(
      used
        .filter(({ usedAs, place }) => !amounts.has(usedAs) && !products.has(place))
        .map(({ place }) => place),
    );
    this.#ids = used.filter(({ usedAs }) => usedAs.endsWith('Id')).map(({ place }) => place);
    // Records of the other kinds must have an id and a day. A line of totals has neither, so it is
    // recognized without comparing its numbers with sums.
    this.#comparesSums = kind === 'practices' || kind === 'prospects';
  }

  /** Returns the reason why a row is not a record; `undefined` for a record. */
  reasonOf(row: CsvRow): string | undefined {
    const reason = this.#reasonOf(row);
    if (reason === undefined) this.#add(row);
    else if (reason === totals) this.#group = new Sums();
    return reason;
  }

  #reasonOf({ cells }: CsvRow): typeof totals | typeof footerOfReport | undefined {
    const place = cells.findIndex(isFilled);
    const label = readText(cells[place] ?? '');
    if (label === null) return undefined;
    const others = cells.filter((cell, other) => other !== place && isFilled(cell));
    const found = total.exec(label);
    if (found !== null)
      return others.every(isNumeric) &&
        this.#isTotal(cells, place, found.groups?.subject !== undefined)
        ? totals
        : undefined;
    if (others.length > 0) return undefined;
    if (counted.test(label) || footer.test(label)) return footerOfReport;
    return footerOrName.test(label) && this.#records > 0 && this.#loneRecords === 0
      ? footerOfReport
      : undefined;
  }

  /**
   * Returns `true` for a line of totals: a row with only numbers and a label such as 'Total'. A
   * label with a subject, such as 'Total for Kids', can also be the name of a customer.
   */
  #isTotal(cells: readonly string[], label: number, hasSubject: boolean): boolean {
    if (!hasSubject) return true;
    if (
      cells.some((cell, place) => place !== label && this.#describing.has(place) && isFilled(cell))
    )
      return false;
    if (!this.#comparesSums) return true;
    if (this.#ids.length > 0 && this.#records > 0 && this.#recordsWithoutId === 0) return true;
    const numbers = this.#numbersOf(cells, label);
    return this.#group.are(numbers) || this.#all.are(numbers);
  }

  #add({ cells }: CsvRow): void {
    this.#records += 1;
    if (!this.#ids.some((place) => isFilled(cells[place] ?? ''))) this.#recordsWithoutId += 1;
    if (cells.filter(isFilled).length === 1) this.#loneRecords += 1;
    if (!this.#comparesSums) return;
    const numbers = this.#numbersOf(cells);
    this.#all.add(numbers);
    this.#group.add(numbers);
  }

  /** Returns the numbers of a row by column index. Leaves out the columns without amounts. */
  #numbersOf(
    cells: readonly string[],
    label?: number,
  ): (readonly [place: number, value: number])[] {
    return cells.flatMap((cell, place) => {
      const value = place === label || this.#describing.has(place) ? undefined : numberIn(cell);
      return value === undefined ? [] : [[place, value] as const];
    });
  }
}

const totals = 'is a line of totals';
const footerOfReport = 'is the footer of a report';
