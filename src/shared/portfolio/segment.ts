import { formatListQueryString, parseList } from '#shared/list/address.ts';
import { filterAndSortRows } from '#shared/list/apply.ts';
import {
  emptyListState,
  type ListFilter,
  resolveViewerFilters,
  viewerFilterValue,
} from '#shared/list/state.ts';
import { institutionColumns } from './columns.ts';
import type { ListedInstitution } from './list.ts';

type Parameters = Iterable<readonly [string, string]>;

/** Filter for the current user's own customers. */
export const ownCustomersFilter: ListFilter = {
  column: 'ownerName',
  kind: 'one-of',
  values: [viewerFilterValue],
};

/** Returns the segment of customers with this owner. */
export const createOwnerSegment = (name: string): string =>
  formatListQueryString({ filters: resolveViewerFilters([ownCustomersFilter], name) });

/**
 * Reduces the search parameters of a customer list to those that select customers, which are
 * filters and search. They are put in canonical order, and 'me' is replaced by the user's name.
 */
export function extractSegment(parameters: Parameters, viewer: string | null): string {
  const { filters, search } = parseList(parameters, institutionColumns).state;
  return formatListQueryString({ filters: resolveViewerFilters(filters, viewer), search });
}

/**
 * Returns the customers of a segment, and the problems of parameters that could not be read.
 * Without parameters, returns all rows.
 */
export function findSegmentRows(
  rows: readonly ListedInstitution[],
  parameters: Parameters,
): { rows: readonly ListedInstitution[]; problems: readonly string[] } {
  const { state, problems } = parseList(parameters, institutionColumns);
  return {
    rows: filterAndSortRows(rows, institutionColumns, {
      ...emptyListState,
      filters: state.filters,
      search: state.search,
    }),
    problems,
  };
}
