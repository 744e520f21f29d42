import { formatListQueryString, isListParameter } from '#shared/list/address.ts';
import type { ListState } from '#shared/list/state.ts';

/**
 * Returns a query string with this list state. URL parameters of other components are not changed.
 */
export function withListState(parameters: URLSearchParams, state: Partial<ListState>): string {
  const others = new URLSearchParams(
    [...parameters].filter(([name]) => !isListParameter(name)),
  ).toString();
  return [others, formatListQueryString(state)].filter((part) => part !== '').join('&');
}
