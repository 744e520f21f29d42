import { useMemo, useState } from 'react';
import {
  type MovableItem,
  type MovableKind,
  movableKinds,
  type Reassignable,
  type ReassignmentMove,
} from '#shared/team/reassign/reassign.ts';
import {
  bundleByCustomer,
  distributeBundles,
  findCustomersOverCapacity,
  hoursAfterReassignment,
} from '#shared/team/reassign/rules.ts';
import { sumNeededHours } from '#shared/team/rules.ts';

/**
 * Holds the dialog's state: the selected work, the new assignees, and the resulting hours of each
 * user.
 */
export function useReassignmentPlan({ items, loads, person }: Reassignable) {
  const [kinds, setKinds] = useState<readonly MovableKind[]>(movableKinds);
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const cover = loads.find((load) => load.person.id === person?.id)?.cover ?? null;
  const [takerIds, setTakerIds] = useState<readonly string[]>(cover === null ? [] : [cover.id]);
  const [byHand, setByHand] = useState<ReadonlyMap<number, string>>(new Map());
  const fromId = person?.id ?? null;

  const plan = useMemo(() => {
    const bundles = bundleByCustomer(items.filter(({ kind }) => kinds.includes(kind)));
    const chosen = bundles.filter(({ institutionId }) => !left.has(institutionId));
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

  const moves = plan.chosen.flatMap(({ institutionId, items: own }) => {
    const toId = plan.givenTo.get(institutionId);
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
    isChosen: (institutionId: number) => !left.has(institutionId),
    choose(institutionId: number, isChosen: boolean) {
      const next = new Set(left);
      if (isChosen) next.delete(institutionId);
      else next.add(institutionId);
      setLeft(next);
    },
    /**
     * Deselects the customers that exceed the assignees' capacity. The other customers keep their
     * assignee.
     */
    leaveSurplus() {
      setByHand(plan.givenTo);
      setLeft(
        new Set([...left, ...findCustomersOverCapacity(plan.chosen, plan.givenTo, plan.takers)]),
      );
    },
    /** Assigns a customer's work to a person. The other customers keep their assignee. */
    give: (institutionId: number, toId: string) =>
      setByHand(new Map(plan.givenTo).set(institutionId, toId)),
  };
}

function moveOf({ kind, institutionId, id, version }: MovableItem, toId: string): ReassignmentMove {
  if (kind === 'customer') return { kind, institutionId, toId };
  if (kind === 'risk') return { kind, institutionId, version, toId };
  if (id === null) throw new Error(`A ${kind} without an id cannot be moved`);
  return { kind, institutionId, id, version, toId };
}
