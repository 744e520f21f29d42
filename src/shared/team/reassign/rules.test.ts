import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { MovableItem } from './reassign.ts';
import {
  bundleBySubject,
  distributeBundles,
  findBundlesOverCapacity,
  hoursAfterReassignment,
} from './rules.ts';

const item = (subjectId: number, hours: number, facts: Partial<MovableItem> = {}): MovableItem => ({
  kind: 'customer',
  subjectId,
  subjectName: `Customer ${subjectId}`,
  id: null,
  title: '',
  version: 0,
  hours,
  ownerId: null,
  ...facts,
});
const ana = { id: 'a', neededHours: 20, availableHours: 25 };
const ben = { id: 'b', neededHours: 5, availableHours: 25 };

it('assigns all items of a customer to the same user', () => {
  const [first, second] = bundleBySubject([item(1, 2), item(2, 1), item(1, 0.5, { kind: 'task' })]);
  expect([first?.hours, first?.items.length, second?.hours]).toEqual([2.5, 2, 1]);
});

it('keeps a prospect apart from the customer with its id', () => {
  const bundles = bundleBySubject([
    item(1, 2),
    item(1, 0, { kind: 'prospect' }),
    item(1, 1, { kind: 'prospectTask' }),
  ]);
  expect(bundles.map(({ key, items: own }) => [key, own.length])).toEqual([
    ['customer 1', 1],
    ['prospect 1', 2],
  ]);
});

it('assigns to the user with the lowest resulting load', () => {
  const bundles = bundleBySubject([item(1, 10), item(2, 10), item(3, 1)]);
  expect([...distributeBundles(bundles, [ana, ben])]).toEqual([
    ['customer 1', 'b'],
    ['customer 2', 'b'],
    ['customer 3', 'a'],
  ]);
});

it('assigns a customer’s work to its owner, and on request to any user', () => {
  const bundles = bundleBySubject([item(1, 10, { ownerId: 'a' }), item(2, 10)]);
  expect(
    Object.fromEntries(distributeBundles(bundles, [ana, ben], new Map([['customer 2', 'a']]))),
  ).toEqual({
    'customer 1': 'a',
    'customer 2': 'a',
  });
});

it('assigns nothing to users without hours, and nothing at all when no user has hours', () => {
  const bundles = bundleBySubject([item(1, 1)]);
  expect([...distributeBundles(bundles, [{ ...ben, availableHours: 0 }, ana])]).toEqual([
    ['customer 1', 'a'],
  ]);
  expect([...distributeBundles(bundles, [{ ...ben, availableHours: 0 }])]).toEqual([]);
});

const takers = fc.uniqueArray(
  fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd'),
    neededHours: fc.integer({ min: 0, max: 60 }),
    availableHours: fc.integer({ min: 0, max: 40 }),
  }),
  { selector: ({ id }) => id, minLength: 1 },
);
const items = fc.array(
  fc.record({
    of: fc.integer({ min: 1, max: 12 }),
    hours: fc.integer({ min: 0, max: 50 }),
    ownerId: fc.constantFrom(null, 'a', 'e'),
  }),
);

it('assigns each customer to one user with hours, preserves the total hours, and does not depend on the order', () =>
  fc.assert(
    fc.property(takers, items, (people, work) => {
      const owners = new Map(work.map(({ of, ownerId }) => [of, ownerId]));
      const movables = work.map(({ of, hours }) =>
        item(of, hours, { ownerId: owners.get(of) ?? null }),
      );
      const bundles = bundleBySubject(movables);
      const given = distributeBundles(bundles, people);
      const free = people.filter(({ availableHours }) => availableHours > 0).map(({ id }) => id);
      expect(given.size).toBe(free.length === 0 ? 0 : bundles.length);
      for (const id of given.values()) expect(free).toContain(id);
      const total = movables.reduce((sum, { hours }) => sum + hours, 0);
      const before = new Map([
        ['from', total],
        ...people.map(({ id, neededHours }) => [id, neededHours] as const),
      ]);
      const after = hoursAfterReassignment(before, bundles, given, 'from');
      const sum = (hours: ReadonlyMap<string, number>) =>
        [...hours.values()].reduce((all, each) => all + each, 0);
      expect(sum(after)).toBeCloseTo(sum(before));
      expect(after.get('from')).toBeCloseTo(free.length === 0 ? total : 0);
      const turned = distributeBundles(bundles.toReversed(), people.toReversed());
      expect(Object.fromEntries(turned)).toEqual(Object.fromEntries(given));
    }),
  ));

it('finds the surplus: each user keeps the largest customers that fit', () => {
  const bundles = bundleBySubject([item(1, 10), item(2, 8), item(3, 2), item(4, 1), item(5, 4)]);
  const givenTo = new Map([
    ['customer 1', 'a'],
    ['customer 2', 'a'],
    ['customer 3', 'a'],
    ['customer 4', 'a'],
    ['customer 5', 'b'],
  ]);
  // Ana's limit is 27.5 hours, 110% of her available hours, and she already needs 20 hours.
  expect(findBundlesOverCapacity(bundles, givenTo, [ana, ben])).toEqual([
    'customer 1',
    'customer 2',
  ]);
  expect(findBundlesOverCapacity(bundles, givenTo, [{ ...ana, neededHours: 30 }, ben])).toEqual(
    [1, 2, 3, 4].map((id) => `customer ${id}`),
  );
});
