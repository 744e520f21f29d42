import type { KeyHint } from '#web/ui/guide/guide.ts';

export const dayKeys: readonly KeyHint[] = [
  { keys: ['t'], does: 'My day: move the row to tomorrow' },
  { keys: ['m'], does: 'My day: move the row to a day' },
  { keys: ['e'], does: 'My day: complete the task or close the call' },
  { keys: ['p'], does: 'My day: pause the clock of an SLA' },
  { keys: ['Shift J', 'Shift K'], does: 'My day: the row further down or up' },
];
