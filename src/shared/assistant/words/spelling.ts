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

/** Maximum number of corrected questions. */
const mostCorrections = 6;

/**
 * Replaces unknown words by their neighbors among the known words. Returns one question for each
 * choice of neighbors; none when a word has no neighbor, or too many. Numbers are never corrected,
 * and the first letter is assumed to be right: 'smile' is not 'mile'. Neighbors for which `isAllowed` returns `false` are skipped.
 */
export function correctSpelling(
  tokens: readonly Token[],
  unknown: readonly string[],
  lexicons: readonly Lexicon[],
  isAllowed: (token: Token, key: string) => boolean = () => true,
): { tokens: Token[]; corrections: Correction[] }[] {
  if (unknown.length === 0) return [];
  const words = new Set(singleWords(lexicons));
  let corrected: { tokens: Token[]; corrections: Correction[] }[] = [
    { tokens: [], corrections: [] },
  ];
  for (const token of tokens) {
    const most = /\d/.test(token.key) ? 0 : mostLetters(token);
    const isKnown = !unknown.includes(token.text);
    const nearest = (isKnown || most === 0 ? [] : nearestWords(token.key, words, most)).filter(
      (word) => word[0] === token.key[0] && isAllowed(token, word),
    );
    corrected = isKnown
      ? corrected.map((each) => ({ ...each, tokens: [...each.tokens, token] }))
      : corrected.flatMap((each) =>
          nearest.map((key) => ({
            tokens: [...each.tokens, { ...token, key }],
            corrections: [...each.corrections, { typed: token.text, read: key }],
          })),
        );
    if (corrected.length > mostCorrections) return [];
  }
  return corrected;
}
