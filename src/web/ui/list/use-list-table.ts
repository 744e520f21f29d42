import {
  columnOrderingFeature,
  columnVisibilityFeature,
  type RowData,
  type RowSelectionState,
  rowSelectionFeature,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  type Updater,
  useTable,
} from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import { isNumeric, type ListColumn } from '#shared/list/column.ts';
import { shownColumns } from '#shared/list/state.ts';
import type { ListControl } from './use-list.ts';

const features = tableFeatures({ columnOrderingFeature, columnVisibilityFeature, rowSelectionFeature, rowSortingFeature });
const none: never[] = [];

const resolved = <Value>(updater: Updater<Value>, before: Value): Value =>
  typeof updater === 'function' ? (updater as (before: Value) => Value)(before) : updater;

/** The table's model: which columns in which order, how a heading's click sorts, what is selected. Rows come filtered and sorted. */
export function useListTable<Row extends RowData>(list: ListControl<Row>, rowId: (row: Row) => string | number) {
  const { columns, matching, state, change } = list;
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
  const columnVisibility = useMemo(
    () => Object.fromEntries(columns.map(({ key }) => [key, shown.some((column) => column.key === key)])),
    [columns, shown],
  );
  const columnOrder = useMemo(() => shown.map(({ key }) => key), [shown]);
  const sorting = useMemo<SortingState>(() => state.sort.map(({ column, descending }) => ({ id: column, desc: descending })), [state.sort]);

  const table = useTable({
    features,
    data: (matching ?? none) as readonly Row[] as Row[],
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
