import { type Answer, answerLimits } from '#shared/assistant/assistant.ts';
import { type Expected, groupLabelSeparator, noValueGroupLabel } from './expected.ts';

/**
 * Tolerance for comparing figures. Expected figures are computed from lists of the API, which cut
 * numbers after five decimals. The assistant computes figures from the full numbers.
 */
const tolerance = { relative: 1e-6, absolute: 1e-4 } as const;

const isNear = (one: number, other: number): boolean =>
  Math.abs(one - other) <=
  Math.max(tolerance.absolute, tolerance.relative * Math.max(Math.abs(one), Math.abs(other)));

/** Returns whether an answer shows the expected result. */
export function isRight(answer: Answer, expected: Expected): boolean {
  switch (expected.kind) {
    case 'any-of':
      return expected.each.some((each) => isRight(answer, each));
    case 'ask':
      return false;
    case 'number':
      return answer.groups.length === 0 && isSameFigure(answer, expected.value);
    case 'share':
      return (
        answer.groups.length === 0 &&
        answer.share !== null &&
        answer.share.part === expected.part &&
        answer.share.whole === expected.whole
      );
    case 'rows':
      return answer.groups.length === 0 && hasRows(answer, expected.ids);
    case 'ranked':
      return hasRanking(answer, expected);
    case 'groups':
      return hasGroups(answer, expected.values);
    case 'top-groups':
      return hasTopGroups(answer, expected);
    case 'fact':
      return hasFact(answer, expected);
  }
}

const isSameFigure = ({ value }: Answer, expected: number | null): boolean =>
  value === null || expected === null ? value === expected : isNear(value, expected);

/** Removes a value from a list; returns whether the list had it. */
function take<Value>(values: Value[], isWanted: (value: Value) => boolean): boolean {
  const place = values.findIndex(isWanted);
  if (place === -1) return false;
  values.splice(place, 1);
  return true;
}

/** Compares all rows, or for a long list the number of rows and the rows that are shown. */
function hasRows({ total, rows, plan }: Answer, ids: readonly number[]): boolean {
  if (plan.aggregate.kind !== 'rows' && plan.aggregate.kind !== 'count') return false;
  if (plan.aggregate.kind === 'rows' && plan.aggregate.limit !== null) return false;
  const left = [...ids];
  return (
    total === ids.length &&
    rows.length === Math.min(ids.length, answerLimits.rows) &&
    rows.every(({ institutionId }) => take(left, (id) => id === institutionId))
  );
}

function hasRanking(
  { total, rows, groups, plan }: Answer,
  { keys, keysOf, limit }: Extract<Expected, { kind: 'ranked' }>,
): boolean {
  if (groups.length > 0 || plan.aggregate.kind !== 'rows') return false;
  const shown = Math.min(limit ?? keys.length, keys.length, answerLimits.rows);
  // Without a limit, an answer can end with rows that have no value. `keys` leaves out such rows.
  if (limit === null ? rows.length < shown || total < keys.length : rows.length !== shown)
    return false;
  const left = new Map([...keysOf].map(([id, values]) => [id, [...values]]));
  return rows
    .slice(0, shown)
    .every(({ institutionId }, place) =>
      take(left.get(institutionId ?? -1) ?? [], (key) => key === keys[place]),
    );
}

const labelOf = ({ labels }: Answer['groups'][number]): string => labels.join(groupLabelSeparator);
const hasNoValue = (label: string): boolean =>
  label.split(groupLabelSeparator).includes(noValueGroupLabel);

function hasGroups({ groups, groupCount }: Answer, expected: ReadonlyMap<string, number>): boolean {
  if (groups.length === 0) return false;
  const left = new Map(expected);
  for (const group of groups) {
    const label = labelOf(group);
    const value = left.get(label);
    // Ignores unexpected groups whose figure is missing or 0.
    if (value === undefined && (group.value === null || group.value === 0)) continue;
    if (value === undefined || group.value === null || !isNear(value, group.value)) return false;
    left.delete(label);
  }
  // An answer can leave out groups of rows without a value, and groups whose figure is 0.
  return (
    groupCount > answerLimits.groups ||
    [...left].every(([label, value]) => hasNoValue(label) || value === 0)
  );
}

function hasTopGroups(
  { groups, plan }: Answer,
  { values, count, isAscending }: Extract<Expected, { kind: 'top-groups' }>,
): boolean {
  const ordered = [...values]
    .filter(([label]) => !hasNoValue(label))
    .map(([, value]) => value)
    .sort((one, other) => (isAscending ? one - other : other - one));
  return (
    plan.groupOrder !== null &&
    groups.length >= Math.min(count, ordered.length) &&
    groups.slice(0, count).every((group, place) => {
      const value = values.get(labelOf(group));
      return (
        value !== undefined &&
        group.value !== null &&
        isNear(value, group.value) &&
        isNear(value, ordered[place] ?? Number.NaN)
      );
    })
  );
}

function hasFact(answer: Answer, { id, value }: Extract<Expected, { kind: 'fact' }>): boolean {
  const [row] = answer.rows;
  const isValue = (cell: unknown) =>
    typeof cell === 'number' && typeof value === 'number' ? isNear(cell, value) : cell === value;
  if (row === undefined) return isValue(answer.value);
  return answer.rows.length === 1 && row.institutionId === id && row.cells.some(isValue);
}
