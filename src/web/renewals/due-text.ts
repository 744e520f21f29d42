import { countText, dayInWords, dollarsText } from '#shared/core/words.ts';
import type { ListedRenewal } from '#shared/renewals/renewals.ts';

function dueWords({ dueOn, daysLeft }: ListedRenewal): string {
  if (dueOn === null) return 'no date';
  if (daysLeft === null) return dayInWords(dueOn);
  return daysLeft < 0
    ? `${countText(-daysLeft, 'day')} overdue`
    : `in ${countText(daysLeft, 'day')}`;
}

/** Formats a renewal's amount and due time: '$2,640, in 27 days'. */
export function renewalAmountAndDueText(row: ListedRenewal): string {
  const amount = row.expected ?? row.amountDue;
  return `${amount === null ? 'No amount' : dollarsText(amount)}, ${dueWords(row)}`;
}
