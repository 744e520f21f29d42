import { isNumericColumn } from '#shared/list/column.ts';
import type { PlacedItem } from '../items.ts';
import { isKind, type PlanDraft, Unusable } from './draft.ts';
import { defaultLimit, takeRank } from './take-ranks.ts';

/** Groups by the columns after 'by' and 'each'; a number or date after 'by' orders the rows. */
export function takeGroups(draft: PlanDraft): void {
  for (const by of [...draft.all('by'), ...draft.all('order')]) {
    let target = draft.next(by);
    if (isKind(target, 'month') && draft.date !== null) {
      const verbs = draft.all('verb').filter((verb) => !draft.used.has(verb));
      const [verb] = verbs;
      draft.group(verb?.item.column ?? draft.date, target);
      if (verb !== undefined) draft.used.add(verb);
      else if (draft.all('phrase').length > 0) draft.isGuess = true;
    } else if (isKind(target, 'column')) {
      const { column } = target.item;
      if (isKind(by, 'order') || isNumericColumn(draft.column(column)))
        order(draft, column, target);
      else draft.group(column, target);
    } else if (isKind(target, 'noun', 'count', 'measure') && rankGroups(draft)) {
      // The order is by the number of rows or by the figure, as in 'top 3 states by customers'.
    } else throw new Unusable(by.words, `“${by.words}” needs the name of a column.`);
    draft.used.add(by);
    const after = draft.items[draft.items.indexOf(target) + 1];
    if (after !== undefined && isKind(after, 'and')) {
      const other = draft.next(target);
      if (isKind(other, 'month') && draft.date !== null) draft.group(draft.date, other);
      else if (isKind(other, 'column') && draft.isGroupable(other.item.column)) {
        draft.group(other.item.column, other);
        target = other;
      }
    }
  }
}

/** Orders the groups of 'top 3 states'. Returns `false` for a question without such groups. */
function rankGroups(draft: PlanDraft): boolean {
  const rank = draft.all('rank').find((each) => each.item.column === null);
  const named = rank && draft.next(rank);
  if (rank === undefined || !isKind(named, 'column') || !draft.isGroupable(named.item.column))
    return false;
  draft.group(named.item.column, named);
  draft.groupOrder = {
    descending: rank.item.descending,
    limit: rank.item.count ?? defaultLimit,
  };
  draft.used.add(rank);
  return true;
}

function order(draft: PlanDraft, column: string, placed: PlacedItem): void {
  const rank = draft.all('rank').find((each) => each.item.column === null);
  if (rank !== undefined) {
    takeRank(draft, rank, column);
  } else draft.sort = [{ column, descending: isNumericColumn(draft.column(column)) }];
  draft.used.add(placed);
}

export function takeComparedValues(draft: PlanDraft): void {
  for (const versus of draft.all('versus')) {
    const values = draft.next(versus);
    const next = isKind(values, 'versus') ? draft.next(values) : values;
    if (!isKind(next, 'values') || next.item.values.length < 2)
      throw new Unusable(versus.words, 'A comparison needs two values of one column.');
    if (draft.groups.every(({ column }) => column !== next.item.column))
      draft.group(next.item.column, next);
    draft.used.delete(next);
    draft.used.add(versus);
    if (isKind(values, 'versus')) draft.used.add(values);
  }
}
