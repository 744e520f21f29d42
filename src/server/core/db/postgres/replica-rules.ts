/** Position in the primary's log at a time in milliseconds. */
export interface LogPositionMark {
  position: bigint;
  at: number;
}

/** Maximum lag of a replica that is used for reads, in milliseconds. */
export const maxReplicaLagMs = 10_000;
/**
 * Maximum number of marks. One mark is made per second, so a replica that has reached no mark lags
 * by more than a minute.
 */
export const maxLogPositionMarks = 60;

/** Converts a position in PostgreSQL's log, such as '16/B374D848', to a number. */
export function parseLogPosition(text: string): bigint {
  const [high = '', low = ''] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/**
 * Returns the lag of a replica in milliseconds, which is the age of the newest mark that the
 * replica has reached. Returns `null` when the replica has reached no mark.
 */
export function replicaLag(
  marks: readonly LogPositionMark[],
  replayed: bigint,
  now: number,
): number | null {
  const reached = marks.findLast(({ position }) => position <= replayed);
  return reached === undefined ? null : now - reached.at;
}
