import type { ReactNode } from 'react';

/** Action on rows, run from a row's menu or by keyboard. */
export interface RowAction<Row> {
  /** Keyboard shortcut, a letter that no other key of the list uses. */
  shortcut: string;
  label: string;
  icon: ReactNode;
  /** Runs the action. `opener` gets the focus back when a dialog closes. */
  onAct: (rows: readonly Row[], opener: Element | null) => void;
}

/** Actions on the rows of a list. */
export interface RowActions<Row> {
  /** Must be the same array on every render, unless the actions change. */
  actions: readonly RowAction<Row>[];
  /** Dialog of the action that the user has started. */
  dialog: ReactNode;
}
