import { editDistance } from '#shared/core/edit-distance.ts';
import type { Lexicon } from './lexicon.ts';
import type { Token } from './tokens.ts';

/** Word of a question that was read as its only neighbor in spelling. */
export interface Correction {
  typed: string;
  read: string;
}

/**
 * Minimum lengths of a word that may be corrected by one letter and by two. Shorter words have too
 * many neighbors.
 */
const shortest = { oneLetter: 4, twoLetters: 8 } as const;

/** Returns the known words nearest to a word, at most `most` letters away. */
export function nearestWords(word: string, words: Iterable<string>, most: number): string[] {
  let best = most;
  let nearest = new Set<string>();
  for (const each of words) {
    const distance = editDistance(word, each, best);
    if (distance > best) continue;
    if (distance < best) nearest = new Set();
    best = distance;
    nearest.add(each);
  }
  return [...nearest];
}

const mostLetters = ({ key }: Token): number =>
  key.length >= shortest.twoLetters ? 2 : key.length >= shortest.oneLetter ? 1 : 0;

/** Single words of the lexicons, without words of fewer than four letters. */
function* singleWords(lexicons: readonly Lexicon[]): Generator<string> {
  for (const lexicon of lexicons)
    for (const key of lexicon.words())
      for (const word of key.split(' ')) if (word.length >= shortest.oneLetter) yield word;
}

/**
 * Replaces unknown words by their only neighbor among the known words. Returns `undefined` when a
 * word has none or several. Numbers are never corrected.
 */
export function correctSpelling(
  tokens: readonly Token[],
  unknown: readonly string[],
  lexicons: readonly Lexicon[],
): { tokens: Token[]; corrections: Correction[] } | undefined {
  if (unknown.length === 0) return undefined;
  const words = new Set(singleWords(lexicons));
  const corrections: Correction[] = [];
  const corrected: Token[] = [];
  for (const token of tokens) {
    if (!unknown.includes(token.text)) {
      corrected.push(token);
      continue;
    }
    const most = /\d/.test(token.key) ? 0 : mostLetters(token);
    const nearest = most === 0 ? [] : nearestWords(token.key, words, most);
    const [only] = nearest;
    if (only === undefined || nearest.length > 1) return undefined;
    corrections.push({ typed: token.text, read: only });
    corrected.push({ ...token, key: only });
  }
  return { tokens: corrected, corrections };
}
