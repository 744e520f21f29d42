import { addDays } from '#shared/core/dates.ts';
import { isNumericColumn, type ListColumn } from '#shared/list/column.ts';
import { viewerFilterValue } from '#shared/list/state.ts';
import type { Bound, InterpretedWords } from '../items.ts';
import { isKind, type PlacedItemOf, type PlanDraft, UnusableWordsError } from './draft.ts';
import { negateFilter } from './negate-filter.ts';
import { takeOverdue } from './take-overdue.ts';
import { unitFactor } from './units.ts';

/** Whole numbers can be compared exactly; scores and changes have hidden decimals. */
const isWhole = ({ kind, digits = 0 }: ListColumn<never>): boolean =>
  kind === 'number' && digits === 0;

/** Returns a bound in another unit, in whole numbers when the factor has decimals. */
const scaled = (bound: Bound | null, factor: number): Bound | null =>
  bound && {
    ...bound,
    value: Number.isInteger(factor) ? bound.value * factor : Math.floor(bound.value * factor),
  };

/**
 * Filters by the values of last week and today in 'moved from Medium to Critical'. In 'became
 * Critical', the value of last week is any value but Critical.
 */
export function takeMoves(draft: PlanDraft): void {
  for (const became of draft.all('became')) {
    const to = draft.next(became);
    const before = isKind(to, 'values') ? draft.words(to.item.column)?.weekBefore : undefined;
    if (!isKind(to, 'values') || before === undefined || to.item.isNegated)
      throw new UnusableWordsError(became.words, `Add a health tier after “${became.words}”.`);
    const { column, values } = to.item;
    draft.addFilter({ column: before, kind: 'none-of', values }, became);
    draft.addFilter({ column, kind: 'one-of', values }, to);
    // In 'did any customer move to critical', 'did' is about the change.
    for (const past of draft.all('past')) draft.used.add(past);
  }
  for (const moved of draft.all('moved')) {
    const from = draft.next(moved);
    const to = from && draft.next(from);
    const before = isKind(from, 'values') ? draft.words(from.item.column)?.weekBefore : undefined;
    if (!isKind(from, 'values') || !isKind(to, 'values') || before === undefined)
      throw new UnusableWordsError(
        moved.words,
        `Add two values to “${moved.words}”, such as “Medium to Critical”.`,
      );
    if (from.item.column !== to.item.column || from.item.isNegated || to.item.isNegated)
      throw new UnusableWordsError(
        to.words,
        'Name two values of one column, such as “Medium to Critical”.',
      );
    draft.addFilter({ column: before, kind: 'one-of', values: from.item.values }, from);
    draft.addFilter({ column: to.item.column, kind: 'one-of', values: to.item.values }, to);
    draft.used.add(moved);
  }
}

/**
 * Filters by the user who did what a verb says: 'action items I closed', 'runs that Morgan started'.
 */
export function takeActors(draft: PlanDraft): void {
  const { person } = draft.vocabulary;
  for (const subject of [...draft.all('actor'), ...draft.all('values')]) {
    const verb = draft.next(subject);
    const actor = isKind(verb, 'verb') ? draft.words(verb.item.column)?.actor : undefined;
    if (isKind(subject, 'actor')) {
      if (actor === undefined)
        throw new UnusableWordsError(subject.words, 'This list doesn’t say who did this.');
      draft.addFilter({ column: actor, kind: 'one-of', values: [viewerFilterValue] }, subject);
    } else if (
      actor !== undefined &&
      subject.item.column === person &&
      !subject.item.isNegated &&
      !isKind(draft.previous(subject), 'column')
    )
      draft.addFilter({ column: actor, kind: 'one-of', values: subject.item.values }, subject);
    else if (isKind(verb, 'verb') && subject.item.column === person && isDone(draft, subject, verb))
      // In 'tickets Victor closed', the list knows only the owner, who may not have closed them.
      draft.isGuess = true;
  }
}

/** Returns whether a user directly before a verb is its subject: 'Victor closed'. */
function isDone(draft: PlanDraft, subject: InterpretedWords, verb: InterpretedWords): boolean {
  const at = draft.items.indexOf(subject);
  const isSubject = draft.items[at + 1] === verb && /(?:ed|made|did|sent)$/i.test(verb.words);
  return isSubject && !isKind(draft.previous(subject), 'column') && !/^my$/i.test(subject.words);
}

export function takeValues(draft: PlanDraft): void {
  for (const values of draft.all('values').filter((each) => !draft.used.has(each))) {
    const { isNegated } = values.item;
    const column = draft.ofWeek(values.item.column);
    const neighbor = [draft.previous(values), draft.next(values)].find(
      (each): each is PlacedItemOf<'column'> =>
        isKind(each, 'column') && each.item.column === values.item.column && !draft.used.has(each),
    );
    if (neighbor === undefined && needsName(draft, values.item.column))
      throw new UnusableWordsError(
        values.words,
        `“${values.words}” is a value. Name its column as well.`,
        'bare-value',
      );
    if (neighbor !== undefined) draft.used.add(neighbor);
    const isOpposite = isNegated !== (neighbor?.item.isNegated ?? false);
    draft.addFilter(
      { column, kind: valuesKind(draft, column, isOpposite), values: values.item.values },
      values,
    );
  }
}

/** Returns whether a value counts only beside a word for its column, such as 'closed by'. */
const needsName = (draft: PlanDraft, column: string): boolean =>
  draft.words(column)?.valuesNeedName === true ||
  (draft.column(column).isPerson === true && column !== draft.vocabulary.person);

function valuesKind(draft: PlanDraft, column: string, isNegated: boolean) {
  if (draft.column(column).kind === 'text') return isNegated ? 'text-none-of' : 'text-one-of';
  return isNegated ? 'none-of' : 'one-of';
}

const negative = (bound: Bound | null): Bound | null => bound && { ...bound, value: -bound.value };

/** Filters by a rise or fall without a number: 'customers that dropped'. */
export function takeMovesWithoutNumber(draft: PlanDraft): void {
  for (const move of draft.all('move').filter((each) => !draft.used.has(each))) {
    // 'Lost' and 'gained' without a number can also describe customers: 'lost customers'.
    if (/(?:lost|gained)$/i.test(move.words)) continue;
    const { column, isFall } = move.item;
    draft.addFilter(
      isFall
        ? { column, kind: 'range', from: null, to: 0, isToExclusive: true }
        : { column, kind: 'range', from: 0, to: null, isFromExclusive: true },
      move,
    );
  }
}

/** Returns the numbers that are a minimum duration, as in 'declining 3 weeks in a row'. */
const durations = (draft: PlanDraft): PlacedItemOf<'test'>[] =>
  draft.all('number').flatMap((number) => {
    const { value, unit } = number.item;
    const before = draft.previous(number);
    if (unit === null || !isKind(before, 'column') || before.item.isCompared !== true) return [];
    draft.used.add(number);
    const from = { value, isExclusive: false };
    return [{ words: number.words, item: { is: 'test', from, to: null, unit } }];
  });

/**
 * Filters by tests such as 'over 5k'. A test that names no column is about the list's main number
 * or a length of time.
 */
export function takeTests(draft: PlanDraft): void {
  const tests = draft.all('test').filter((test) => !draft.used.has(test));
  for (const test of [...tests, ...durations(draft)]) {
    if (takeOverdue(draft, test)) continue;
    const before = draft.previous(test);
    const move = isKind(before, 'move') ? before : undefined;
    const { unit } = test.item;
    const isFall = move?.item.isFall === true;
    if (move !== undefined && [test.item.from, test.item.to].some((of) => (of?.value ?? 0) < 0))
      throw new UnusableWordsError(
        test.words,
        `Ask without a plus or minus sign, such as “${move.words} 5 points”.`,
      );
    const factorOf = (key: string) => unitFactor(draft, unit, key);
    const named = [draft.next(test), draft.previous(test)].find(
      (each): each is PlacedItemOf<'column'> =>
        isKind(each, 'column') &&
        !draft.used.has(each) &&
        isNumericColumn(draft.column(each.item.column)),
    );
    const { measure } = draft.vocabulary;
    const stated =
      test.item.column ??
      move?.item.column ??
      named?.item.column ??
      (measure !== null && factorOf(measure) !== undefined ? measure : undefined) ??
      takeDuration(draft, test);
    if (stated === null)
      throw new UnusableWordsError(
        test.words,
        `Say which figure “${test.words}” refers to, such as the score.`,
      );
    // 'Renewals over 5k' is probably about the amount.
    if (stated === measure && move === undefined && named === undefined && unit === null)
      draft.isGuess = true;
    if (named === undefined && move === undefined && takeSince(draft, test, stated)) continue;
    const column = draft.ofWeek(stated);
    const factor = factorOf(column);
    if (named?.item.isNegated === true || factor === undefined)
      throw new UnusableWordsError(
        test.words,
        `${draft.column(column).label} is not measured in ${unit ?? 'this unit'}.`,
      );
    // 'Dropped more than 5 points' is a change below −5.
    const lower = scaled(isFall ? negative(test.item.to) : test.item.from, factor);
    const { comparedWords, isUsage } = draft.words(column) ?? {};
    const isState = comparedWords !== undefined && isUsage !== true;
    // In 'at risk under 3 weeks', 0 weeks are excluded, because rows with 0 weeks aren't at risk.
    const from = lower ?? (isState ? { value: 0, isExclusive: true } : null);
    const to = scaled(isFall ? negative(test.item.from) : test.item.to, factor);
    requirePossible(test, from, to);
    if (from !== null && from.value === to?.value && !isWhole(draft.column(column)))
      throw new UnusableWordsError(
        test.words,
        `${draft.column(column).label} has decimals, so one exact value can’t be matched. Ask for a range.`,
      );
    draft.addFilter(
      {
        column,
        kind: 'range',
        from: from?.value ?? null,
        to: to?.value ?? null,
        ...(from?.isExclusive === true ? { isFromExclusive: true as const } : {}),
        ...(to?.isExclusive === true ? { isToExclusive: true as const } : {}),
      },
      test,
    );
    for (const used of [named, move]) if (used !== undefined) draft.used.add(used);
  }
}

/**
 * Takes a test in days or weeks for a column that counts the months since a date, as in 'live for
 * less than 90 days'. Filters by that date instead. Returns `false` for other tests.
 */
function takeSince(draft: PlanDraft, test: PlacedItemOf<'test'>, column: string): boolean {
  const { countsSince } = draft.words(column) ?? {};
  const { from, to, unit } = test.item;
  const length = unit === 'days' ? 1 : unit === 'weeks' ? 7 : undefined;
  if (countsSince === undefined || length === undefined) return false;
  requirePossible(test, from, to);
  const dayOf = (bound: Bound, later: number) =>
    addDays(draft.today, (bound.isExclusive ? later : 0) - length * bound.value);
  draft.addFilter(
    {
      column: countsSince,
      kind: 'dates',
      from: to && dayOf(to, 1),
      to: from ? dayOf(from, -1) : null,
    },
    test,
  );
  return true;
}

/** Refuses bounds that no number can satisfy, as in 'at least 50 and at most 40'. */
function requirePossible({ words }: InterpretedWords, from: Bound | null, to: Bound | null): void {
  if (from === null || to === null) return;
  const isExclusive = from.isExclusive || to.isExclusive;
  if (from.value > to.value || (from.value === to.value && isExclusive))
    throw new UnusableWordsError(words, `No number can be “${words}”. Check the two bounds.`);
}

/**
 * Returns the list's column of durations for a test that names no column, as in 'open tickets over
 * 3 days'; `null` without such a column. Leaves out finished rows, because the question is about
 * rows whose duration is still growing.
 */
function takeDuration(draft: PlanDraft, test: PlacedItemOf<'test'>): string | null {
  const { duration } = draft.vocabulary;
  const { unit } = test.item;
  if (duration === undefined || unit === null || !timeUnits.has(unit)) return null;
  if (unitFactor(draft, unit, duration) === undefined) return null;
  draft.requireUnfinished(test);
  return duration;
}

const timeUnits = new Set(['hours', 'days', 'weeks', 'months', 'years']);

export function takePhrases(draft: PlanDraft): void {
  for (const phrase of draft.all('phrase').filter((each) => !draft.used.has(each))) {
    const { filters, isNegated } = phrase.item;
    draft.used.add(phrase);
    for (const filter of filters) {
      const effective = isNegated && filters.length === 1 ? negateFilter(filter) : filter;
      if (effective === undefined || (isNegated && filters.length > 1))
        throw new UnusableWordsError(
          phrase.words,
          'I can’t exclude this. Ask for what to include instead.',
        );
      draft.addFilter(effective, phrase);
    }
  }
}
