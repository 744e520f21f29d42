import { useEffect } from 'react';
import { prepareOrder } from '#shared/list/apply.ts';
import type { ListColumn } from '#shared/list/column.ts';

const soon: (work: () => void) => number = window.requestIdleCallback ?? ((work) => window.setTimeout(work, 1));
const never: (handle: number) => void = window.cancelIdleCallback ?? window.clearTimeout;

/** Works out the order of one shown column after the other while nothing else is to do, so that a heading's first click sorts at once. */
export function usePreparedOrders<Row>(rows: readonly Row[] | undefined, columns: readonly ListColumn<Row>[]): void {
  useEffect(() => {
    if (rows === undefined) return;
    const waiting = [...columns];
    const next = () => {
      const column = waiting.shift();
      if (column === undefined) return;
      prepareOrder(rows, column);
      handle = soon(next);
    };
    let handle = soon(next);
    return () => never(handle);
  }, [rows, columns]);
}
