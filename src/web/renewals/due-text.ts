import { countText, dayInWords, dollarsText } from '#shared/core/words.ts';
import type { ListedRenewal } from '#shared/renewals/renewals.ts';

function dueWords({ dueOn, daysLeft }: ListedRenewal): string {
  if (dueOn === null) return 'no date';
  if (daysLeft === null) return dayInWords(dueOn);
  return daysLeft < 0
    ? `${countText(-daysLeft, 'day')} overdue`
    : `in ${countText(daysLeft, 'day')}`;
}

/** Formats a renewal's amount due and due time: '$2,640, in 27 days'. */
export const renewalAmountAndDueText = (row: ListedRenewal): string =>
  `${row.amountDue === null ? 'No amount' : dollarsText(row.amountDue)}, ${dueWords(row)}`;
