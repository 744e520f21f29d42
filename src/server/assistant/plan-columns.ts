import { maxSuggestedTexts, type PlanColumn } from '#shared/assistant/plan-columns.ts';
import type { ListColumn } from '#shared/list/column.ts';
import { type PlanWithList, replaceMeWithViewerName } from './answer/planned.ts';

/** Describes a column for the editor of its filters. */
export const describePlanColumn = ({
  key,
  label,
  kind,
  options,
  prefix,
  unit,
  digits,
  isPerson,
  hint,
}: ListColumn<never>): PlanColumn => ({
  key,
  label,
  kind,
  ...(options !== undefined && { options: [...options] }),
  ...(prefix !== undefined && { prefix }),
  ...(unit !== undefined && { unit }),
  ...(digits !== undefined && { digits }),
  ...(isPerson !== undefined && { isPerson }),
  ...(hint !== undefined && { hint }),
});

/**
 * Returns the values of a text or option column, each with its number of rows under the plan's
 * search and its filters on other columns.
 */
export function countColumnValues(
  planned: PlanWithList,
  { key, kind }: ListColumn<never>,
  viewer: string | null,
): { value: string; rows: number }[] {
  if (kind !== 'text' && kind !== 'option') return [];
  const { source } = planned;
  const { state } = replaceMeWithViewerName(planned, viewer);
  const filters = state.filters.filter(({ column }) => column !== key);
  const counts = source.select({ search: state.search, filters, sort: [] }).countsOf(key);
  return source
    .valueCounts(key)
    .slice(0, kind === 'text' ? maxSuggestedTexts : undefined)
    .map(({ value }) => ({ value, rows: counts.get(value) ?? 0 }));
}
