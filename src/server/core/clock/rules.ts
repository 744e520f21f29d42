const minute = 60_000;
const hour = 60 * minute;

/**
 * Largest accepted step of a clock while the server runs, in milliseconds. A larger step is a jump.
 */
const jumpTolerance = hour;
/** Largest accepted difference between the clocks of a database's servers, in milliseconds. */
export const clockSkewToleranceMs = 5 * minute;

/** Clock and machine uptime at the same moment, both in milliseconds. */
export interface ClockAndUptime {
  clock: number;
  uptime: number;
}

/** Reason why a clock is not trusted. */
export type ClockTrouble =
  /**
   * The process's clock differs from the database server's clock by `by` milliseconds, negative
   * when the process's clock is behind.
   */
  | { kind: 'apart'; by: number; now: Date }
  /**
   * The clock moved by `by` milliseconds more than the time that passed, negative when it moved
   * back.
   */
  | { kind: 'jumped'; by: number; now: Date }
  /** The database has recorded a later time than the clock shows. */
  | { kind: 'behind'; latestSeen: Date; now: Date };

/**
 * Returns the movement of the clock minus the elapsed uptime between two readings, in milliseconds.
 */
export const clockJump = (before: ClockAndUptime, after: ClockAndUptime): number =>
  after.clock - before.clock - (after.uptime - before.uptime);

/**
 * Returns the problem with a clock; `null` when the clock can be trusted. `jump` is the clock's
 * jump since the last trusted reading, in milliseconds. `latestSeen` is the latest time recorded in
 * the database.
 */
export function findClockTrouble(
  now: Date,
  jump: number,
  latestSeen: Date | null,
): ClockTrouble | null {
  if (Math.abs(jump) > jumpTolerance) return { kind: 'jumped', by: jump, now };
  if (latestSeen !== null && latestSeen.getTime() - now.getTime() > clockSkewToleranceMs)
    return { kind: 'behind', latestSeen, now };
  return null;
}

/**
 * Returns the difference between a process's clock and the database's time in milliseconds,
 * positive when the process is ahead. `asked` and `answered` are the times of the request and the
 * answer by the process's clock. The database is assumed to have read its clock midway between
 * these times.
 */
export const clockDifferenceMs = (databaseTime: Date, asked: Date, answered: Date): number =>
  (asked.getTime() + answered.getTime()) / 2 - databaseTime.getTime();

/**
 * Returns a problem when the clocks of this process and of the database server differ too much;
 * otherwise `null`. `by` is the difference in milliseconds.
 */
export const findClockDifferenceTrouble = (
  now: Date,
  by: number,
): Extract<ClockTrouble, { kind: 'apart' }> | null =>
  Math.abs(by) > clockSkewToleranceMs ? { kind: 'apart', by, now } : null;

/** Describes the problem with a clock for pages and logs. */
export function clockTroubleText(trouble: ClockTrouble): string {
  const shows = `The server's clock shows ${utc(trouble.now)}`;
  if (trouble.kind === 'apart')
    return `${shows}, ${duration(Math.abs(trouble.by))} ${trouble.by > 0 ? 'ahead of' : 'behind'} the clock of the database's server. This server does no scheduled work and saves no changes until its clock is corrected. Other servers continue to work.`;
  const why =
    trouble.kind === 'behind'
      ? `${shows}, but this database has already recorded the later time ${utc(trouble.latestSeen)}`
      : `${shows} after a jump of ${duration(Math.abs(trouble.by))} ${trouble.by > 0 ? 'ahead' : 'back'}`;
  return `${why}. Scheduled work has stopped: no scores, benchmarks or usage are updated until the clock is corrected or an administrator confirms that it is right.`;
}

const utc = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

function duration(milliseconds: number): string {
  const minutes = Math.round(milliseconds / minute);
  if (minutes < 60) return `${minutes} minutes`;
  const hours = Math.round(milliseconds / hour);
  if (hours < 48) return `${hours} ${hours === 1 ? 'hour' : 'hours'}`;
  const days = Math.round(hours / 24);
  return days < 730 ? `${days} days` : `${Math.round(days / 365)} years`;
}
