import type { ListColumn } from './column.ts';
import { findPositionsIfFiltered, type MatchCriteria } from './match.ts';
import { sortAllPositions, sortMatchingPositions } from './order.ts';
import type { ListState } from './state.ts';

type Selection = MatchCriteria & Pick<ListState, 'sort'>;

/**
 * Returns the matching rows in the order of the list state; `rows` itself without filters and
 * order. The sort is stable, and rows without a value come last in both directions. Results are
 * cached by rows array and column object, so neither may be mutated.
 */
export function filterAndSortRows<Row>(
  rows: readonly Row[],
  columns: readonly ListColumn<Row>[],
  state: Selection,
): readonly Row[] {
  return findPlaces(rows, columns, state)?.map((at) => rows[at] as Row) ?? rows;
}

/**
 * Returns the positions of the matching rows in the state's sort order; `undefined` when the state
 * has no filters and no sort order.
 */
function findPlaces<Row>(
  rows: readonly Row[],
  columns: readonly ListColumn<Row>[],
  state: Selection,
): readonly number[] | undefined {
  const matching = findPositionsIfFiltered(rows, columns, state);
  if (state.sort.length === 0) return matching;
  return matching === undefined
    ? sortAllPositions(rows, columns, state.sort)
    : sortMatchingPositions(rows, columns, matching, state.sort);
}
