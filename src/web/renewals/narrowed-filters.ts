import type { ListFilter, ListState } from '#shared/list/state.ts';

/**
 * Returns the list's filters together with `own`, so that a link opens the counted rows. A filter of
 * the list on a column of `own` is replaced.
 */
export const narrowFilters = (
  { filters }: Pick<ListState, 'filters'>,
  ...own: readonly ListFilter[]
): ListFilter[] => [
  ...filters.filter(({ column }) => own.every((each) => each.column !== column)),
  ...own,
];
