import type { SentPlan } from '#shared/assistant/plan.ts';
import { columnFilterParameter } from '#shared/list/address.ts';

/** Returns the plan without the filters on a column; `null` removes the search. */
export function removeFilter(plan: SentPlan, column: string | null): SentPlan {
  const parameters = new URLSearchParams(plan.state);
  parameters.delete(column === null ? 'q' : columnFilterParameter(column));
  return { ...plan, state: parameters.toString() };
}
