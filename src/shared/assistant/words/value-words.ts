import type { ListSource } from '#shared/list/source.ts';
import type { ListVocabulary } from '#shared/list/vocabulary.ts';
import type { Item } from '../items.ts';
import { Dictionary } from './dictionary.ts';
import { generalDictionary } from './general-words.ts';
import type { KnownNames } from './known-names.ts';
import { phraseKey } from './tokens.ts';

/** Minimum number of letters of a part of a value. */
const shortestPart = 3;

function buildValueWords(
  vocabulary: ListVocabulary,
  source: ListSource,
  { people, values: knownValues }: KnownNames,
  fixed: Dictionary,
): Dictionary {
  const dictionary = new Dictionary();
  for (const column of source.columns) {
    const words = vocabulary.columns[column.key];
    if (column.kind !== 'option' && words?.hasValues !== true) continue;
    const counted = source.valueCounts(column.key).map(({ value }) => value);
    const known = column.isPerson === true ? people : (knownValues.get(column.key) ?? []);
    const values = [...new Set([...counted, ...known])];
    for (const value of values) {
      const item: Item = { is: 'values', column: column.key, values: [value], isNegated: false };
      dictionary.add(value, item);
      for (const word of words?.values?.[value] ?? []) dictionary.add(word, item);
    }
    if (column.isPerson === true || words?.hasValueParts === true)
      addNameParts(dictionary, column.key, values, fixed);
  }
  return dictionary;
}

/**
 * Adds the single words of values, such as first and last names. A word of several values has
 * several meanings.
 */
function addNameParts(
  dictionary: Dictionary,
  column: string,
  values: readonly string[],
  fixed: Dictionary,
): void {
  const whole = new Set(values.map(phraseKey));
  const valuesByPart = new Map<string, Set<string>>();
  for (const value of values)
    for (const part of value.split(' ')) {
      const key = phraseKey(part);
      // A word with another meaning, such as 'open' of Open Dental, is not enough.
      if (
        key.length >= shortestPart &&
        ![generalDictionary, fixed].some(({ entries }) => entries.has(key)) &&
        !whole.has(key)
      )
        valuesByPart.set(key, (valuesByPart.get(key) ?? new Set()).add(value));
    }
  for (const [part, of] of valuesByPart)
    for (const value of of)
      dictionary.add(part, { is: 'values', column, values: [value], isNegated: false });
}

const dictionaries = new WeakMap<ListSource, { known: KnownNames; values: Dictionary }>();

/** Returns the words for the values of a list's columns, without names of customers. */
export function readValueWords(
  vocabulary: ListVocabulary,
  source: ListSource,
  known: KnownNames,
  fixed: Dictionary,
): Dictionary {
  const found = dictionaries.get(source);
  if (found?.known === known) return found.values;
  const values = buildValueWords(vocabulary, source, known, fixed);
  dictionaries.set(source, { known, values });
  return values;
}
