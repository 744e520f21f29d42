import { isListParameter, listSearch } from '#shared/list/address.ts';
import type { ListState } from '#shared/list/state.ts';

/** An address after its `?` with this state of the list; what is no part of the list stays. */
export function withList(parameters: URLSearchParams, state: Partial<ListState>): string {
  const others = new URLSearchParams([...parameters].filter(([name]) => !isListParameter(name))).toString();
  return [others, listSearch(state)].filter((part) => part !== '').join('&');
}
