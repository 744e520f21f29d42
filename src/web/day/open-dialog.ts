import type { DayRow, PlannedItem } from '#shared/day/day.ts';

/** Dialog that is open, with its row and the element that gets the focus back. */
export type OpenDialog = { row: DayRow; opener: Element | null } & (
  | { kind: 'finish' | 'snooze' | 'move' }
  | { kind: 'action item' | 'save' | 'pause'; item: PlannedItem }
);
