import type { Queries } from '#server/core/db/database.ts';
import { loadCustomerNames } from '#shared/assistant/askable-lists.ts';
import { readFixedWords } from '#shared/assistant/words/fixed-words.ts';
import { generalDictionary } from '#shared/assistant/words/general-words.ts';
import { findPeriod } from '#shared/assistant/words/periods.ts';
import { phraseKey, tokenize } from '#shared/assistant/words/tokens.ts';
import type { UntypedListRows } from '#shared/list/source.ts';
import type { ListVocabulary } from '#shared/list/vocabulary.ts';
import type { AskContext } from '../context.ts';
import type { PrivateNames } from './mask-rules.ts';
import { findPersonNames } from './queries.ts';

/** Suffix in parentheses after the name of an owner who left. It isn't part of the name. */
const mark = /\s*\([^)]*\)$/;

/** Reads the names of customers, owners and users, and the words that aren't names. */
export async function readPrivateNames(
  queries: Queries,
  { lists, synonyms, today }: AskContext,
): Promise<PrivateNames> {
  const { customers, mostWords, people } = await loadCustomerNames(lists);
  const vocabularies = lists.map(({ vocabulary }) => vocabulary);
  const [first] = lists;
  const values = first === undefined ? [] : valuesOf(first.vocabulary, await first.source());
  const known = new Set([
    ...generalDictionary.singleWords,
    ...lists.flatMap((list) => [
      ...readFixedWords(list.vocabulary, list.columns, vocabularies).singleWords,
    ]),
    ...[...values, ...synonyms.map(({ word }) => word)].flatMap((text) =>
      phraseKey(text).split(' '),
    ),
  ]);
  const names = [...people, ...(await findPersonNames(queries))].map((name) =>
    name.replace(mark, ''),
  );
  return {
    customers,
    people: names,
    mostWords: Math.max(mostWords, ...names.map((name) => name.split(' ').length)),
    isKnownWord: (key) =>
      known.has(key) || (!key.includes(' ') && findPeriod(tokenize(key), today) !== undefined),
  };
}

/**
 * Returns the values of a list that aren't names, such as EHRs and 'Unassigned', with their
 * synonyms.
 */
const valuesOf = (
  { columns: words }: ListVocabulary,
  { columns, valueCounts }: UntypedListRows,
): string[] =>
  columns.flatMap(({ key, kind, isPerson }) => {
    const { noneValue, hasValues, values } = words[key] ?? {};
    if (isPerson === true) return noneValue ?? [];
    return kind === 'option' || hasValues === true
      ? valueCounts(key).flatMap(({ value }) => [value, ...(values?.[value] ?? [])])
      : [];
  });
