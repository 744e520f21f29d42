import { Checkbox, Tooltip, VisuallyHidden } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { isNumericColumn, type ListColumn } from '#shared/list/column.ts';
import type { ListSort } from '#shared/list/state.ts';
import { cellAlignmentClass } from '../cells.tsx';
import classes from '../list.module.css';
import type { RowSelection } from './use-row-selection.ts';

const MetricFormula = lazy(async () => ({
  default: (await import('#web/metrics/MetricFormula.tsx')).MetricFormula,
}));

interface Properties<Row> {
  columns: readonly ListColumn<Row>[];
  sort: readonly ListSort[];
  onSort: (sort: ListSort[]) => void;
  /** `undefined` when rows cannot be selected. */
  selection: RowSelection<Row> | undefined;
  hasMenu: boolean;
}

/**
 * Returns the sort order after a click on a heading. The first click sorts numbers descending and
 * text ascending, the second click reverses the order, and the third click removes the column from
 * the sort order.
 */
function sortAfterClick<Row>(
  sort: readonly ListSort[],
  column: ListColumn<Row>,
  keepsOthers: boolean,
): ListSort[] {
  const first: ListSort = { column: column.key, descending: isNumericColumn(column) };
  const before = sort.find((each) => each.column === column.key);
  const next =
    before === undefined
      ? [first]
      : before.descending === first.descending
        ? [{ ...first, descending: !first.descending }]
        : [];
  if (!keepsOthers) return next;
  return before === undefined
    ? [...sort, first]
    : sort.flatMap((each) => (each === before ? next : each));
}

/**
 * Headings of the table. A click sorts by the column; a Shift click adds the column to the sort
 * order.
 */
export function ListHeader<Row>({ columns, sort, onSort, selection, hasMenu }: Properties<Row>) {
  return (
    <thead className={classes.header}>
      <tr aria-rowindex={1} className={classes.headerRow}>
        {selection !== undefined && (
          <th aria-colindex={1} className={`${classes.heading} ${classes.pinned} ${classes.box}`}>
            <Checkbox
              size="xs"
              aria-label={selection.allLabel}
              checked={selection.isAll}
              indeterminate={!selection.isAll && selection.isSome}
              onChange={({ target }) => selection.markAll(target.checked)}
            />
          </th>
        )}
        {columns.map((column, at) => (
          <Heading
            key={column.key}
            column={column}
            sort={sort}
            onSort={onSort}
            at={at}
            canSelect={selection !== undefined}
          />
        ))}
        {hasMenu && (
          <th
            aria-colindex={columns.length + (selection === undefined ? 1 : 2)}
            className={`${classes.heading} ${classes.menu}`}
          >
            <VisuallyHidden>Actions</VisuallyHidden>
          </th>
        )}
      </tr>
    </thead>
  );
}

interface HeadingProperties<Row> extends Pick<Properties<Row>, 'sort' | 'onSort'> {
  column: ListColumn<Row>;
  at: number;
  canSelect: boolean;
}

function Heading<Row>({ column, sort, onSort, at, canSelect }: HeadingProperties<Row>) {
  const place = sort.findIndex((each) => each.column === column.key);
  const order =
    place === -1 ? 'none' : sort[place]?.descending === true ? 'descending' : 'ascending';
  const pin =
    at === 0
      ? `${classes.pinned} ${classes.lastPinned} ${canSelect ? classes.afterBox : classes.atStart}`
      : '';
  const button = (
    <button
      type="button"
      className={classes.sort}
      onClick={({ shiftKey }) => onSort(sortAfterClick(sort, column, shiftKey))}
    >
      <span className={classes.text}>{column.label}</span>
      <span className={classes.arrow} aria-hidden>
        {order === 'ascending' ? '▲' : order === 'descending' ? '▼' : ''}
        {order !== 'none' && sort.length > 1 && place + 1}
      </span>
    </button>
  );
  const hint =
    column.metric === undefined ? (
      column.hint
    ) : (
      <Suspense>
        <MetricFormula metric={column.metric} />
      </Suspense>
    );
  return (
    <th
      aria-sort={order}
      aria-colindex={at + (canSelect ? 2 : 1)}
      className={`${classes.heading} ${cellAlignmentClass(column)} ${pin}`}
    >
      {hint === undefined ? (
        button
      ) : (
        <Tooltip label={hint} multiline maw={260}>
          {button}
        </Tooltip>
      )}
    </th>
  );
}
