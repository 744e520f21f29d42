import type { ReactNode } from 'react';
import {
  isNumericColumn,
  type ListColumn,
  type ListValue,
  valueText,
} from '#shared/list/column.ts';
import classes from './list.module.css';

/**
 * Custom cell renderers by column key. Must be the same object on every render. `isTabStop` is
 * `true` for the row that receives the focus by Tab; a button in that row needs `tabIndex` 0, and
 * −1 in other rows.
 */
export type ListCells<Row> = Partial<Record<string, (row: Row, isTabStop: boolean) => ReactNode>>;

const labelWidths = {
  text: 190,
  option: 130,
  number: 96,
  percent: 92,
  change: 116,
  date: 118,
  flag: 88,
} as const;

/** Returns a column's width in pixels, which is at least the width of its heading. */
export const columnWidth = <Row,>({ width, kind, label }: ListColumn<Row>): number =>
  Math.max(width ?? labelWidths[kind], Math.ceil(label.length * 7.2) + 38);

export const cellAlignmentClass = <Row,>(column: ListColumn<Row>): string =>
  isNumericColumn(column) ? (classes.number ?? '') : '';

/**
 * Returns the CSS class of a value. Changes have the class `up` or `down`. Missing values, the
 * value `false`, and changes that round to zero have the class `empty`.
 */
function lookOf<Row>(column: ListColumn<Row>, value: ListValue, text: string): string | undefined {
  if (value === null || value === '' || value === false) return classes.empty;
  if (column.kind !== 'change') return undefined;
  return text.startsWith('+') ? classes.up : text.startsWith('−') ? classes.down : classes.empty;
}

/**
 * Returns a cell's text and CSS class by its column's kind. The text is not a component, because a
 * list renders hundreds of cells per frame.
 */
export function plainCellContent<Row>(
  column: ListColumn<Row>,
  row: Row,
): { text: string; look: string } {
  const value = column.value(row);
  const text = valueText(column, value);
  return { text, look: lookOf(column, value, text) ?? '' };
}
