import { listSearch, parseList } from '#shared/list/address.ts';
import { applyList } from '#shared/list/apply.ts';
import { emptyListState, filtersFor, type ListFilter, me } from '#shared/list/state.ts';
import { institutionColumns } from './columns.ts';
import type { ListedInstitution } from './list.ts';

type Parameters = Iterable<readonly [string, string]>;

/** Customers whose owner is whoever looks. */
export const ownCustomers: ListFilter = { column: 'ownerName', kind: 'one-of', values: [me] };

/** The customers that somebody owns, as a segment. */
export const ownedBy = (name: string): string => listSearch({ filters: filtersFor([ownCustomers], name) });

/**
 * A customer list's search parameters reduced to what chooses customers, its filters and its search, in their usual order, with the
 * viewer's name for 'me'.
 */
export function segmentOf(parameters: Parameters, viewer: string | null): string {
  const { filters, search } = parseList(parameters, institutionColumns).state;
  return listSearch({ filters: filtersFor(filters, viewer), search });
}

/** The customers of a segment, and what of it could not be read; without parameters all of them. */
export function segmentRows(
  rows: readonly ListedInstitution[],
  parameters: Parameters,
): { rows: readonly ListedInstitution[]; problems: readonly string[] } {
  const { state, problems } = parseList(parameters, institutionColumns);
  return { rows: applyList(rows, institutionColumns, { ...emptyListState, filters: state.filters, search: state.search }), problems };
}
