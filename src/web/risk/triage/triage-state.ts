/**
 * Result of a customer's triage. `workId` identifies the recorded outcome or snooze for an undo.
 */
export type TriageResult = { how: 'judged' | 'snoozed'; workId: string } | { how: 'skipped' };

/** State of one triage session. */
export interface TriageState {
  /** Institution ids in triage order. */
  order: readonly number[];
  settled: ReadonlyMap<number, TriageResult>;
  /** Ids of the institutions already visited, most recently visited last. */
  visited: readonly number[];
  /** Id of the institution on the screen; `null` when all have a result. */
  current: number | null;
}

const nextOf = (
  order: readonly number[],
  settled: ReadonlyMap<number, TriageResult>,
): number | null => order.find((id) => !settled.has(id)) ?? null;

export const createTriageState = (order: readonly number[]): TriageState => ({
  order,
  settled: new Map(),
  visited: [],
  current: order[0] ?? null,
});

/** Records the result of the current customer and moves to the next customer without a result. */
export function recordCurrentResult(state: TriageState, how: TriageResult): TriageState {
  const { order, current, visited } = state;
  if (current === null) return state;
  const settled = new Map(state.settled).set(current, how);
  return { order, settled, visited: [...visited, current], current: nextOf(order, settled) };
}

/** Returns the last visited customer and its result; `undefined` at the start. */
export function lastVisitedCustomer({
  visited,
  settled,
}: TriageState): { institutionId: number; settled: TriageResult } | undefined {
  const institutionId = visited.at(-1);
  const how = institutionId === undefined ? undefined : settled.get(institutionId);
  return institutionId === undefined || how === undefined
    ? undefined
    : { institutionId, settled: how };
}

/** Returns to the last visited customer and removes its result. */
export function returnToPreviousCustomer(state: TriageState): TriageState {
  const last = state.visited.at(-1);
  if (last === undefined) return state;
  const settled = new Map(state.settled);
  settled.delete(last);
  return { ...state, settled, visited: state.visited.slice(0, -1), current: last };
}

/** Puts skipped customers back into the queue. */
export function requeueSkippedCustomers(state: TriageState): TriageState {
  const settled = new Map([...state.settled].filter(([, { how }]) => how !== 'skipped'));
  return {
    ...state,
    settled,
    visited: state.visited.filter((id) => settled.has(id)),
    current: nextOf(state.order, settled),
  };
}

export const countTriageResults = (state: TriageState, how: TriageResult['how']): number =>
  [...state.settled.values()].filter((each) => each.how === how).length;
