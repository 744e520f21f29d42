import type { ListFilter } from '#shared/list/state.ts';
import type { Reading } from './build/build-plan.ts';
import type { InterpretedWords } from './items.ts';
import type { Plan } from './plan.ts';

/** Kind of a question after an earlier answer. */
export type QuestionKind = 'new' | 'edit' | 'either';

/**
 * Returns whether a question starts anew, changes the last plan, or could do both. A question that
 * names rows is new, unless it begins with a word such as 'and', 'only' or 'by', or contains one such
 * as 'instead'.
 */
export function classifyQuestion(items: readonly InterpretedWords[]): QuestionKind {
  const meaningful = items.filter(({ item }) => item.is !== 'filler');
  const kinds = meaningful.map(({ item }) => item.is);
  const isMarked =
    kinds.includes('edit') ||
    ['and', 'only', 'not', 'without', 'by', 'order', 'view'].includes(kinds[0] ?? '');
  if (isMarked) return 'edit';
  if (kinds.includes('noun')) return 'new';
  const asksAnew = kinds.some((kind) => ['count', 'rows', 'measure', 'share'].includes(kind));
  return asksAnew ? 'either' : 'edit';
}

/**
 * Returns whether a follow-up adds its values to those of the last plan: 'and Florida', 'also
 * Florida', 'Florida too'.
 */
export function addsValues(items: readonly InterpretedWords[]): boolean {
  const [first] = items.filter(({ item }) => item.is !== 'filler');
  return (
    (first?.item.is === 'and' && /^(?:and|plus|&)/i.test(first.words)) ||
    items.some(({ item, words }) => item.is === 'edit' && /^(?:also|too|as well)$/i.test(words))
  );
}

/**
 * Returns whether a follow-up adds a value to an exclusion, or excludes one of the included values:
 * 'and Florida' after 'not in Texas'.
 */
export const contradictsLast = (last: Plan, { state }: Plan): boolean =>
  state.filters.some((filter) =>
    last.state.filters.some(
      ({ column, kind }) => column === filter.column && kind !== filter.kind && 'values' in filter,
    ),
  );

/** Adds the values of the last plan's filter to a filter of the same column and kind. */
function addValues(filter: ListFilter, last: readonly ListFilter[]): ListFilter {
  const before = last.find(({ column, kind }) => column === filter.column && kind === filter.kind);
  return before !== undefined && 'values' in before && 'values' in filter
    ? { ...filter, values: [...new Set([...before.values, ...filter.values])] }
    : filter;
}

interface Edit extends Pick<Reading, 'plan' | 'states'> {
  /** `true` for 'and Florida', which keeps the values of the last plan. */
  isAdded?: boolean;
}

/**
 * Returns the last plan with the parts that a follow-up states. A filter replaces the filter on the
 * same column.
 */
export function editPlan(last: Plan, { plan: edit, states, isAdded = false }: Edit): Plan {
  const columns = new Set(edit.state.filters.map(({ column }) => column));
  const asksForColumns = edit.shown.length > 0;
  const groups = edit.groups.length > 0 ? edit.groups : last.groups;
  const isGroupedNow = edit.groups.length > 0 && last.aggregate.kind === 'rows';
  const aggregate =
    states.aggregate || states.sort || asksForColumns
      ? edit.aggregate
      : isGroupedNow
        ? ({ kind: 'count' } as const)
        : last.aggregate;
  return {
    list: last.list,
    state: {
      search: last.state.search,
      filters: [
        ...last.state.filters.filter(({ column }) => !columns.has(column)),
        ...edit.state.filters.map((filter) =>
          isAdded ? addValues(filter, last.state.filters) : filter,
        ),
      ],
      sort: states.sort ? edit.state.sort : last.state.sort,
    },
    aggregate,
    groups: aggregate.kind === 'rows' ? [] : groups,
    groupOrder: edit.groupOrder ?? (edit.groups.length > 0 ? null : last.groupOrder),
    shown: edit.shown.length > 0 ? edit.shown : last.shown,
    view: edit.view === 'auto' ? last.view : edit.view,
  };
}
