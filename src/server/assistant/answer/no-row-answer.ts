import type { AskableList } from '#shared/assistant/askable-lists.ts';
import type { TextAnswer } from '#shared/assistant/assistant.ts';
import type { Plan } from '#shared/assistant/plan.ts';
import { capitalize } from '#shared/core/words.ts';
import type { AskContext } from '../context.ts';
import { listLink } from './links.ts';
import { metricsOf } from './plan-answer.ts';
import type { PlanWithList } from './planned.ts';
import { formatPlan } from './sent-plan.ts';

/**
 * Explains why a list has no row of the one customer whose figure a question asks for, such as the
 * churn probability of a customer without an open prediction. Returns `undefined` for other plans.
 */
export async function explainMissingCustomerRow(
  { plan, vocabulary, source }: PlanWithList,
  { lists }: Pick<AskContext, 'lists'>,
): Promise<TextAnswer | undefined> {
  const filter = customerFilter(plan, vocabulary.customer);
  const [name, ...others] = filter?.values ?? [];
  const asksForFigure = plan.shown.length > 0 || 'column' in plan.aggregate;
  if (filter === undefined || name === undefined || others.length > 0 || !asksForFigure)
    return undefined;
  const state = { search: '', filters: [filter], sort: [] };
  if (source.select(state).count > 0) return undefined;
  const found = await otherTabs(lists, vocabulary.key, state);
  const { one, many } = vocabulary.noun;
  return {
    kind: 'explain',
    reading: `${capitalize(many)} of ${name}`,
    parts: [
      {
        title: null,
        lines: [
          `${name} has no ${one}, so there is no figure to show.`,
          `The list has ${vocabulary.grain}.`,
          ...found.map(
            ({ vocabulary: { noun } }) => `${name} has a row in the list of ${noun.many}.`,
          ),
        ],
      },
    ],
    weeks: null,
    metrics: metricsOf(plan, source),
    link: {
      label: `Open the list of ${(found[0]?.vocabulary ?? vocabulary).noun.many}`,
      path: listLink(
        (found[0]?.vocabulary ?? vocabulary).page,
        found.length > 0 ? state : { filters: [] },
      ),
      institutionId: null,
    },
    plan: formatPlan(plan),
  };
}

const customerFilter = ({ state }: Plan, customer: string | null) =>
  state.filters
    .filter((each) => each.kind === 'text-one-of')
    .find(({ column }) => column === customer);

/** Returns the list's other tabs in which the state selects rows. */
async function otherTabs(
  lists: readonly AskableList[],
  key: string,
  state: Plan['state'],
): Promise<AskableList[]> {
  const own = lists.find(({ vocabulary }) => vocabulary.key === key);
  const tabs = lists.filter(
    (each) => each !== own && each.vocabulary.export.path === own?.vocabulary.export.path,
  );
  const found: AskableList[] = [];
  for (const tab of tabs) if ((await tab.source()).select(state).count > 0) found.push(tab);
  return found;
}
