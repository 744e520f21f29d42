import type { UntypedListRows } from '#shared/list/source.ts';
import type { ListVocabulary } from '#shared/list/vocabulary.ts';
import type { WordMeaning } from '../items.ts';
import { Dictionary } from './dictionary.ts';
import { generalDictionary } from './general-words.ts';
import type { KnownNames } from './known-names.ts';
import { phraseKey } from './tokens.ts';

/** Minimum number of letters of a part of a value. */
const shortestPart = 3;

interface ValueWords {
  values: Dictionary;
  /**
   * Users' names and free texts that consist of known words, such as the city 'In Texas'. A
   * question is read with and without them.
   */
  names: Dictionary;
}

function buildValueWords(
  vocabulary: ListVocabulary,
  source: UntypedListRows,
  { people, values: knownValues }: KnownNames,
  fixed: Dictionary,
): ValueWords {
  const dictionary = new Dictionary();
  const names = new Dictionary();
  const common = commonWords(vocabulary, source, fixed);
  for (const column of source.columns) {
    const words = vocabulary.columns[column.key];
    if (column.kind !== 'option' && words?.hasValues !== true) continue;
    const counted = source.valueCounts(column.key).map(({ value }) => value);
    const known = column.isPerson === true ? people : (knownValues.get(column.key) ?? []);
    const values = [...new Set([...counted, ...known])];
    for (const value of values) {
      const item: WordMeaning = {
        is: 'values',
        column: column.key,
        values: [value],
        isNegated: false,
      };
      const key = phraseKey(value);
      if (column.kind === 'option' && column.isPerson !== true) dictionary.add(value, item);
      else if (key.split(' ').every(common)) {
        // A name that equals a word of the grammar, such as 'in', isn't read as a name.
        if (!generalDictionary.entries.has(key)) names.add(value, item);
      } else dictionary.add(value, item);
      for (const word of words?.values?.[value] ?? []) dictionary.add(word, item);
    }
    if (column.isPerson === true || words?.hasValueParts === true)
      addNameParts(dictionary, column, values, fixed);
  }
  return { values: dictionary, names };
}

/** Returns a test for numbers and for words of the grammar, the columns, the phrases and the options. */
function commonWords(
  { columns: vocabulary }: ListVocabulary,
  { columns, valueCounts }: UntypedListRows,
  fixed: Dictionary,
) {
  const words = new Set([...generalDictionary.singleWords, ...fixed.singleWords]);
  for (const { key, kind, isPerson } of columns)
    if (kind === 'option' && isPerson !== true)
      for (const { value } of valueCounts(key))
        for (const text of [value, ...(vocabulary[key]?.values?.[value] ?? [])])
          for (const word of phraseKey(text).split(' ')) words.add(word);
  return (key: string): boolean => words.has(key) || /^\d+$/.test(key);
}

/**
 * Adds the single words of values, such as first and last names. A word of several values has
 * several meanings.
 */
function addNameParts(
  dictionary: Dictionary,
  { key: column, isPerson }: UntypedListRows['columns'][number],
  values: readonly string[],
  fixed: Dictionary,
): void {
  const whole = new Set(values.map(phraseKey));
  const dictionaries = [generalDictionary, fixed];
  // A word of a known phrase, such as 'open' in 'open tickets', can stand for a user, but not for
  // another value such as Open Dental.
  const isTaken = (key: string) =>
    dictionaries.some(
      ({ entries, singleWords }) => entries.has(key) || (isPerson !== true && singleWords.has(key)),
    );
  const valuesByPart = new Map<string, Set<string>>();
  for (const value of values)
    for (const part of value.split(' ')) {
      const key = phraseKey(part);
      if (key.length >= shortestPart && !isTaken(key) && !whole.has(key))
        valuesByPart.set(key, (valuesByPart.get(key) ?? new Set()).add(value));
    }
  for (const [part, of] of valuesByPart)
    for (const value of of)
      dictionary.add(part, { is: 'values', column, values: [value], isNegated: false });
}

const dictionaries = new WeakMap<UntypedListRows, { known: KnownNames; words: ValueWords }>();

/** Returns the words for the values of a list's columns, without names of customers. */
export function readValueWords(
  vocabulary: ListVocabulary,
  source: UntypedListRows,
  known: KnownNames,
  fixed: Dictionary,
): ValueWords {
  const found = dictionaries.get(source);
  if (found?.known === known) return found.words;
  const words = buildValueWords(vocabulary, source, known, fixed);
  dictionaries.set(source, { known, words });
  return words;
}
