import type { ListColumn } from './column.ts';
import { computeSortKeys } from './column-facts.ts';
import type { ListSort } from './state.ts';

/**
 * Returns a comparator of row indexes by each sort column in turn. Rows without a value come last
 * in both directions.
 */
function rowComparator<Row>(
  rows: readonly Row[],
  columns: readonly ListColumn<Row>[],
  sort: readonly ListSort[],
) {
  const orders = sort.flatMap(({ column: key, descending }) => {
    const column = columns.find((each) => each.key === key);
    return column === undefined
      ? []
      : [{ keys: computeSortKeys(rows, column), up: descending ? -1 : 1 }];
  });
  return (one: number, other: number): number => {
    for (const { keys, up } of orders) {
      const a = keys[one];
      const b = keys[other];
      if (a === b) continue;
      if (a === undefined) return 1;
      if (b === undefined) return -1;
      return a < b ? -up : up;
    }
    return 0;
  };
}

/** Returns the first `most` of the matching positions in the order of `sort`. */
export function sortFirstPositions<Row>(
  rows: readonly Row[],
  columns: readonly ListColumn<Row>[],
  matching: readonly number[],
  sort: readonly ListSort[],
  most: number,
): readonly number[] {
  if (sort.length === 0) return matching.slice(0, most);
  if (most < matching.length * shareSelected && findLastOrder(rows, columns, sort) === undefined)
    return firstPositions(matching, rowComparator(rows, columns, sort), most);
  return sortMatchingPositions(rows, columns, matching, sort).slice(0, most);
}

/**
 * Share of the matching rows, 0–1, below which `firstPositions` is faster than sorting them all.
 */
const shareSelected = 0.01;

/** Returns the first `most` positions in the order of `compare`, without sorting the rest. */
function firstPositions(
  positions: readonly number[],
  compare: (one: number, other: number) => number,
  most: number,
): number[] {
  const first: number[] = [];
  for (const position of positions) {
    const last = first[most - 1];
    if (last !== undefined && compare(position, last) >= 0) continue;
    // Finds the insertion index by binary search. The index is behind equal rows, as in a stable
    // sort.
    let from = 0;
    let to = first.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (compare(position, first[middle] as number) < 0) to = middle;
      else from = middle + 1;
    }
    first.splice(from, 0, position);
    first.length = Math.min(first.length, most);
  }
  return first;
}

/** Returns the matching positions in the order of `sort`. */
export function sortMatchingPositions<Row>(
  rows: readonly Row[],
  columns: readonly ListColumn<Row>[],
  matching: readonly number[],
  sort: readonly ListSort[],
): readonly number[] {
  if (matching.length === rows.length) return sortAllPositions(rows, columns, sort);
  if (matching.length < rows.length * shareSortedWhole)
    return [...matching].sort(rowComparator(rows, columns, sort));
  const isMatching = new Uint8Array(rows.length);
  for (const position of matching) isMatching[position] = 1;
  return sortAllPositions(rows, columns, sort).filter((position) => isMatching[position] === 1);
}

/**
 * Minimum share of matching rows, 0–1, at which all rows are sorted instead of the matching rows.
 * The order of all rows is cached for other filters.
 */
const shareSortedWhole = 0.25;

const lastOrders = new WeakMap<
  readonly unknown[],
  { columns: readonly unknown[]; sort: string; positions: readonly number[] }
>();

/** Returns the positions of all rows in the order of `sort`. Caches the last result. */
export function sortAllPositions<Row>(
  rows: readonly Row[],
  columns: readonly ListColumn<Row>[],
  sort: readonly ListSort[],
): readonly number[] {
  const known = findLastOrder(rows, columns, sort);
  if (known !== undefined) return known;
  const positions = [...rows.keys()].sort(rowComparator(rows, columns, sort));
  lastOrders.set(rows, { columns, sort: JSON.stringify(sort), positions });
  return positions;
}

function findLastOrder<Row>(
  rows: readonly Row[],
  columns: readonly ListColumn<Row>[],
  sort: readonly ListSort[],
): readonly number[] | undefined {
  const last = lastOrders.get(rows);
  return last?.columns === columns && last.sort === JSON.stringify(sort)
    ? last.positions
    : undefined;
}
