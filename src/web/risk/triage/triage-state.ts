export type Settled = 'judged' | 'snoozed' | 'skipped';

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

/** Leaves the current customer for the first one that is not settled. Skipping takes back no outcome that was given before. */
export function settle(state: TriageState, how: Settled): TriageState {
  const { order, current, visited } = state;
  if (current === null) return state;
  const before = state.settled.get(current);
  const settled = new Map(state.settled).set(current, how === 'skipped' && before !== undefined ? before : how);
  return { order, settled, visited: [...visited, current], current: nextOf(order, settled) };
}

/** To the customer one has left last, for another outcome; an outcome stays until there is a newer one. */
export function goBack(state: TriageState): TriageState {
  const last = state.visited.at(-1);
  return last === undefined ? state : { ...state, visited: state.visited.slice(0, -1), current: last };
}

/** The skipped ones come again. */
export function takeUpSkipped(state: TriageState): TriageState {
  const settled = new Map([...state.settled].filter(([, how]) => how !== 'skipped'));
  return { ...state, settled, current: nextOf(state.order, settled) };
}

export const countOf = (state: TriageState, how: Settled): number => [...state.settled.values()].filter((each) => each === how).length;
