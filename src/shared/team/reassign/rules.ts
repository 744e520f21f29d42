import { classifyWorkload } from '../rules.ts';
import type { MovableItem } from './reassign.ts';

/** All items of one customer, which are reassigned to the same person. */
export interface CustomerBundle {
  institutionId: number;
  institutionName: string;
  items: readonly MovableItem[];
  hours: number;
  /**
   * User id of the customer’s owner; `null` if the owner is not an enabled user or is the person
   * whose work is reassigned.
   */
  ownerId: string | null;
}

export function bundleByCustomer(items: readonly MovableItem[]): CustomerBundle[] {
  return [...Map.groupBy(items, ({ institutionId }) => institutionId)].flatMap(
    ([institutionId, own]): CustomerBundle[] => {
      const [first] = own;
      if (first === undefined) return [];
      const hours = own.reduce((sum, item) => sum + item.hours, 0);
      return [
        {
          institutionId,
          institutionName: first.institutionName,
          items: own,
          hours,
          ownerId: first.ownerId,
        },
      ];
    },
  );
}

/** A possible assignee. */
export interface PossibleAssignee {
  id: string;
  neededHours: number;
  availableHours: number;
}

/**
 * Distributes customers among the assignees, largest customers first. If a customer's owner is one
 * of the assignees, the customer goes to its owner, otherwise to the assignee with the lowest
 * resulting load. Users without available hours only receive customers that `byHand` assigns to
 * them. The keys of `byHand` are institution ids.
 */
export function distributeBundles(
  bundles: readonly CustomerBundle[],
  takers: readonly PossibleAssignee[],
  byHand: ReadonlyMap<number, string> = new Map(),
): Map<number, string> {
  const needed = new Map(takers.map(({ id, neededHours }) => [id, neededHours]));
  const free = takers.filter(({ availableHours }) => availableHours > 0);
  const given = new Map<number, string>();
  function give({ institutionId, hours }: CustomerBundle, id: string): void {
    given.set(institutionId, id);
    needed.set(id, (needed.get(id) ?? 0) + hours);
  }
  const ownTaker = ({ institutionId, ownerId }: CustomerBundle) =>
    [byHand.get(institutionId), free.find(({ id }) => id === ownerId)?.id].find(
      (id) => id !== undefined && needed.has(id),
    );
  const sorted = bundles.toSorted(
    (one, other) => other.hours - one.hours || one.institutionId - other.institutionId,
  );
  for (const bundle of sorted) {
    const taker = ownTaker(bundle);
    if (taker !== undefined) give(bundle, taker);
  }
  for (const bundle of sorted) {
    if (given.has(bundle.institutionId)) continue;
    const loadWith = ({ id, availableHours }: PossibleAssignee) =>
      ((needed.get(id) ?? 0) + bundle.hours) / availableHours;
    const [best] = free.toSorted(
      (one, other) => loadWith(one) - loadWith(other) || (one.id < other.id ? -1 : 1),
    );
    if (best !== undefined) give(bundle, best.id);
  }
  return given;
}

/**
 * Returns the customers that exceed their assignees' capacity. Each assignee keeps the largest
 * customers that fit.
 */
export function findCustomersOverCapacity(
  bundles: readonly CustomerBundle[],
  givenTo: ReadonlyMap<number, string>,
  takers: readonly PossibleAssignee[],
): number[] {
  const sorted = bundles.toSorted(
    (one, other) => other.hours - one.hours || one.institutionId - other.institutionId,
  );
  return takers.flatMap(({ id, availableHours, neededHours }) => {
    let needed = neededHours;
    return sorted.flatMap(({ institutionId, hours }) => {
      if (givenTo.get(institutionId) !== id) return [];
      if (classifyWorkload(needed + hours, availableHours) === 'too_much') return [institutionId];
      needed += hours;
      return [];
    });
  });
}

/**
 * Calculates each user's hours after the reassignment. `givenTo` maps institutions to assignees;
 * the work of all other institutions stays with `fromId`.
 */
export function hoursAfterReassignment(
  before: ReadonlyMap<string, number>,
  bundles: readonly CustomerBundle[],
  givenTo: ReadonlyMap<number, string>,
  fromId: string | null,
): Map<string, number> {
  const after = new Map(before);
  const add = (id: string, hours: number) =>
    after.set(id, Math.max(0, (after.get(id) ?? 0) + hours));
  for (const { institutionId, hours } of bundles) {
    const to = givenTo.get(institutionId);
    if (to === undefined) continue;
    if (fromId !== null && after.has(fromId)) add(fromId, -hours);
    add(to, hours);
  }
  return after;
}
