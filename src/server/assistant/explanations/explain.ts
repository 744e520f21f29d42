import type { CustomerQuestion } from '#server/institutions/customer-questions.ts';
import { readCurrentRules } from '#server/scoring/rules-queries.ts';
import type { Outcome } from '#shared/assistant/assistant.ts';
import {
  type MarkedQuestion,
  markCustomers,
  markPronoun,
} from '#shared/assistant/explanations/customer-questions.ts';
import { findDefinitions } from '#shared/assistant/explanations/definitions.ts';
import { matchTemplates } from '#shared/assistant/explanations/templates.ts';
import { type AskableList, readNames } from '#shared/assistant/interpret.ts';
import type { Plan } from '#shared/assistant/plan.ts';
import { tokenize } from '#shared/assistant/tokens.ts';
import type { AskContext } from '../context.ts';
import { loadMetrics } from './metric-definitions.ts';

const keysOf = (question: string): string[] => tokenize(question).map(({ key }) => key);

/**
 * Defines the figures that a question asks about. A question that could also ask for the figures
 * themselves, such as 'what is the average score?', is answered only when `isLastResort` is `true`.
 */
export async function defineFigures(
  question: string,
  { lists, database, clock }: AskContext,
  { isLastResort }: { isLastResort: boolean },
): Promise<Outcome | undefined> {
  const { names, define } = await loadMetrics();
  const found = findDefinitions(keysOf(question), lists, names);
  if (found === undefined || (!found.isCertain && !isLastResort)) return undefined;
  const { rules } = await readCurrentRules(database.foreground, clock());
  return {
    kind: 'explain',
    reading: `Definition of ${found.metrics.map((key) => `“${names.get(key) ?? key}”`).join(', ')}`,
    parts: found.metrics.map((key) => {
      const { formula, unit, inputs, exclusions } = define(key, rules);
      return {
        title: names.get(key) ?? key,
        lines: [
          formula,
          `Unit: ${unit}`,
          `Based on: ${inputs.join(' · ')}`,
          `Exclusions: ${exclusions}`,
        ],
      };
    }),
    metrics: [],
    link: null,
  };
}

/** Answers a question about one customer that no list answers. */
export async function answerAboutCustomer(
  question: string,
  last: Plan | null,
  context: AskContext,
): Promise<Outcome | undefined> {
  const keys = keysOf(question);
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
  marked: MarkedQuestion,
  last: Plan | null,
  context: AskContext,
): Promise<Outcome | undefined> {
  const customers =
    marked.names === null
      ? await customersOfPlan(last, context.lists)
      : await customersWithNames(marked.names, context.lists);
  const [institutionId, ...others] = customers;
  // Without a customer, the words may have another meaning in a list.
  if (institutionId === undefined || (marked.names === null && others.length > 0)) return undefined;
  if (others.length > 0)
    return {
      kind: 'refuse',
      reason: `${customers.length} customers are called ${marked.names?.join(' or ')}. Open the page of the customer that you mean.`,
      unknownWords: [],
      near: [],
    };
  const { reading, lines, metrics, page } = await found.answer(institutionId, context);
  return {
    kind: 'explain',
    reading,
    parts: [{ title: null, lines: [...lines] }],
    metrics: [...metrics],
    link: page,
  };
}

async function customersWithNames(
  names: readonly string[],
  [customers]: readonly AskableList[],
): Promise<number[]> {
  const column = customers?.vocabulary.customer;
  if (customers === undefined || column === null || column === undefined) return [];
  const source = await customers.source();
  return distinct(
    source
      .select({ search: '', filters: [{ column, kind: 'text-one-of', values: names }], sort: [] })
      .institutionIds(),
  );
}

/** Returns the customers of the last answer's rows. */
async function customersOfPlan(
  last: Plan | null,
  lists: readonly AskableList[],
): Promise<number[]> {
  const list = lists.find(({ vocabulary }) => vocabulary.key === last?.list);
  if (last === null || list === undefined) return [];
  return distinct((await list.source()).select(last.state).institutionIds());
}

const distinct = (ids: readonly (number | null)[]): number[] => [
  ...new Set(ids.filter((id) => id !== null)),
];
