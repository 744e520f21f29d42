import { expect, it } from 'vitest';
import { parseLogPosition, replicaLag } from './replica-rules.ts';

it('positions of the log grow beyond 32 bits', () => {
  expect(parseLogPosition('0/0')).toBe(0n);
  expect(parseLogPosition('16/B374D848')).toBe(0x16b374d848n);
  expect(parseLogPosition('2/0')).toBeGreaterThan(parseLogPosition('1/FFFFFFFF'));
});

const marks = [
  { position: 10n, at: 1_000 },
  { position: 20n, at: 2_000 },
  { position: 20n, at: 3_000 },
  { position: 30n, at: 4_000 },
];

it.each([
  [30n, 4_100, 100],
  [35n, 4_100, 100],
  // Between two marks, the lag is the age of the mark that was reached.
  [29n, 4_100, 1_100],
  [20n, 4_100, 1_100],
  [10n, 4_100, 3_100],
  [9n, 4_100, null],
])('a replica at %s is at %i ms behind by %j', (replayed, now, lag) => {
  expect(replicaLag(marks, replayed, now)).toBe(lag);
});

it('the lag is unknown without a mark', () => {
  expect(replicaLag([], 10n, 0)).toBeNull();
});
