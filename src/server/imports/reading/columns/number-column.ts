import { truncateText } from '#shared/core/words.ts';
import {
  type AmbiguousNumber,
  type NumberFormat,
  numberReadingText,
} from '#shared/imports/report.ts';
import { readText } from '../cells/cells.ts';
import { detectNumberFormat, type NumberByFormat, parseWrittenNumber } from '../cells/numbers.ts';
import { ImportRefused } from '../import-error.ts';
import { type CellExample, cellExampleText } from './example.ts';

interface NumberExample extends CellExample {
  readings: NumberByFormat;
}

/** Properties of a file that suggest a number format. */
export interface NumberFormatHints {
  delimiter: string;
  /** First date such as 23.11.2026. */
  dottedDate: CellExample | undefined;
}

/** Thrown when a number can be read in two ways, so the user has to choose the format. */
export class NumberFormatUnknownError extends ImportRefused {
  readonly question: AmbiguousNumber;

  constructor(why: string, question: AmbiguousNumber) {
    super(
      `${why} Choose the number format and import the file again.`,
      ' The command takes --numbers decimal-point or --numbers decimal-comma, and a feed takes ?numbers=decimal-point or ?numbers=decimal-comma.',
    );
    this.question = question;
  }
}

/**
 * Decides from the cells of one column whether its numbers have a decimal point or a decimal comma.
 * A cell such as 1.204 is a different number in each format. A column with such a cell is not read
 * until the format is known.
 */
export class NumberColumnDetector {
  readonly header: string;
  readonly #given: NumberFormat | undefined;
  /** For each format, the first number that is valid in no other format. */
  readonly #proofs: Partial<Record<NumberFormat, NumberExample>> = {};
  /**
   * First ambiguous number, by the format in which its separator groups thousands. For example,
   * 1,234 is stored under `decimal-point`, because `decimal-comma` reads this number as 1.234.
   */
  readonly #grouped: Partial<Record<NumberFormat, AmbiguousNumber>> = {};
  /** First number that fits every format, because no format uses its group separator for decimals. */
  #neutral: NumberExample | undefined;
  /**
   * First whole number below 1,000, such as 998. A program that writes three decimals for every
   * number would have written 998.000.
   */
  #small: CellExample | undefined;
  /** `true` once the column has a whole number of 1,000 or more without group separators. */
  #hasUngrouped = false;
  #hasDollars = false;
  /** Number format with which earlier rows were read. */
  #used: Decision | undefined;

  constructor(header: string, given: NumberFormat | undefined) {
    this.header = header;
    this.#given = given;
  }

  /**
   * Records the column's next cell. Throws `NumberFormatUnknownError` when the cell contradicts earlier
   * cells.
   */
  see(cell: string, line: number): void {
    if (/^\d*$/.test(cell)) {
      if (cell.length > 3) this.#hasUngrouped = true;
      else if (this.#small === undefined && cell !== '') this.#small = { value: cell, line };
      return;
    }
    if (this.#proofs['decimal-point'] !== undefined && /^\d+\.\d\d?$/.test(cell)) return;
    const written = readText(cell);
    const readings = written === null ? undefined : parseWrittenNumber(written);
    if (written === null || readings === undefined || 'reason' in readings) return;
    const example = { value: truncateText(written, 40), line, readings };
    const format = detectNumberFormat(readings);
    if (format === undefined) this.#seeIndifferent(example);
    else if (format === 'either') this.#seeDoubtful(example, readings);
    else this.#proofs[format] ??= example;
    if (this.doubtful !== undefined) this.#refuseContradiction(this.doubtful);
  }

  #seeDoubtful(
    { value, line }: CellExample,
    { 'decimal-point': point, 'decimal-comma': comma }: NumberByFormat,
  ): void {
    // Negative amounts are rejected in both formats, so they are no evidence.
    if (point === null || comma === null || point < 0) return;
    const question = {
      header: this.header,
      value,
      line,
      readings: { 'decimal-point': point, 'decimal-comma': comma },
    };
    this.#grouped[value.includes(',') ? 'decimal-point' : 'decimal-comma'] ??= question;
    if (value.includes('$')) this.#hasDollars = true;
  }

  #seeIndifferent(example: NumberExample): void {
    if (/\d{4}/.test(example.value)) this.#hasUngrouped = true;
    else if (/\d\D+\d/.test(example.value)) this.#neutral ??= example;
    else this.#small ??= example;
  }

  #refuseContradiction(doubtful: AmbiguousNumber): void {
    const { 'decimal-point': point, 'decimal-comma': comma } = this.#proofs;
    if (point !== undefined && comma !== undefined && this.#given === undefined)
      throw new NumberFormatUnknownError(
        `The numbers in "${this.header}" are written in two ways: ${cellExampleText(point)} has a decimal point, ${cellExampleText(comma)} a decimal comma, so ${cellExampleText(doubtful)} could be two different numbers.`,
        doubtful,
      );
    if (this.proof !== undefined)
      this.#refuseOther(
        doubtful,
        this.proof.format,
        `as ${cellExampleText(this.proof.example)} shows`,
      );
  }

  /** Throws `NumberFormatUnknownError` when earlier rows were read with a format other than `format`. */
  #refuseOther(doubtful: AmbiguousNumber, format: NumberFormat, why: string): void {
    if (this.#used === undefined || this.#used.format === format) return;
    throw new NumberFormatUnknownError(
      `Reading stopped: the numbers in "${this.header}" were read in the wrong format. ${cellExampleText(doubtful)} is ${numberReadingText(doubtful, format)}, ${why}.`,
      doubtful,
    );
  }

  /** First number that has a different value in each format. */
  get doubtful(): AmbiguousNumber | undefined {
    const { 'decimal-point': point, 'decimal-comma': comma } = this.#grouped;
    return point === undefined || (comma !== undefined && comma.line < point.line) ? comma : point;
  }

  /**
   * Number format that the column's own numbers prove; `undefined` when they prove no format, and
   * when they prove both formats.
   */
  get proof(): { format: NumberFormat; example: CellExample } | undefined {
    const { 'decimal-point': point, 'decimal-comma': comma } = this.#proofs;
    if (point !== undefined && comma === undefined)
      return { format: 'decimal-point', example: point };
    return comma !== undefined && point === undefined
      ? { format: 'decimal-comma', example: comma }
      : undefined;
  }

  /** `true` while rows have to wait for a number that proves the format. */
  get isOpen(): boolean {
    return (
      this.#given === undefined &&
      this.#used === undefined &&
      this.doubtful !== undefined &&
      this.proof === undefined
    );
  }

  /**
   * Returns the format with which the next rows are read; `undefined` while no number of the column
   * depends on the format. Throws `NumberFormatUnknownError` when the format cannot be determined.
   */
  decide(
    others: readonly NumberColumnDetector[],
    shape: NumberFormatHints,
  ): NumberFormat | undefined {
    const { doubtful } = this;
    if (doubtful === undefined) return undefined;
    const decision = this.#ownDecision() ?? proofOfOthers(others) ?? this.#suggestion(shape);
    if (decision !== undefined) {
      this.#refuseOther(doubtful, decision.format, decision.why);
      this.#used = decision;
      return decision.format;
    }
    throw new NumberFormatUnknownError(
      `The numbers in "${this.header}" can be read in two ways: ${cellExampleText(doubtful)} is ${numberReadingText(doubtful, 'decimal-point')} or ${numberReadingText(doubtful, 'decimal-comma')}, and nothing in the file says which.`,
      doubtful,
    );
  }

  #ownDecision(): Decision | undefined {
    if (this.proof !== undefined)
      return { format: this.proof.format, why: `as ${cellExampleText(this.proof.example)} shows` };
    return this.#given && { format: this.#given, why: 'as you chose' };
  }

  /**
   * Returns the format suggested by the file's delimiter and dates. They can suggest that a
   * separator groups thousands, but not that it precedes three decimals.
   */
  #suggestion({ delimiter, dottedDate }: NumberFormatHints): Decision | undefined {
    const { 'decimal-point': commas, 'decimal-comma': dots } = this.#grouped;
    if (this.#hasUngrouped || (commas !== undefined && dots !== undefined)) return undefined;
    if (dots !== undefined)
      return dottedDate !== undefined && delimiter !== ',' && this.#small !== undefined
        ? {
            format: 'decimal-comma',
            why: `as dates such as ${cellExampleText(dottedDate)} suggest`,
          }
        : undefined;
    if (dottedDate !== undefined) return undefined;
    if (this.#hasDollars) return { format: 'decimal-point', why: 'as the dollar sign suggests' };
    return delimiter !== ';' && this.#small !== undefined
      ? {
          format: 'decimal-point',
          why: `as whole numbers such as ${cellExampleText(this.#small)} suggest`,
        }
      : undefined;
  }

  /** Sentence on how the column's numbers are read; `null` when all numbers are plain digits. */
  get note(): string | null {
    const doubtful = this.#used && this.doubtful;
    if (this.#used !== undefined && doubtful !== undefined)
      return `numbers such as ${cellExampleText(doubtful)} are read as ${doubtful.readings[this.#used.format]}, ${this.#used.why}`;
    const { 'decimal-point': point, 'decimal-comma': comma } = this.#proofs;
    const examples = [point, comma, this.#neutral].filter((example) => example !== undefined);
    if (examples.length === 0) return null;
    return `numbers such as ${listed(examples.map((example) => `${cellExampleText(example)} are read as ${readingOf(example.readings)}`))}`;
  }
}

interface Decision {
  format: NumberFormat;
  /** Clause that states the evidence. */
  why: string;
}

const readingOf = (readings: NumberByFormat) =>
  readings['decimal-point'] ?? readings['decimal-comma'];
const listed = (parts: readonly string[]) => new Intl.ListFormat('en-US').format(parts);

/**
 * Returns the format that the other number columns prove; `undefined` when they prove different
 * formats.
 */
function proofOfOthers(others: readonly NumberColumnDetector[]): Decision | undefined {
  const proofs = others.flatMap(({ header, proof }) =>
    proof === undefined ? [] : [{ header, ...proof }],
  );
  const [first] = proofs;
  if (first === undefined || proofs.some(({ format }) => format !== first.format)) return undefined;
  return {
    format: first.format,
    why: `as ${cellExampleText(first.example)} in "${first.header}" shows`,
  };
}
