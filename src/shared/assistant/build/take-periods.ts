import { addDays, monthStartOf } from '#shared/core/dates.ts';
import { countText } from '#shared/core/words.ts';
import type { Period } from '../items.ts';
import {
  createOnlyTodayError,
  isKind,
  type PlacedItemOf,
  type PlanDraft,
  UnusableWordsError,
} from './draft.ts';
import { takeComparedPeriods } from './take-compared-periods.ts';

/** Filters the rows by the periods of the question. */
export function takePeriods(draft: PlanDraft): void {
  const compared = takeComparedPeriods(draft);
  for (const placed of compared === undefined ? draft.all('period') : [compared.first]) {
    const period = compared?.both ?? placed;
    const verb = findVerb(draft, placed);
    const column = verb?.item.column ?? usedDate(draft) ?? draft.date;
    if (column === null) {
      takeWeek(draft, period);
      continue;
    }
    requireTense(draft, verb, column, period);
    const isPassed = isKind(verb, 'verb') && verb.item.without === 'passed';
    const { from, to } = withinHistory(
      draft,
      column,
      isPassed ? untilYesterday(draft, period) : period,
    );
    // In 'tickets reopened this month', the period could refer to the reopening, which has no date.
    if (verb === undefined && hasState(draft, placed)) draft.isGuess = true;
    draft.addFilter({ column, kind: 'dates', from, to }, placed);
    if (compared !== undefined && draft.groups.length > 0)
      throw new UnusableWordsError(
        period.words,
        'I can’t group compared periods. Remove the grouping, such as “by owner”.',
      );
    if (compared !== undefined) draft.group(column, placed);
    if (verb !== undefined) draft.used.add(verb);
    if (isPassed) draft.requireUnfinished(period);
  }
}

/**
 * Ends the period at yesterday, such as 'this week' in 'overdue this week'. Marks the answer as a
 * guess.
 */
function untilYesterday(draft: PlanDraft, placed: PlacedItemOf<'period'>): PlacedItemOf<'period'> {
  const { period } = placed.item;
  const yesterday = addDays(draft.today, -1);
  if (period.from !== null && period.from > yesterday)
    throw new UnusableWordsError(placed.words, `Nothing due “${placed.words}” can be overdue yet.`);
  draft.isGuess = true;
  const to = period.to !== null && period.to < yesterday ? period.to : yesterday;
  return { ...placed, item: { ...placed.item, period: { ...period, to } } };
}

/** Returns the verb or date column beside a period; otherwise, the only verb of the question. */
function findVerb(
  draft: PlanDraft,
  period: PlacedItemOf<'period'>,
): PlacedItemOf<'verb' | 'column'> | undefined {
  const named = [draft.previous(period), draft.next(period)].find(
    (each): each is PlacedItemOf<'verb' | 'column'> =>
      isKind(each, 'verb', 'column') &&
      !draft.used.has(each) &&
      draft.column(each.item.column).kind === 'date',
  );
  if (isKind(named, 'column') && named.item.isNegated)
    throw new UnusableWordsError(
      named.words,
      'I can’t exclude this. Ask for what to include instead.',
    );
  const verbs = draft.all('verb').filter((verb) => !draft.used.has(verb));
  return named ?? (verbs.length === 1 ? verbs[0] : undefined);
}

/**
 * Takes a period for a list without date columns: 'today', or a week that other columns describe.
 */
function takeWeek(draft: PlanDraft, period: PlacedItemOf<'period'>): void {
  const words = period.words.toLowerCase();
  const isUsable =
    words === 'today' ||
    (/^(?:this|since last|(?:(?:in|over) )?(?:the |this )?past|(?:in|over) the last) week$/.test(
      words,
    ) &&
      namesWeeklyChange(draft));
  draft.isLastWeek = words === 'last week';
  if (!isUsable && !draft.isLastWeek)
    throw draft.vocabulary.noDateReason === undefined
      ? createOnlyTodayError(period.words, `, not ${period.item.period.label}`)
      : new UnusableWordsError(period.words, draft.vocabulary.noDateReason);
  draft.used.add(period);
  if (draft.isLastWeek) for (const past of draft.all('past')) draft.used.add(past);
}

/** Returns whether the question is about a change of the last week, as in 'dropped this week'. */
const namesWeeklyChange = (draft: PlanDraft): boolean =>
  draft.items.some((each) => {
    if (isKind(each, 'moved', 'became')) return true;
    const columns = isKind(each, 'phrase')
      ? each.item.filters.map(({ column }) => column)
      : isKind(each, 'rank', 'move', 'column')
        ? [each.item.column]
        : [];
    return columns.some((column) => column !== null && draft.words(column)?.isWeekly === true);
  });

/** Returns the date column by which the rows are grouped or sorted. */
const usedDate = (draft: PlanDraft): string | undefined =>
  [...draft.groups, ...draft.sort].find(({ column }) => draft.column(column).kind === 'date')
    ?.column;

const participle = /(?:ed|done|sent|lost|won)$/i;

/**
 * Returns whether the period could belong to a state without a date in the list, such as
 * 'reopened'.
 */
function hasState(draft: PlanDraft, period: PlacedItemOf<'period'>): boolean {
  const before = draft.previous(period);
  return (
    draft.all('phrase').length > 0 ||
    draft.all('column').some(({ item }) => draft.column(item.column).kind === 'flag') ||
    (isKind(before, 'values') && participle.test(before.words))
  );
}

const pastVerb = /(?:ed|went live|gone live|left|lost|lose|began|made)$/i;
const presentVerb = /(?:ing|due|ends?|expires?|renew|leave|go live|come up)$/i;
/** If next May starts within this number of days, 'renewing in May' can't mean last May. */
const comingDays = 190;

/** Refuses a period that doesn't fit the verb, such as 'next week' or a coming month after 'opened'. */
function requireTense(
  draft: PlanDraft,
  verb: PlacedItemOf<'verb' | 'column'> | undefined,
  column: string,
  { item, words }: PlacedItemOf<'period'>,
): void {
  const { from, to, isOneOfTwo } = item.period;
  const isPast = pastVerb.test(verb?.words ?? '') || draft.words(column)?.isPast === true;
  if (from === null || to === null) return;
  if (isPast && isOneOfTwo !== true && from >= draft.today && to > draft.today)
    throw new UnusableWordsError(
      words,
      `“${words}” is in the future. Ask for a period such as “in the last 30 days”.`,
    );
  if (isOneOfTwo !== true) return;
  const isFuture = from > draft.today;
  const isPassed = to < draft.today && monthStartOf(from, 12) <= addDays(draft.today, comingDays);
  if (
    (isPast && isFuture) ||
    (!isPast && presentVerb.test(verb?.words ?? '') && draft.all('past').length === 0 && isPassed)
  )
    throw new UnusableWordsError(words, `Add the year to “${words}”.`);
}

/**
 * Returns the part of a period that the list covers. A plan with a shortened period is a guess.
 * Throws `Unusable` when the list covers too little of the period.
 */
function withinHistory(
  draft: PlanDraft,
  column: string,
  placed: PlacedItemOf<'period'>,
): Pick<Period, 'from' | 'to'> {
  const { historyDays, futureDays } = draft.words(column) ?? {};
  let { from, to } = placed.item.period;
  const isOpen = (to ?? draft.today) >= draft.today && (from ?? '') <= draft.today;
  if (historyDays !== undefined) {
    const first = addDays(draft.today, -historyDays);
    if (from === null || from < first) {
      if (from === null || !isOpen)
        throw new UnusableWordsError(
          placed.words,
          `This list covers only the last ${countText(historyDays, 'day')}.`,
        );
      from = first;
      draft.isGuess = true;
    }
  }
  if (futureDays !== undefined) {
    const last = addDays(draft.today, futureDays);
    if (to === null || to > last) {
      if (from !== null && from > last)
        throw new UnusableWordsError(
          placed.words,
          `This list covers only the next ${countText(futureDays, 'day')}.`,
        );
      to = last;
      draft.isGuess = true;
    }
  }
  return { from, to };
}
