import { isNumericColumn, type ListColumnWithoutValue } from '#shared/list/column.ts';
import type { ListCondition } from '#shared/list/state.ts';

type ConditionKind = ListCondition['kind'];

/**
 * Returns the conditions that a column offers, the default first. A label continues the column's
 * name, such as 'is between' in 'Score is between'.
 */
export function listOfferedConditions(
  column: ListColumnWithoutValue,
): { value: ConditionKind; label: string }[] {
  const known = [
    { value: 'empty', label: 'is unknown' },
    { value: 'filled', label: 'is known' },
  ] as const;
  if (isNumericColumn(column)) return [{ value: 'range', label: 'is between' }, ...known];
  if (column.kind === 'date') return [{ value: 'dates', label: 'is between' }, ...known];
  if (column.kind === 'flag') return [{ value: 'is', label: 'is' }, ...known];
  if (column.kind === 'option')
    return [{ value: 'one-of', label: 'is' }, { value: 'none-of', label: 'is not' }, ...known];
  return [
    { value: 'contains', label: 'contains' },
    { value: 'text-one-of', label: 'is' },
    { value: 'text-none-of', label: 'is not' },
    ...known,
  ];
}

/** Returns the label of an offered condition; '' when the column does not offer it. */
export const conditionLabel = (column: ListColumnWithoutValue, kind: ConditionKind): string =>
  listOfferedConditions(column).find(({ value }) => value === kind)?.label ?? '';

function valuesOf(condition: ListCondition | undefined): readonly string[] {
  if (condition === undefined) return [];
  if (condition.kind === 'contains') return condition.text.trim() === '' ? [] : [condition.text];
  return 'values' in condition ? condition.values : [];
}

/** Returns a condition of the given kind, with the values of the former condition where they fit. */
export function convertConditionToKind(kind: ConditionKind, former?: ListCondition): ListCondition {
  switch (kind) {
    case 'contains':
      return { kind, text: valuesOf(former)[0] ?? '' };
    case 'text-one-of':
    case 'text-none-of':
    case 'one-of':
    case 'none-of':
      return { kind, values: valuesOf(former) };
    case 'range':
    case 'dates':
      return { kind, from: null, to: null };
    case 'is':
      return { kind, value: true };
    case 'empty':
    case 'filled':
      return { kind };
  }
}

/** Returns `true` when a condition has a value or needs none. */
export function isConditionComplete(condition: ListCondition): boolean {
  if (condition.kind === 'contains') return condition.text.trim() !== '';
  if ('values' in condition) return condition.values.length > 0;
  if (condition.kind === 'range' || condition.kind === 'dates')
    return condition.from !== null || condition.to !== null;
  return true;
}

/** Removes `isFromExclusive` or `isToExclusive` when the range lacks that bound. */
export function removeFlagsOfMissingBounds(condition: ListCondition): ListCondition {
  if (condition.kind !== 'range') return condition;
  const { from, to, isFromExclusive, isToExclusive } = condition;
  return {
    kind: 'range',
    from,
    to,
    ...(from !== null && isFromExclusive && { isFromExclusive }),
    ...(to !== null && isToExclusive && { isToExclusive }),
  };
}
