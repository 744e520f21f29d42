import type { Item, PlacedItem } from './items.ts';
import type { Lexicon } from './lexicon.ts';
import type { Token } from './tokens.ts';

export interface Segmented {
  /** Sequences of items, one for each combination of meanings. */
  sequences: readonly (readonly PlacedItem[])[];
  /** Words that the lexicon does not contain, as typed. */
  unknown: readonly string[];
}

/** Maximum number of combinations of meanings of one question. */
const maxSequences = 256;

/**
 * Splits a question into the longest known words and phrases. A phrase with several meanings
 * multiplies the sequences. A question with too many combinations has no sequence.
 */
export function segment(
  tokens: readonly Token[],
  lexicon: Lexicon,
  options: { hasNames: boolean },
): Segmented {
  const unknown: string[] = [];
  let sequences: PlacedItem[][] = [[]];
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at] as Token;
    const { length, items } = lexicon.find(tokens, at, options);
    const words = tokens
      .slice(at, at + Math.max(length, 1))
      .map(({ text }) => text)
      .join(' ');
    const meanings: readonly Item[] =
      token.number === undefined || length > 1 ? items : withNumber(token, items);
    if (meanings.length === 0) unknown.push(token.text);
    else
      sequences = sequences.flatMap((sequence) =>
        meanings.map((item) => [...sequence, { item, words }]),
      );
    if (sequences.length > maxSequences) return { sequences: [], unknown };
    at += Math.max(length, 1);
  }
  return { sequences: unknown.length > 0 ? [] : sequences, unknown };
}

/** A number is always also a plain number, even where it can be a year. */
const withNumber = (token: Token, items: readonly Item[]): readonly Item[] => [
  { is: 'number', value: token.number ?? 0, unit: token.unit ?? null },
  ...items.filter(({ is }) => is === 'period' || is === 'values'),
];
