import { type RefObject, useEffect, useRef, useState } from 'react';

type Id = string | number;

/**
 * The row that keys act on. When the rows are read again it stays with its row, or with the place of a row that is gone; another
 * order, search or filter (`wanted`) begins anew.
 */
export function useActiveRow<Row>(
  rows: readonly Row[],
  { idOf, wanted, scroller }: { idOf: (row: Row) => Id; wanted: string; scroller: RefObject<HTMLElement | null> },
) {
  const [active, setActive] = useState<number | null>(null);
  const [seen, setSeen] = useState({ rows, wanted });
  const takesKeyboard = useRef(false);

  if (seen.rows !== rows || seen.wanted !== wanted) {
    setSeen({ rows, wanted });
    setActive(seen.wanted === wanted ? placeNow(seen.rows, active, rows, idOf) : null);
  }
  useEffect(() => {
    if (wanted !== '') scroller.current?.scrollTo?.({ top: 0 });
  }, [wanted, scroller]);
  useEffect(() => {
    const row = active === null ? null : scroller.current?.querySelector<HTMLElement>('[data-active]');
    const isHere = takesKeyboard.current || scroller.current?.contains(document.activeElement) === true;
    takesKeyboard.current = false;
    if (row && isHere && !row.contains(document.activeElement)) row.focus({ preventScroll: true });
  }, [active, scroller]);

  return {
    active,
    /** By the keyboard or a click elsewhere, so that the row takes the keyboard. */
    go(index: number) {
      takesKeyboard.current = true;
      setActive(index);
    },
    setActive,
  };
}

function placeNow<Row>(before: readonly Row[], active: number | null, rows: readonly Row[], idOf: (row: Row) => Id): number | null {
  const row = active === null ? undefined : before[active];
  if (active === null || row === undefined || rows.length === 0) return null;
  const id = idOf(row);
  const found = rows.findIndex((each) => idOf(each) === id);
  return found === -1 ? Math.min(active, rows.length - 1) : found;
}
