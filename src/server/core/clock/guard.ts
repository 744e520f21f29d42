import { uptime as machineUptimeSeconds } from 'node:os';
import type { Database } from '../db/database.ts';
import type { Clock } from './clock.ts';
import {
  advanceClockMark,
  type ClockCorrection,
  confirmClock,
  readClockMark,
  readDatabaseTime,
} from './queries.ts';
import {
  type ClockTrouble,
  clockJump,
  differenceFrom,
  judgeClock,
  judgeDifference,
  type Reading,
  skewTolerance,
} from './rules.ts';

/** Watches this server's clock. Scheduled work waits while the clock is not trusted. */
export interface ClockGuard {
  /** Result of the last check; `null` while the clock is trusted. */
  readonly trouble: ClockTrouble | null;
  /** Checks the clock. Returns the trouble, or `null` when the clock is trusted. */
  check(): Promise<ClockTrouble | null>;
  /**
   * Trusts the clock from now on, in the caller's transaction; removes rows that a wrong clock
   * dated in the future.
   */
  confirm(transaction: Database['foreground']): Promise<ClockCorrection>;
}

/** Interval between two records of the latest time, in milliseconds, while the clock is trusted. */
const markEvery = 60_000;

/**
 * Returns the machine's uptime in milliseconds, including sleep, so that a laptop that wakes has
 * not jumped.
 */
const machineUptime = () => machineUptimeSeconds() * 1000;

/**
 * Returns the clock's trouble when it differs too much from the clock of the database's server,
 * else `null`. The embedded database uses the same machine's clock, so nothing is compared.
 */
export async function compareWithDatabase(
  database: Database,
  clock: Clock,
  databaseTime = () => readDatabaseTime(database.foreground),
) {
  if (database.engine === 'embedded') return null;
  const asked = clock();
  const time = await databaseTime();
  const answered = clock();
  return judgeDifference(answered, differenceFrom(time, asked, answered));
}

/**
 * Watches the machine's clock. On PostgreSQL, also compares it with the clock of the database's
 * server.
 */
export const watchMachineClock = (database: Database, clock: Clock): ClockGuard =>
  watchClock(database, clock, machineUptime, () => compareWithDatabase(database, clock));

/**
 * Watches a clock against the machine's uptime (milliseconds) and against the latest time the
 * database has seen. `compare` returns the trouble of a clock that differs from the shared clock.
 * While it differs, this process writes no times that other processes rely on.
 */
export function watchClock(
  database: Database,
  clock: Clock,
  uptime: () => number = machineUptime,
  compare: () => Promise<ClockTrouble | null> = async () => null,
): ClockGuard {
  const read = (): Reading => ({ clock: clock().getTime(), uptime: uptime() });
  /**
   * Last trusted reading; `undefined` while the clock differs from the database's. The clock is
   * judged again afterwards.
   */
  let believed: Reading | undefined = read();
  let confirmations: number | undefined;
  let markedAt = Number.NEGATIVE_INFINITY;
  let trouble: ClockTrouble | null = null;

  async function check(): Promise<ClockTrouble | null> {
    const mark = await readClockMark(database.foreground);
    const difference = await compare();
    if (difference !== null) {
      believed = undefined;
      trouble = difference;
      return trouble;
    }
    const reading = read();
    // An administrator confirmed the clock, perhaps at another server of this database.
    if (mark !== null && confirmations !== undefined && mark.confirmations !== confirmations)
      believed = reading;
    confirmations = mark?.confirmations ?? 0;
    trouble = judgeClock(
      new Date(reading.clock),
      clockJump(believed ?? reading, reading),
      mark?.latestSeen ?? null,
    );
    if (trouble !== null) return trouble;
    believed = reading;
    if (Math.abs(reading.clock - markedAt) >= markEvery) {
      await advanceClockMark(database.foreground, new Date(reading.clock));
      markedAt = reading.clock;
    }
    return null;
  }

  return {
    get trouble() {
      return trouble;
    },
    check,
    confirm: (transaction) => {
      const now = clock();
      return confirmClock(transaction, now, new Date(now.getTime() + skewTolerance));
    },
  };
}
