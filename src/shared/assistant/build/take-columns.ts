import { addDays } from '#shared/core/dates.ts';
import { isNumericColumn, type ListColumn } from '#shared/list/column.ts';
import type { ListFilter } from '#shared/list/state.ts';
import type { InterpretedWords } from '../items.ts';
import { isKind, type PlacedItemOf, type PlanDraft, UnusableWordsError } from './draft.ts';
import { chooseTotalKind } from './take-figures.ts';

/** Shows the columns that the question names and no other part of the plan uses. */
export function takeColumns(draft: PlanDraft, isEdit: boolean): void {
  for (const shown of draft.all('shown')) {
    // A phrase such as 'why' asks for columns of one customer.
    if (!isEdit && !isAboutOneCustomer(draft))
      throw new UnusableWordsError(
        shown.words,
        'I can answer this for one customer at a time. Name the customer.',
      );
    draft.shown.push(...shown.item.columns);
    draft.used.add(shown);
  }
  for (const placed of [...draft.all('column'), ...draft.all('verb')]) {
    if (draft.used.has(placed)) continue;
    if (isKind(placed, 'column') && placed.item.isCompared === true) continue;
    if (asksWhen(draft, placed)) {
      draft.shown.push(placed.item.column);
      draft.used.add(placed);
      continue;
    }
    if (isKind(placed, 'verb') && placed.item.without !== undefined) {
      takeUndatedVerb(draft, placed);
      continue;
    }
    const { column: key } = placed.item;
    const column = draft.column(key);
    const before = draft.items[draft.items.indexOf(placed) - 1];
    const isNegated = isKind(placed, 'column') && placed.item.isNegated;
    const isOwned = isKind(before, 'with');
    if (isNegated || isOwned || column.kind === 'flag' || isKind(placed, 'verb'))
      draft.addFilter(presence(draft, column, isNegated), placed);
    else if (key === draft.vocabulary.customer) takeCustomerColumn(draft, placed);
    else if (isBesideOtherPerson(draft, placed)) continue;
    else if (isShown(draft, placed)) {
      requireNumber(draft, placed);
      const shown = draft.ofWeek(key);
      draft.requireWeek(shown, placed);
      draft.shown.push(shown);
      draft.used.add(placed);
    } else if (isImpliedGroup(draft, placed) || isCrossed(draft, placed)) draft.group(key, placed);
    else takeImpliedSum(draft, placed);
  }
  takeWho(draft);
}

/** Returns whether a question asks for a date of one customer: 'when did Smile Dental go live'. */
const asksWhen = (draft: PlanDraft, { item }: PlacedItemOf<'column' | 'verb'>): boolean =>
  draft.column(item.column).kind === 'date' &&
  draft.all('rows').some(({ words }) => /^when$/i.test(words)) &&
  isAboutOneCustomer(draft);

/**
 * Shows the user when a question asks 'who' about one customer: 'who is onboarding Smile Dental'.
 */
function takeWho(draft: PlanDraft): void {
  const { person } = draft.vocabulary;
  const isOfOne = draft.all('who').length > 0 && isAboutOneCustomer(draft);
  const hasPerson = draft.shown.some((key) => draft.column(key).isPerson === true);
  if (person !== null && isOfOne && !hasPerson) draft.shown.push(person);
}

/**
 * Filters by the date of a verb without a period: from today for 'leaving', before today for
 * 'overdue'.
 */
function takeUndatedVerb(draft: PlanDraft, verb: PlacedItemOf<'verb'>): void {
  const { column, without } = verb.item;
  if (without === 'upcoming')
    draft.addFilter({ column, kind: 'dates', from: draft.today, to: null }, verb);
  if (without === 'passed') {
    const yesterday = addDays(draft.today, -1);
    draft.addFilter({ column, kind: 'dates', from: null, to: yesterday }, verb);
    draft.requireUnfinished(verb);
  }
}

/** In 'tickets of critical customers', 'customers' adds no condition. */
function takeCustomerColumn(draft: PlanDraft, placed: InterpretedWords): void {
  const noun = draft.all('noun')[0];
  const next = draft.items[draft.items.indexOf(placed) + 1];
  const isBefore = noun !== undefined && draft.items.indexOf(noun) > draft.items.indexOf(placed);
  // 'Customers with overdue renewals' can only be answered by the renewals of customers.
  if (isBefore && isKind(next, 'with')) {
    draft.used.add(placed);
    draft.isGuess = true;
    return;
  }
  // In 'accounts up for renewal' and 'average renewal amount of accounts', the rows are renewals
  // even without the noun.
  const hasVerb = draft.all('verb').some((verb) => draft.used.has(verb));
  const isOfFigure = draft.aggregate !== null && draft.aggregate.kind !== 'count';
  if (draft.vocabulary.hasCustomerRows === true || (noun === undefined && (hasVerb || isOfFigure)))
    draft.used.add(placed);
  else if (noun !== undefined && draft.items.indexOf(noun) < draft.items.indexOf(placed))
    draft.used.add(placed);
}

/**
 * Returns whether `placed` names a column of users and the name of a user follows, as in 'runs
 * started by Avery'.
 */
function isBesideOtherPerson(draft: PlanDraft, placed: InterpretedWords): boolean {
  const next = draft.next(placed);
  return (
    isKind(next, 'values') &&
    draft.column(next.item.column).isPerson === true &&
    isKind(placed, 'column', 'verb') &&
    draft.column(placed.item.column).isPerson === true
  );
}

/** Returns whether a column that is no filter, group or figure is shown with the rows. */
function isShown(draft: PlanDraft, placed: InterpretedWords): boolean {
  const at = draft.items.indexOf(placed);
  const isListed = draft.items.slice(0, at).some((each) => isKind(each, 'showing'));
  const before = draft.previous(placed);
  // In 'which state is the largest', the state is asked for, not shown.
  const isSubject = isKind(before, 'rows') && before.item.isSoft && !isAboutOneCustomer(draft);
  return isListed || ((asksForRows(draft) || isAboutOneCustomer(draft)) && !isSubject);
}

/** Refuses 'which products does Smile Dental have' for a column that only has their number. */
function requireNumber(draft: PlanDraft, placed: PlacedItemOf<'column' | 'verb'>): void {
  const { column: key } = placed.item;
  const { kind, prefix, label } = draft.column(key);
  const before = draft.previous(placed);
  const isCounted =
    kind === 'number' && prefix === undefined && draft.words(key)?.isAdditive === true;
  if (isCounted && isKind(before, 'rows') && /^(?:which|what)/i.test(before.words))
    throw new UnusableWordsError(
      placed.words,
      `This list has only the number of “${placed.words}” (column ${label}). Ask for the number, or open the customer.`,
    );
}

/** Returns whether a question consists of a column and filters, as in 'churn reasons last year'. */
const isImpliedGroup = (
  draft: PlanDraft,
  { item, words }: PlacedItemOf<'column' | 'verb'>,
): boolean =>
  draft.column(item.column).kind === 'option' &&
  draft.groups.length === 0 &&
  /s$/i.test(words) &&
  !draft.items.some((each) => isKind(each, 'noun', 'rows', 'count', 'measure', 'share', 'rank'));

/** Returns whether a column is grouped by a second one, as in 'health tier by size'. */
const isCrossed = (draft: PlanDraft, placed: PlacedItemOf<'column' | 'verb'>): boolean =>
  draft.column(placed.item.column).kind === 'option' &&
  draft.groups.length === 1 &&
  draft.aggregate === null &&
  isKind(draft.items[draft.items.indexOf(placed) + 1], 'by');

/** In 'locations by state', the numbers are added up, and in 'score by state' averaged. */
function takeImpliedSum(draft: PlanDraft, placed: InterpretedWords): void {
  if (!isKind(placed, 'column') || draft.aggregate !== null || draft.sort.length > 0) return;
  if (draft.all('share').length > 0 || draft.all('rows').length > 0) return;
  const { column } = placed.item;
  if (isKind(draft.items[draft.items.indexOf(placed) - 1], 'and')) return;
  if (!isNumericColumn(draft.column(column))) return;
  // In 'score by state', the numbers of a group can only be averaged.
  const kind = chooseTotalKind(draft, column);
  if (kind === 'sum' || draft.groups.length > 0) draft.setAggregate({ kind, column }, placed);
}

/**
 * Returns whether the question is about a named customer, without figures and groups: 'score of
 * Smile Dental'.
 */
function isAboutOneCustomer(draft: PlanDraft): boolean {
  const { customer } = draft.vocabulary;
  return (
    draft.aggregate === null &&
    draft.groups.length === 0 &&
    draft.filters.some(({ filter }) => filter.column === customer && filter.kind === 'text-one-of')
  );
}

function asksForRows(draft: PlanDraft): boolean {
  return (
    draft.all('rows').length > 0 &&
    draft.all('share').length === 0 &&
    draft.aggregate === null &&
    draft.groups.length === 0
  );
}

/** Returns the filter for rows that have something, such as open tickets, or don't have it. */
function presence(draft: PlanDraft, column: ListColumn<never>, isNegated: boolean): ListFilter {
  const { key } = column;
  const noneValue = draft.words(key)?.noneValue;
  if (column.kind === 'flag') return { column: key, kind: 'is', value: !isNegated };
  if (noneValue !== undefined)
    return { column: key, kind: isNegated ? 'one-of' : 'none-of', values: [noneValue] };
  if (isNumericColumn(column) && draft.words(key)?.isAdditive === true)
    return isNegated
      ? { column: key, kind: 'range', from: null, to: 0 }
      : { column: key, kind: 'range', from: 0, to: null, isFromExclusive: true };
  return { column: key, kind: isNegated ? 'empty' : 'filled' };
}
