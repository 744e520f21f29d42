import { numberText, shareText } from '#shared/core/words.ts';
import { computeStatistic } from '#shared/list/aggregate.ts';
import {
  isNumericColumn,
  type ListColumn,
  type ListValue,
  valueText,
} from '#shared/list/column.ts';
import type { MatchingRows, UntypedListRows } from '#shared/list/source.ts';
import type { ListFilter } from '#shared/list/state.ts';
import type { ListVocabulary } from '#shared/list/vocabulary.ts';
import { minimumShareRows } from './assistant.ts';
import { type ComputedGroup, columnOf, computeGroups, type Figure } from './compute-groups.ts';
import { formatGroupCount } from './group-nouns.ts';
import type { Aggregate, Plan } from './plan.ts';

/** Figures of a plan. Sentence, table and chart of an answer are all made from this object. */
export interface Computed {
  total: number;
  /** The figure of all rows; for a condition on groups, the number of groups that meet it. */
  value: number | null;
  valueText: string | null;
  share: { part: number; whole: number } | null;
  groups: ComputedGroup[];
  /** Labels of the groups beyond the plan's limit with the same figure as the last group. */
  tiedGroups: string[];
}

/** Formats a share with its counts; below `minimumShareRows` rows, only the counts. */
const formatShare = (part: number, whole: number): string =>
  whole < minimumShareRows
    ? `${numberText(part)} of ${numberText(whole)}`
    : `${shareText(part / whole, shareDigits)} (${numberText(part)} of ${numberText(whole)})`;

/** Number of decimals of a share in percent. */
const shareDigits = 1;

/** Returns the number of decimals of a plan's figure; `column` is its column, if it has one. */
export function chooseFigureDigits(kind: Aggregate['kind'], column: ListColumn<never> | undefined) {
  if (kind === 'share') return shareDigits;
  return kind === 'mean' || kind === 'median' ? Math.max(column?.digits ?? 0, 1) : column?.digits;
}

function formatStatistic(
  column: ListColumn<never>,
  kind: Aggregate['kind'],
  value: number | null,
): string {
  const digits = chooseFigureDigits(kind, column);
  return valueText({ ...column, ...(digits === undefined ? {} : { digits }) }, value);
}

/** Returns a function that computes the plan's figure for rows by their positions. */
function figureReader(
  plan: Plan,
  source: UntypedListRows,
  selected: MatchingRows,
): (rows: readonly number[]) => Figure {
  const { aggregate } = plan;
  switch (aggregate.kind) {
    case 'count':
    case 'rows':
      return (rows) => ({ value: rows.length, text: numberText(rows.length) });
    case 'share': {
      const isPart = matchFilters(plan, source, selected, aggregate.filters);
      return (rows) => {
        const part = rows.filter((row) => isPart[row] === true).length;
        return {
          value: rows.length < minimumShareRows ? null : (100 * part) / rows.length,
          text: formatShare(part, rows.length),
          part,
        };
      };
    }
    default: {
      const column = columnOf(source, aggregate.column);
      const values = selected.values(aggregate.column);
      return (rows) => {
        const value = computeStatistic(
          aggregate.kind,
          rows.map((row) => values[row] ?? null),
        );
        return { value, text: formatStatistic(column, aggregate.kind, value) };
      };
    }
  }
}

/** Returns for each selected row whether it also matches the filters. */
function matchFilters(
  { state }: Plan,
  source: UntypedListRows,
  selected: MatchingRows,
  filters: readonly ListFilter[],
): boolean[] {
  const part = source.select({ ...state, filters: [...state.filters, ...filters], sort: [] });
  const places = new Set(part.places);
  return selected.places.map((place) => places.has(place));
}

/** Computes the figures of a plan from the rows that its state selects. */
export function computePlan(
  plan: Plan,
  source: UntypedListRows,
  selected: MatchingRows,
  { columns }: Pick<ListVocabulary, 'columns'>,
): Computed {
  const figure = figureReader(plan, source, selected);
  const { groups, tiedGroups } =
    plan.groups.length === 0
      ? { groups: [], tiedGroups: [] }
      : computeGroups(plan, source, selected, figure, columns);
  // A condition on groups asks which groups meet it, so the figure is their number.
  if (plan.groupOrder?.range !== undefined)
    return {
      total: selected.count,
      value: groups.length,
      valueText: formatGroupCount(
        groups.length,
        plan.groups.map(({ column }) => columnOf(source, column).label),
      ),
      share: null,
      groups,
      tiedGroups,
    };
  const { value, text, part } = figure(Array.from({ length: selected.count }, (_, at) => at));
  return {
    total: selected.count,
    value,
    valueText: plan.aggregate.kind === 'rows' ? null : text,
    share: part === undefined ? null : { part, whole: selected.count },
    groups,
    tiedGroups,
  };
}

export interface AnswerTable {
  columns: { key: string; label: string; isNumber: boolean }[];
  rows: {
    institutionId: number | null;
    cells: ListValue[];
    texts: string[];
    paths: (string | null)[];
  }[];
}

/** Returns the first selected rows with the columns that the question is about. */
export function buildAnswerTable(
  source: UntypedListRows,
  selected: MatchingRows,
  columnKeys: readonly string[],
  limit: number,
): AnswerTable {
  const columns = columnKeys.map((key) => columnOf(source, key));
  const first = selected.first(limit);
  const values = columns.map(({ key }) => first.values(key));
  const paths = columns.map(({ key }) => first.paths(key));
  const ids = [...first.institutionIds()];
  return {
    columns: columns.map((column) => ({
      key: column.key,
      label: column.label,
      isNumber: isNumericColumn(column),
    })),
    rows: ids.map((institutionId, row) => ({
      institutionId,
      cells: values.map((ofColumn) => ofColumn[row] ?? null),
      texts: columns.map((column, at) => valueText(column, values[at]?.[row] ?? null)),
      paths: paths.map((ofColumn) => ofColumn[row] ?? null),
    })),
  };
}
