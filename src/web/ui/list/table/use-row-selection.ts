import { useRef, useState } from 'react';

type Id = string | number;

/**
 * Holds the selected rows. A selected row hidden by a filter stays selected, but `rows` does not
 * contain it. `isPartlyLoaded` is `true` when `matching` has only the loaded rows.
 */
export function useRowSelection<Row>(
  matching: readonly Row[],
  idOf: (row: Row) => Id,
  isPartlyLoaded: boolean,
) {
  const [ids, setIds] = useState<ReadonlySet<Id>>(new Set());
  const lastClicked = useRef<Id>(undefined);
  const rows = ids.size === 0 ? [] : matching.filter((row) => ids.has(idOf(row)));

  function mark(marked: readonly Row[], isSelected: boolean) {
    setIds((before) => {
      const next = new Set(before);
      for (const row of marked) isSelected ? next.add(idOf(row)) : next.delete(idOf(row));
      return next;
    });
  }

  return {
    /** Selected visible rows in list order. */
    rows,
    allLabel: isPartlyLoaded ? 'Select all loaded rows' : 'Select all matching rows',
    isAll: matching.length > 0 && rows.length === matching.length,
    isSome: ids.size > 0,
    has: (row: Row): boolean => ids.has(idOf(row)),
    mark,
    /**
     * Handles a click on a row's checkbox. With Shift, all rows since the last clicked row are
     * changed.
     */
    click(row: Row, isSelected: boolean, withShift: boolean) {
      const from = withShift
        ? matching.findIndex((each) => idOf(each) === lastClicked.current)
        : -1;
      const to = matching.indexOf(row);
      mark(
        from === -1 ? [row] : matching.slice(Math.min(from, to), Math.max(from, to) + 1),
        isSelected,
      );
      lastClicked.current = idOf(row);
    },
    markAll(isSelected: boolean) {
      mark(matching, isSelected);
      lastClicked.current = undefined;
    },
    clear() {
      setIds(new Set());
      lastClicked.current = undefined;
    },
  };
}

export type RowSelection<Row> = ReturnType<typeof useRowSelection<Row>>;
