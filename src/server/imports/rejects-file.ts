import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { type Stringifier, stringify } from 'csv-stringify';
import { countText } from '#shared/core/words.ts';
import type { UnusableCell } from './reading/read-row.ts';

/** Maximum number of cells in a rejects file. A full file has a size of about 10 MB. */
export const maxRejectedCells = 100_000;

/** File of unusable cells. The file is created when the first cell is added. */
export class RejectsFile {
  readonly #path: string;
  readonly #most: number;
  #csv: Stringifier | undefined;
  #written: Promise<void> | undefined;
  #cells = 0;
  #lastLine = 0;
  #rowsLeftOut = 0;

  constructor(path: string, most = maxRejectedCells) {
    this.#path = path;
    this.#most = most;
  }

  /** `true` once the file exists. */
  get isMade(): boolean {
    return this.#csv !== undefined;
  }

  /** Number of rows left out because the file was full. */
  get rowsLeftOut(): number {
    return this.#rowsLeftOut;
  }

  /**
   * Adds cells to the file. Cells of the same row must be consecutive. Rejects when the file cannot
   * be written.
   */
  async add(cells: readonly UnusableCell[]): Promise<void> {
    for (const { imported, ...cell } of cells) {
      const isNewRow = cell.line !== this.#lastLine;
      this.#lastLine = cell.line;
      if (this.#cells >= this.#most && (isNewRow || this.#rowsLeftOut > 0)) {
        if (isNewRow) this.#rowsLeftOut += 1;
        continue;
      }
      this.#cells += 1;
      await this.#write({ ...cell, row: imported ? 'imported' : 'rejected' });
    }
  }

  /** Completes the file; further calls change nothing. Rejects when the file cannot be written. */
  async close(): Promise<void> {
    if (this.#csv === undefined) return;
    if (!this.#csv.writableEnded && !this.#csv.destroyed) {
      if (this.#rowsLeftOut > 0)
        this.#csv.write({ reason: `The file is full. ${omittedRejectsText(this.#rowsLeftOut)}` });
      this.#csv.end();
    }
    await this.#written;
  }

  async #write(row: Record<string, string | number>): Promise<void> {
    if (this.#csv === undefined) {
      this.#csv = stringify({
        header: true,
        columns: ['line', 'column', 'value', 'reason', 'row'],
        escape_formulas: true,
      });
      this.#written = pipeline(this.#csv, createWriteStream(this.#path));
      // The next write or `close` reports a failure. Until then, the rejection must not end the
      // process as unhandled.
      this.#written.catch(() => undefined);
    }
    // A failed stream never emits 'drain', so the end of the stream is awaited too.
    if (!this.#csv.write(row)) await Promise.race([once(this.#csv, 'drain'), this.#written]);
  }
}

/** Returns a sentence such as "1,200 more rows are not in it." */
export const omittedRejectsText = (rows: number): string =>
  `${countText(rows, 'more row')} ${rows === 1 ? 'is' : 'are'} not in it.`;
