import { monthInWords } from '#shared/core/words.ts';
import { groupRows, type ListGrouping, type RowGroup } from '#shared/list/aggregate.ts';
import { type ListColumn, valueText } from '#shared/list/column.ts';
import type { MatchingRows, UntypedListRows } from '#shared/list/source.ts';
import type { NumberRange } from '#shared/list/state.ts';
import type { ListVocabulary } from '#shared/list/vocabulary.ts';
import type { Plan } from './plan.ts';

export interface ComputedGroup {
  labels: string[];
  keys: RowGroup['keys'];
  value: number | null;
  valueText: string;
  rows: number;
}

export interface Figure {
  value: number | null;
  text: string;
  /** Numerator of a share. */
  part?: number;
}

export const columnOf = (source: UntypedListRows, key: string): ListColumn<never> => {
  const column = source.columns.find((each) => each.key === key);
  if (column === undefined) throw new Error(`The list has no column ${key}`);
  return column;
};

function labelOf(
  column: ListColumn<never>,
  key: string | boolean | null,
  isMonth: boolean,
): string {
  if (key === null) return 'Unknown';
  if (isMonth && typeof key === 'string') return monthInWords(`${key}-01`);
  return valueText(column, key);
}

/** Returns whether a plan ranks groups by their number of rows, with the smallest number first. */
export const ranksFewest = ({ aggregate, groups, groupOrder }: Plan): boolean =>
  groups.length > 0 &&
  aggregate.kind === 'count' &&
  groupOrder?.descending === false &&
  groupOrder.range === undefined;

/**
 * Groups the selected rows. A ranking by the smallest number of rows also includes groups without
 * selected rows, with 0 rows.
 */
function groupSelected(plan: Plan, source: UntypedListRows, selected: MatchingRows): RowGroup[] {
  const groups = groupRows(selected, plan.groups, source.columns);
  if (!ranksFewest(plan)) return groups;
  const grouped = new Set(plan.groups.map(({ column }) => column));
  const all = source.select({
    search: '',
    filters: plan.state.filters.filter(({ column }) => grouped.has(column)),
    sort: [],
  });
  const known = new Map(groups.map((group) => [JSON.stringify(group.keys), group]));
  return groupRows(all, plan.groups, source.columns).map(
    ({ keys }) => known.get(JSON.stringify(keys)) ?? { keys, rows: [] },
  );
}

/** Computes the figure of each group, in the plan's order and up to its limit. */
export function computeGroups(
  plan: Plan,
  source: UntypedListRows,
  selected: MatchingRows,
  figure: (rows: readonly number[]) => Figure,
  words: ListVocabulary['columns'],
): { groups: ComputedGroup[]; tiedGroups: string[] } {
  const columns = plan.groups.map(({ column }) => columnOf(source, column));
  const groups = groupSelected(plan, source, selected).map(({ keys, rows }): ComputedGroup => {
    const { value, text } = figure(rows);
    return {
      keys,
      labels: keys.map((key, at) =>
        labelOf(columns[at] as ListColumn<never>, key, plan.groups[at]?.unit === 'month'),
      ),
      value,
      valueText: text,
      rows: rows.length,
    };
  });
  const order = plan.groupOrder;
  if (order === null) return { groups, tiedGroups: [] };
  const { descending, limit, range } = order;
  const sign = descending ? -1 : 1;
  const ordered = groups
    .filter(({ value }) => range === undefined || (value !== null && isInRange(value, range)))
    .filter(
      // Without a limit or range, groups without a value are kept.
      ({ keys }) =>
        (limit === null && range === undefined) ||
        keys.every((key, at) => key !== null && key !== noneValueOf(words, plan.groups[at])),
    )
    .sort((one, other) => {
      if (one.value === null || other.value === null)
        return Number(one.value === null) - Number(other.value === null);
      return sign * (one.value - other.value);
    });
  const first = ordered.slice(0, limit ?? ordered.length);
  const last = first.at(-1)?.value ?? null;
  return {
    groups: first,
    tiedGroups: ordered
      .slice(first.length)
      .filter(({ value }) => value !== null && value === last)
      .map(({ labels }) => labels.join(' / ')),
  };
}

/** Returns whether a figure is in the range of the groups that the question asks for. */
const isInRange = (
  value: number,
  { from, to, isFromExclusive, isToExclusive }: NumberRange,
): boolean =>
  (from === null || (isFromExclusive ? value > from : value >= from)) &&
  (to === null || (isToExclusive ? value < to : value <= to));

/** Returns the value that means 'none' in a grouped column. Rankings leave it out. */
const noneValueOf = (words: ListVocabulary['columns'], group: ListGrouping | undefined) =>
  words[group?.column ?? '']?.noneValue;
