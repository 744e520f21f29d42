import { HttpError } from '#server/core/errors.ts';
import type { CustomerAnswer, CustomerQuestion } from '#server/institutions/customer-questions.ts';
import { readNames } from '#shared/assistant/askable-lists.ts';
import type { Outcome } from '#shared/assistant/assistant.ts';
import {
  type MarkedQuestion,
  markCustomers,
  markPronoun,
} from '#shared/assistant/explanations/customer-questions.ts';
import { matchTemplates } from '#shared/assistant/explanations/templates.ts';
import type { Plan } from '#shared/assistant/plan.ts';
import { tokenize } from '#shared/assistant/words/tokens.ts';
import { countText } from '#shared/core/words.ts';
import type { AskContext } from '../context.ts';
import { answerPlan, refusal } from './plan-answer.ts';
import { type Planned, resolveViewer } from './planned.ts';
import { formatPlan } from './sent-plan.ts';

/** Answers a question about one customer in sentences; returns `undefined` for other questions. */
export async function answerAboutCustomer(
  question: string,
  last: Plan | null,
  context: AskContext,
): Promise<Outcome | undefined> {
  const keys = tokenize(question).map(({ key }) => key);
  const named = markCustomers(keys, await readNames(context.lists));
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
  found: CustomerQuestion,
  { names }: MarkedQuestion,
  last: Plan | null,
  context: AskContext,
): Promise<Outcome> {
  const planned =
    names === null ? await lastPlanned(last, context) : await planOfNames(names, context);
  const institutionIds = planned === undefined ? [] : customersOf(planned, context);
  const [institutionId, ...others] = institutionIds;
  if (planned === undefined || institutionId === undefined)
    return refusal('Name the customer that you mean.');
  if (others.length > 0)
    return names === null
      ? refusal(
          `The last answer has ${countText(institutionIds.length, 'customer')}. Name the one that you mean.`,
        )
      : answerPlan(planned, context, [
          `${countText(institutionIds.length, 'customer')} have this name. Open the one that you mean.`,
        ]);
  const answer = await answerOrGone(found.answer(institutionId, context));
  if (answer === undefined)
    return refusal('This customer no longer exists. It may have been merged into another one.');
  const { reading, lines, weeks, metrics, page } = answer;
  return {
    kind: 'explain',
    reading,
    parts: [{ title: null, lines: [...lines] }],
    weeks: weeks ?? null,
    metrics: [...metrics],
    link: { label: 'Open the customer', path: page },
    plan: formatPlan(planned.plan),
  };
}

/**
 * Returns `undefined` when the customer no longer exists. The cached list can contain a customer
 * for a second after its deletion or merge.
 */
async function answerOrGone(answer: Promise<CustomerAnswer>): Promise<CustomerAnswer | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof HttpError && error.status === 404) return undefined;
    throw error;
  }
}

/** Returns the plan for the rows of the customers with these names in the list of all customers. */
async function planOfNames(
  names: readonly string[],
  { lists: [list] }: AskContext,
): Promise<Planned | undefined> {
  const column = list?.vocabulary.customer ?? null;
  if (list === undefined || column === null) return undefined;
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

async function lastPlanned(last: Plan | null, { lists }: AskContext): Promise<Planned | undefined> {
  const list = lists.find(({ vocabulary }) => vocabulary.key === last?.list);
  if (last === null || list === undefined) return undefined;
  return { plan: last, vocabulary: list.vocabulary, source: await list.source() };
}

/** Returns the distinct customers of a plan's rows. */
function customersOf(planned: Planned, { viewer }: AskContext): number[] {
  const { state, aggregate } = resolveViewer(planned, viewer);
  const limit = aggregate.kind === 'rows' ? aggregate.limit : null;
  const ids = planned.source.select(state).institutionIds();
  return [...new Set(ids.slice(0, limit ?? undefined).filter((id) => id !== null))];
}
