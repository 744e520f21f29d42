import type { DateOrder } from '#shared/imports/report.ts';
import { type DateReading, dateOrderOf, text, zonedTimeOf } from './cells.ts';
import { ImportRefused } from './import-error.ts';

interface Example {
  value: string;
  line: number;
}

const told = ({ value, line }: Example) => `${value} (line ${line})`;

/** Decides from the cells of one date column whether the day or the month comes first, and whether its times are instants or dates. */
export class DateColumn {
  readonly #header: string;
  readonly #given: DateOrder | undefined;
  readonly #timeZone: string;
  readonly #examples: Partial<Record<DateOrder | 'either', Example>> = {};
  /** Cells with a time of day and an offset. */
  readonly #zoned: Partial<Record<'midnight' | 'time', Example>> = {};
  /** Order that the released rows were read with. */
  #used: DateOrder | undefined;
  #usedAsDates = false;

  constructor(header: string, given: DateOrder | undefined, timeZone: string) {
    this.#header = header;
    this.#given = given;
    this.#timeZone = timeZone;
  }

  /** Takes the column's next cell into account. Throws ImportRefused when its dates are ambiguous or fit contradictory orders. */
  see(cell: string, line: number): void {
    const value = text(cell);
    if (value === null) return;
    this.#seeTime({ value, line });
    const order = dateOrderOf(value);
    if (order === undefined || this.#examples[order] !== undefined) return;
    this.#examples[order] = { value, line };
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

  #seeTime(cell: Example): void {
    const time = zonedTimeOf(cell.value);
    if (time === undefined || this.#zoned[time] !== undefined) return;
    this.#zoned[time] = cell;
    const { midnight } = this.#zoned;
    if (time === 'time' && midnight !== undefined && this.#usedAsDates)
      throw new ImportRefused(
        `"${this.#header}" has midnights such as ${told(midnight)}, which were read as dates, and the time ${told(cell)}. Export the column as dates such as 2026-03-09, or as times without an offset.`,
      );
  }

  get #areTimesDates(): boolean {
    return this.#zoned.midnight !== undefined && this.#zoned.time === undefined;
  }

  get isOpen(): boolean {
    if (this.#areTimesDates && !this.#usedAsDates) return true;
    const { either, 'day-first': dayFirst, 'month-first': monthFirst } = this.#examples;
    return (
      this.#given === undefined && this.#used === undefined && either !== undefined && dayFirst === undefined && monthFirst === undefined
    );
  }

  /** Returns the settings for reading the rows seen so far. */
  decide(): DateReading {
    this.#usedAsDates ||= this.#areTimesDates;
    return { order: this.#decideOrder(), timeZone: this.#areTimesDates ? null : this.#timeZone };
  }

  #decideOrder(): DateOrder {
    const order = this.#given ?? (this.#examples['day-first'] !== undefined ? 'day-first' : 'month-first');
    // Rows without an ambiguous date do not depend on the order.
    if (this.#examples.either !== undefined) this.#used = order;
    return order;
  }

  /** Note on ambiguous dates and on times with an offset; `null` without either. */
  get note(): string | null {
    const notes = [this.#orderNote, this.#timeNote].filter((note) => note !== null);
    return notes.length === 0 ? null : notes.join('; ');
  }

  get #timeNote(): string | null {
    const { midnight, time } = this.#zoned;
    if (time !== undefined) return `times such as ${told(time)} count on their day in ${this.#timeZone}`;
    return midnight === undefined ? null : `midnights such as ${told(midnight)} are read as dates, as the column has no other time`;
  }

  get #orderNote(): string | null {
    const { either, 'day-first': dayFirst, 'month-first': monthFirst } = this.#examples;
    if (either === undefined) return null;
    const order = this.#decideOrder();
    const evidence = order === 'day-first' ? dayFirst : monthFirst;
    const why =
      this.#given !== undefined ? 'as you said' : evidence === undefined ? 'as no date tells otherwise' : `as ${told(evidence)} tells`;
    return `dates such as ${told(either)} are read with the ${order === 'day-first' ? 'day' : 'month'} first, ${why}`;
  }
}
