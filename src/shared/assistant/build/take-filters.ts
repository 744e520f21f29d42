import { addDays } from '#shared/core/dates.ts';
import { countText } from '#shared/core/words.ts';
import { isNumericColumn, type ListColumn } from '#shared/list/column.ts';
import { negateFilter } from '../filters.ts';
import type { Bound } from '../items.ts';
import { isKind, type Placed, type PlanDraft, Unusable } from './draft.ts';

const unitOf = ({ kind, prefix, unit }: ListColumn<never>): string | null => {
  if (prefix === '$') return '$';
  const text = (unit ?? (kind === 'percent' ? '%' : '')).trim();
  const units: Record<string, string> = {
    d: 'days',
    wk: 'weeks',
    h: 'hours',
    pts: 'points',
    '×': '',
  };
  return (units[text] ?? text) || null;
};

/** Whole numbers can be compared exactly; scores and changes have hidden decimals. */
const isWhole = ({ kind, digits = 0 }: ListColumn<never>): boolean =>
  kind === 'number' && digits === 0;

export const onlyToday = 'I only know this for today';
export const missingColumnName = 'is a value. Name its column as well.';

export function takePeriods(draft: PlanDraft): void {
  for (const period of draft.all('period')) {
    const neighbors = [draft.previous(period), draft.next(period)];
    const named = neighbors.find(
      (each): each is Placed<'verb' | 'column'> =>
        isKind(each, 'verb', 'column') &&
        !draft.used.has(each) &&
        draft.column(each.item.column).kind === 'date',
    );
    if (isKind(named, 'column') && named.item.isNegated)
      throw new Unusable(named.words, 'I can’t exclude this. Ask for what to include instead.');
    const verbs = draft.all('verb').filter((verb) => !draft.used.has(verb));
    const verb = named ?? (verbs.length === 1 ? verbs[0] : undefined);
    const { from, to, label } = period.item.period;
    const column = verb?.item.column ?? usedDate(draft) ?? draft.date;
    if (column === null) {
      if (period.words.toLowerCase() !== 'today')
        throw new Unusable(period.words, `${onlyToday}, not ${label}.`);
      draft.used.add(period);
      continue;
    }
    requireHistory(draft, column, period);
    // In 'tickets reopened this month', the period could be of the reopening, which has no date.
    if (verb === undefined && hasState(draft)) draft.isGuess = true;
    draft.addFilter({ column, kind: 'dates', from, to }, period);
    if (verb !== undefined) draft.used.add(verb);
  }
}

/** Returns the date column by which the rows are grouped or sorted. */
const usedDate = (draft: PlanDraft): string | undefined =>
  [...draft.groups, ...draft.sort].find(({ column }) => draft.column(column).kind === 'date')
    ?.column;

const hasState = (draft: PlanDraft): boolean =>
  draft.all('phrase').length > 0 ||
  draft.all('column').some(({ item }) => draft.column(item.column).kind === 'flag');

/** Refuses a period in which the list has left out rows. */
function requireHistory(draft: PlanDraft, column: string, period: Placed<'period'>): void {
  const { historyDays, futureDays } = draft.words(column) ?? {};
  const { from, to } = period.item.period;
  if (historyDays !== undefined && (from === null || from < addDays(draft.today, -historyDays)))
    throw new Unusable(period.words, `This list goes back only ${countText(historyDays, 'day')}.`);
  if (futureDays !== undefined && (to === null || to > addDays(draft.today, futureDays)))
    throw new Unusable(period.words, `This list goes ahead only ${countText(futureDays, 'day')}.`);
}

export function takeValues(draft: PlanDraft): void {
  for (const values of draft.all('values')) {
    const { column, isNegated } = values.item;
    const neighbor = [draft.previous(values), draft.next(values)].find(
      (each): each is Placed<'column'> =>
        isKind(each, 'column') && each.item.column === column && !draft.used.has(each),
    );
    if (neighbor === undefined && needsName(draft, column))
      throw new Unusable(values.words, `“${values.words}” ${missingColumnName}`);
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

/** Filters by the numbers. The column is the next one, else the one before. */
export function takeTests(draft: PlanDraft): void {
  for (const test of draft.all('test')) {
    const before = draft.previous(test);
    const move = isKind(before, 'move') ? before : undefined;
    const { unit } = test.item;
    // 'Dropped more than 5 points' is a change below −5.
    const isFall = move?.item.isFall === true;
    const from = isFall ? negative(test.item.to) : test.item.from;
    const to = isFall ? negative(test.item.from) : test.item.to;
    const fits = (key: string): boolean => {
      const column = draft.column(key);
      return (
        isNumericColumn(column) &&
        (unit === null || (draft.words(key)?.unit ?? unitOf(column)) === unit)
      );
    };
    const named = [draft.next(test), draft.previous(test)].find(
      (each): each is Placed<'column'> =>
        isKind(each, 'column') &&
        !draft.used.has(each) &&
        isNumericColumn(draft.column(each.item.column)),
    );
    const { measure } = draft.vocabulary;
    const column =
      move?.item.column ??
      named?.item.column ??
      (unit !== null && measure !== null && fits(measure) ? measure : null);
    if (column === null)
      throw new Unusable(test.words, `Add a number column to “${test.words}”, such as the score.`);
    if (named?.item.isNegated === true || !fits(column))
      throw new Unusable(
        test.words,
        `${draft.column(column).label} is not measured in ${unit ?? 'this unit'}.`,
      );
    if (from !== null && from.value === to?.value && !isWhole(draft.column(column)))
      throw new Unusable(
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

export function takePhrases(draft: PlanDraft): void {
  for (const phrase of draft.all('phrase')) {
    const { filters, isNegated } = phrase.item;
    draft.used.add(phrase);
    for (const filter of filters) {
      const effective = isNegated && filters.length === 1 ? negateFilter(filter) : filter;
      if (effective === undefined || (isNegated && filters.length > 1))
        throw new Unusable(phrase.words, 'I can’t exclude this. Ask for what to include instead.');
      draft.addFilter(effective, phrase);
    }
  }
}
