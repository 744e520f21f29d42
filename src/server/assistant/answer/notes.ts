import type { Computed } from '#shared/assistant/compute.ts';
import { chooseGroupNoun } from '#shared/assistant/group-nouns.ts';
import type { Plan } from '#shared/assistant/plan.ts';
import type { Correction } from '#shared/assistant/words/spelling.ts';
import { distinctWords, type Token, wordKey } from '#shared/assistant/words/tokens.ts';
import { addDays } from '#shared/core/dates.ts';
import { countText } from '#shared/core/words.ts';
import { filterText } from '#shared/list/filter-text.ts';
import type { ListVocabulary } from '#shared/list/vocabulary.ts';
import type { PlanWithList } from './planned.ts';

export const correctionNotes = (corrections: readonly Correction[]): string[] =>
  corrections.map(({ typed, read }) => `I read “${typed}” as “${read}”.`);

/** Returns a note for each noun of a question that could also mean locations, such as 'practices'. */
export function buildAmbiguousNounNotes(
  tokens: readonly Token[],
  { noun: { many }, locationNouns = [] }: ListVocabulary,
): string[] {
  const keys = new Set(locationNouns.map(wordKey));
  return distinctWords(tokens.filter(({ key }) => keys.has(key)).map(({ text }) => text)).map(
    (word) =>
      `I read “${word}” as ${many}, not as locations. To count locations instead, ask for “locations”.`,
  );
}

/**
 * Returns a note when a condition excludes groups from the answer. The list below the answer still
 * has the rows of these groups.
 */
export function buildExcludedGroupNotes(
  { plan, vocabulary, source }: PlanWithList,
  { total, groups }: Computed,
) {
  const { range } = plan.groupOrder ?? {};
  const left = total - groups.reduce((sum, { rows }) => sum + rows, 0);
  if (range === undefined || left === 0) return [];
  const labels = plan.groups.map(
    ({ column }) => source.columns.find(({ key }) => key === column)?.label ?? column,
  );
  const { one, many } = vocabulary.noun;
  return [
    `The list below also has ${countText(left, one, many)} of other ${chooseGroupNoun(labels).many}.`,
  ];
}

/** Returns notes about default filters, rows left out and missing months. */
export const buildDataCoverageNotes = (
  planned: PlanWithList,
  own: Plan,
  today: string,
): string[] => [
  ...defaultNotes(planned),
  ...unknownNotes(own, planned),
  ...historyNotes(planned, today),
];

/** Returns a note for each filter of the plan that equals a default filter of the list. */
function defaultNotes({ plan, vocabulary, source }: PlanWithList): string[] {
  const filters = new Set(plan.state.filters.map((filter) => JSON.stringify(filter)));
  return (vocabulary.defaults ?? [])
    .filter((filter) => filters.has(JSON.stringify(filter)))
    .flatMap((filter) => {
      const column = source.columns.find(({ key }) => key === filter.column);
      return column === undefined
        ? []
        : [`Default filter: ${filterText(column, filter)}. Name other values to change it.`];
    });
}

/**
 * Returns a note for each exclusion, with the number of rows that it leaves out because their value
 * is unknown.
 */
function unknownNotes({ state }: Plan, { vocabulary, source }: PlanWithList): string[] {
  return state.filters.flatMap((filter) => {
    if (filter.kind !== 'none-of' && filter.kind !== 'text-none-of') return [];
    const label = source.columns.find(({ key }) => key === filter.column)?.label ?? '';
    const { count } = source.select({
      search: state.search,
      sort: [],
      filters: state.filters.map((each) =>
        each === filter ? { column: each.column, kind: 'empty' as const } : each,
      ),
    });
    const { one, many } = vocabulary.noun;
    return count === 0
      ? []
      : [`Left out: ${countText(count, one, many)} without a known ${label}.`];
  });
}

/**
 * Returns a note about months that are missing because the list doesn't go back that far, unless the
 * plan's dates begin within the list's history.
 */
const historyNotes = ({ plan, vocabulary }: PlanWithList, today: string): string[] =>
  plan.groups.flatMap(({ column }) => {
    const days = vocabulary.columns[column]?.historyDays;
    const startsLater = plan.state.filters.some(
      (filter) =>
        filter.column === column &&
        filter.kind === 'dates' &&
        filter.from !== null &&
        filter.from > addDays(today, -(days ?? 0)),
    );
    return days === undefined || startsLater
      ? []
      : [
          `The list goes back ${countText(days, 'day')}: the oldest month is incomplete, and earlier months are missing.`,
        ];
  });
