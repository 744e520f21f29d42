import type { KeyboardShortcut } from '#web/ui/guide/guide.ts';

export const myDayKeyHints: readonly KeyboardShortcut[] = [
  { keys: ['j', 'k'], does: 'My day: next or previous row' },
  { keys: ['e'], does: 'My day: finish the row' },
  { keys: ['s'], does: 'My day: snooze the row' },
  { keys: ['t'], does: 'My day: move the row to tomorrow' },
  { keys: ['m'], does: 'My day: move the row to another day' },
  { keys: ['p'], does: 'My day: pause the SLA clock' },
  { keys: ['Shift J', 'Shift K'], does: 'My day: move the row down or up' },
  { keys: ['?'], does: 'My day: show shortcuts' },
];
