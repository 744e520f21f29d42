import type { NearWord } from '#shared/assistant/assistant.ts';
import { readKnownNames } from '#shared/assistant/words/known-names.ts';
import { createLexicon } from '#shared/assistant/words/lexicon.ts';
import { nearestWords } from '#shared/assistant/words/spelling.ts';
import { wordKey } from '#shared/assistant/words/tokens.ts';
import type { AskContext } from '../context.ts';

/**
 * Maximum number of suggestions (`words`) and of letters by which a suggestion differs (`letters`).
 * Words shorter than `unknownLength` get no suggestions, and words shorter than `knownLength` are
 * not suggested. Such short words are similar to any other word.
 */
const limits = { words: 3, letters: 3, unknownLength: 4, knownLength: 3 } as const;

/** Returns known words near unknown words, each known word once. */
export async function suggestWords(
  unknown: readonly string[],
  { lists, today, synonyms }: AskContext,
): Promise<NearWord[]> {
  const [first] = lists;
  if (first === undefined || unknown.length === 0) return [];
  const source = await first.source();
  const lexicon = createLexicon(first.vocabulary, source, {
    lists: lists.map(({ vocabulary }) => vocabulary),
    today,
    synonyms,
    known: readKnownNames(first.vocabulary, source),
  });
  const near = new Map<string, NearWord>();
  for (const word of unknown) {
    if (word.length < limits.unknownLength) continue;
    for (const known of nearestWords(wordKey(word), lexicon.words(), limits.letters))
      if (known.length >= limits.knownLength && !near.has(known))
        near.set(known, { unknown: word, known });
  }
  return [...near.values()].slice(0, limits.words);
}
