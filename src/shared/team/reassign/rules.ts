import { classifyWorkload } from '../rules.ts';
import { isProspectKind, type MovableItem } from './reassign.ts';

/** All items of one customer or prospect, which are reassigned to the same person. */
export interface WorkBundle {
  /** Key that differs between a customer and a prospect with the same id. */
  key: string;
  subjectName: string;
  items: readonly MovableItem[];
  hours: number;
  /**
   * User id of the customer’s owner; `null` if the owner is not an enabled user or is the person
   * whose work is reassigned.
   */
  ownerId: string | null;
}

const keyOf = ({ kind, subjectId }: MovableItem): string =>
  `${isProspectKind(kind) ? 'prospect' : 'customer'} ${subjectId}`;

export function bundleBySubject(items: readonly MovableItem[]): WorkBundle[] {
  return [...Map.groupBy(items, keyOf)].flatMap(([key, own]): WorkBundle[] => {
    const [first] = own;
    if (first === undefined) return [];
    const hours = own.reduce((sum, item) => sum + item.hours, 0);
    return [
      {
        key,
        subjectName: first.subjectName,
        items: own,
        hours,
        ownerId: first.ownerId,
      },
    ];
  });
}

const compareKeys = (one: WorkBundle, other: WorkBundle): number =>
  one.key.localeCompare(other.key, 'en', { numeric: true });

/** A possible assignee. */
export interface PossibleAssignee {
  id: string;
  neededHours: number;
  availableHours: number;
}

/**
 * Distributes bundles among the assignees, largest first, and returns the assignee of each by its
 * key. If a customer’s owner is one of the assignees, the customer goes to its owner, otherwise to
 * the assignee with the lowest resulting load. Users without available hours only receive the
 * bundles that `byHand` assigns to them by their keys.
 */
export function distributeBundles(
  bundles: readonly WorkBundle[],
  takers: readonly PossibleAssignee[],
  byHand: ReadonlyMap<string, string> = new Map(),
): Map<string, string> {
  const needed = new Map(takers.map(({ id, neededHours }) => [id, neededHours]));
  const free = takers.filter(({ availableHours }) => availableHours > 0);
  const given = new Map<string, string>();
  function give({ key, hours }: WorkBundle, id: string): void {
    given.set(key, id);
    needed.set(id, (needed.get(id) ?? 0) + hours);
  }
  const ownTaker = ({ key, ownerId }: WorkBundle) =>
    [byHand.get(key), free.find(({ id }) => id === ownerId)?.id].find(
      (id) => id !== undefined && needed.has(id),
    );
  const sorted = bundles.toSorted(
    (one, other) => other.hours - one.hours || compareKeys(one, other),
  );
  for (const bundle of sorted) {
    const taker = ownTaker(bundle);
    if (taker !== undefined) give(bundle, taker);
  }
  for (const bundle of sorted) {
    if (given.has(bundle.key)) continue;
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
 * Returns the keys of the bundles that exceed their assignees’ capacity. Each assignee keeps the
 * largest bundles that fit.
 */
export function findBundlesOverCapacity(
  bundles: readonly WorkBundle[],
  givenTo: ReadonlyMap<string, string>,
  takers: readonly PossibleAssignee[],
): string[] {
  const sorted = bundles.toSorted(
    (one, other) => other.hours - one.hours || compareKeys(one, other),
  );
  return takers.flatMap(({ id, availableHours, neededHours }) => {
    let needed = neededHours;
    return sorted.flatMap(({ key, hours }) => {
      if (givenTo.get(key) !== id) return [];
      if (classifyWorkload(needed + hours, availableHours) === 'too_much') return [key];
      needed += hours;
      return [];
    });
  });
}

/**
 * Calculates each user's hours after the reassignment. `givenTo` maps the keys of
 * bundles to assignees; the work of all other bundles stays with `fromId`.
 */
export function hoursAfterReassignment(
  before: ReadonlyMap<string, number>,
  bundles: readonly WorkBundle[],
  givenTo: ReadonlyMap<string, string>,
  fromId: string | null,
): Map<string, number> {
  const after = new Map(before);
  const add = (id: string, hours: number) =>
    after.set(id, Math.max(0, (after.get(id) ?? 0) + hours));
  for (const { key, hours } of bundles) {
    const to = givenTo.get(key);
    if (to === undefined) continue;
    if (fromId !== null && after.has(fromId)) add(fromId, -hours);
    add(to, hours);
  }
  return after;
}
