import { expect, it } from 'vitest';
import {
  computeNotificationTime,
  type FiringCandidate,
  isBroadRule,
  limitItemsPerOwner,
} from './rules.ts';

const zone = 'America/Los_Angeles';
const candidate = (
  institutionId: number,
  facts: Partial<FiringCandidate> = {},
): FiringCandidate => ({
  ruleId: 'r',
  institutionId,
  priority: 'normal',
  score: 50,
  callId: null,
  ...facts,
});
const ids = (list: readonly FiringCandidate[]) =>
  list.map(({ institutionId }) => institutionId).toSorted((one, other) => one - other);

it('opens five new items a day per owner, by priority and then by lowest score', () => {
  const candidates = [
    candidate(1),
    candidate(2, { score: 10 }),
    candidate(3, { priority: 'urgent', score: 90 }),
    candidate(4, { score: null }),
    candidate(5, { priority: 'low', score: 0 }),
    candidate(6, { callId: 'open' }),
  ];
  const { fired, heldBack } = limitItemsPerOwner(candidates, () => 'Ana', new Map([['Ana', 2]]));
  expect(ids(fired)).toEqual([1, 2, 3, 6]);
  expect(heldBack).toEqual([{ person: 'Ana', calls: 2 }]);
});

it('counts each owner separately, and customers without an owner together', () => {
  const ownerOf = (id: number) => (id < 100 ? 'Ana' : null);
  const candidates = Array.from({ length: 6 }, (_, at) => [
    candidate(at),
    candidate(100 + at),
  ]).flat();
  const { fired, heldBack } = limitItemsPerOwner(candidates, ownerOf, new Map());
  expect(fired).toHaveLength(10);
  expect(heldBack).toEqual([
    { person: 'Ana', calls: 1 },
    { person: null, calls: 1 },
  ]);
});

it('notifies from 8:00 to 18:00 local time, on both sides of a clock change', () => {
  const told = (ranAt: string) => computeNotificationTime(zone, new Date(ranAt)).toISOString();
  expect(told('2026-11-18T14:30:00Z')).toBe('2026-11-18T16:00:00.000Z');
  expect(told('2026-11-18T20:00:00Z')).toBe('2026-11-18T20:00:00.000Z');
  expect(told('2026-11-19T02:00:00Z')).toBe('2026-11-19T16:00:00.000Z');
  expect(told('2026-07-01T13:30:00Z')).toBe('2026-07-01T15:00:00.000Z');
  // October 31, 6 PM. The clock changes before 8 AM on the next day.
  expect(told('2026-11-01T01:00:00Z')).toBe('2026-11-01T16:00:00.000Z');
});

it('calls a rule broad when it matches more than a tenth of the customers', () => {
  expect([isBroadRule(10, 100), isBroadRule(11, 100), isBroadRule(0, 0)]).toEqual([
    false,
    true,
    false,
  ]);
});
