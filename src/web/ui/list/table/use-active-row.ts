import { type RefObject, useEffect, useRef, useState } from 'react';

type Id = string | number;

/**
 * Holds the active row, on which keys act. After a refetch, the active row stays active. If that
 * row is gone, the row at its position becomes active. `listSearch` contains the list's order,
 * search and filters; a change of `listSearch` resets the active row.
 */
export function useActiveRow<Row>(
  rows: readonly Row[],
  {
    idOf,
    listSearch,
    scroller,
  }: { idOf: (row: Row) => Id; listSearch: string; scroller: RefObject<HTMLElement | null> },
) {
  const [active, setActive] = useState<number | null>(null);
  const [previous, setPrevious] = useState({ rows, listSearch });
  const takesKeyboard = useRef(false);

  if (previous.rows !== rows || previous.listSearch !== listSearch) {
    setPrevious({ rows, listSearch });
    setActive(
      previous.listSearch === listSearch ? placeNow(previous.rows, active, rows, idOf) : null,
    );
  }
  useEffect(() => {
    if (listSearch !== '') scroller.current?.scrollTo?.({ top: 0 });
  }, [listSearch, scroller]);
  useEffect(() => {
    const row =
      active === null ? null : scroller.current?.querySelector<HTMLElement>('[data-active]');
    const isHere =
      takesKeyboard.current || scroller.current?.contains(document.activeElement) === true;
    takesKeyboard.current = false;
    if (row && isHere && !row.contains(document.activeElement)) row.focus({ preventScroll: true });
  }, [active, scroller]);

  return {
    active,
    /** Activates a row and moves the focus to it. */
    go(index: number) {
      takesKeyboard.current = true;
      setActive(index);
    },
    setActive,
  };
}

function placeNow<Row>(
  before: readonly Row[],
  active: number | null,
  rows: readonly Row[],
  idOf: (row: Row) => Id,
): number | null {
  const row = active === null ? undefined : before[active];
  if (active === null || row === undefined || rows.length === 0) return null;
  const id = idOf(row);
  const found = rows.findIndex((each) => idOf(each) === id);
  return found === -1 ? Math.min(active, rows.length - 1) : found;
}
