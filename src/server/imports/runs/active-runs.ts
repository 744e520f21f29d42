import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#server/core/db/database.ts';
import type { Clock } from '#server/core/dependencies.ts';
import { Refusal } from '#server/core/errors.ts';
import { failRun, type Run, RunLost, runLeaseSeconds, showHeartbeat } from './run-queries.ts';

/** Longer than a feed may pause between two parts of its body. */
const stallSeconds = 2 * runLeaseSeconds;
const heartbeatMs = 5_000;
/** How long a run that only waited for the database has to go on once the database answers. */
const secondChanceMs = 1_000;

/** The run made no progress and was given up by its own process. The message is for a person. */
export class RunStalled extends Refusal {
  constructor() {
    super(`The import made no progress for ${stallSeconds} seconds and was stopped. Nothing was written. Import the file again.`);
  }
}

/** A run that this process carries out. */
export class ActiveRun {
  /** Unknown until the run is in the database. */
  run: Run | undefined;
  readonly #lost = new AbortController();
  #progressedAt = performance.now();
  #isReading = false;

  get isReading(): boolean {
    return this.#isReading;
  }

  /** From now on the run reads its file, and has to show that it progresses. */
  beginReading(): void {
    this.#isReading = true;
    this.progressed();
  }

  /** From now on the run waits for nothing but the database, whose statements have deadlines of their own. */
  endReading(): void {
    this.#isReading = false;
  }

  progressed(): void {
    this.#progressedAt = performance.now();
  }

  /** Throws the reason once the run is lost or given up. */
  throwIfLost(): void {
    this.#lost.signal.throwIfAborted();
  }

  giveUp(reason: Error): void {
    this.#lost.abort(reason);
  }

  /** Seconds without progress; 0 for a run that does not read. */
  get idleSeconds(): number {
    return this.#isReading ? (performance.now() - this.#progressedAt) / 1000 : 0;
  }

  /** Rejects as soon as the run is lost or given up. */
  lost(): Promise<never> {
    const { signal } = this.#lost;
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  }
}

/** The runs that this process carries out, by their ids. */
export const activeRuns = new Map<string, ActiveRun>();

interface Surroundings {
  database: Database;
  clock: Clock;
}

/**
 * Carries out a run in this process and shows its heartbeat while it progresses. Rejects at once when the run is lost or given up,
 * whatever its work still waits for.
 */
export async function carryOutRun<Result>(
  importId: string,
  { database }: Pick<Surroundings, 'database'>,
  work: (active: ActiveRun) => Promise<Result>,
): Promise<Result> {
  const active = activeRuns.get(importId) ?? new ActiveRun();
  activeRuns.set(importId, active);
  let isBeating = false;
  const beat = async () => {
    if (isBeating || active.run === undefined || active.idleSeconds > runLeaseSeconds) return;
    isBeating = true;
    try {
      await showHeartbeat(database.background, active.run);
    } catch (error) {
      // A run that writes learns it from its own writes. Any other failure passes, or reaches the run in the same way.
      if (error instanceof RunLost && active.isReading) active.giveUp(error);
    } finally {
      isBeating = false;
    }
  };
  const timer = setInterval(() => void beat(), heartbeatMs);
  timer.unref();
  try {
    const working = work(active);
    // Work that was given up may fail later, when nobody waits for it.
    working.catch(() => undefined);
    return await Promise.race([working, active.lost()]);
  } finally {
    clearInterval(timer);
    activeRuns.delete(importId);
  }
}

/** Settles the runs of this process that hang while they read, so that whoever waits for them goes on. */
export async function giveUpStalledRuns({ database, clock }: Surroundings): Promise<void> {
  for (const active of activeRuns.values()) {
    const { run } = active;
    if (run === undefined || active.idleSeconds <= stallSeconds) continue;
    try {
      // A busy database answers this after what the run waits for, and then the run goes on.
      await showHeartbeat(database.background, run);
      await pause(secondChanceMs);
      if (active.idleSeconds <= stallSeconds) continue;
      const stalled = new RunStalled();
      await failRun(database.background, run, stalled.message, clock());
      active.giveUp(stalled);
    } catch (error) {
      if (!(error instanceof RunLost)) throw error;
      active.giveUp(error);
    }
  }
}
