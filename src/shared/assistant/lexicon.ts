import type { ListColumn } from '#shared/list/column.ts';
import type { ListSource } from '#shared/list/source.ts';
import type { ListVocabulary } from '#shared/list/vocabulary.ts';
import { generalWords } from './general-words.ts';
import type { Item } from './items.ts';
import { findPeriod } from './periods.ts';
import { phraseKey, type Token } from './tokens.ts';

/** Words and phrases with their meanings, by their key. */
type Dictionary = Map<string, Item[]>;

export interface Lexicon {
  /** Meanings of the longest word or phrase at a place of the question; empty without one. */
  find: (tokens: readonly Token[], at: number) => { length: number; items: readonly Item[] };
  /** Keys of all words, for spelling. */
  words: () => Iterable<string>;
}

/** Two-letter values that are also words; they count only in capitals. */
const needsCapitals = (value: string): boolean => /^[A-Z]{2}$/.test(value);

function add(dictionary: Dictionary, phrase: string, item: Item): void {
  const key = phraseKey(phrase);
  if (key === '') return;
  const items = dictionary.get(key) ?? [];
  if (!items.some((each) => JSON.stringify(each) === JSON.stringify(item))) items.push(item);
  dictionary.set(key, items);
}

const general: Dictionary = new Map();
for (const [phrase, item] of generalWords) add(general, phrase, item);

/** Returns the words of a list that do not depend on its rows. */
function fixedWords(
  vocabulary: ListVocabulary,
  columns: readonly ListColumn<never>[],
  nouns: readonly ListVocabulary[],
): Dictionary {
  const dictionary: Dictionary = new Map();
  for (const { key, noun } of nouns)
    for (const phrase of [noun.one, noun.many, ...noun.synonyms])
      add(dictionary, phrase, { is: 'noun', list: key });
  for (const column of columns) {
    const words = vocabulary.columns[column.key];
    const is = { is: 'column', column: column.key, isNegated: false } as const;
    if (words?.ignoresLabel !== true) add(dictionary, column.label, is);
    for (const word of words?.words ?? []) add(dictionary, word, is);
    for (const word of words?.verbs ?? [])
      add(dictionary, word, { is: 'verb', column: column.key });
    const rank = (descending: boolean) => (word: string) =>
      add(dictionary, word, { is: 'rank', descending, column: column.key, count: null });
    for (const word of words?.highest ?? []) rank(true)(word);
    for (const word of words?.lowest ?? []) rank(false)(word);
  }
  for (const { words, columns: shown } of vocabulary.views ?? [])
    for (const word of words) add(dictionary, word, { is: 'shown', columns: shown });
  for (const { words, filters } of vocabulary.phrases)
    for (const word of words) add(dictionary, word, { is: 'phrase', filters, isNegated: false });
  return dictionary;
}

/** Returns the words for the values of a list's columns. */
function valueWords(vocabulary: ListVocabulary, source: ListSource): Dictionary {
  const dictionary: Dictionary = new Map();
  for (const column of source.columns) {
    const words = vocabulary.columns[column.key];
    const isOption = column.kind === 'option';
    const isName = column.key === vocabulary.customer;
    if (!isOption && !isName && words?.hasValues !== true) continue;
    const values = source.valueCounts(column.key).map(({ value }) => value);
    for (const value of values) {
      const item: Item = { is: 'values', column: column.key, values: [value], isNegated: false };
      add(dictionary, value, item);
      for (const word of words?.values?.[value] ?? []) add(dictionary, word, item);
    }
    if (column.isPerson === true) addNameParts(dictionary, column.key, values);
  }
  return dictionary;
}

/** Adds first and last names that belong to only one user of the column. */
function addNameParts(dictionary: Dictionary, column: string, names: readonly string[]): void {
  const owners = new Map<string, Set<string>>();
  for (const name of names)
    for (const part of name.split(' ')) {
      const key = phraseKey(part);
      owners.set(key, (owners.get(key) ?? new Set()).add(name));
    }
  for (const [part, of] of owners)
    for (const name of of)
      add(dictionary, part, { is: 'values', column, values: [name], isNegated: false });
}

const longest = (dictionary: Dictionary): number => {
  let words = 0;
  for (const key of dictionary.keys()) words = Math.max(words, key.split(' ').length);
  return words;
};

const valueDictionaries = new WeakMap<ListSource, Dictionary>();

/**
 * Returns the lexicon of a list: general words, nouns of all lists, columns, phrases and the values
 * that occur in its rows.
 */
export function createLexicon(
  vocabulary: ListVocabulary,
  source: ListSource,
  lists: readonly ListVocabulary[],
  today: string,
): Lexicon {
  const fixed = fixedWords(vocabulary, source.columns, lists);
  const values = valueDictionaries.get(source) ?? valueWords(vocabulary, source);
  valueDictionaries.set(source, values);
  const dictionaries = [fixed, values, general];
  const most = Math.max(...dictionaries.map(longest));
  return {
    find: (tokens, at) => {
      const period = findPeriod(tokens.slice(at, at + 6), today);
      for (let length = Math.min(most, tokens.length - at); length > 0; length--) {
        const part = tokens.slice(at, at + length);
        const key = part.map((token) => token.key).join(' ');
        const items = dictionaries.flatMap((dictionary) => dictionary.get(key) ?? []);
        const usable = items.filter(
          (item) =>
            item.is !== 'values' ||
            part[0]?.isUpperCase === true ||
            !item.values.some((value) => needsCapitals(value) && key === value.toLowerCase()),
        );
        if (period !== undefined && period.length >= length)
          return {
            length: period.length,
            items: [
              ...period.periods.map((each): Item => ({ is: 'period', period: each })),
              ...(period.length === length ? usable : []),
            ],
          };
        if (usable.length > 0) return { length, items: usable };
      }
      return { length: 0, items: [] };
    },
    *words() {
      for (const dictionary of dictionaries) yield* dictionary.keys();
    },
  };
}
