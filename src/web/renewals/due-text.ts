import { countText, dayInWords, dollarsText } from '#shared/core/words.ts';
import type { ListedRenewal } from '#shared/renewals/renewals.ts';

function dueWords({ dueOn, daysLeft, recordedOutcome }: ListedRenewal): string {
  if (recordedOutcome !== null)
    return `${recordedOutcome.outcome} ${dayInWords(recordedOutcome.on)}`;
  if (dueOn === null) return 'no date';
  if (daysLeft === null) return dayInWords(dueOn);
  return daysLeft < 0
    ? `${countText(-daysLeft, 'day')} overdue`
    : `in ${countText(daysLeft, 'day')}`;
}

/** Formats a renewal's amount due and due time: '$2,640, in 27 days', '$2,640, signed Nov 27, 2026'. */
export const renewalAmountAndDueText = (row: ListedRenewal): string =>
  `${row.amountDue === null ? 'No amount' : dollarsText(row.amountDue)}, ${dueWords(row)}`;
