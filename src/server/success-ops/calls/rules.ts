import type { ChangeEvent } from '#server/work/schema.ts';
import { dayInWords } from '#shared/core/words.ts';
import type { CallChange } from '#shared/success-ops/calls/calls.ts';
import { outcomeWords } from '#shared/success-ops/calls/words.ts';

/** What the timeline tells of a change; `assignee` is whom the call was given to by it. */
export function changeEventOf(title: string, change: CallChange, assignee: string | null): ChangeEvent {
  const told = (what: string, note: string | null = null): ChangeEvent => ({ event: 'call_changed', detail: { title, what, note } });
  switch (change.action) {
    case 'close':
      return told(`closed, ${outcomeWords[change.outcome].name.toLowerCase()}`, change.note === '' ? null : change.note);
    case 'assign':
      return told(assignee === null ? 'given back to the customer’s owner' : `given to ${assignee}`);
    case 'due':
      return told(`due ${dayInWords(change.dueOn)}`);
    case 'snooze':
      return told(`snoozed until ${dayInWords(change.until)}`, change.reason);
    case 'wake':
      return told('no longer snoozed');
  }
}
