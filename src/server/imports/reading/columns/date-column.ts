import type { DateOrder } from '#shared/imports/report.ts';
import { readText } from '../cells/cells.ts';
import {
  classifyCellZonedTime,
  type DateReadingOptions,
  detectDateOrderOfCell,
} from '../cells/days.ts';
import { ImportRefused } from '../import-error.ts';
import { type CellExample, cellExampleText } from './example.ts';

const firstOf = (order: DateOrder) => (order === 'day-first' ? 'day' : 'month');

/**
 * Decides from the cells of one date column whether the day or the month comes first. Also decides
 * whether the column's times are instants or only dates.
 */
export class DateColumnDetector {
  readonly #header: string;
  readonly #given: DateOrder | undefined;
  readonly #timeZone: string;
  readonly #examples: Partial<Record<DateOrder | 'either', CellExample>> = {};
  /** First cell with midnight and first cell with another time. Both times have an offset. */
  readonly #zoned: Partial<Record<'midnight' | 'time', CellExample>> = {};
  /** Order of day and month with which earlier rows were read. */
  #used: DateOrder | undefined;
  #why = '';
  #usedAsDates = false;

  constructor(header: string, given: DateOrder | undefined, timeZone: string) {
    this.#header = header;
    this.#given = given;
    this.#timeZone = timeZone;
  }

  /**
   * Records the column's next cell. Throws `ImportRefused` when the column's dates are ambiguous or
   * contradict each other.
   */
  see(cell: string, line: number): void {
    const value = readText(cell);
    if (value === null) return;
    this.#seeTime({ value, line });
    const order = detectDateOrderOfCell(value);
    if (order === undefined || this.#examples[order] !== undefined) return;
    this.#examples[order] = { value, line };
    if (this.#given !== undefined) return;
    const { either, 'day-first': dayFirst, 'month-first': monthFirst } = this.#examples;
    if (either === undefined) return;
    if (dayFirst !== undefined && monthFirst !== undefined)
      throw new ImportRefused(
        `The dates in "${this.#header}" are written in two ways: ${cellExampleText(dayFirst)} has the day first, ${cellExampleText(monthFirst)} the month, so ${cellExampleText(either)} could be two different days. Choose the order, or export the dates as 2026-03-09.`,
        ' The command takes --dates day-first or --dates month-first.',
      );
    if (this.proof !== undefined)
      this.#refuseOther(this.proof.order, `as ${cellExampleText(this.proof.example)} shows`);
  }

  #seeTime(cell: CellExample): void {
    const time = classifyCellZonedTime(cell.value);
    if (time === undefined || this.#zoned[time] !== undefined) return;
    this.#zoned[time] = cell;
    const { midnight } = this.#zoned;
    if (time === 'time' && midnight !== undefined && this.#usedAsDates)
      throw new ImportRefused(
        `"${this.#header}" mixes dates and times: midnights such as ${cellExampleText(midnight)} were read as dates, but ${cellExampleText(cell)} is a time. Export the column as dates such as 2026-03-09, or as times without a time zone such as 2026-03-09 14:30.`,
      );
  }

  get #areTimesDates(): boolean {
    return this.#zoned.midnight !== undefined && this.#zoned.time === undefined;
  }

  get isOpen(): boolean {
    if (this.#areTimesDates && !this.#usedAsDates) return true;
    const { either, 'day-first': dayFirst, 'month-first': monthFirst } = this.#examples;
    return (
      this.#given === undefined &&
      this.#used === undefined &&
      either !== undefined &&
      dayFirst === undefined &&
      monthFirst === undefined
    );
  }

  /**
   * Order of day and month that the column's own dates prove; `undefined` when they prove no order,
   * and when they prove both orders.
   */
  get proof(): { order: DateOrder; example: CellExample } | undefined {
    const { 'day-first': dayFirst, 'month-first': monthFirst } = this.#examples;
    if (dayFirst !== undefined && monthFirst === undefined)
      return { order: 'day-first', example: dayFirst };
    return monthFirst !== undefined && dayFirst === undefined
      ? { order: 'month-first', example: monthFirst }
      : undefined;
  }

  /**
   * Returns the settings for reading the rows recorded so far. Throws `ImportRefused` when the
   * order is ambiguous and the file's other date columns contradict each other.
   */
  decide(others: readonly DateColumnDetector[]): DateReadingOptions {
    this.#usedAsDates ||= this.#areTimesDates;
    return {
      order: this.#decideOrder(others),
      timeZone: this.#areTimesDates ? null : this.#timeZone,
    };
  }

  #decideOrder(others: readonly DateColumnDetector[]): DateOrder {
    const { either } = this.#examples;
    // Rows without an ambiguous date do not depend on the order.
    if (either === undefined) return 'month-first';
    const { order, why } = this.#decision(either, others);
    this.#refuseOther(order, why);
    this.#used = order;
    this.#why = why;
    return order;
  }

  /** Throws `ImportRefused` when earlier rows were read with an order other than `order`. */
  #refuseOther(order: DateOrder, why: string): void {
    if (this.#used === undefined || this.#used === order) return;
    throw new ImportRefused(
      `The dates in "${this.#header}" have the ${firstOf(order)} first, ${why}. Choose ${firstOf(order)} first and import the file again.`,
      ` The command takes --dates ${order}.`,
    );
  }

  #decision(
    either: CellExample,
    others: readonly DateColumnDetector[],
  ): { order: DateOrder; why: string } {
    if (this.#given !== undefined) return { order: this.#given, why: 'as you chose' };
    const { proof } = this;
    if (proof !== undefined)
      return { order: proof.order, why: `as ${cellExampleText(proof.example)} shows` };
    const proofs = others.flatMap((other) =>
      other.proof === undefined ? [] : [{ header: other.#header, ...other.proof }],
    );
    const [first] = proofs;
    if (first === undefined)
      return { order: this.#used ?? 'month-first', why: 'because no date shows another order' };
    const contrary = proofs.find(({ order }) => order !== first.order);
    if (contrary !== undefined)
      throw new ImportRefused(
        `The dates in "${this.#header}" can be read in two ways, such as ${cellExampleText(either)}, and the other columns differ: ${cellExampleText(first.example)} in "${first.header}" has the ${firstOf(first.order)} first, ${cellExampleText(contrary.example)} in "${contrary.header}" the ${firstOf(contrary.order)}. Choose the order, or export the dates as 2026-03-09.`,
        ' The command takes --dates day-first or --dates month-first.',
      );
    return {
      order: first.order,
      why: `as ${cellExampleText(first.example)} in "${first.header}" shows`,
    };
  }

  /** Note on ambiguous dates and on times with an offset; `null` when the column has neither. */
  get note(): string | null {
    const notes = [this.#orderNote, this.#timeNote].filter((note) => note !== null);
    return notes.length === 0 ? null : notes.join('; ');
  }

  get #timeNote(): string | null {
    const { midnight, time } = this.#zoned;
    if (time !== undefined)
      return `times such as ${cellExampleText(time)} are converted to days in the time zone ${this.#timeZone}`;
    return midnight === undefined
      ? null
      : `midnights such as ${cellExampleText(midnight)} are read as dates, because the column has no other time`;
  }

  get #orderNote(): string | null {
    const { either } = this.#examples;
    if (either === undefined || this.#used === undefined) return null;
    return `dates such as ${cellExampleText(either)} are read with the ${firstOf(this.#used)} first, ${this.#why}`;
  }
}
