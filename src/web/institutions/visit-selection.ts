import { useSyncExternalStore } from 'react';

let selected: readonly number[] = [];
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Changes the customers that the user selected for visits. */
export function selectVisits(institutionIds: readonly number[]): void {
  selected = institutionIds;
  for (const listener of listeners) listener();
}

/** Selects a customer for a visit, or removes it from the selection. */
export const toggleVisit = (institutionId: number): void =>
  selectVisits(
    selected.includes(institutionId)
      ? selected.filter((id) => id !== institutionId)
      : [...selected, institutionId],
  );

/**
 * Ids of the customers that the user selected for visits, in the order of selection. The selection
 * lasts until the page is reloaded; the visit plan's link keeps it.
 */
export const useVisitSelection = (): readonly number[] =>
  useSyncExternalStore(
    subscribe,
    () => selected,
    () => selected,
  );
