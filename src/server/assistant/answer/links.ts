import type { Plan } from '#shared/assistant/plan.ts';
import { monthEndOf } from '#shared/core/dates.ts';
import { formatListQueryString, parseList } from '#shared/list/address.ts';
import type { ListGrouping } from '#shared/list/aggregate.ts';
import type { UntypedListRows } from '#shared/list/source.ts';
import type { ListFilter } from '#shared/list/state.ts';
import type { ListVocabulary } from '#shared/list/vocabulary.ts';
import type { PlanWithList } from './planned.ts';

/** Returns the address of the page that shows exactly the rows of a state. */
export function listLink(page: string, state: Partial<Plan['state']>): string {
  const search = formatListQueryString(state);
  // Without filters, the page would open the user's default view.
  return `${page}${page.includes('?') ? '&' : '?'}${search === '' ? 'view=none' : search}`;
}

export function exportLink(plan: Plan, { export: { path }, query }: ListVocabulary): string {
  const search = [new URLSearchParams(query).toString(), formatListQueryString(plan.state)]
    .filter((part) => part !== '')
    .join('&');
  return search === '' ? path : `${path}?${search}`;
}

/**
 * Counts the rows by parsing the list's address, as the page does. Returns -1 for an address with
 * problems.
 */
export function countRowsOfLink(link: string, source: UntypedListRows): number {
  const { state, problems } = parseList(
    new URL(link, 'http://localhost').searchParams,
    source.columns,
  );
  return problems.length > 0 ? -1 : source.select({ ...state, sort: [] }).count;
}

/**
 * Returns the address of the rows of a group; `null` when the address would need two filters on one
 * column.
 */
export function groupLink(
  plan: Plan,
  keys: readonly (string | boolean | null)[],
  { vocabulary, source }: PlanWithList,
): string | null {
  const isText = (key: string) =>
    source.columns.some((column) => column.key === key && column.kind === 'text');
  const filters = plan.groups.map((group, at) =>
    groupFilter(group, keys[at] ?? null, isText(group.column)),
  );
  const others = plan.state.filters.filter(
    ({ column, kind }) =>
      !filters.some((filter) => filter.column === column) || kind === 'range' || kind === 'dates',
  );
  if (others.some(({ column }) => filters.some((filter) => filter.column === column))) return null;
  return listLink(vocabulary.page, { ...plan.state, filters: [...others, ...filters] });
}

function groupFilter(
  { column, unit }: ListGrouping,
  key: string | boolean | null,
  isText: boolean,
): ListFilter {
  if (key === null) return { column, kind: 'empty' };
  if (typeof key === 'boolean') return { column, kind: 'is', value: key };
  if (unit === 'value') return { column, kind: isText ? 'text-one-of' : 'one-of', values: [key] };
  const first = `${key}-01`;
  return { column, kind: 'dates', from: first, to: monthEndOf(first) };
}
