import type { ListSource } from '#shared/list/source.ts';
import type { ListVocabulary } from '#shared/list/vocabulary.ts';
import { buildPlan, isFailure, type Reading } from './build-plan.ts';
import { createLexicon, type Lexicon } from './lexicon.ts';
import { mergeItems } from './merge-items.ts';
import { segment } from './segment.ts';
import { correctSpelling } from './spelling.ts';
import { phraseKey, type Token, tokenize } from './tokens.ts';

/** List about which the assistant can be asked. */
export interface AskableList {
  vocabulary: ListVocabulary;
  /** Reads the rows. They are read only for lists that the question may be about. */
  source: () => Promise<ListSource>;
}

export interface ListReading extends Reading {
  list: AskableList;
  source: ListSource;
}

/** Plans that a question can mean, or the reason why there is none. */
export type Interpretation =
  | { kind: 'readings'; readings: readonly ListReading[]; corrections: readonly Correction[] }
  | {
      kind: 'none';
      /** Words that no list knows, as typed. */
      unknownWords: readonly string[];
      reason: string;
    };

/** Word of a question that was read as its only neighbor in spelling. */
export interface Correction {
  typed: string;
  read: string;
}

interface Attempt {
  readings: ListReading[];
  unknown: readonly string[];
  lexicon: Lexicon;
  /** Failure of each sequence of meanings. */
  failures: { words: string; reason: string }[];
}

/** Lists whose nouns occur in the question; without any, the first list. */
function listsInQuestion(tokens: readonly Token[], lists: readonly AskableList[]): AskableList[] {
  const text = ` ${tokens.map(({ key }) => key).join(' ')} `;
  const named = lists.filter(({ vocabulary: { noun } }) =>
    [noun.one, noun.many, ...noun.synonyms].some((word) => text.includes(` ${phraseKey(word)} `)),
  );
  return named.length > 0 ? named : lists.slice(0, 1);
}

async function attempt(
  tokens: readonly Token[],
  list: AskableList,
  lists: readonly AskableList[],
  today: string,
): Promise<Attempt> {
  const source = await list.source();
  const lexicon = createLexicon(
    list.vocabulary,
    source,
    lists.map(({ vocabulary }) => vocabulary),
    today,
  );
  const { sequences, unknown } = segment(tokens, lexicon);
  const readings = new Map<string, ListReading>();
  const failures: Attempt['failures'] = [];
  for (const sequence of sequences) {
    const result = buildPlan(
      mergeItems(sequence, list.vocabulary.person),
      list.vocabulary,
      source.columns,
    );
    if (isFailure(result)) failures.push(result);
    else readings.set(JSON.stringify(result.plan), { ...result, list, source });
  }
  return { readings: [...readings.values()], unknown, lexicon, failures };
}

/**
 * Finds the plans that cover every word of a question. Readings that name their list take
 * precedence; a question without a list is about the first list.
 */
export async function interpret(
  question: string,
  lists: readonly AskableList[],
  today: string,
): Promise<Interpretation> {
  const tokens = tokenize(question);
  const tried = listsInQuestion(tokens, lists);
  const attempts = await Promise.all(tried.map((list) => attempt(tokens, list, lists, today)));
  const found = choose(attempts);
  if (found.length > 0) return { kind: 'readings', readings: found, corrections: [] };
  const unknownWords = unknownToAll(attempts);
  const corrected = correctSpelling(
    tokens,
    unknownWords,
    attempts.map(({ lexicon }) => lexicon),
  );
  if (corrected !== undefined) {
    const again = await Promise.all(
      tried.map((list) => attempt(corrected.tokens, list, lists, today)),
    );
    const readings = choose(again);
    if (readings.length > 0)
      return { kind: 'readings', readings, corrections: corrected.corrections };
  }
  const failure = attempts.flatMap(({ failures }) => failures).at(-1);
  return {
    kind: 'none',
    unknownWords:
      unknownWords.length > 0 ? unknownWords : failure === undefined ? [] : [failure.words],
    reason:
      tokens.length === 0
        ? 'Ask a question in words.'
        : unknownWords.length > 0
          ? `I don’t know ${unknownWords.map((word) => `“${word}”`).join(', ')}.`
          : (failure?.reason ?? 'The question has too many possible meanings.'),
  };
}

function choose(attempts: readonly Attempt[]): ListReading[] {
  const all = attempts.flatMap(({ readings }) => readings);
  const naming = all.filter(({ namesList }) => namesList);
  return naming.length > 0 ? naming : all;
}

/** Words that no tried list knows; without any, the unknown words of the closest list. */
function unknownToAll(attempts: readonly Attempt[]): readonly string[] {
  const [first, ...rest] = attempts;
  if (first === undefined) return [];
  const common = first.unknown.filter((word) =>
    rest.every(({ unknown }) => unknown.includes(word)),
  );
  if (common.length > 0) return common;
  if (attempts.some(({ unknown }) => unknown.length === 0)) return [];
  return (
    attempts.map(({ unknown }) => unknown).sort((one, other) => one.length - other.length)[0] ?? []
  );
}
