import type { UntypedListRows } from '#shared/list/source.ts';
import { splitAlternatives } from './alternatives.ts';
import { type AskableList, loadCustomerNames } from './askable-lists.ts';
import { buildPlan, type Failure, isFailure, type Reading } from './build/build-plan.ts';
import { addsValues, classifyQuestion, contradictsLast, editPlan } from './edit-plan.ts';
import type { InterpretedWords } from './items.ts';
import { mergeItems } from './merge-items.ts';
import type { Plan } from './plan.ts';
import { createLexicon, type Lexicon, type Synonym } from './words/lexicon.ts';
import { type Segmented, segmentQuestion } from './words/segment.ts';
import type { Token } from './words/tokens.ts';

export interface QuestionContext {
  lists: readonly AskableList[];
  /** Business day. */
  today: string;
  synonyms: readonly Synonym[];
  /** Plan of the last answer, which a follow-up changes; `null` without one. */
  last: Plan | null;
}

export interface ListReading extends Reading {
  list: AskableList;
  source: UntypedListRows;
}

/** Result of reading a question as one about a list. */
export interface Attempt {
  readings: readonly ListReading[];
  /** Words that the list does not know, as typed. */
  unknown: readonly string[];
  lexicon: Lexicon;
  hasNegation: boolean;
  /** Failure of each sequence of meanings. */
  failures: readonly Failure[];
}

/** One meaning of a question, as a full question or as a follow-up. */
interface Meaning {
  items: readonly InterpretedWords[];
  /** Plan that the follow-up changes; `null` for a full question. */
  last: Plan | null;
  numeratorSide: 'before' | 'after';
}

/**
 * Segments a question with and without the names of customers, because a name can consist of other
 * words, such as 'Customers in Texas'.
 */
function segmentWithNames(tokens: readonly Token[], lexicon: Lexicon): Segmented {
  const [named, plain] = [true, false].map((hasNames) =>
    segmentQuestion(tokens, lexicon, { hasNames }),
  );
  if (named === undefined || plain === undefined || plain.unknown.length > 0)
    return named ?? { sequences: [], unknown: [] };
  return { sequences: [...named.sequences, ...plain.sequences], unknown: [] };
}

/** Returns a question as a full question, as a follow-up, or as both. */
function meaningsOf(
  items: readonly InterpretedWords[],
  { vocabulary: { key } }: AskableList,
  last: Plan | null,
): Meaning[] {
  const kind = last === null ? 'new' : classifyQuestion(items);
  const plans = [
    ...(kind === 'edit' ? [] : [null]),
    ...(kind === 'new' || last?.list !== key ? [] : [last]),
  ];
  const sides = items.some(({ item }) => item.is === 'share')
    ? (['before', 'after'] as const)
    : (['before'] as const);
  return sides.flatMap((numeratorSide) =>
    plans.map((plan) => ({ items, last: plan, numeratorSide })),
  );
}

/** Returns the failure of a follow-up that changes nothing, such as 'and they' or 'whose are they'. */
const noChange = (items: readonly InterpretedWords[]): Failure => ({
  words: items.map(({ words }) => words).join(' '),
  reason:
    'This doesn’t change the last answer. Say what to change, such as “only Texas” or “by owner”.',
  kind: null,
  namesList: false,
});

/** Builds the plans of meanings. Meanings with the same plan are one reading. */
function buildReadings(
  meanings: readonly Meaning[],
  list: AskableList,
  source: UntypedListRows,
  today: string,
): { readings: ListReading[]; failures: Failure[] } {
  const readings = new Map<string, ListReading>();
  const failures: Failure[] = [];
  for (const meaning of meanings) {
    const result = buildPlan(meaning.items, {
      ...meaning,
      vocabulary: list.vocabulary,
      columns: source.columns,
      today,
    });
    if (isFailure(result)) {
      failures.push(result);
      continue;
    }
    const { last } = meaning;
    const isAdded = addsValues(meaning.items);
    const plan = last === null ? result.plan : editPlan(last, { ...result, isAdded });
    if (last !== null && JSON.stringify(plan) === JSON.stringify(last)) {
      failures.push(noChange(meaning.items));
      continue;
    }
    const isDoubtful = last !== null && isAdded && contradictsLast(last, result.plan);
    const id = JSON.stringify(plan);
    const same = readings.get(id);
    readings.set(id, {
      ...result,
      plan,
      list,
      source,
      namesList: result.namesList || same?.namesList === true,
      isGuess: (result.isGuess || isDoubtful) && same?.isGuess !== false,
    });
  }
  return { readings: [...readings.values()], failures };
}

/** 'By size' groups by a column with this name, and orders by a number only when there is none. */
function preferGroups(readings: readonly ListReading[]): readonly ListReading[] {
  const hasGroups = readings.some(
    ({ plan, ordersByNumber }) => plan.groups.length > 0 && !ordersByNumber,
  );
  return hasGroups ? readings.filter(({ ordersByNumber }) => !ordersByNumber) : readings;
}

function preferCertain(readings: readonly ListReading[]): readonly ListReading[] {
  const certain = readings.filter(({ isGuess }) => !isGuess);
  return certain.length > 0 ? certain : readings;
}

/** Reads a question as one about a list. */
export async function tryList(
  tokens: readonly Token[],
  list: AskableList,
  { lists, today, last, synonyms }: QuestionContext,
): Promise<Attempt> {
  const source = await list.source();
  const lexicon = createLexicon(list.vocabulary, source, {
    lists: lists.map(({ vocabulary }) => vocabulary),
    today,
    synonyms,
    known: await loadCustomerNames(lists),
  });
  const { sequences, unknown } = segmentWithNames(tokens, lexicon);
  const questions = sequences.map((sequence) => mergeItems(sequence, list.vocabulary.person));
  const whole = buildReadings(
    questions.flatMap((items) => meaningsOf(items, list, last)),
    list,
    source,
    today,
  );
  const parts = buildReadings(
    (whole.readings.length > 0 ? [] : questions.flatMap(splitAlternatives)).map((items) => ({
      items,
      last: null,
      numeratorSide: 'before',
    })),
    list,
    source,
    today,
  );
  return {
    readings: preferCertain(
      preferGroups([
        ...whole.readings,
        ...parts.readings.map((reading) => ({ ...reading, isGuess: true, isPart: true as const })),
      ]),
    ),
    unknown,
    lexicon,
    hasNegation: sequences.some((items) =>
      items.some(({ item }) => item.is === 'not' || item.is === 'without'),
    ),
    failures: [...whole.failures, ...parts.failures],
  };
}
