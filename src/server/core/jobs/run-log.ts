import type { LogLine } from '#shared/core/jobs/job-runs.ts';
import { cut } from '#shared/core/words.ts';
import { storable } from '../db/storable.ts';
import type { Clock } from '../dependencies.ts';

/** So much of what a run tells is kept. */
export const runLogLimits = { lines: 200, characters: 300 } as const;

const dropped = 'Earlier lines were dropped.';

/** What a run tells of itself over all its attempts; of very many lines the last ones. */
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
    const lines = [...this.#lines, { at, text: cut(storable(text), runLogLimits.characters) }];
    const kept = lines.slice(-(runLogLimits.lines - 1));
    this.#lines = lines.length <= runLogLimits.lines ? lines : [{ at: lines[0]?.at ?? at, text: dropped }, ...kept];
  }
}
