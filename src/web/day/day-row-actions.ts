import type { Day } from '#shared/core/dates.ts';
import type { DayRow, PlannedItem } from '#shared/day/day.ts';

export interface DayRowActions {
  onMove: (row: DayRow, to: Day | null) => void;
  /** `opener` is the element that gets the focus back. */
  onPickDay: (row: DayRow, opener: Element | null) => void;
  onFinish: (row: DayRow, opener: Element | null) => void;
  onSnooze: (row: DayRow, opener: Element | null) => void;
  /** Opens the dialog for pausing the SLA clock of an item. */
  onPause: (item: PlannedItem, opener: Element | null) => void;
  /** Closes an action item whose customer no longer matches its alert rule. */
  onCloseOutdated: (row: DayRow, item: PlannedItem) => void;
  /** Only defined for rows of today’s list. */
  onShift?: (row: DayRow, by: 1 | -1) => void;
}
