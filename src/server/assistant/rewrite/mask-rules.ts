import type { KnownNames } from '#shared/assistant/words/known-names.ts';
import { phraseKey, wordKey } from '#shared/assistant/words/tokens.ts';

/** Names that must not leave the system, and a test for words that aren't names. */
export interface PrivateNames extends Pick<KnownNames, 'customers' | 'mostWords'> {
  /** Names of users and owners. */
  people: readonly string[];
  /** Returns whether the key of a word is used by a list, a value or the grammar. */
  isKnownWord: (key: string) => boolean;
}

type PlaceholderKind = 'customer' | 'person' | 'number' | 'email' | 'phone' | 'link';

/** Kinds of placeholders that a rewrite must keep, because a plan can use their original texts. */
const keptKinds: readonly string[] = ['customer', 'person', 'number'];

export interface MaskedQuestion {
  /** Question with placeholders such as '[customer 1]'. */
  text: string;
  /** Original texts by the placeholder that replaces them. */
  originals: ReadonlyMap<string, string>;
}

const minimumDigits = { phone: 7, idWithLetters: 4 } as const;

const digitsOf = (text: string): number => text.replace(/\D/g, '').length;

const contacts: readonly {
  kind: PlaceholderKind;
  pattern: RegExp;
  matches?: (text: string) => boolean;
}[] = [
  { kind: 'email', pattern: /[^\s@]+@[^\s@]+/g },
  { kind: 'link', pattern: /(?:[a-z]+:\/\/|www\.)\S+/gi },
  {
    kind: 'number',
    pattern: /(?<![\p{L}\d-])[\p{L}\d-]{5,}/gu,
    matches: (text) => /\p{L}/u.test(text) && digitsOf(text) >= minimumDigits.idWithLetters,
  },
  {
    kind: 'phone',
    pattern: /\+?\(?\d[\d().\s-]{5,}\d/g,
    matches: (text) =>
      digitsOf(text) >= minimumDigits.phone &&
      /[^\d+]/.test(text) &&
      // Days, and ranges such as '1000 - 2000', aren't phone numbers.
      !/\d{4}-\d{2}-\d{2}|\s-\s/.test(text),
  },
  { kind: 'number', pattern: /(?<![\d$.,])\d{5,}/g },
];

const placeholderPattern = /\[\s*([a-z]+)\s+(\d+)\s*\]/gi;
/** Matches words and placeholders. No name extends across a placeholder. */
const wordPattern = /\[[a-z]+ \d+\]|[\p{L}\p{N}\p{M}]+/gu;

class Placeholders {
  readonly originals = new Map<string, string>();
  readonly #names = new Map<string, string>();

  /** Returns the placeholder of a text, which is the same for each occurrence. */
  add(kind: PlaceholderKind, original: string): string {
    const id = `${kind} ${original.toLowerCase()}`;
    const number = [...this.#names.keys()].filter((key) => key.startsWith(`${kind} `)).length + 1;
    const name = this.#names.get(id) ?? `[${kind} ${number}]`;
    this.#names.set(id, name);
    if (!this.originals.has(name)) this.originals.set(name, original);
    return name;
  }
}

/** Replaces names, contact details, and numbers that can be ids, by placeholders. */
export function maskQuestion(question: string, names: PrivateNames): MaskedQuestion {
  const placeholders = new Placeholders();
  let text = question.replace(/[[\]]/g, ' ');
  for (const { kind, pattern, matches } of contacts)
    text = text.replace(pattern, (found) =>
      matches === undefined || matches(found) ? placeholders.add(kind, found) : found,
    );
  return { text: maskNames(text, names, placeholders), originals: placeholders.originals };
}

/** Replaces names from left to right, the longest one at each place. */
function maskNames(text: string, names: PrivateNames, placeholders: Placeholders): string {
  const kindOf = nameFinder(names);
  const words = [...text.matchAll(wordPattern)];
  let masked = '';
  let end = 0;
  for (let at = 0; at < words.length; ) {
    const found = longestName(text, words.slice(at, at + names.mostWords), kindOf);
    const start = words[at]?.index ?? 0;
    if (found !== undefined) {
      masked += text.slice(end, start) + placeholders.add(found.kind, found.name);
      end = start + found.name.length;
    }
    at += found?.length ?? 1;
  }
  return masked + text.slice(end);
}

type NameFinder = (key: string) => PlaceholderKind | undefined;

/**
 * Returns the longest name that starts with the first of `words`, with its number of words. A name
 * contains no placeholder.
 */
function longestName(
  text: string,
  words: readonly RegExpExecArray[],
  kindOf: NameFinder,
): { kind: PlaceholderKind; name: string; length: number } | undefined {
  const barrier = words.findIndex(([each]) => each.startsWith('['));
  for (let length = barrier < 0 ? words.length : barrier; length > 0; length--) {
    const last = words[length - 1];
    if (last === undefined) continue;
    const name = text.slice(words[0]?.index, last.index + last[0].length);
    const kind = kindOf(phraseKey(name));
    if (kind !== undefined) return { kind, name, length };
  }
  return undefined;
}

/** Returns a function that finds the kind of a name by its key. */
function nameFinder({ customers, people, isKnownWord }: PrivateNames): NameFinder {
  const keys = new Set(
    people.flatMap((name) => [
      phraseKey(name),
      ...name
        .split(' ')
        .map(wordKey)
        .filter((part) => part.length > 2),
    ]),
  );
  return (key) => {
    if (key === '' || isKnownWord(key)) return undefined;
    if (customers.has(key)) return 'customer';
    return keys.has(key) ? 'person' : undefined;
  };
}

/**
 * Minimum number of customers whose names share a word. A rarer word could identify a customer, so
 * a question with it isn't sent.
 */
const minimumCustomers = 5;

/** Acronyms such as 'ARR' are at most this long. */
const longestAcronym = 4;

/**
 * Returns whether a masked question still has an unknown word that could identify a customer. Such
 * a word is capitalized and isn't the first word. Or it occurs, alone or with its neighbor, in the
 * names of fewer than `minimumCustomers` customers. Short acronyms don't count as capitalized.
 */
export function hasPossibleName(
  { text }: MaskedQuestion,
  { customers, isKnownWord }: PrivateNames,
): boolean {
  const words = (text.match(wordPattern) ?? []).map((each) => ({
    text: each,
    key: wordKey(each),
    isUnknown: !each.startsWith('[') && !isKnownWord(wordKey(each)),
  }));
  const parts = new Map<string, number>();
  for (const [at, { key, isUnknown }] of words.entries()) {
    const next = words[at + 1];
    if (isUnknown) parts.set(key, 0);
    if (next !== undefined && (isUnknown || next.isUnknown)) parts.set(`${key} ${next.key}`, 0);
  }
  countNamesWith(parts, customers.keys());
  return (
    words.some((each, at) => at > 0 && each.isUnknown && isCapitalized(each.text)) ||
    [...parts.values()].some((count) => count > 0 && count < minimumCustomers)
  );
}

const isCapitalized = (text: string): boolean =>
  /^\p{Lu}/u.test(text) && (text.length > longestAcronym || text !== text.toUpperCase());

/** Counts the names that contain each word or pair of words. */
function countNamesWith(parts: Map<string, number>, names: Iterable<string>): void {
  if (parts.size === 0) return;
  for (const name of names) {
    const words = name.split(' ');
    const pairs = words.slice(1).map((each, at) => `${words[at]} ${each}`);
    for (const part of new Set([...words, ...pairs])) {
      const count = parts.get(part);
      if (count !== undefined) parts.set(part, count + 1);
    }
  }
}

/**
 * Puts the replaced texts back into a rewrite. Returns `null` when the rewrite lacks a name or number
 * of the question, has another placeholder, or has a name that the question doesn’t have.
 */
export function unmaskRewrite(
  rewrite: string,
  { originals }: MaskedQuestion,
  names: PrivateNames,
): string | null {
  const used = new Set<string>();
  const plain = rewrite.replace(placeholderPattern, (_, kind: string, number: string) => {
    const name = `[${kind.toLowerCase()} ${Number(number)}]`;
    used.add(name);
    return name;
  });
  const isComplete = [...originals.keys()].every(
    (name) => used.has(name) || !keptKinds.includes(name.slice(1).split(' ')[0] ?? ''),
  );
  const hasUnknown = [...used].some((name) => !originals.has(name));
  const invented = new Placeholders();
  maskNames(plain, names, invented);
  if (!isComplete || hasUnknown || invented.originals.size > 0) return null;
  return plain.replace(placeholderPattern, (name) => originals.get(name) ?? name);
}
