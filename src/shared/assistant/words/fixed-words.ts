import type { ListColumn } from '#shared/list/column.ts';
import { type ListVocabulary, workloadWords } from '#shared/list/vocabulary.ts';
import { Dictionary } from './dictionary.ts';

/** Words for the column of users. */
const personWords = ['person', 'people', 'team member', 'teammate', 'colleague'];

function buildFixedWords(
  vocabulary: ListVocabulary,
  columns: readonly ListColumn<never>[],
  nouns: readonly ListVocabulary[],
): Dictionary {
  const dictionary = new Dictionary();
  for (const { key, noun } of nouns)
    for (const phrase of [noun.one, noun.many, ...noun.synonyms])
      dictionary.add(phrase, { is: 'noun', list: key });
  for (const column of columns) {
    const words = vocabulary.columns[column.key];
    const is = { is: 'column', column: column.key, isNegated: false } as const;
    if (words?.ignoresLabel !== true) dictionary.add(column.label, is);
    for (const word of words?.words ?? []) dictionary.add(word, is);
    for (const word of words?.comparedWords ?? [])
      dictionary.add(word, { ...is, isCompared: true });
    if (words?.isUsage === true)
      for (const word of words.comparedWords ?? [])
        for (const unused of ['zero', 'unknown'] as const)
          dictionary.add(word, { is: 'product', column: column.key, unused, isNegated: false });
    for (const word of words?.above ?? [])
      dictionary.add(word, { is: 'comparison', comparison: '>', column: column.key });
    for (const word of words?.below ?? [])
      dictionary.add(word, { is: 'comparison', comparison: '<', column: column.key });
    for (const word of words?.higher ?? [])
      dictionary.add(word, { is: 'comparative', descending: true, column: column.key });
    for (const word of words?.lower ?? [])
      dictionary.add(word, { is: 'comparative', descending: false, column: column.key });
    const verb = { is: 'verb', column: column.key } as const;
    for (const word of words?.verbs ?? []) dictionary.add(word, verb);
    for (const word of words?.upcomingVerbs ?? [])
      dictionary.add(word, { ...verb, without: 'upcoming' });
    for (const word of words?.passedVerbs ?? [])
      dictionary.add(word, { ...verb, without: 'passed' });
    for (const word of words?.datedVerbs ?? [])
      dictionary.add(word, { ...verb, without: 'nothing' });
    const rank = (descending: boolean) => (word: string) =>
      dictionary.add(word, {
        is: 'rank',
        descending,
        column: column.key,
        count: null,
        by: 'top',
      });
    for (const word of words?.highest ?? []) rank(true)(word);
    for (const word of words?.lowest ?? []) rank(false)(word);
    for (const word of words?.rises ?? [])
      dictionary.add(word, { is: 'move', column: column.key, isFall: false });
    for (const word of words?.falls ?? [])
      dictionary.add(word, { is: 'move', column: column.key, isFall: true });
  }
  if (vocabulary.person !== null)
    for (const word of personWords)
      dictionary.add(word, { is: 'column', column: vocabulary.person, isNegated: false });
  if (vocabulary.workload !== undefined)
    for (const word of workloadWords) dictionary.add(word, { is: 'workload' });
  for (const { words, reason } of vocabulary.missing ?? [])
    for (const word of words) dictionary.add(word, { is: 'missing', reason });
  for (const { words, columns: shown } of vocabulary.views ?? [])
    for (const word of words) dictionary.add(word, { is: 'shown', columns: shown });
  for (const { words, filters } of vocabulary.phrases)
    for (const word of words) dictionary.add(word, { is: 'phrase', filters, isNegated: false });
  return dictionary;
}

const dictionaries = new WeakMap<readonly ListColumn<never>[], Map<string, Dictionary>>();

/**
 * Returns the words of a list that do not depend on its rows: the nouns of all lists, and the list's
 * columns and phrases.
 */
export function readFixedWords(
  vocabulary: ListVocabulary,
  columns: readonly ListColumn<never>[],
  lists: readonly ListVocabulary[],
): Dictionary {
  const id = `${vocabulary.key} ${lists.length}`;
  const ofColumns = dictionaries.get(columns) ?? new Map<string, Dictionary>();
  dictionaries.set(columns, ofColumns);
  const fixed = ofColumns.get(id) ?? buildFixedWords(vocabulary, columns, lists);
  ofColumns.set(id, fixed);
  return fixed;
}
