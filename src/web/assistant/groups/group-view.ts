import { type Answer, answerLimits } from '#shared/assistant/assistant.ts';
import { monthsBetween } from '#shared/core/dates.ts';

export type GroupView = 'chart' | 'table';

/** Months from the first to the last group of an answer. */
export interface MonthSpan {
  /** First month as 'YYYY-MM'. */
  first: string;
  count: number;
}

/** Maximum number of months that are shown as columns, including months without rows. */
const maxMonthColumns = answerLimits.groups;

/**
 * Returns the months of an answer whose groups are months in order; `null` for other groups, for
 * fewer than two months, and for negative figures, which columns can't show.
 */
function monthSpanOf({ plan, groups }: Answer): MonthSpan | null {
  if (plan.groups.length !== 1 || plan.groupOrder !== null) return null;
  if (groups.some(({ value }) => (value ?? 0) < 0)) return null;
  const months = groups.flatMap(({ month }) => month ?? []).toSorted();
  const [first, last] = [months[0], months.at(-1)];
  if (first === undefined || last === undefined || first === last) return null;
  return { first, count: monthsBetween(`${first}-01`, `${last}-01`) + 1 };
}

/** Returns the months that a chart of the answer shows as columns; `null` when it has bars. */
export function columnMonthsOf(answer: Answer): MonthSpan | null {
  const months = monthSpanOf(answer);
  return months !== null && months.count <= maxMonthColumns ? months : null;
}

/**
 * Returns the view that the question asks for. The default is a table for groups by two columns,
 * and for more months than a chart can show.
 */
export function findInitialGroupView(answer: Answer): GroupView {
  const { plan } = answer;
  if (plan.view !== 'auto') return plan.view;
  const hasTooManyMonths = monthSpanOf(answer) !== null && columnMonthsOf(answer) === null;
  return plan.groups.length > 1 || hasTooManyMonths ? 'table' : 'chart';
}
