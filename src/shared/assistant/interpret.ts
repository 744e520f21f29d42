import type { ListColumn } from '#shared/list/column.ts';
import type { ListSource } from '#shared/list/source.ts';
import type { ListVocabulary } from '#shared/list/vocabulary.ts';
import { splitAlternatives } from './alternatives.ts';
import { buildPlan, type Failure, isFailure, type Reading } from './build/build-plan.ts';
import { classifyQuestion, editPlan } from './edit-plan.ts';
import type { PlacedItem } from './items.ts';
import { mergeItems } from './merge-items.ts';
import type { Plan } from './plan.ts';
import { type KnownNames, readKnownNames } from './words/known-names.ts';
import { createLexicon, type Lexicon, readFixedWords, type Synonym } from './words/lexicon.ts';
import { type Segmented, segment } from './words/segment.ts';
import { type Correction, correctSpelling } from './words/spelling.ts';
import { distinctWords, phraseKey, type Token, tokenize, wordKey } from './words/tokens.ts';

/** List about which the assistant can be asked. */
export interface AskableList {
  vocabulary: ListVocabulary;
  columns: readonly ListColumn<never>[];
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
      /** Words that no list knows, or that don't fit the question, as typed. */
      unknownWords: readonly string[];
      /** `true` when no list knows the words. */
      isUnknown: boolean;
      reason: string;
    };

export interface QuestionContext {
  lists: readonly AskableList[];
  /** Business day. */
  today: string;
  synonyms: readonly Synonym[];
  /** Plan of the last answer, which a follow-up changes; `null` without one. */
  last: Plan | null;
}

interface Attempt {
  readings: ListReading[];
  unknown: readonly string[];
  lexicon: Lexicon;
  hasNegation: boolean;
  /** Failure of each sequence of meanings. */
  failures: Failure[];
}

/** Returns whether a noun of the list occurs in the question. */
function isNamed(
  { vocabulary: { noun, nameWords = [] } }: AskableList,
  tokens: readonly Token[],
): boolean {
  const text = ` ${tokens.map(({ key }) => key).join(' ')} `;
  return [noun.one, noun.many, ...noun.synonyms, ...nameWords].some((word) =>
    text.includes(` ${phraseKey(word)} `),
  );
}

const namesAnyList = (tokens: readonly Token[], { lists }: QuestionContext): boolean =>
  lists.some((list) => isNamed(list, tokens));

/**
 * Returns the first list, the lists that the question names, and the list of the last answer. A noun
 * of another list can be a column of the first list, as in 'critical without open tickets'.
 */
const listsInQuestion = (
  tokens: readonly Token[],
  { lists, last }: QuestionContext,
): AskableList[] =>
  lists.filter(
    (list, at) => at === 0 || list.vocabulary.key === last?.list || isNamed(list, tokens),
  );

/** Returns the names of the first list, which has all customers. */
export async function readNames([customers]: readonly AskableList[]): Promise<KnownNames> {
  if (customers === undefined)
    return { customers: new Map(), mostWords: 0, people: [], values: new Map() };
  return readKnownNames(customers.vocabulary, await customers.source());
}

/**
 * Segments a question with and without the names of customers, because a name can consist of other
 * words, such as 'Customers in Texas'.
 */
function segmentWithNames(tokens: readonly Token[], lexicon: Lexicon): Segmented {
  const [named, plain] = [true, false].map((hasNames) => segment(tokens, lexicon, { hasNames }));
  if (named === undefined || plain === undefined || plain.unknown.length > 0)
    return named ?? { sequences: [], unknown: [] };
  return { sequences: [...named.sequences, ...plain.sequences], unknown: [] };
}

async function attempt(
  tokens: readonly Token[],
  list: AskableList,
  { lists, today, last, synonyms }: QuestionContext,
): Promise<Attempt> {
  const source = await list.source();
  const lexicon = createLexicon(list.vocabulary, source, {
    lists: lists.map(({ vocabulary }) => vocabulary),
    today,
    synonyms,
    known: await readNames(lists),
  });
  const { sequences, unknown } = segmentWithNames(tokens, lexicon);
  const readings = new Map<string, ListReading>();
  const failures: Attempt['failures'] = [];
  const isOfLast = last?.list === list.vocabulary.key;
  const build = (
    items: readonly PlacedItem[],
    isEdit: boolean,
    shareNumerator: 'before' | 'after',
    isPart = false,
  ) => {
    const result = buildPlan(items, {
      shareNumerator,
      vocabulary: list.vocabulary,
      columns: source.columns,
      today,
      last: isEdit ? last : null,
    });
    if (isFailure(result)) failures.push(result);
    else {
      const plan = isEdit && last !== null ? editPlan(last, result) : result.plan;
      const id = JSON.stringify(plan);
      const same = readings.get(id);
      readings.set(id, {
        ...result,
        plan,
        list,
        source,
        namesList: result.namesList || same?.namesList === true,
        isGuess: (isPart || result.isGuess) && same?.isGuess !== false,
      });
    }
  };
  const questions = sequences.map((sequence) => mergeItems(sequence, list.vocabulary.person));
  for (const items of questions) {
    const kind = last === null ? 'new' : classifyQuestion(items);
    const sides = items.some(({ item }) => item.is === 'share')
      ? (['before', 'after'] as const)
      : (['before'] as const);
    for (const side of sides) {
      if (kind !== 'edit') build(items, false, side);
      if (kind !== 'new' && isOfLast) build(items, true, side);
    }
  }
  if (readings.size === 0)
    for (const part of questions.flatMap(splitAlternatives)) build(part, false, 'before', true);
  const found = preferGroups([...readings.values()]);
  const certain = found.filter(({ isGuess }) => !isGuess);
  return {
    readings: certain.length > 0 ? certain : found,
    unknown,
    lexicon,
    hasNegation: sequences.some((items) =>
      items.some(({ item }) => item.is === 'not' || item.is === 'without'),
    ),
    failures,
  };
}

/**
 * Finds the plans that cover every word of a question. Readings that name their list take
 * precedence; a question without a list is about the first list.
 */
export async function interpret(
  question: string,
  context: QuestionContext,
): Promise<Interpretation> {
  const tokens = tokenize(question);
  const tried = listsInQuestion(tokens, context);
  const attempts = await Promise.all(tried.map((list) => attempt(tokens, list, context)));
  const found = choose(attempts);
  if (found.length > 0) return { kind: 'readings', readings: found, corrections: [] };
  // Without a noun, only one list may know the words, such as the churn probability.
  if (!namesAnyList(tokens, context)) {
    const others = knowsOnlyToday(attempts)
      ? []
      : mainLists(context.lists).filter(
          (list) => !tried.includes(list) && knowsAnyWord(list, unknownToAll(attempts), context),
        );
    const more = await Promise.all(others.map((list) => attempt(tokens, list, context)));
    const readings = choose(more).map((reading) => ({ ...reading, isGuess: true }));
    if (readings.length > 0) return { kind: 'readings', readings, corrections: [] };
    attempts.push(...more.filter(({ unknown }) => unknown.length === 0));
  }
  const unknownWords = unknownToAll(attempts);
  // A word of another list isn't misspelled.
  const isMisspelled = !context.lists.some((list) => knowsAnyWord(list, unknownWords, context));
  const corrected = isMisspelled
    ? correctSpelling(
        tokens,
        unknownWords,
        attempts.map(({ lexicon }) => lexicon),
      )
    : [];
  const spelled = await Promise.all(
    corrected.map(async ({ tokens: words, corrections }) => ({
      readings: choose(await Promise.all(tried.map((list) => attempt(words, list, context)))),
      corrections,
    })),
  );
  const usable = spelled.filter(({ readings }) => readings.length > 0);
  const [first] = usable;
  const plans = new Set(
    usable.map(({ readings }) => JSON.stringify(readings.map(({ plan }) => plan))),
  );
  if (first !== undefined && plans.size === 1) return { kind: 'readings', ...first };
  const failure = likeliestFailure(attempts.flatMap(({ failures }) => failures));
  const named = distinctWords(unknownWords);
  return {
    kind: 'none',
    unknownWords: named.length > 0 ? named : failure === undefined ? [] : [failure.words],
    isUnknown: named.length > 0,
    reason:
      tokens.length === 0
        ? 'Ask a question in words.'
        : named.length > 0
          ? `I don’t know ${named.map((word) => `“${word}”`).join(', ')}.`
          : (failure?.reason ??
            'The question has too many possible meanings. Ask a shorter question.'),
  };
}

/**
 * Returns the failure of the likeliest meaning: in a list that the question names, without a value that
 * would need the name of its column.
 */
function likeliestFailure(failures: readonly Failure[]): Failure | undefined {
  const likely = failures.filter(({ kind }) => kind !== 'bare-value' && kind !== 'other-list');
  return likely.find(({ namesList }) => namesList) ?? likely[0] ?? failures[0];
}

/**
 * Returns whether a list was refused because it knows a figure only for today. Other lists are then
 * not tried.
 */
const knowsOnlyToday = (attempts: readonly Attempt[]): boolean =>
  attempts.some(({ failures }) => failures.some(({ kind }) => kind === 'only-today'));

/**
 * Returns whether the columns or phrases of a list have one of the words. Otherwise, its rows need not
 * be read.
 */
function knowsAnyWord(
  { vocabulary, columns }: AskableList,
  words: readonly string[],
  { lists }: QuestionContext,
): boolean {
  const known = readFixedWords(
    vocabulary,
    columns,
    lists.map((list) => list.vocabulary),
  );
  return words.some((word) => known.has(wordKey(word)));
}

/** Returns the first list of each export; the others are its tabs, which a question must name. */
export const mainLists = (lists: readonly AskableList[]): AskableList[] =>
  lists.filter(
    ({ vocabulary }, at) =>
      lists.findIndex((each) => each.vocabulary.export.path === vocabulary.export.path) === at,
  );

/** 'By size' groups by a column with this name, and orders by a number only when there is none. */
function preferGroups(readings: ListReading[]): ListReading[] {
  const hasGroups = readings.some(
    ({ plan, ordersByNumber }) => plan.groups.length > 0 && !ordersByNumber,
  );
  return hasGroups ? readings.filter(({ ordersByNumber }) => !ordersByNumber) : readings;
}

/**
 * Returns the readings that name their list; without any, all. A negation could also be of the noun
 * itself, as in 'critical without open tickets', so then no reading is dropped.
 */
function choose(attempts: readonly Attempt[]): ListReading[] {
  const all = attempts.flatMap(({ readings }) => readings);
  const naming = all.filter(({ namesList }) => namesList);
  const isNegated = attempts.some(({ hasNegation }) => hasNegation);
  return naming.length > 0 && !isNegated ? naming : all;
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
