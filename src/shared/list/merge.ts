import { foldText } from '#shared/core/text.ts';
import type { ListFilter, NumberRange } from './state.ts';

type Merged = ListFilter | 'nothing' | 'inexpressible';

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

type Ends<Bound> = { from: Bound | null; to: Bound | null };

const intersectEnds = <Bound extends string | number>(one: Ends<Bound>, other: Ends<Bound>) => ({
  from: stricter(one.from, other.from, true),
  to: stricter(one.to, other.to, false),
});

const isEmptyRange = <Bound extends string | number>({ from, to }: Ends<Bound>): boolean =>
  from !== null && to !== null && from > to;

/** Returns the range of the numbers in both ranges; `undefined` when it contains no number. */
function intersectRanges(one: NumberRange, other: NumberRange): NumberRange | undefined {
  const ends = intersectEnds<number>(one, other);
  const isExclusive = (end: 'from' | 'to', mark: 'isFromExclusive' | 'isToExclusive') =>
    [one, other].some((range) => range[end] === ends[end] && range[mark] === true);
  const isFromExclusive = isExclusive('from', 'isFromExclusive');
  const isToExclusive = isExclusive('to', 'isToExclusive');
  const isPoint = ends.from !== null && ends.from === ends.to;
  if (isEmptyRange(ends) || (isPoint && (isFromExclusive || isToExclusive))) return undefined;
  return {
    ...ends,
    ...(isFromExclusive && { isFromExclusive }),
    ...(isToExclusive && { isToExclusive }),
  };
}

/**
 * Filter on a set of values. When `isNegated` is `true`, matches all values except `values`;
 * unknown values never match.
 */
interface ValuesCondition {
  isText: boolean;
  isNegated: boolean;
  values: readonly string[];
}

function valuesConditionOf(filter: ListFilter): ValuesCondition | undefined {
  switch (filter.kind) {
    case 'one-of':
    case 'none-of':
      return { isText: false, isNegated: filter.kind === 'none-of', values: filter.values };
    case 'text-one-of':
    case 'text-none-of':
      return { isText: true, isNegated: filter.kind === 'text-none-of', values: filter.values };
    default:
      return undefined;
  }
}

function intersectValues(column: string, one: ValuesCondition, other: ValuesCondition): Merged {
  const { isText } = one;
  if (isText !== other.isText) return 'inexpressible';
  const keyOf = isText ? foldText : (value: string) => value;
  if (one.isNegated && other.isNegated) {
    const excluded = new Set(one.values.map(keyOf));
    const values = [...one.values, ...other.values.filter((value) => !excluded.has(keyOf(value)))];
    return { column, kind: isText ? 'text-none-of' : 'none-of', values };
  }
  const [wanted, rest] = one.isNegated ? [other, one] : [one, other];
  const keys = new Set(rest.values.map(keyOf));
  const values = wanted.values.filter((value) => keys.has(keyOf(value)) !== rest.isNegated);
  if (values.length === 0) return 'nothing';
  return { column, kind: isText ? 'text-one-of' : 'one-of', values };
}

/** Intersects the filters "contains `text`" and "is one of `texts`". */
function intersectTexts(column: string, text: string, texts: readonly string[]): Merged {
  const values = texts.filter((value) => foldText(value).includes(foldText(text)));
  return values.length === 0 ? 'nothing' : { column, kind: 'text-one-of', values };
}

function merged(one: ListFilter, other: ListFilter): Merged {
  const { column } = one;
  if (isSame(one, other)) return one;
  if (one.kind === 'empty' || other.kind === 'empty') return 'nothing';
  if (one.kind === 'filled') return other;
  if (other.kind === 'filled') return one;
  if (one.kind === 'is' && other.kind === 'is') return 'nothing';
  if (one.kind === 'range' && other.kind === 'range') {
    const range = intersectRanges(one, other);
    return range === undefined ? 'nothing' : { column, kind: 'range', ...range };
  }
  if (one.kind === 'dates' && other.kind === 'dates') {
    const ends = intersectEnds<string>(one, other);
    return isEmptyRange(ends) ? 'nothing' : { column, kind: 'dates', ...ends };
  }
  if (one.kind === 'contains' && other.kind === 'text-one-of')
    return intersectTexts(column, one.text, other.values);
  if (one.kind === 'text-one-of' && other.kind === 'contains')
    return intersectTexts(column, other.text, one.values);
  const values = valuesConditionOf(one);
  const otherValues = valuesConditionOf(other);
  return values === undefined || otherValues === undefined
    ? 'inexpressible'
    : intersectValues(column, values, otherValues);
}

/**
 * Intersects two sets of filters, with one resulting filter for each column. Returns `nothing` when
 * no row can match both sets. Returns `inexpressible` when two filters on a column cannot be
 * expressed as one.
 */
export function intersectFilters(
  these: readonly ListFilter[],
  those: readonly ListFilter[],
): ListFilter[] | 'nothing' | 'inexpressible' {
  const result = new Map(these.map((filter) => [filter.column, filter]));
  for (const filter of those) {
    const before = result.get(filter.column);
    const both = before === undefined ? filter : merged(before, filter);
    if (both === 'nothing' || both === 'inexpressible') return both;
    result.set(filter.column, both);
  }
  return [...result.values()];
}
