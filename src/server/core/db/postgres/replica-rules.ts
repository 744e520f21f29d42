/** Where the primary's log stood at a moment, on a clock in milliseconds. */
export interface Mark {
  position: bigint;
  at: number;
}

/** Further behind, and nobody reads from a replica. */
export const mostLagMs = 10_000;
/** One a second: a replica that has reached none of them is more than a minute behind. */
export const mostMarks = 60;

/** A position in PostgreSQL's log, such as '16/B374D848', as a number that grows. */
export function logPosition(text: string): bigint {
  const [high = '', low = ''] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** How old what a replica shows may be, in milliseconds: the age of the newest mark that it has reached; null when it has reached none. */
export function lagOf(marks: readonly Mark[], replayed: bigint, now: number): number | null {
  const reached = marks.findLast(({ position }) => position <= replayed);
  return reached === undefined ? null : now - reached.at;
}
