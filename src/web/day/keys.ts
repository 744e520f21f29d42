import type { KeyboardShortcut } from '#web/ui/guide/guide.ts';

export const myDayKeyHints: readonly KeyboardShortcut[] = [
  { keys: ['t'], does: 'My day: move the item to tomorrow' },
  { keys: ['m'], does: 'My day: move the item to another day' },
  { keys: ['e'], does: 'My day: complete the task or close the action item' },
  { keys: ['p'], does: 'My day: pause the SLA clock' },
  { keys: ['Shift J', 'Shift K'], does: 'My day: move the item down or up' },
];
