import { institutionColumns } from './institution-columns.ts';
import type { ListedInstitution } from './institution-list.ts';
import { parseList } from './list/address.ts';
import { applyList } from './list/apply.ts';
import { emptyListState } from './list/state.ts';

type Parameters = Iterable<readonly [string, string]>;

/** The customers of a segment, and what of it could not be read; without parameters all of them. */
export function segmentRows(
  rows: readonly ListedInstitution[],
  parameters: Parameters,
): { rows: readonly ListedInstitution[]; problems: readonly string[] } {
  const { state, problems } = parseList(parameters, institutionColumns);
  return { rows: applyList(rows, institutionColumns, { ...emptyListState, filters: state.filters, search: state.search }), problems };
}
