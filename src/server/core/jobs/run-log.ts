import type { LogLine } from '#shared/core/jobs/job-runs.ts';
import { truncateText } from '#shared/core/words.ts';
import type { Clock } from '../clock/clock.ts';
import { storableText } from '../db/storable.ts';

/** Maximum number of log lines and of characters per line. */
export const runLogLimits = { lines: 200, characters: 300 } as const;

const dropped = 'Earlier lines were dropped.';

/**
 * Log of all attempts of a run. Beyond 200 lines, keeps the newest lines and the timestamp of the
 * first line.
 */
export class RunLog {
  readonly #clock: Clock;
  #lines: readonly LogLine[];

  constructor(lines: readonly LogLine[], clock: Clock) {
    this.#lines = lines;
    this.#clock = clock;
  }

  get lines(): readonly LogLine[] {
    return this.#lines;
  }

  add(text: string): void {
    const at = this.#clock().toISOString();
    const lines = [
      ...this.#lines,
      { at, text: truncateText(storableText(text), runLogLimits.characters) },
    ];
    const newest = lines.slice(-(runLogLimits.lines - 1));
    this.#lines =
      lines.length <= runLogLimits.lines
        ? lines
        : [{ at: lines[0]?.at ?? at, text: dropped }, ...newest];
  }
}
