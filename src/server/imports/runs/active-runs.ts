import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '#server/core/clock/clock.ts';
import type { Database } from '#server/core/db/database.ts';
import { CannotContinueError } from '#server/core/errors.ts';
import {
  failRun,
  type ImportRunClaim,
  ImportRunLost,
  runLeaseSeconds,
  updateRunHeartbeat,
} from './run-queries.ts';

/**
 * Seconds without progress after which a run is given up. A system that sends a feed may pause for
 * a shorter time.
 */
const stallSeconds = 2 * runLeaseSeconds;
const heartbeatMs = 5_000;
/** Milliseconds that a stalled run gets to make progress after the database answers again. */
const secondChanceMs = 1_000;

/**
 * Thrown when a process gives up one of its runs for lack of progress. The message is shown to
 * users.
 */
export class ImportRunStalled extends CannotContinueError {
  constructor() {
    super(
      `The import made no progress for ${stallSeconds} seconds and was stopped. Nothing was written. Import the file again.`,
    );
  }
}

/** A run that this process executes. */
export class ActiveImportRun {
  /** `undefined` until the run is in the database. */
  run: ImportRunClaim | undefined;
  readonly #lost = new AbortController();
  #progressedAt = performance.now();
  #isReading = false;

  get isReading(): boolean {
    return this.#isReading;
  }

  /**
   * Marks the run as reading its file. A run that is reading is given up when it makes no progress.
   */
  beginReading(): void {
    this.#isReading = true;
    this.progressed();
  }

  /**
   * Marks the run as no longer reading. From now on, it waits only for database statements, which
   * have deadlines.
   */
  endReading(): void {
    this.#isReading = false;
  }

  progressed(): void {
    this.#progressedAt = performance.now();
  }

  /** Throws the reason after the run was lost or given up. */
  throwIfLost(): void {
    this.#lost.signal.throwIfAborted();
  }

  giveUp(reason: Error): void {
    this.#lost.abort(reason);
  }

  /** Seconds without progress; 0 when the run is not reading. */
  get idleSeconds(): number {
    return this.#isReading ? (performance.now() - this.#progressedAt) / 1000 : 0;
  }

  /** Returns a promise that rejects as soon as the run is lost or given up. */
  lost(): Promise<never> {
    const { signal } = this.#lost;
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  }
}

/** Runs that this process executes, by id. */
export const activeImportRuns = new Map<string, ActiveImportRun>();

interface Surroundings {
  database: Database;
  clock: Clock;
}

/**
 * Executes a run in this process and updates its heartbeat while the run makes progress. Rejects at
 * once when the run is lost or given up, even if `work` is still pending.
 */
export async function executeImportRun<Result>(
  importId: string,
  { database }: Pick<Surroundings, 'database'>,
  work: (active: ActiveImportRun) => Promise<Result>,
): Promise<Result> {
  const active = activeImportRuns.get(importId) ?? new ActiveImportRun();
  activeImportRuns.set(importId, active);
  let isBeating = false;
  const beat = async () => {
    if (isBeating || active.run === undefined || active.idleSeconds > runLeaseSeconds) return;
    isBeating = true;
    try {
      await updateRunHeartbeat(database.background, active.run);
    } catch (error) {
      // A lost run is given up only while it is reading. A run that is writing fails at its next
      // write. All other errors are ignored, because a lasting failure also ends the run's own
      // queries.
      if (error instanceof ImportRunLost && active.isReading) active.giveUp(error);
    } finally {
      isBeating = false;
    }
  };
  const timer = setInterval(() => void beat(), heartbeatMs);
  timer.unref();
  try {
    const working = work(active);
    // `work` of a lost run can fail later. The rejection must not end the process as unhandled.
    working.catch(() => undefined);
    return await Promise.race([working, active.lost()]);
  } finally {
    clearInterval(timer);
    activeImportRuns.delete(importId);
  }
}

/**
 * Fails the runs of this process that stalled while reading, so that their callers get an error.
 */
export async function failStalledRuns({ database, clock }: Surroundings): Promise<void> {
  for (const active of activeImportRuns.values()) {
    const { run } = active;
    if (run === undefined || active.idleSeconds <= stallSeconds) continue;
    try {
      // On a busy database, this query waits until the run's earlier query is answered. The run
      // then gets time to make progress.
      await updateRunHeartbeat(database.background, run);
      await pause(secondChanceMs);
      if (active.idleSeconds <= stallSeconds) continue;
      const stalled = new ImportRunStalled();
      await failRun(database.background, run, stalled.message, clock());
      active.giveUp(stalled);
    } catch (error) {
      if (!(error instanceof ImportRunLost)) throw error;
      active.giveUp(error);
    }
  }
}
