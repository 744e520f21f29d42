import type { ComponentType, ReactNode } from 'react';
import type { ListColumn } from '#shared/list/column.ts';

/** Action on rows, run from a row's menu or by keyboard. */
export interface RowAction<Row> {
  /** Keyboard shortcut, a letter that no other key of the list uses. */
  shortcut: string;
  label: string;
  icon: ReactNode;
  /** Returns `true` for rows that have this action; omitted when all rows have it. */
  isFor?: (row: Row) => boolean;
  /** Runs the action. `opener` gets the focus back when a dialog closes. */
  onAct: (rows: readonly Row[], opener: Element | null) => void;
}

/** Returns `true` when at least one of the rows has the action. */
export const hasRowAction = <Row>({ isFor }: RowAction<Row>, rows: readonly Row[]): boolean =>
  isFor === undefined || rows.some(isFor);

/** Actions on the rows of a list. */
export interface RowActionsWithDialog<Row> {
  /** Must be the same array on every render, unless the actions change. */
  actions: readonly RowAction<Row>[];
  /** Dialog of the action that the user has started. */
  dialog: ReactNode;
}

/** Actions on the rows of an answer of the assistant. */
export interface AnswerRowActions<Row> extends RowActionsWithDialog<Row> {
  /** Loads the rows of the answer, which itself contains only texts. */
  loadRows: () => Promise<readonly Row[]>;
}

export interface AnswerRowProperties {
  list: string;
  customers: readonly { institutionId: number; institutionName: string }[];
  /** Returns the rows of the answer. `rows` and `columns` are those of the whole list. */
  select: <Row>(rows: readonly Row[], columns: readonly ListColumn<Row>[]) => readonly Row[];
  render: <Row>(actions: AnswerRowActions<Row>) => ReactNode;
}

/**
 * Components that provide the actions on the rows of an answer, by the key of its list. Each room
 * exports its own from `answer-actions.ts`.
 */
export type AnswerActionComponents = Readonly<Record<string, ComponentType<AnswerRowProperties>>>;
