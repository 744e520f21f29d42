import type { WorkChangeEvent } from '#server/work/schema.ts';
import type { ActionItemChange } from '#shared/action-items/action-items.ts';
import { actionItemOutcomeTexts } from '#shared/action-items/words.ts';
import { dayInWords } from '#shared/core/words.ts';

/** Returns the timeline event of a change. `assignee` is the name of the new assignee. */
export function buildItemChangeTimelineEvent(
  title: string,
  change: ActionItemChange,
  assignee: string | null,
): WorkChangeEvent {
  const event = (what: string, note: string | null = null): WorkChangeEvent => ({
    event: 'call_changed',
    detail: { title, what, note },
  });
  switch (change.action) {
    case 'close':
      return event(
        `closed, ${actionItemOutcomeTexts[change.outcome].name.toLowerCase()}`,
        change.note === '' ? null : change.note,
      );
    case 'assign':
      return event(
        assignee === null ? 'returned to the customer’s owner' : `assigned to ${assignee}`,
      );
    case 'due':
      return event(`due ${dayInWords(change.dueOn)}`);
    case 'snooze':
      return event(`snoozed until ${dayInWords(change.until)}`, change.reason);
    case 'wake':
      return event('snooze ended');
  }
}
