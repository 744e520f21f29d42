import type { InterpretedWords, WordMeaning } from '../items.ts';
import type { Lexicon } from './lexicon.ts';
import type { Token } from './tokens.ts';

export interface Segmented {
  /** Sequences of items, one for each combination of meanings. */
  sequences: readonly (readonly InterpretedWords[])[];
  /** Words that the lexicon does not contain, as typed. */
  unknown: readonly string[];
}

/** Maximum number of combinations of meanings of one question. */
const maxSequences = 256;

interface Part {
  length: number;
  meanings: readonly WordMeaning[];
}

/**
 * Splits a question into known words and phrases, with as few unknown words as possible, and then with
 * the longest phrases. A phrase with several meanings multiplies the sequences. A question with too
 * many combinations has no sequence.
 */
export function segmentQuestion(
  tokens: readonly Token[],
  lexicon: Lexicon,
  options: { hasNames: boolean },
): Segmented {
  const longest = splitLongest(tokens, lexicon, options);
  const parts = longest.some(({ meanings }) => meanings.length === 0)
    ? splitBest(tokens, lexicon, options)
    : longest;
  const unknown: string[] = [];
  let sequences: InterpretedWords[][] = [[]];
  let at = 0;
  for (const { length, meanings } of parts) {
    const words = tokens
      .slice(at, at + length)
      .map(({ text }) => text)
      .join(' ');
    if (meanings.length === 0) unknown.push(words);
    else
      sequences = sequences.flatMap((sequence) =>
        meanings.map((item) => [...sequence, { item, words }]),
      );
    if (sequences.length > maxSequences) return { sequences: [], unknown };
    at += length;
  }
  return { sequences: unknown.length > 0 ? [] : sequences, unknown };
}

function partAt(
  tokens: readonly Token[],
  at: number,
  lexicon: Lexicon,
  options: { hasNames: boolean; mostWords?: number },
): Part {
  const { length, items } = lexicon.find(tokens, at, options);
  const token = tokens[at] as Token;
  return {
    length: Math.max(length, 1),
    meanings: token.number === undefined || length > 1 ? items : withNumber(token, items),
  };
}

function splitLongest(
  tokens: readonly Token[],
  lexicon: Lexicon,
  options: { hasNames: boolean },
): Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < tokens.length; at += parts.at(-1)?.length ?? 1)
    parts.push(partAt(tokens, at, lexicon, options));
  return parts;
}

/**
 * Splits a question with as few unknown words as possible. In 'in grace period', the longest phrase
 * 'in grace' would leave an unknown word.
 */
function splitBest(
  tokens: readonly Token[],
  lexicon: Lexicon,
  options: { hasNames: boolean },
): Part[] {
  const best: { parts: Part[]; unknown: number }[] = [];
  best[tokens.length] = { parts: [], unknown: 0 };
  for (let at = tokens.length - 1; at >= 0; at--) {
    let chosen: { parts: Part[]; unknown: number } | undefined;
    for (let most = tokens.length - at; most > 0; ) {
      const part = partAt(tokens, at, lexicon, { ...options, mostWords: most });
      const rest = best[at + part.length];
      const unknown = (rest?.unknown ?? 0) + (part.meanings.length === 0 ? 1 : 0);
      if (chosen === undefined || unknown < chosen.unknown)
        chosen = { parts: [part, ...(rest?.parts ?? [])], unknown };
      most = part.length - 1;
    }
    best[at] = chosen ?? { parts: [], unknown: 0 };
  }
  return best[0]?.parts ?? [];
}

/** A number is always also a plain number, even where it can be a year. */
const withNumber = (token: Token, items: readonly WordMeaning[]): readonly WordMeaning[] => [
  { is: 'number', value: token.number ?? 0, unit: token.unit ?? null },
  ...items.filter(({ is }) => is === 'period' || is === 'values'),
];
