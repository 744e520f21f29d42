import type { ReactNode } from 'react';

/** Action on rows, from a row's menu or by key. */
export interface RowAction<Row> {
  /** Letter that no other key of the list uses. */
  shortcut: string;
  label: string;
  icon: ReactNode;
  /** Runs the action. `opener` gets the focus back when a dialog closes. */
  onAct: (rows: readonly Row[], opener: Element | null) => void;
}
