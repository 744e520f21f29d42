import type { ReactNode } from 'react';
import { isNumeric, type ListColumn, shownText } from '#shared/list/column.ts';
import { Change } from '../Change.tsx';
import classes from './list.module.css';

/** How a page shows the cells of some columns; a constant. The others are shown by their kind. */
export type ListCells<Row> = Partial<Record<string, (row: Row) => ReactNode>>;

const labelWidths = { text: 190, option: 130, number: 96, percent: 92, change: 116, date: 108, flag: 88 } as const;

/** Pixels; wide enough for its heading. */
export const widthOf = <Row,>({ width, kind, label }: ListColumn<Row>): number =>
  Math.max(width ?? labelWidths[kind], Math.ceil(label.length * 7.2) + 38);

export const alignment = <Row,>(column: ListColumn<Row>): string => (isNumeric(column) ? (classes.number ?? '') : '');

/** A value by its column's kind. */
export function CellValue<Row>({ column, row }: { column: ListColumn<Row>; row: Row }) {
  const value = column.value(row);
  if (column.kind === 'change' && typeof value === 'number') {
    return <Change value={value} unit={column.unit ?? ''} digits={column.digits ?? 0} />;
  }
  const text = shownText(column, value);
  const isEmpty = value === null || value === '' || value === false;
  return (
    <span className={`${classes.text} ${isEmpty ? classes.empty : ''}`} title={text.length > 14 ? text : undefined}>
      {text}
    </span>
  );
}
