import type { QuestionAboutCustomer } from '#server/institutions/customer-questions.ts';
import { institutionNames } from '#server/institutions/queries.ts';
import { loadCustomerNames } from '#shared/assistant/askable-lists.ts';
import type { Outcome } from '#shared/assistant/assistant.ts';
import {
  type MarkedQuestion,
  markCustomers,
  markPronoun,
} from '#shared/assistant/explanations/customer-questions.ts';
import { matchTemplates } from '#shared/assistant/explanations/templates.ts';
import type { Plan } from '#shared/assistant/plan.ts';
import { countText } from '#shared/core/words.ts';
import type { AskContext } from '../context.ts';
import { answerPlan, buildPlanRefusal } from './plan-answer.ts';
import { type PlanWithList, replaceMeWithViewerName } from './planned.ts';
import { formatPlan } from './sent-plan.ts';

/**
 * Answers a question about one customer in sentences; returns `undefined` for other questions.
 * `keys` are the words of the question.
 */
export async function answerAboutCustomer(
  keys: readonly string[],
  last: PlanWithList | null,
  context: AskContext,
): Promise<Outcome | undefined> {
  const named = markCustomers(keys, await loadCustomerNames(context.lists));
  const pronoun = markPronoun(keys);
  const marked = named.length === 0 && pronoun !== undefined ? [pronoun] : named;
  for (const each of marked) {
    const found = context.customerQuestions.find(
      ({ questions }) => matchTemplates(each.keys, questions) !== undefined,
    );
    if (found !== undefined) return answerFound(found, each, last, context);
  }
  return undefined;
}

async function answerFound(
  found: QuestionAboutCustomer,
  { names }: MarkedQuestion,
  last: PlanWithList | null,
  context: AskContext,
): Promise<Outcome> {
  const planned = names === null ? last : await planOfNames(names, context);
  const institutionIds = planned === null ? [] : customersOf(planned, context);
  const [institutionId, ...others] = institutionIds;
  if (planned === null || institutionId === undefined)
    return buildPlanRefusal('Name the customer that you mean.');
  if (others.length > 0)
    return names === null
      ? buildPlanRefusal(
          `The last answer has ${countText(institutionIds.length, 'customer')}. Name the one that you mean.`,
        )
      : answerPlan(planned, context, [
          `${countText(institutionIds.length, 'customer')} have this name. Open the one that you mean.`,
        ]);
  const institutionName = (
    await institutionNames(context.database.foreground, [institutionId])
  ).get(institutionId);
  // The list of customers is up to a second old, so it can contain a customer that no longer
  // exists.
  if (institutionName === undefined)
    return buildPlanRefusal(
      'This customer no longer exists. It may have been merged into another one.',
    );
  const { reading, lines, weeks, metrics, page } = await found.answer(
    { institutionId, institutionName },
    context,
  );
  return {
    kind: 'explain',
    reading,
    parts: [{ title: null, lines: [...lines] }],
    weeks: weeks ?? null,
    metrics: [...metrics],
    link: { label: institutionName, path: page, institutionId },
    plan: formatPlan(planned.plan),
  };
}

/** Returns the plan for the rows of the customers with these names in the list of all customers. */
async function planOfNames(
  names: readonly string[],
  { lists: [list] }: AskContext,
): Promise<PlanWithList | null> {
  const column = list?.vocabulary.customer ?? null;
  if (list === undefined || column === null) return null;
  const plan: Plan = {
    list: list.vocabulary.key,
    state: { search: '', filters: [{ column, kind: 'text-one-of', values: names }], sort: [] },
    aggregate: { kind: 'rows', limit: null },
    groups: [],
    groupOrder: null,
    shown: [],
    view: 'auto',
  };
  return { plan, vocabulary: list.vocabulary, source: await list.source() };
}

/** Returns the distinct customers of a plan's rows. */
function customersOf(planned: PlanWithList, { viewer }: AskContext): number[] {
  const { state, aggregate } = replaceMeWithViewerName(planned, viewer);
  const limit = aggregate.kind === 'rows' ? aggregate.limit : null;
  const selected = planned.source.select(state);
  const ids = (limit === null ? selected : selected.first(limit)).institutionIds();
  return [...new Set([...ids].filter((id) => id !== null))];
}
