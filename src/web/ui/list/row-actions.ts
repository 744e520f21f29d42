import type { ReactNode } from 'react';

/** What can be done with a row: from its menu, or by a key on it. */
export interface RowAction<Row> {
  /** A letter that no other key of the list has. */
  shortcut: string;
  label: string;
  icon: ReactNode;
  /** `opener` is what gets the keyboard back. */
  onAct: (rows: readonly Row[], opener: Element | null) => void;
}
