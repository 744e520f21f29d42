import { formatListParameters, parseList } from '#shared/list/address.ts';
import { isNumericColumn } from '#shared/list/column.ts';
import { emptyListState } from '#shared/list/state.ts';
import type { InterpretedWords } from '../items.ts';
import {
  createOnlyTodayError,
  hasNoPlanRole,
  isKind,
  type PlanDraft,
  UnusableWordsError,
} from './draft.ts';

/** Refuses a word for data that the list doesn't have, such as 'finished' for open tasks. */
export function refuseMissing(draft: PlanDraft): void {
  const [missing] = draft.all('missing');
  if (missing !== undefined) throw new UnusableWordsError(missing.words, missing.item.reason);
}

const namesCustomer = ({ filters, vocabulary: { customer } }: PlanDraft): boolean =>
  filters.some(({ filter }) => filter.column === customer && filter.kind === 'text-one-of');

const needsObject = /(?:use|using|running)$/i;

/** Refuses items without a role in the plan, and words that need another word after them. */
export function requireAllUsed(draft: PlanDraft, isEdit: boolean): void {
  if (draft.isLastWeek && !draft.usesLastWeek)
    throw createOnlyTodayError(draft.all('period')[0]?.words ?? '', ', not last week');
  for (const placed of draft.items) {
    if (draft.used.has(placed) || hasNoPlanRole(placed) || isKind(placed, 'view')) continue;
    if (isEdit && isKind(placed, 'edit')) continue;
    if (isKind(placed, 'past')) {
      // A question about the past can be answered when it asks only for date columns, such as
      // 'When did Smile Dental go live'.
      const showsDates =
        draft.shown.length > 0 && draft.shown.every((key) => draft.column(key).kind === 'date');
      if (draft.vocabulary.date !== null || showsDates) continue;
      throw createOnlyTodayError(placed.words);
    }
    throw new UnusableWordsError(placed.words, unusedReason(draft, placed));
  }
  for (const verb of draft.all('with').filter(({ words }) => needsObject.test(words))) {
    const next = draft.next(verb);
    const object = isKind(next, 'column') ? draft.next(next) : next;
    // In 'which EHR does Smile Dental use', the object comes before the customer.
    if (object === undefined && draft.shown.length > 0 && namesCustomer(draft)) continue;
    // In 'how many EHRs do our customers use', the object is the group.
    if (object === undefined && draft.groupOrder?.range !== undefined) continue;
    // In 'running campaigns', no condition follows 'running'.
    if (!isKind(object, 'values', 'phrase', 'product', 'test', 'number'))
      throw new UnusableWordsError(verb.words, couldNotUse(verb));
  }
  for (const quantifier of [...draft.all('all'), ...draft.all('only')]) {
    const next = draft.items
      .slice(draft.items.indexOf(quantifier) + 1)
      .find((each) => !isKind(each, 'filler', 'of'));
    // 'Critical only' at the end is 'only critical'.
    const before = draft.items[draft.items.indexOf(quantifier) - 1];
    if (next === undefined && isKind(quantifier, 'only') && isKind(before, 'values')) continue;
    if (
      !isKind(next, 'noun', 'values', 'phrase', 'product', 'column') ||
      excludesOthers(draft, quantifier, next)
    )
      throw new UnusableWordsError(quantifier.words, couldNotUse(quantifier));
  }
}

/** Returns whether 'only' excludes what the question doesn't name, as in 'only use forms'. */
const excludesOthers = (
  draft: PlanDraft,
  quantifier: InterpretedWords,
  next: InterpretedWords,
): boolean =>
  isKind(quantifier, 'only') &&
  !isKind(next, 'noun', 'values') &&
  (isKind(next, 'product') ||
    isKind(draft.items[draft.items.indexOf(quantifier) - 1], 'with') ||
    /^(?:us|hav)(?:e|es|ing)\b/i.test(next.words));

/** Refuses a question without rows, filters, groups or figures, such as 'how many'. */
export function refuseEmptyQuestion(draft: PlanDraft): void {
  const isSubject =
    draft.all('noun').length > 0 ||
    draft.filters.length > 0 ||
    draft.groups.length > 0 ||
    draft.shown.length > 0 ||
    draft.sort.length > 0 ||
    (draft.aggregate !== null && draft.aggregate.kind !== 'count');
  if (!isSubject)
    throw new UnusableWordsError(
      draft.items.map(({ words }) => words).join(' '),
      'Say what you want to see, such as “critical customers in Texas”.',
    );
}

/**
 * Refuses filters that the address of a list can't contain, such as a number with 20 digits or a day
 * in the year 3000.
 */
export function requireFiltersFitUrl(draft: PlanDraft): void {
  const filters = [
    ...draft.filters.map(({ filter }) => filter),
    ...(draft.aggregate?.kind === 'share' ? draft.aggregate.filters : []),
  ];
  const address = formatListParameters({ ...emptyListState, filters });
  const { problems } = parseList(address, [...draft.columns.values()]);
  if (problems.length > 0)
    throw new UnusableWordsError(
      draft.items.map(({ words }) => words).join(' '),
      problems.join(' '),
    );
}

const couldNotUse = ({ words }: InterpretedWords): string =>
  `I know “${words}” but couldn’t fit it into this question. Rephrase the question, or leave “${words}” out.`;

function unusedReason(draft: PlanDraft, placed: InterpretedWords): string {
  if (isKind(placed, 'column') && isNumericColumn(draft.column(placed.item.column)))
    return `“${placed.words}” needs a word such as “average” or “highest”, or a comparison such as “under 50”.`;
  return couldNotUse(placed);
}

/**
 * Refuses to count customers when the question names one: 'how many offices does Smile Dental
 * have'.
 */
export function refuseCountOfOneCustomer(draft: PlanDraft): void {
  const { hasCustomerRows } = draft.vocabulary;
  const [count] = draft.all('count');
  if (
    hasCustomerRows === true &&
    namesCustomer(draft) &&
    count !== undefined &&
    draft.aggregate?.kind === 'count'
  )
    throw new UnusableWordsError(
      count.words,
      'You named one customer, so there are no customers to count. Ask for a figure of this customer, such as its locations.',
    );
}
