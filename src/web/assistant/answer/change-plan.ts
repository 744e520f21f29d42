import type { SentPlan } from '#shared/assistant/plan.ts';
import { columnFilterParameter, formatListParameters } from '#shared/list/address.ts';
import { emptyListState, type ListFilter } from '#shared/list/state.ts';

/** Returns the plan without the filters on a column; `null` removes the search. */
export function removeFilter(plan: SentPlan, column: string | null): SentPlan {
  const parameters = new URLSearchParams(plan.state);
  parameters.delete(column === null ? 'q' : columnFilterParameter(column));
  return { ...plan, state: parameters.toString() };
}

/**
 * Returns the plan with `filter`, which replaces the filter on the same column or is added at the
 * end.
 */
export function putFilter(plan: SentPlan, filter: ListFilter): SentPlan {
  const name = columnFilterParameter(filter.column);
  const parameters = [...new URLSearchParams(plan.state)];
  const others = parameters.filter(([each]) => each !== name);
  const before = parameters.findIndex(([each]) => each === name);
  const at = before === -1 ? others.length : before;
  const changed = formatListParameters({ ...emptyListState, filters: [filter] });
  return { ...plan, state: new URLSearchParams(others.toSpliced(at, 0, ...changed)).toString() };
}
