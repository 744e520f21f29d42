import { editDistance } from '#shared/core/edit-distance.ts';
import type { KnownNames } from './known-names.ts';
import type { Token } from './tokens.ts';

/** Words of a question that look like a customer's name but match no customer. */
export interface UnknownName {
  /** Name as typed. */
  text: string;
  /** Unknown first word of the name. */
  first: Token;
  /** Names of customers with a similar spelling or the same word, nearest first. */
  near: readonly string[];
  /** `true` when the words can hardly mean anything else: several words, or one in title case. */
  isCertain: boolean;
}

/** Minimum length of a name's word; shorter words, such as 'of', are too common. */
const shortestNameWord = 4;
/** Maximum number of similar names. */
const mostNames = 3;

/** Returns the first words of names, and for each later word the number of names that have it. */
function readNameWords({ customers }: KnownNames) {
  const firsts = new Set<string>();
  const later = new Map<string, number>();
  for (const [key, names] of customers)
    for (const [at, word] of key.split(' ').entries()) {
      if (word.length < shortestNameWord) continue;
      if (at === 0) firsts.add(word);
      else later.set(word, (later.get(word) ?? 0) + names.length);
    }
  return { firsts, later };
}

/**
 * Returns the name that begins with an unknown word: a word before a usual part of names, such as
 * 'Dental', or the first word of other names. Returns `undefined` without such words.
 */
export function findUnknownName(
  tokens: readonly Token[],
  unknownWords: readonly string[],
  known: KnownNames,
): UnknownName | undefined {
  if (unknownWords.length === 0 || known.customers.size === 0) return undefined;
  const { firsts, later } = readNameWords(known);
  const isUsual = (token: Token | undefined) => (later.get(token?.key ?? '') ?? 0) > 1;
  const at = tokens.findIndex(
    (token, place) =>
      unknownWords.includes(token.text) &&
      token.number === undefined &&
      !isUsual(token) &&
      (isUsual(tokens[place + 1]) || firsts.has(token.key)),
  );
  const first = tokens[at];
  if (first === undefined) return undefined;
  const rest = tokens.slice(at + 1);
  const end = rest.findIndex((token) => !isUsual(token));
  const words = [first, ...rest.slice(0, end < 0 ? rest.length : end)];
  return {
    text: words.map(({ text }) => text).join(' '),
    first,
    near: findNearNames(
      words.map(({ key }) => key),
      known,
    ),
    isCertain: words.length > 1 || /^\p{Lu}/u.test(first.text),
  };
}

function findNearNames(words: readonly string[], { customers }: KnownNames): string[] {
  const text = words.join(' ');
  const most = Math.ceil(text.length / 4);
  const found: { distance: number; names: readonly string[] }[] = [];
  for (const [key, names] of customers) {
    const parts = key.split(' ');
    const start = parts.slice(0, words.length).join(' ');
    const distance = editDistance(text, start, most);
    const hasWord = parts.includes(words[0] ?? '');
    if (distance <= most || hasWord) found.push({ distance: hasWord ? 0 : distance, names });
  }
  return found
    .sort((one, other) => one.distance - other.distance)
    .flatMap(({ names }) => names)
    .slice(0, mostNames);
}
