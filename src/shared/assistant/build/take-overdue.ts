import { addDays } from '#shared/core/dates.ts';
import type { InterpretedWords } from '../items.ts';
import { isKind, type PlacedItemOf, type PlanDraft, UnusableWordsError } from './draft.ts';
import { unitFactor } from './units.ts';

const isLate = (placed: InterpretedWords | undefined): placed is InterpretedWords =>
  placed !== undefined && /^(?:overdue|late|past due|expired)$/i.test(placed.words);

/** Returns whether 'by' only introduces a length of time, as in 'overdue by more than 3 days'. */
export const isOverdueBy = (draft: PlanDraft, by: InterpretedWords): boolean =>
  isLate(draft.previous(by)) && isKind(draft.next(by), 'test');

/**
 * Filters by a length of time beside 'overdue': 'tasks overdue for more than 3 days'. Without this
 * rule, the time could be the age of the rows. Returns `false` for other tests.
 */
export function takeOverdue(draft: PlanDraft, test: PlacedItemOf<'test'>): boolean {
  const before = draft.previous(test);
  const late = [isKind(before, 'by') ? draft.previous(before) : before, draft.next(test)].find(
    isLate,
  );
  if (late === undefined || test.item.unit === null || test.item.column !== undefined) return false;
  if (isKind(late, 'verb')) takeDueDate(draft, late, test);
  else takeOverdueTime(draft, late, test);
  return true;
}

/** Filters by the column that shows how long rows are overdue. */
function takeOverdueTime(
  draft: PlanDraft,
  late: InterpretedWords,
  test: PlacedItemOf<'test'>,
): void {
  const { column, isNegative = false } = draft.vocabulary.overdueBy ?? {};
  const { unit } = test.item;
  const factor = column === undefined ? undefined : unitFactor(draft, unit, column);
  if (column === undefined || factor === undefined)
    throw new UnusableWordsError(
      test.words,
      `I can’t filter overdue ${draft.vocabulary.noun.many} by ${unit ?? 'this unit'}.`,
    );
  const scale = isNegative ? -factor : factor;
  // 'Overdue by less than 3 days' leaves out rows that are not overdue.
  const least = test.item.from ?? { value: 0, isExclusive: true };
  const [from, to] = isNegative ? [test.item.to, least] : [least, test.item.to];
  if (isKind(late, 'phrase') && late.item.filters.some((filter) => filter.column === column))
    draft.used.add(late);
  draft.addFilter(
    {
      column,
      kind: 'range',
      from: from && scale * from.value,
      to: to && scale * to.value,
      ...(from?.isExclusive === true ? { isFromExclusive: true as const } : {}),
      ...(to?.isExclusive === true ? { isToExclusive: true as const } : {}),
    },
    test,
  );
}

/** Filters by the due date when the list has no column for the overdue time. */
function takeDueDate(
  draft: PlanDraft,
  late: PlacedItemOf<'verb'>,
  test: PlacedItemOf<'test'>,
): void {
  const { from, to, unit } = test.item;
  const length = unit === 'days' ? 1 : unit === 'weeks' ? 7 : undefined;
  if (length === undefined)
    throw new UnusableWordsError(test.words, 'Ask for a number of days or weeks.');
  draft.addFilter(
    {
      column: late.item.column,
      kind: 'dates',
      from: to && addDays(draft.today, (to.isExclusive ? 1 : 0) - length * to.value),
      to: addDays(
        draft.today,
        from === null ? -1 : (from.isExclusive ? -1 : 0) - length * from.value,
      ),
    },
    test,
  );
  draft.used.add(late);
  draft.requireUnfinished(test);
}
