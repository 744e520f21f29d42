import {
  columnFilteringFeature,
  columnOrderingFeature,
  columnVisibilityFeature,
  type RowData,
  type RowModel,
  type RowSelectionState,
  rowSelectionFeature,
  rowSortingFeature,
  type SortingState,
  type Table,
  type TableFeatures,
  tableFeatures,
  type Updater,
  useTable,
} from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import { isNumeric, type ListColumn } from '#shared/list/column.ts';
import { shownColumns } from '#shared/list/state.ts';
import type { ListControl } from './use-list.ts';
import { usePreparedOrders } from './use-prepared-orders.ts';

const none: never[] = [];

/** The table's rows are made once for the rows there are; which of them match, and their order, is worked out by matchingPlaces. */
function matchingRows<Features extends TableFeatures, Row extends RowData>(table: Table<Features, Row>) {
  let last: { all: RowModel<Features, Row>; places: readonly number[]; matching: RowModel<Features, Row> } | undefined;
  return (): RowModel<Features, Row> => {
    const all = table.getCoreRowModel();
    const { places } = table.options.meta as { places: readonly number[] };
    if (last?.all !== all || last.places !== places) {
      const rows = places.flatMap((at) => all.rows[at] ?? []);
      last = { all, places, matching: { rows, flatRows: rows, rowsById: all.rowsById } };
    }
    return last.matching;
  };
}

const features = tableFeatures({
  columnFilteringFeature,
  columnOrderingFeature,
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
  filteredRowModel: matchingRows,
  tableMeta: {} as { places: readonly number[] },
});

const resolved = <Value>(updater: Updater<Value>, before: Value): Value =>
  typeof updater === 'function' ? (updater as (before: Value) => Value)(before) : updater;

/** The table's model: which columns in which order, how a heading's click sorts, what is selected. Rows come filtered and sorted. */
export function useListTable<Row extends RowData>(list: ListControl<Row>, rowId: (row: Row) => string | number) {
  const { columns, rows, places, state, change } = list;
  const [rowSelection, setRowSelection] = useState<RowSelectionState>({});
  const definitions = useMemo(
    () =>
      columns.map((column) => ({
        id: column.key,
        accessorFn: column.value,
        header: column.label,
        sortDescFirst: isNumeric(column),
        meta: column,
      })),
    [columns],
  );
  const shown = useMemo(() => shownColumns(columns, state), [columns, state]);
  usePreparedOrders(rows, shown);
  const columnVisibility = useMemo(
    () => Object.fromEntries(columns.map(({ key }) => [key, shown.some((column) => column.key === key)])),
    [columns, shown],
  );
  const columnOrder = useMemo(() => shown.map(({ key }) => key), [shown]);
  const sorting = useMemo<SortingState>(() => state.sort.map(({ column, descending }) => ({ id: column, desc: descending })), [state.sort]);

  const table = useTable({
    features,
    data: rows ?? none,
    meta: { places: places ?? none },
    columns: definitions,
    getRowId: (row) => String(rowId(row)),
    manualSorting: true,
    enableMultiSort: true,
    state: { rowSelection, columnVisibility, columnOrder, sorting },
    onRowSelectionChange: setRowSelection,
    onSortingChange: (updater) => {
      const sort = resolved(updater, sorting).map(({ id, desc }) => ({ column: id, descending: desc }));
      change({ sort });
    },
  });
  const byKey = useMemo(() => new Map(columns.map((column) => [column.key, column])), [columns]);
  return { table, shown, columnOf: (key: string): ListColumn<Row> | undefined => byKey.get(key) };
}

export type ListTableModel<Row extends RowData> = ReturnType<typeof useListTable<Row>>;
