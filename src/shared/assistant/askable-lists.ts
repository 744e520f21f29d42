import type { ListColumn } from '#shared/list/column.ts';
import type { UntypedListRows } from '#shared/list/source.ts';
import { type ListVocabulary, workloadWords } from '#shared/list/vocabulary.ts';
import type { Plan } from './plan.ts';
import { readFixedWords } from './words/fixed-words.ts';
import { type KnownNames, readKnownNames } from './words/known-names.ts';
import { fixedPhraseKey, type Token, wordKey } from './words/tokens.ts';

/** List about which the assistant can be asked. */
export interface AskableList {
  vocabulary: ListVocabulary;
  columns: readonly ListColumn<never>[];
  /** Reads the rows. They are read only for lists that the question may be about. */
  source: () => Promise<UntypedListRows>;
}

/** Returns whether a noun of the list occurs in the question. */
function isNamed(
  { vocabulary: { noun, nameWords = [], workload } }: AskableList,
  tokens: readonly Token[],
): boolean {
  const text = ` ${tokens.map(({ key }) => key).join(' ')} `;
  const workWords = workload === undefined ? [] : workloadWords;
  return [noun.one, noun.many, ...noun.synonyms, ...nameWords, ...workWords].some((word) =>
    text.includes(` ${fixedPhraseKey(word)} `),
  );
}

export const namesAnyList = (tokens: readonly Token[], lists: readonly AskableList[]): boolean =>
  lists.some((list) => isNamed(list, tokens));

/**
 * Returns the first list, the lists that the question names, and the list of the last answer. A noun
 * of another list can be a column of the first list, as in 'critical without open tickets'.
 */
export const selectCandidateLists = (
  tokens: readonly Token[],
  lists: readonly AskableList[],
  last: Plan | null,
): AskableList[] =>
  lists.filter(
    (list, at) => at === 0 || list.vocabulary.key === last?.list || isNamed(list, tokens),
  );

/**
 * Returns the first list for each export path. The other lists with this path are tabs, which a
 * question must name.
 */
export const selectListsWithoutTabs = (lists: readonly AskableList[]): AskableList[] =>
  lists.filter(
    ({ vocabulary }, at) =>
      lists.findIndex((each) => each.vocabulary.export.path === vocabulary.export.path) === at,
  );

/** Returns the names of the first list, which has all customers. */
export async function loadCustomerNames([customers]: readonly AskableList[]): Promise<KnownNames> {
  if (customers === undefined)
    return { customers: new Map(), mostWords: 0, people: [], values: new Map() };
  return readKnownNames(customers.vocabulary, await customers.source());
}

/**
 * Returns whether the columns or phrases of a list have one of the words. Otherwise, its rows need not
 * be read.
 */
export function knowsAnyWord(
  { vocabulary, columns }: AskableList,
  words: readonly string[],
  lists: readonly AskableList[],
): boolean {
  const { singleWords } = readFixedWords(
    vocabulary,
    columns,
    lists.map((list) => list.vocabulary),
  );
  return words.some((word) => singleWords.has(wordKey(word)));
}
