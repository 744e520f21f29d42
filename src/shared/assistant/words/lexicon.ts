import type { ListColumn } from '#shared/list/column.ts';
import type { ListSource } from '#shared/list/source.ts';
import type { ListVocabulary } from '#shared/list/vocabulary.ts';
import type { Item } from '../items.ts';
import { Dictionary } from './dictionary.ts';
import { generalWords } from './general-words.ts';
import { customersNamed, type KnownNames } from './known-names.ts';
import { findPeriod } from './periods.ts';
import { phraseKey, type Token } from './tokens.ts';

/** Word that an administrator added, with the existing word or phrase that it stands for. */
export interface Synonym {
  word: string;
  term: string;
  /** Key of the only list in which the word is known; `null` for all lists. */
  list: string | null;
}

export interface LexiconContext {
  /** All lists, whose nouns are words in every list. */
  lists: readonly ListVocabulary[];
  /** Business day. */
  today: string;
  synonyms: readonly Synonym[];
  known: KnownNames;
}

export interface Lexicon {
  /**
   * Returns the meanings of the longest word or phrase at a place of the question, of at most
   * `mostWords` words; none when the word is unknown. Without names, names of customers are not words.
   */
  find: (
    tokens: readonly Token[],
    at: number,
    options: { hasNames: boolean; mostWords?: number },
  ) => { length: number; items: readonly Item[] };
  /** Keys of all words except names of customers and short general words, for spelling. */
  words: () => Iterable<string>;
}

/** States whose abbreviation is also a word, a title or a unit. */
const wordStates = new Set(
  'AL AS CO DE HI ID IN LA MA MD ME MI MO MS MT NE OH OK OR PA'.split(' '),
);

/**
 * Returns whether a value such as OR counts only in capitals. After 'in', 'pa' is a state, but 'or'
 * stays the word.
 */
const needsCapitals = (value: string, before: Token | undefined): boolean =>
  wordStates.has(value) &&
  (general.entries.has(value.toLowerCase()) || !/^(?:in|from)$/.test(before?.key ?? ''));

/** Minimum number of letters of a part of a value. */
const shortestPart = 3;

/** Shorter general words are not proposed for misspelled words: 'slow' is not 'show'. */
const shortestGeneralWord = 6;

/** Words for the column of users. */
const personWords = ['person', 'people', 'team member', 'teammate', 'colleague'];

const general = new Dictionary();
for (const [phrase, item] of generalWords) general.add(phrase, item);

/** Returns the words of a list that do not depend on its rows. */
function fixedWords(
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
  for (const { words, columns: shown } of vocabulary.views ?? [])
    for (const word of words) dictionary.add(word, { is: 'shown', columns: shown });
  for (const { words, filters } of vocabulary.phrases)
    for (const word of words) dictionary.add(word, { is: 'phrase', filters, isNegated: false });
  return dictionary;
}

/** Returns the words for the values of a list's columns, without names of customers. */
function valueWords(
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
        ![general, fixed].some(({ entries }) => entries.has(key)) &&
        !whole.has(key)
      )
        valuesByPart.set(key, (valuesByPart.get(key) ?? new Set()).add(value));
    }
  for (const [part, of] of valuesByPart)
    for (const value of of)
      dictionary.add(part, { is: 'values', column, values: [value], isNegated: false });
}

const fixedDictionaries = new WeakMap<readonly ListColumn<never>[], Map<string, Dictionary>>();
const valueDictionaries = new WeakMap<ListSource, { known: KnownNames; values: Dictionary }>();

function fixedWordsOf(
  vocabulary: ListVocabulary,
  columns: readonly ListColumn<never>[],
  lists: readonly ListVocabulary[],
): Dictionary {
  const id = `${vocabulary.key} ${lists.length}`;
  const ofColumns = fixedDictionaries.get(columns) ?? new Map<string, Dictionary>();
  fixedDictionaries.set(columns, ofColumns);
  const fixed = ofColumns.get(id) ?? fixedWords(vocabulary, columns, lists);
  ofColumns.set(id, fixed);
  return fixed;
}

/** Returns the single words of a list's columns, phrases and nouns. They do not depend on its rows. */
export function readFixedWords(
  vocabulary: ListVocabulary,
  columns: readonly ListColumn<never>[],
  lists: readonly ListVocabulary[],
): ReadonlySet<string> {
  const { entries } = fixedWordsOf(vocabulary, columns, lists);
  return new Set([...entries.keys()].flatMap((key) => key.split(' ')));
}

function valueWordsOf(
  vocabulary: ListVocabulary,
  source: ListSource,
  known: KnownNames,
  fixed: Dictionary,
): Dictionary {
  const found = valueDictionaries.get(source);
  if (found?.known === known) return found.values;
  const values = valueWords(vocabulary, source, known, fixed);
  valueDictionaries.set(source, { known, values });
  return values;
}

/** Returns the items that a token may stand for. A state such as OR counts only in capitals. */
const usableItems = (
  items: readonly Item[],
  key: string,
  first: Token | undefined,
  before: Token | undefined,
): Item[] =>
  items.filter(
    (item) =>
      item.is !== 'values' ||
      first?.isUpperCase === true ||
      !item.values.some((value) => key === value.toLowerCase() && needsCapitals(value, before)),
  );

/** Drops the filler meanings of a word that has another meaning. */
function withoutNeedlessFiller(items: readonly Item[]): readonly Item[] {
  const meaningful = items.filter(({ is }) => is !== 'filler' && is !== 'with');
  return meaningful.length > 0 ? meaningful : items;
}

/**
 * Returns the lexicon of a list: general words, nouns of all lists, columns, phrases, and the values
 * and names that occur in its rows.
 */
export function createLexicon(
  vocabulary: ListVocabulary,
  source: ListSource,
  { lists, today, synonyms, known }: LexiconContext,
): Lexicon {
  const fixed = fixedWordsOf(vocabulary, source.columns, lists);
  const words = [fixed, valueWordsOf(vocabulary, source, known, fixed), general];
  const added = new Dictionary();
  for (const { word, term, list } of synonyms)
    if (list === null || list === vocabulary.key)
      added.addItems(
        phraseKey(word),
        words.flatMap(({ entries }) => entries.get(phraseKey(term)) ?? []),
      );
  const dictionaries = [...words, added];
  return {
    find: (tokens, at, { hasNames, mostWords = tokens.length }) => {
      const period = findPeriod(tokens.slice(at, at + 6), today);
      const longestName = hasNames && vocabulary.customer !== null ? known.mostWords : 0;
      const most = Math.max(longestName, ...dictionaries.map(({ mostWords }) => mostWords));
      for (let length = Math.min(most, mostWords, tokens.length - at); length > 0; length--) {
        const part = tokens.slice(at, at + length);
        const key = part.map((token) => token.key).join(' ');
        const meanings = withoutNeedlessFiller(
          usableItems(
            dictionaries.flatMap(({ entries }) => entries.get(key) ?? []),
            key,
            part[0],
            tokens[at - 1],
          ),
        );
        // A customer's name that equals a known word or phrase isn't read as a name.
        const usable =
          meanings.length > 0 || longestName === 0
            ? meanings
            : customersNamed(vocabulary, known, key);
        if (period !== undefined && period.length >= length && period.length <= mostWords)
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
      for (const { entries } of dictionaries)
        for (const key of entries.keys())
          if (entries !== general.entries || key.length >= shortestGeneralWord) yield key;
    },
  };
}
