import type { SentPlan } from '#shared/assistant/plan.ts';
import { columnFilterParameter } from '#shared/list/address.ts';

/** Returns the plan without the filters on a column. */
export function removeFilter(plan: SentPlan, column: string): SentPlan {
  const parameters = new URLSearchParams(plan.state);
  parameters.delete(columnFilterParameter(column));
  return { ...plan, state: parameters.toString() };
}
