import type { ListColumn } from '#shared/list/column.ts';
import { isNumericColumn } from '#shared/list/column.ts';
import type { ListVocabulary } from '#shared/list/vocabulary.ts';
import type { Plan } from './plan.ts';

type Columns = ReadonlyMap<string, ListColumn<never>>;

/** Returns whether rows can be grouped by a column: not by numbers or by free text. */
export const isGroupableColumn = (
  { key, kind }: Pick<ListColumn<never>, 'key' | 'kind'>,
  { columns, customer }: Pick<ListVocabulary, 'columns' | 'customer'>,
): boolean =>
  kind === 'option' ||
  kind === 'flag' ||
  kind === 'date' ||
  key === customer ||
  columns[key]?.hasValues === true;

/**
 * Returns why a plan can't run on a list, such as a sum of percentages or groups by a number; empty
 * when it can. Plans of questions have no problems, but a page can send any plan.
 */
export function findPlanProblems(
  plan: Plan,
  columns: Columns,
  vocabulary: Pick<ListVocabulary, 'columns' | 'customer'>,
): string[] {
  const named = [
    ...plan.groups.map(({ column }) => column),
    ...plan.shown,
    ...('column' in plan.aggregate ? [plan.aggregate.column] : []),
  ];
  const missing = named.filter((key) => !columns.has(key));
  return [
    ...missing.map((key) => `This list no longer has the column “${key}”.`),
    ...groupProblems(plan, columns, vocabulary),
    ...figureProblems(plan, columns, vocabulary),
  ];
}

function groupProblems(
  { groups, aggregate }: Plan,
  columns: Columns,
  vocabulary: Pick<ListVocabulary, 'columns' | 'customer'>,
): string[] {
  const problems = groups.flatMap(({ column: key, unit }) => {
    const column = columns.get(key);
    if (column === undefined) return [];
    const hasUnit = (unit === 'month') === (column.kind === 'date');
    return isGroupableColumn(column, vocabulary) && hasUnit
      ? []
      : [`Rows can’t be grouped by ${column.label}${unit === 'month' ? ' and month' : ''}.`];
  });
  if (new Set(groups.map(({ column }) => column)).size < groups.length)
    problems.push('Group by each column only once.');
  if (groups.length > 0 && aggregate.kind === 'rows' && aggregate.limit !== null)
    problems.push('Ask for the top rows or for groups, not both.');
  return problems;
}

function figureProblems(
  { aggregate }: Plan,
  columns: Columns,
  { columns: words }: Pick<ListVocabulary, 'columns'>,
): string[] {
  if (aggregate.kind === 'share' && aggregate.filters.length === 0)
    return ['A share needs a condition, such as “that are at risk”.'];
  const column = 'column' in aggregate ? columns.get(aggregate.column) : undefined;
  if (column === undefined) return [];
  if (!isNumericColumn(column)) return [`${column.label} is not a number.`];
  return aggregate.kind === 'sum' && words[column.key]?.isAdditive !== true
    ? [`${column.label} can’t be added up. Ask for the average.`]
    : [];
}
