import { uptime as machineUptimeSeconds } from 'node:os';
import type { Database } from '../db/database.ts';
import type { Clock } from './clock.ts';
import {
  acceptCurrentTime,
  type ClockCorrectionCounts,
  readDatabaseTime,
  readLatestRecordedTime,
  recordLatestTime,
} from './queries.ts';
import {
  type ClockAndUptime,
  type ClockTrouble,
  clockDifferenceMs,
  clockJump,
  clockSkewToleranceMs,
  findClockDifferenceTrouble,
  findClockTrouble,
} from './rules.ts';

/** Checks this server's clock. Scheduled work waits while the clock is not trusted. */
export interface ClockGuard {
  /** Result of the last check; `null` while the clock is trusted. */
  readonly trouble: ClockTrouble | null;
  /** Checks the clock. Returns the problem that was found; `null` when the clock can be trusted. */
  check(): Promise<ClockTrouble | null>;
  /**
   * Trusts the clock from now on. Removes, in the caller's transaction, rows that a wrong clock
   * dated in the future.
   */
  confirm(transaction: Database['foreground']): Promise<ClockCorrectionCounts>;
}

/**
 * Minimum interval, in milliseconds, at which the current time is saved as the latest recorded
 * time.
 */
const markEvery = 60_000;

/**
 * Returns the machine's uptime in milliseconds. The uptime includes sleep, so a laptop that wakes
 * up does not look like a jump of the clock.
 */
const machineUptime = () => machineUptimeSeconds() * 1000;

/**
 * Compares this process's clock with the database server's clock. Returns a problem when the clocks
 * differ too much; otherwise `null`. Always returns `null` for the embedded database, which uses
 * this machine's clock.
 */
export async function compareClockWithDatabase(
  database: Database,
  clock: Clock,
  databaseTime = () => readDatabaseTime(database.foreground),
) {
  if (database.engine === 'embedded') return null;
  const asked = clock();
  const time = await databaseTime();
  const answered = clock();
  return findClockDifferenceTrouble(answered, clockDifferenceMs(time, asked, answered));
}

/** Checks the machine's clock. On PostgreSQL, also compares it with the database server's clock. */
export const createGuardOfMachineClock = (database: Database, clock: Clock): ClockGuard =>
  createClockGuard(database, clock, machineUptime, () => compareClockWithDatabase(database, clock));

/**
 * Creates a guard that checks a clock against the machine's uptime and against the latest time
 * saved in the database. `uptime` is in milliseconds. `compare` returns a problem when the clock
 * differs from the database server's clock. While these clocks differ, this process writes no times
 * that other processes rely on.
 */
export function createClockGuard(
  database: Database,
  clock: Clock,
  uptime: () => number = machineUptime,
  compare: () => Promise<ClockTrouble | null> = async () => null,
): ClockGuard {
  const read = (): ClockAndUptime => ({ clock: clock().getTime(), uptime: uptime() });
  /**
   * Last trusted reading of the clock; `undefined` while the clock differs from the database
   * server's clock. The next check then has no earlier reading, so it does not look for a jump.
   */
  let believed: ClockAndUptime | undefined = read();
  let confirmations: number | undefined;
  let markedAt = Number.NEGATIVE_INFINITY;
  let trouble: ClockTrouble | null = null;

  async function check(): Promise<ClockTrouble | null> {
    const mark = await readLatestRecordedTime(database.foreground);
    const difference = await compare();
    if (difference !== null) {
      believed = undefined;
      trouble = difference;
      return trouble;
    }
    const reading = read();
    // An admin confirmed the clock, perhaps on another server of this database.
    if (mark !== null && confirmations !== undefined && mark.confirmations !== confirmations)
      believed = reading;
    confirmations = mark?.confirmations ?? 0;
    trouble = findClockTrouble(
      new Date(reading.clock),
      clockJump(believed ?? reading, reading),
      mark?.latestSeen ?? null,
    );
    if (trouble !== null) return trouble;
    believed = reading;
    if (Math.abs(reading.clock - markedAt) >= markEvery) {
      await recordLatestTime(database.foreground, new Date(reading.clock));
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
      return acceptCurrentTime(transaction, now, new Date(now.getTime() + clockSkewToleranceMs));
    },
  };
}
