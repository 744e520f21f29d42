import { loadCustomerNames } from '#shared/assistant/askable-lists.ts';
import { reservedWords, synonymLimits } from '#shared/assistant/synonyms.ts';
import { createLexicon, type Synonym } from '#shared/assistant/words/lexicon.ts';
import { segmentQuestion } from '#shared/assistant/words/segment.ts';
import { phraseKey, type Token, tokenize } from '#shared/assistant/words/tokens.ts';
import { countText } from '#shared/core/words.ts';
import type { AskContext } from '../context.ts';
import { meaningsOf, type TermsByKey } from './terms.ts';

const reservedKeys = new Set(reservedWords.map(phraseKey));

/** Returns why a text can't be a synonym in any list; `undefined` when it can. */
export function findWordProblem(word: string): string | undefined {
  const tokens = tokenize(word);
  if (tokens.length === 0 || !tokens.every(isWord)) return 'A synonym consists of words.';
  if (tokens.length > synonymLimits.words)
    return `A synonym has at most ${countText(synonymLimits.words, 'word')}.`;
  const reserved = tokens.find(({ key }) => reservedKeys.has(key));
  return reserved === undefined
    ? undefined
    : `“${reserved.text}” changes the meaning of a question, so it can’t be part of a synonym.`;
}

const isWord = ({ key, number }: Token): boolean => number === undefined && /\p{L}/u.test(key);

/**
 * Returns why a synonym can't be added; `undefined` when it can. The word must have no meaning in
 * its lists, and the term must have one.
 */
export async function findSynonymProblem(
  { word, term, list }: Synonym,
  terms: TermsByKey,
  context: Pick<AskContext, 'lists' | 'today' | 'synonyms'>,
): Promise<string | undefined> {
  const scope = context.lists.filter(({ vocabulary: { key } }) => list === null || key === list);
  if (scope.length === 0) return 'This list no longer exists.';
  const problem = findWordProblem(word);
  if (problem !== undefined) return problem;
  const tokens = tokenize(word);
  const options = {
    lists: context.lists.map(({ vocabulary }) => vocabulary),
    today: context.today,
    synonyms: context.synonyms,
    known: await loadCustomerNames(context.lists),
  };
  for (const { vocabulary, source } of scope) {
    const lexicon = createLexicon(vocabulary, await source(), options);
    if (segmentQuestion(tokens, lexicon, { hasNames: true }).unknown.length === 0)
      return `“${word}” already has a meaning in questions about ${vocabulary.noun.many}.`;
  }
  return meaningsOf(terms, term, list).length === 0
    ? `“${term}” has no meaning in these questions. Choose a term from the list.`
    : undefined;
}
