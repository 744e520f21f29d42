import { addDays, monthEndOf } from '#shared/core/dates.ts';
import type { Period } from '../items.ts';
import { type PlacedItemOf, type PlanDraft, UnusableWordsError } from './draft.ts';

/** Returns whether a period is one calendar month. */
const isMonth = ({ from, to }: Period): boolean =>
  from?.endsWith('-01') === true && to === monthEndOf(from);

/** Returns the two periods of 'tickets last month vs this month'; `undefined` for other questions. */
function findComparedPeriods(draft: PlanDraft) {
  const [versus] = draft.all('versus');
  const [one, other, ...others] = draft.all('period');
  const isComparison =
    versus !== undefined && one !== undefined && other !== undefined && others.length === 0;
  return isComparison && draft.date !== null ? { versus, one, other } : undefined;
}

export const comparesPeriods = (draft: PlanDraft): boolean =>
  findComparedPeriods(draft) !== undefined;

/**
 * Returns the compared periods as one period, whose rows are grouped by month. `first` marks
 * its place in the question. Returns `undefined` without a comparison of periods, and refuses
 * other periods than two months in a row, because groups are always months.
 */
export function takeComparedPeriods(
  draft: PlanDraft,
): { first: PlacedItemOf<'period'>; both: PlacedItemOf<'period'> } | undefined {
  const found = findComparedPeriods(draft);
  if (found === undefined) return undefined;
  const { versus, one, other } = found;
  const isInOrder = (one.item.period.from ?? '') < (other.item.period.from ?? '');
  const [early, late] = isInOrder
    ? [one.item.period, other.item.period]
    : [other.item.period, one.item.period];
  const isAdjacent = early.to !== null && addDays(early.to, 1) === late.from;
  if (!isMonth(early) || !isMonth(late) || !isAdjacent)
    throw new UnusableWordsError(
      versus.words,
      'I can compare two months in a row, such as “last month vs this month”. Ask for other periods one at a time.',
    );
  draft.used.add(versus).add(other);
  const label = `${early.label} and ${late.label}`;
  return {
    first: one,
    both: {
      words: `${one.words} ${versus.words} ${other.words}`,
      item: { is: 'period', period: { from: early.from, to: late.to, label } },
    },
  };
}
