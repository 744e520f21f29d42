import type { DateOrder } from '#shared/imports/report.ts';
import { dateOrderOf } from './cells.ts';
import { ImportRefused } from './import-error.ts';

interface Example {
  value: string;
  line: number;
}

const told = ({ value, line }: Example) => `${value} (line ${line})`;

/** Decides from the cells of one date column whether the day or the month comes first. */
export class DateColumn {
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
    return (
      this.#given === undefined && this.#used === undefined && either !== undefined && dayFirst === undefined && monthFirst === undefined
    );
  }

  decide(): DateOrder {
    const order = this.#given ?? (this.#examples['day-first'] !== undefined ? 'day-first' : 'month-first');
    // Rows without a date that can be two days do not depend on it.
    if (this.#examples.either !== undefined) this.#used = order;
    return order;
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
