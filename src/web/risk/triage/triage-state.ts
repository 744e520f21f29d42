/** How a customer was left; what was done about it can be undone by its id. */
export type Settled = { how: 'judged' | 'snoozed'; workId: string } | { how: 'skipped' };

/** One pass through customers, one at a time. */
export interface TriageState {
  /** Ids, in the order in which they come. */
  order: readonly number[];
  settled: ReadonlyMap<number, Settled>;
  /** Whom one has left, the last one at the end. */
  visited: readonly number[];
  /** null when all are settled. */
  current: number | null;
}

const nextOf = (order: readonly number[], settled: ReadonlyMap<number, Settled>): number | null =>
  order.find((id) => !settled.has(id)) ?? null;

export const startTriage = (order: readonly number[]): TriageState => ({
  order,
  settled: new Map(),
  visited: [],
  current: order[0] ?? null,
});

/** Leaves the current customer for the first one that is not settled. */
export function settle(state: TriageState, how: Settled): TriageState {
  const { order, current, visited } = state;
  if (current === null) return state;
  const settled = new Map(state.settled).set(current, how);
  return { order, settled, visited: [...visited, current], current: nextOf(order, settled) };
}

/** Whom one has left last, and how; undefined when nobody was left. */
export function lastOf({ visited, settled }: TriageState): { institutionId: number; settled: Settled } | undefined {
  const institutionId = visited.at(-1);
  const how = institutionId === undefined ? undefined : settled.get(institutionId);
  return institutionId === undefined || how === undefined ? undefined : { institutionId, settled: how };
}

/** To the customer one has left last, who is settled no more. */
export function goBack(state: TriageState): TriageState {
  const last = state.visited.at(-1);
  if (last === undefined) return state;
  const settled = new Map(state.settled);
  settled.delete(last);
  return { ...state, settled, visited: state.visited.slice(0, -1), current: last };
}

/** The skipped ones come again. */
export function takeUpSkipped(state: TriageState): TriageState {
  const settled = new Map([...state.settled].filter(([, { how }]) => how !== 'skipped'));
  return { ...state, settled, visited: state.visited.filter((id) => settled.has(id)), current: nextOf(state.order, settled) };
}

export const countOf = (state: TriageState, how: Settled['how']): number =>
  [...state.settled.values()].filter((each) => each.how === how).length;
