import { Checkbox, Tooltip } from '@mantine/core';
import type { RowData } from '@tanstack/react-table';
import { lazy, Suspense } from 'react';
import type { ListColumn } from '#shared/list/column.ts';
import { alignment } from './cells.tsx';
import classes from './list.module.css';
import type { ListTableModel } from './use-list-table.ts';

const MetricFormula = lazy(async () => ({ default: (await import('#web/metrics/MetricFormula.tsx')).MetricFormula }));

interface Properties<Row extends RowData> {
  model: ListTableModel<Row>;
  canSelect: boolean;
}

/** Headings that sort: a click by one column, with Shift by one more. */
export function ListHeader<Row extends RowData>({ model: { table, shown }, canSelect }: Properties<Row>) {
  const isAll = table.getIsAllRowsSelected();
  return (
    <thead className={classes.header}>
      <tr aria-rowindex={1} className={classes.headerRow}>
        {canSelect && (
          <th aria-colindex={1} className={`${classes.heading} ${classes.pinned} ${classes.box}`}>
            <Checkbox
              size="xs"
              aria-label="Select all rows that match"
              checked={isAll}
              indeterminate={!isAll && table.getIsSomeRowsSelected()}
              onChange={table.getToggleAllRowsSelectedHandler()}
            />
          </th>
        )}
        {shown.map((column, at) => (
          <Heading key={column.key} column={column} model={{ table }} at={at} canSelect={canSelect} />
        ))}
      </tr>
    </thead>
  );
}

interface HeadingProperties<Row extends RowData> {
  column: ListColumn<Row>;
  model: Pick<ListTableModel<Row>, 'table'>;
  at: number;
  canSelect: boolean;
}

function Heading<Row extends RowData>({ column, model: { table }, at, canSelect }: HeadingProperties<Row>) {
  const header = table.getColumn(column.key);
  if (header === undefined) return null;
  const sorted = header.getIsSorted();
  const sortOf = sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : 'none';
  const place = table.state.sorting.length > 1 && sorted !== false ? header.getSortIndex() + 1 : '';
  const pin = at === 0 ? `${classes.pinned} ${classes.lastPinned} ${canSelect ? classes.afterBox : classes.atStart}` : '';
  const button = (
    <button type="button" className={classes.sort} onClick={header.getToggleSortingHandler()}>
      <span className={classes.text}>{column.label}</span>
      <span className={classes.arrow} aria-hidden>
        {sorted === 'asc' ? '▲' : sorted === 'desc' ? '▼' : ''}
        {place}
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
    <th aria-sort={sortOf} aria-colindex={at + (canSelect ? 2 : 1)} className={`${classes.heading} ${alignment(column)} ${pin}`}>
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
