import { matchTemplates } from '#shared/assistant/explanations/templates.ts';
import { phraseKey, type Token } from '#shared/assistant/words/tokens.ts';
import type { ListFilter } from '#shared/list/state.ts';
import type { PlanWithList } from './planned.ts';

const removals = '(remove|clear|drop|delete|reset)';
const everyFilter = [
  `${removals} [all] [of] [the|my|these|those|its] filters`,
  '(without|no) [the|any] filters',
];
const oneFilter = [
  `${removals} [the] # filter`,
  `${removals} [the] filter (on|for|by|of) [the] #`,
  `${removals} [the] #`,
];
/** Only the name of a column after 'all' removes a filter ('all states'); a value adds one ('all critical'). */
const anyValue = ['[for|in] (all|any) [of] [the] #'];

/** Plans of the last answer without some of its filters, or the reason for a refusal. */
type Removal = { plans: PlanWithList[] } | { reason: string };

/**
 * Reads a follow-up that removes filters of the last answer: 'remove the filter', 'drop Texas', 'all
 * states'. Returns several plans when the question doesn't say which filter it means, and `undefined`
 * for other questions.
 */
export function readFilterRemoval(
  tokens: readonly Token[],
  last: PlanWithList | null,
): Removal | undefined {
  const keys = tokens.map(({ key }) => key);
  const isEvery = matchTemplates(keys, everyFilter) !== undefined;
  const column = matchTemplates(keys, anyValue)?.trim();
  const subject = isEvery ? undefined : (column ?? matchTemplates(keys, oneFilter)?.trim());
  if (!isEvery && subject === undefined) return undefined;
  if (last === null)
    return isEvery
      ? { reason: 'There’s no previous answer to remove filters from. Ask a question first.' }
      : undefined;
  const removable = removableFilters(last);
  if (subject !== undefined) {
    const named = removable.filter((filter) =>
      namesFilter(subject, filter, last, column === undefined),
    );
    return named.length === 0 ? undefined : { plans: [without(named, last)] };
  }
  if (removable.length === 0) return { reason: 'The last answer has no filter to remove.' };
  const all = without(removable, last);
  const isPlural = tokens.some(({ text }) => /^(?:all|filters)$/i.test(text));
  return {
    plans:
      isPlural || removable.length === 1
        ? [all]
        : [...removable.map((filter) => without([filter], last)), all],
  };
}

/** Returns the filters of a plan without the list's default filters. */
function removableFilters({ plan, vocabulary }: PlanWithList): ListFilter[] {
  const defaults = new Set((vocabulary.defaults ?? []).map((filter) => JSON.stringify(filter)));
  return plan.state.filters.filter((filter) => !defaults.has(JSON.stringify(filter)));
}

const without = (removed: readonly ListFilter[], last: PlanWithList): PlanWithList => ({
  ...last,
  plan: {
    ...last.plan,
    state: {
      ...last.plan.state,
      filters: last.plan.state.filters.filter((filter) => !removed.includes(filter)),
    },
  },
});

/** Returns whether a word or phrase names the column of a filter or, with `canBeValue`, its value. */
function namesFilter(
  subject: string,
  filter: ListFilter,
  { vocabulary, source }: PlanWithList,
  canBeValue: boolean,
): boolean {
  const words = vocabulary.columns[filter.column];
  const label = source.columns.find(({ key }) => key === filter.column)?.label ?? '';
  const values = canBeValue && 'values' in filter ? filter.values : [];
  return [
    label,
    ...(words?.words ?? []),
    ...(words?.comparedWords ?? []),
    ...values.flatMap((value) => [value, ...(words?.values?.[value] ?? [])]),
  ].some((word) => phraseKey(word) === subject);
}
