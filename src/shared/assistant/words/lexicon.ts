import type { UntypedListRows } from '#shared/list/source.ts';
import type { ListVocabulary } from '#shared/list/vocabulary.ts';
import type { WordMeaning } from '../items.ts';
import { Dictionary } from './dictionary.ts';
import { readFixedWords } from './fixed-words.ts';
import { generalDictionary } from './general-words.ts';
import { findCustomerMeanings, type KnownNames } from './known-names.ts';
import { findPeriod } from './periods.ts';
import { phraseKey, type Token } from './tokens.ts';
import { readValueWords } from './value-words.ts';

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
   * Returns the meanings of the longest word or phrase that begins at `at` and has at most
   * `mostWords` words. `items` is empty for an unknown word. Without `hasNames`, customers' names
   * are not looked up.
   */
  find: (
    tokens: readonly Token[],
    at: number,
    options: { hasNames: boolean; mostWords?: number },
  ) => { length: number; items: readonly WordMeaning[] };
  /** Keys of all words except names of customers and short general words, for spelling. */
  words: () => Iterable<string>;
}

/** States whose abbreviation is also a word, a title or a unit. */
const wordStates = new Set(
  'AL AS CO DE HI ID IN LA MA MD ME MI MO MS MT NE OH OK OR PA'.split(' '),
);

/**
 * Returns whether a value such as OR is recognized only in capitals. After 'in', 'pa' is the state,
 * but 'or' is still the conjunction.
 */
const needsCapitals = (value: string, before: Token | undefined): boolean =>
  wordStates.has(value) &&
  (generalDictionary.entries.has(value.toLowerCase()) || !/^(?:in|from)$/.test(before?.key ?? ''));

/** Shorter general words are not proposed for misspelled words: 'slow' is not 'show'. */
const shortestGeneralWord = 6;

/** First word of a phrase, and the words beside the phrase. */
interface Place {
  first: Token | undefined;
  before: Token | undefined;
  after: Token | undefined;
}

/** Returns whether a word such as 'will' is a verb instead of a name: in lower case, or at the start. */
const isModal = (key: string, { first, before, after }: Place): boolean =>
  /^(?:will|may)$/.test(key) &&
  (!/^\p{Lu}/u.test(first?.text ?? '') || (before === undefined && after?.key !== "'s"));

/**
 * Returns the items that a phrase may stand for. A state such as OR counts only in capitals, and a
 * name such as Will only when it isn't a verb.
 */
const usableItems = (items: readonly WordMeaning[], key: string, place: Place): WordMeaning[] =>
  items.filter(
    (item) =>
      item.is !== 'values' ||
      (!isModal(key, place) &&
        (place.first?.isUpperCase === true ||
          !item.values.some(
            (value) => key === value.toLowerCase() && needsCapitals(value, place.before),
          ))),
  );

/** Drops the filler meanings of a word that has another meaning. */
function withoutNeedlessFiller(items: readonly WordMeaning[]): readonly WordMeaning[] {
  const meaningful = items.filter(({ is }) => is !== 'filler' && is !== 'with');
  return meaningful.length > 0 ? meaningful : items;
}

/**
 * Returns the lexicon of a list: general words, nouns of all lists, columns, phrases, and the values
 * and names that occur in its rows.
 */
export function createLexicon(
  vocabulary: ListVocabulary,
  source: UntypedListRows,
  { lists, today, synonyms, known }: LexiconContext,
): Lexicon {
  const fixed = readFixedWords(vocabulary, source.columns, lists);
  const { values, names } = readValueWords(vocabulary, source, known, fixed);
  const words = [fixed, values, generalDictionary];
  const added = new Dictionary();
  for (const { word, term, list } of synonyms)
    if (list === null || list === vocabulary.key) {
      const key = phraseKey(term);
      added.addItems(
        phraseKey(word),
        words.flatMap(({ entries }) => entries.get(key) ?? []),
      );
    }
  const plain = [...words, added];
  const all = [...plain, names];
  return {
    find: (tokens, at, { hasNames, mostWords = tokens.length }) => {
      const dictionaries = hasNames ? all : plain;
      const period = findPeriod(tokens.slice(at, at + 6), today);
      const longestName = hasNames && vocabulary.customer !== null ? known.mostWords : 0;
      const most = Math.max(longestName, ...dictionaries.map(({ mostWords }) => mostWords));
      for (let length = Math.min(most, mostWords, tokens.length - at); length > 0; length--) {
        const part = tokens.slice(at, at + length);
        const key = part.map((token) => token.key).join(' ');
        const place = { first: part[0], before: tokens[at - 1], after: tokens[at + length] };
        const meanings = withoutNeedlessFiller(
          usableItems(
            dictionaries.flatMap(({ entries }) => entries.get(key) ?? []),
            key,
            place,
          ),
        );
        // A customer's name that equals a known word or phrase isn't read as a name.
        const usable =
          meanings.length > 0 || longestName === 0 || isModal(key, place)
            ? meanings
            : findCustomerMeanings(vocabulary, known, key);
        if (period !== undefined && period.length >= length && period.length <= mostWords)
          return {
            length: period.length,
            items: [
              ...period.periods.map((each): WordMeaning => ({ is: 'period', period: each })),
              ...(period.length === length ? usable : []),
            ],
          };
        if (usable.length > 0) return { length, items: usable };
      }
      return { length: 0, items: [] };
    },
    *words() {
      for (const { entries } of all)
        for (const key of entries.keys())
          if (entries !== generalDictionary.entries || key.length >= shortestGeneralWord) yield key;
    },
  };
}
