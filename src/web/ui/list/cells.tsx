import type { ReactNode } from 'react';
import { isNumeric, type ListColumn, type ListValue, shownText } from '#shared/list/column.ts';
import classes from './list.module.css';

/**
 * How a page shows the cells of some columns; a constant. The others are shown by their kind. `isTabStop`: of all rows, Tab reaches this
 * one, so that a button in the cell takes `tabIndex` 0, and elsewhere −1.
 */
export type ListCells<Row> = Partial<Record<string, (row: Row, isTabStop: boolean) => ReactNode>>;

const labelWidths = { text: 190, option: 130, number: 96, percent: 92, change: 116, date: 118, flag: 88 } as const;

/** Pixels; wide enough for its heading. */
export const widthOf = <Row,>({ width, kind, label }: ListColumn<Row>): number =>
  Math.max(width ?? labelWidths[kind], Math.ceil(label.length * 7.2) + 38);

export const alignment = <Row,>(column: ListColumn<Row>): string => (isNumeric(column) ? (classes.number ?? '') : '');

/** A change too small to show is neither up nor down, and what is not known or not so steps back. */
function lookOf<Row>(column: ListColumn<Row>, value: ListValue, text: string): string | undefined {
  if (value === null || value === '' || value === false) return classes.empty;
  if (column.kind !== 'change') return undefined;
  return text.startsWith('+') ? classes.up : text.startsWith('−') ? classes.down : classes.empty;
}

/** A cell's text by its column's kind, and its class. As few elements as can be: a list draws hundreds of cells in a frame. */
export function plainCell<Row>(column: ListColumn<Row>, row: Row): { text: string; look: string } {
  const value = column.value(row);
  const text = shownText(column, value);
  return { text, look: lookOf(column, value, text) ?? '' };
}
