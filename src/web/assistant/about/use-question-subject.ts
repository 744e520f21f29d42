import { useMemo } from 'react';
import { type SentPlan, sentPlanSchema } from '#shared/assistant/plan.ts';
import { formatListQueryString } from '#shared/list/address.ts';
import { useOncePerValue } from '#web/ui/page/use-once-per-value.ts';
import { useUrlParameters } from '#web/ui/page/use-url-parameters.ts';

/** Subject of the next questions, from the URL. */
export interface QuestionSubject {
  /**
   * Plan that selects the rows of a list; `null` without a list. The next question changes this
   * plan.
   */
  plan: SentPlan | null;
  /** Name of a customer; `null` without one. */
  customer: string | null;
  remove: () => void;
}

const countPlan: Omit<SentPlan, 'list' | 'state'> = {
  aggregate: { kind: 'count' },
  groups: [],
  groupOrder: null,
  shown: [],
  view: 'auto',
};

/** Returns the plan that counts the rows of a list; `null` when a parameter is invalid. */
function parseAboutPlan(list: string | null, state: string): SentPlan | null {
  const parsed = sentPlanSchema.safeParse({ ...countPlan, list, state });
  return parsed.success ? parsed.data : null;
}

/** Returns the plan that finds a customer by its name. */
export const createCustomerPlan = (name: string): SentPlan => ({
  ...countPlan,
  list: 'customers',
  state: formatListQueryString({
    filters: [{ column: 'institutionName', kind: 'text-one-of', values: [name] }],
  }),
});

/**
 * Reads the subject from the URL parameters `list` and `state`, or `customer`. `onCustomer` is
 * called once for each customer.
 */
export function useQuestionSubject(onCustomer: (name: string) => void): QuestionSubject {
  const { parameters, change } = useUrlParameters();
  const [list, state, customer] = ['list', 'state', 'customer'].map((name) => parameters.get(name));
  const plan = useMemo(() => parseAboutPlan(list ?? null, state ?? ''), [list, state]);
  useOncePerValue(customer ?? null, onCustomer);
  return {
    plan,
    customer: customer ?? null,
    remove: () => change({ list: null, state: null, customer: null }, { replace: true }),
  };
}
