import type { ListFilter } from './state.ts';

type Merged = ListFilter | 'nothing' | 'unsaid';

/** Returns the stricter of two bounds. `null` means no bound. */
function stricter<Bound extends string | number>(
  one: Bound | null,
  other: Bound | null,
  takesHigher: boolean,
): Bound | null {
  if (one === null || other === null) return one ?? other;
  return one > other === takesHigher ? one : other;
}

const isSame = (one: ListFilter, other: ListFilter): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

function merged(one: ListFilter, other: ListFilter): Merged {
  const { column } = one;
  if (isSame(one, other)) return one;
  if (one.kind === 'empty' || other.kind === 'empty') return 'nothing';
  if (one.kind === 'filled') return other;
  if (other.kind === 'filled') return one;
  if (one.kind === 'is' && other.kind === 'is') return 'nothing';
  if (one.kind === 'one-of' && other.kind === 'one-of') {
    const values = one.values.filter((value) => other.values.includes(value));
    return values.length === 0 ? 'nothing' : { column, kind: 'one-of', values };
  }
  if (one.kind === 'range' && other.kind === 'range') {
    const from = stricter(one.from, other.from, true);
    const to = stricter(one.to, other.to, false);
    return from !== null && to !== null && from > to
      ? 'nothing'
      : { column, kind: 'range', from, to };
  }
  if (one.kind === 'dates' && other.kind === 'dates') {
    const from = stricter(one.from, other.from, true);
    const to = stricter(one.to, other.to, false);
    return from !== null && to !== null && from > to
      ? 'nothing'
      : { column, kind: 'dates', from, to };
  }
  return 'unsaid';
}

/**
 * Intersects two sets of filters, with one resulting filter for each column. Returns `nothing` when
 * no row can match both sets. Returns `unsaid` when two filters on a column cannot be expressed as
 * one.
 */
export function intersectFilters(
  these: readonly ListFilter[],
  those: readonly ListFilter[],
): ListFilter[] | 'nothing' | 'unsaid' {
  const result = new Map(these.map((filter) => [filter.column, filter]));
  for (const filter of those) {
    const before = result.get(filter.column);
    const both = before === undefined ? filter : merged(before, filter);
    if (both === 'nothing' || both === 'unsaid') return both;
    result.set(filter.column, both);
  }
  return [...result.values()];
}
