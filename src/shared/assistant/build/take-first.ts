import { isKind, type PlacedItemOf, type PlanDraft, UnusableWordsError } from './draft.ts';

/**
 * Sorts rows by customer ('alphabetically', 'customers by name') or by date. Limits the rows in 'first
 * 20 customers by name'. Refuses 'first' without such an order, because it is ambiguous.
 */
export function takeFirst(draft: PlanDraft): void {
  const [first] = draft.all('first');
  const column = takeAlphabet(draft) ?? (first === undefined ? undefined : takeDate(draft));
  if (column === undefined && first !== undefined)
    throw new UnusableWordsError(
      first.words,
      `Add an order to “${first.words}”, such as “by name” or “by due date”.`,
    );
  if (column === undefined) return;
  draft.sort = [{ column, descending: false }];
  if (first !== undefined) takeLimit(draft, first);
}

/** Returns the customer's column when the question asks for the order of names. */
function takeAlphabet(draft: PlanDraft): string | undefined {
  const { customer, hasCustomerRows } = draft.vocabulary;
  if (customer === null) return undefined;
  const [word] = draft.all('alphabetical');
  if (word !== undefined) {
    draft.used.add(word);
    return customer;
  }
  const isNamed = draft.all('first').length > 0 || hasCustomerRows === true;
  if (!isNamed || draft.hasFigure() || draft.all('rank').length > 0) return undefined;
  return takeOrder(draft, (column) => column === customer);
}

const takeDate = (draft: PlanDraft): string | undefined =>
  takeOrder(draft, (column) => draft.column(column).kind === 'date');

/** Takes the column after 'by' at the end of the question. */
function takeOrder(draft: PlanDraft, isOrder: (column: string) => boolean): string | undefined {
  for (const by of [...draft.all('by'), ...draft.all('order')]) {
    const target = draft.next(by);
    if (!isKind(target, 'column') || target.item.isNegated || !isOrder(target.item.column))
      continue;
    if (draft.next(target) !== undefined) continue;
    draft.used.add(by).add(target);
    return target.item.column;
  }
  return undefined;
}

function takeLimit(draft: PlanDraft, first: PlacedItemOf<'first'>): void {
  const number = draft.next(first);
  draft.used.add(first);
  if (!isKind(number, 'number') || number.item.unit !== null) {
    draft.limit = 1;
    const noun = draft.all('noun')[0]?.words.toLowerCase();
    if (noun !== draft.vocabulary.noun.one)
      throw new UnusableWordsError(
        first.words,
        `Add a number to “${first.words}”, such as “first 10”.`,
      );
    return;
  }
  draft.limit = draft.requireLimit(number.item.value, number);
  draft.used.add(number);
}
