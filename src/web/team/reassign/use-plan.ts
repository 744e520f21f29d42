import { useMemo, useState } from 'react';
import {
  isProspectKind,
  type MovableItem,
  type MovableKind,
  movableKinds,
  type Reassignable,
  type ReassignmentMove,
} from '#shared/team/reassign/reassign.ts';
import {
  bundleBySubject,
  distributeBundles,
  findBundlesOverCapacity,
  hoursAfterReassignment,
} from '#shared/team/reassign/rules.ts';
import { sumNeededHours } from '#shared/team/rules.ts';

/**
 * Holds the dialog's state: the selected work, the new assignees, and the resulting hours of each
 * user.
 */
export function useReassignmentPlan({ items, loads, person }: Reassignable) {
  const [kinds, setKinds] = useState<readonly MovableKind[]>(movableKinds);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const cover = loads.find((load) => load.person.id === person?.id)?.cover ?? null;
  const [takerIds, setTakerIds] = useState<readonly string[]>(cover === null ? [] : [cover.id]);
  const [byHand, setByHand] = useState<ReadonlyMap<string, string>>(new Map());
  const fromId = person?.id ?? null;

  const plan = useMemo(() => {
    const bundles = bundleBySubject(items.filter(({ kind }) => kinds.includes(kind)));
    const chosen = bundles.filter(({ key }) => !left.has(key));
    const before = new Map(loads.map((load) => [load.person.id, sumNeededHours(load.hours)]));
    const takers = loads
      .filter((load) => takerIds.includes(load.person.id))
      .map(({ person: { id }, availableHours }) => ({
        id,
        availableHours,
        neededHours: before.get(id) ?? 0,
      }));
    const givenTo = distributeBundles(chosen, takers, byHand);
    return {
      bundles,
      chosen,
      givenTo,
      before,
      takers,
      after: hoursAfterReassignment(before, chosen, givenTo, fromId),
    };
  }, [items, loads, kinds, left, takerIds, byHand, fromId]);

  const moves = plan.chosen.flatMap(({ key, items: own }) => {
    const toId = plan.givenTo.get(key);
    return toId === undefined ? [] : own.map((item) => moveOf(item, toId));
  });
  return {
    ...plan,
    kinds,
    setKinds,
    takerIds,
    setTakerIds(ids: readonly string[]) {
      setTakerIds(ids);
      setByHand(new Map());
    },
    moves,
    isChosen: (key: string) => !left.has(key),
    choose(key: string, isChosen: boolean) {
      const next = new Set(left);
      if (isChosen) next.delete(key);
      else next.add(key);
      setLeft(next);
    },
    /**
     * Deselects the customers and prospects that exceed the assignees' capacity. The others keep
     * their assignee.
     */
    leaveSurplus() {
      setByHand(plan.givenTo);
      setLeft(
        new Set([...left, ...findBundlesOverCapacity(plan.chosen, plan.givenTo, plan.takers)]),
      );
    },
    /** Assigns the work on a customer or prospect to a person. The others keep their assignee. */
    give: (key: string, toId: string) => setByHand(new Map(plan.givenTo).set(key, toId)),
  };
}

function moveOf({ kind, subjectId, id, version }: MovableItem, toId: string): ReassignmentMove {
  if (kind === 'customer') return { kind, institutionId: subjectId, toId };
  if (kind === 'risk') return { kind, institutionId: subjectId, version, toId };
  if (kind === 'prospect') return { kind, prospectId: subjectId, version, toId };
  if (id === null) throw new Error(`A ${kind} without an id cannot be moved`);
  return isProspectKind(kind)
    ? { kind, prospectId: subjectId, id, version, toId }
    : { kind, institutionId: subjectId, id, version, toId };
}
