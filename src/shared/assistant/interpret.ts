import {
  type AskableList,
  knowsAnyWord,
  loadCustomerNames,
  namesAnyList,
  selectCandidateLists,
  selectListsWithoutTabs,
} from './askable-lists.ts';
import type { Failure } from './build/build-plan.ts';
import { type Attempt, type ListReading, type QuestionContext, tryList } from './try-list.ts';
import { type Correction, correctSpelling } from './words/spelling.ts';
import { distinctWords, type Token, tokenize } from './words/tokens.ts';
import { findUnknownName, type UnknownName } from './words/unknown-name.ts';

interface FoundReadings {
  kind: 'readings';
  readings: readonly ListReading[];
  corrections: readonly Correction[];
}

/** Plans that a question can mean, or the reason why there is none. */
export type Interpretation =
  | FoundReadings
  | {
      kind: 'none';
      /** Words that no list knows, or that don't fit the question, as typed. */
      unknownWords: readonly string[];
      /** `true` when no list knows the words. */
      isUnknown: boolean;
      /** Words that look like the name of a customer. */
      unknownName?: UnknownName | undefined;
      reason: string;
    };

/**
 * Finds the plans that cover every word of a question. Readings that name their list take
 * precedence; a question without a list is about the first list.
 */
export async function interpret(
  question: string,
  context: QuestionContext,
): Promise<Interpretation> {
  const tokens = tokenize(question);
  const named = selectCandidateLists(tokens, context.lists, context.last);
  const tryNamed = (words: readonly Token[]): Promise<Attempt[]> =>
    Promise.all(named.map((list) => tryList(words, list, context)));
  const attempts = await tryNamed(tokens);
  const readings = choose(attempts);
  if (readings.length > 0) return { kind: 'readings', readings, corrections: [] };
  // Without a noun, the question may be about another list that knows its words, such as 'churn
  // probability'.
  if (!namesAnyList(tokens, context.lists) && !knowsOnlyToday(attempts)) {
    const others = otherLists(unknownToAll(attempts), named, context);
    const more = await Promise.all(others.map((list) => tryList(tokens, list, context)));
    // A reading is no guess when it names a customer and the list has a row of this customer.
    const guesses = choose(more).map((reading) => ({
      ...reading,
      isGuess: reading.isGuess || !namesCustomer(reading) || isEmpty(reading),
    }));
    if (guesses.length > 0) return { kind: 'readings', readings: guesses, corrections: [] };
    attempts.push(...more.filter(({ unknown }) => unknown.length === 0));
  }
  const unknownWords = unknownToAll(attempts);
  // A word of another list isn't misspelled.
  const isMisspelled = !context.lists.some((list) =>
    knowsAnyWord(list, unknownWords, context.lists),
  );
  const name = findUnknownName(tokens, unknownWords, await loadCustomerNames(context.lists));
  const corrected = isMisspelled
    ? await readCorrected(
        tokens,
        unknownWords,
        attempts,
        tryNamed,
        (token, key) =>
          token !== name?.first || !namesPlaceOrPerson(tokens, { token, key }, named, attempts),
      )
    : undefined;
  return (
    corrected ??
    refuse(
      tokens,
      distinctWords(unknownWords),
      attempts,
      name?.isCertain === true ? name : undefined,
    )
  );
}

/**
 * Returns whether a word is only part of a name of a city or user. The first word of an unknown
 * customer's name isn't a misspelling of such a name.
 */
const namesPlaceOrPerson = (
  tokens: readonly Token[],
  { token, key }: { token: Token; key: string },
  lists: readonly AskableList[],
  attempts: readonly Attempt[],
): boolean => {
  const at = tokens.indexOf(token);
  const words = tokens.with(at, { ...token, key });
  return lists.every(({ columns }, place) => {
    const found = attempts[place]?.lexicon.find(words, at, { hasNames: false });
    return found?.items.every((item) => {
      const column =
        item.is === 'values' ? columns.find((each) => each.key === item.column) : undefined;
      return column?.kind === 'text' || column?.isPerson === true;
    });
  });
};

/** Returns the lists that the question does not name but that know one of its unknown words. */
const otherLists = (
  unknownWords: readonly string[],
  named: readonly AskableList[],
  { lists }: QuestionContext,
): AskableList[] =>
  selectListsWithoutTabs(lists).filter(
    (list) => !named.includes(list) && knowsAnyWord(list, unknownWords, lists),
  );

/**
 * Reads a question with corrected spelling. Returns `undefined` when no correction has a reading, and
 * when several have different readings.
 */
async function readCorrected(
  tokens: readonly Token[],
  unknownWords: readonly string[],
  attempts: readonly Attempt[],
  tryNamed: (words: readonly Token[]) => Promise<Attempt[]>,
  isAllowed: (token: Token, key: string) => boolean,
): Promise<FoundReadings | undefined> {
  const corrected = correctSpelling(
    tokens,
    unknownWords,
    attempts.map(({ lexicon }) => lexicon),
    isAllowed,
  );
  const read = await Promise.all(
    corrected.map(async ({ tokens: words, corrections }) => ({
      readings: choose(await tryNamed(words)),
      corrections,
    })),
  );
  const usable = read.filter(({ readings }) => readings.length > 0);
  const plans = new Set(
    usable.map(({ readings }) => JSON.stringify(readings.map(({ plan }) => plan))),
  );
  const [first] = usable;
  return first !== undefined && plans.size === 1 ? { kind: 'readings', ...first } : undefined;
}

/** Returns the reason why a question without readings has none. */
function refuse(
  tokens: readonly Token[],
  unknownWords: readonly string[],
  attempts: readonly Attempt[],
  unknownName: UnknownName | undefined,
): Interpretation {
  if (tokens.length === 0)
    return {
      kind: 'none',
      unknownWords: [],
      isUnknown: false,
      reason: 'Ask a question in words.',
    };
  if (unknownWords.length > 0)
    return {
      kind: 'none',
      unknownWords,
      isUnknown: true,
      unknownName,
      reason:
        unknownName === undefined
          ? `I don’t know ${unknownWords.map((word) => `“${word}”`).join(', ')}.`
          : `No customer is named “${unknownName.text}”.`,
    };
  const failure = likeliestFailure(attempts.flatMap(({ failures }) => failures));
  return {
    kind: 'none',
    unknownWords: failure === undefined ? [] : [failure.words],
    isUnknown: false,
    reason:
      failure?.reason ?? 'The question has too many possible meanings. Ask a shorter question.',
  };
}

/**
 * Returns the failure to report. Prefers a list that the question names. Avoids failures from a
 * value without its column or from a noun of another list.
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
 * Returns the readings whose list the question names; all readings when it names none. With a
 * negation, all readings remain, because it can negate the noun: 'critical without open tickets'.
 */
function choose(attempts: readonly Attempt[]): ListReading[] {
  const all = attempts.flatMap(({ readings }) => readings);
  const isNegated = attempts.some(({ hasNegation }) => hasNegation);
  if (isNegated) return withRows(all);
  const naming = all.filter(({ namesList }) => namesList);
  // 'Critical customers with open tickets' asks for customers, which have a column for their tickets.
  const subjects = naming.filter(({ isSubject, isGuess }) => isSubject && !isGuess);
  return withRows([subjects, naming, all].find((readings) => readings.length > 0) ?? []);
}

/** Drops readings whose list has no row of the named customer, unless no list has such a row. */
function withRows(readings: readonly ListReading[]): ListReading[] {
  const filled = readings.every(namesCustomer)
    ? readings.filter((reading) => !isEmpty(reading))
    : [];
  return filled.length > 0 ? filled : [...readings];
}

const namesCustomer = ({ plan, list: { vocabulary } }: ListReading): boolean =>
  plan.state.filters.some(
    ({ column, kind }) => column === vocabulary.customer && kind === 'text-one-of',
  );

const isEmpty = ({ plan, source }: ListReading): boolean => source.select(plan.state).count === 0;

/**
 * Returns the words that no tried list knows. If there are none, returns the unknown words of the
 * list with the fewest.
 */
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
