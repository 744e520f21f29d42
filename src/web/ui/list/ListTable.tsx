import { Skeleton } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { ListColumn } from '#shared/list/column.ts';
import { shownColumns } from '#shared/list/state.ts';
import { type ListCells, widthOf } from './cells.tsx';
import { ListHeader } from './ListHeader.tsx';
import { ListRow } from './ListRow.tsx';
import classes from './list.module.css';
import type { ListControl } from './use-list.ts';
import type { Selection } from './use-selection.ts';

export interface ListTableHandle {
  move: (rows: 1 | -1) => void;
  open: () => void;
  select: () => void;
}

interface Properties<Row> {
  label: string;
  list: ListControl<Row>;
  rowId: (row: Row) => string | number;
  rowHeight: number;
  /** undefined where nothing can be selected. */
  selection: Selection<Row> | undefined;
  cells: ListCells<Row> | undefined;
  overviewOf: ((row: Row) => string) | undefined;
  onOpen: (row: Row) => void;
  /** Stands in place of the rows when there are none. */
  empty: ReactNode;
  handle: Ref<ListTableHandle>;
}

const none: never[] = [];
const boxWidth = 42;
const skeletonRows = Array.from({ length: 12 }, (_, at) => at);

/** More than are drawn, and the same for a few more or fewer, so that rows keep their elements. */
const slotsFor = (rows: number): number => Math.ceil((rows + 8) / 16) * 16;

function gridOf<Row>(columns: readonly ListColumn<Row>[], canSelect: boolean): CSSProperties {
  const widths = columns.map(widthOf);
  const tracks = widths.map((width, at) => (at === 0 ? `minmax(min(${width}px, 44vw), 2.2fr)` : `minmax(${width}px, 1fr)`));
  const box = canSelect ? boxWidth : 0;
  return {
    '--list-columns': [...(canSelect ? [`${boxWidth}px`] : []), ...tracks].join(' '),
    '--list-width': `calc(${box + widths.slice(1).reduce((sum, width) => sum + width, 0)}px + min(${widths[0] ?? 0}px, 44vw))`,
  } as CSSProperties;
}

/** Only the rows on the screen are drawn. */
export function ListTable<Row>({ label, list, rowId, rowHeight, selection, cells, overviewOf, onOpen, empty, handle }: Properties<Row>) {
  const { columns, matching, state } = list;
  const shown = useMemo(() => shownColumns(columns, state), [columns, state]);
  const rows = matching ?? none;
  const isLoading = matching === undefined;
  const canSelect = selection !== undefined;
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<number | null>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey(index) {
      const row = rows[index];
      return row === undefined ? index : rowId(row);
    },
    scrollPaddingStart: 40,
    overscan: 6,
    useFlushSync: false,
  });
  useEffect(() => {
    virtualizer.options.estimateSize = () => rowHeight;
    virtualizer.measure();
  }, [virtualizer, rowHeight]);

  // Another order or filter begins at its top.
  const [shownRows, setShownRows] = useState(rows);
  if (shownRows !== rows) {
    setShownRows(rows);
    setActive(null);
  }
  useEffect(() => {
    if (shownRows.length > 0) scroller.current?.scrollTo?.({ top: 0 });
  }, [shownRows]);

  const latest = useRef({ rows, onOpen, selection });
  latest.current = { rows, onOpen, selection };
  const open = useCallback((index: number) => {
    const row = latest.current.rows[index];
    if (row === undefined) return;
    setActive(index);
    latest.current.onOpen(row);
  }, []);
  const select = useCallback((index: number, isSelected: boolean, withShift: boolean) => {
    const row = latest.current.rows[index];
    if (row !== undefined) latest.current.selection?.click(row, isSelected, withShift);
  }, []);

  useImperativeHandle(handle, () => ({
    move(step) {
      const next = active === null ? 0 : Math.min(Math.max(active + step, 0), rows.length - 1);
      if (rows.length === 0) return;
      setActive(next);
      virtualizer.scrollToIndex(next, { align: 'auto' });
    },
    open: () => {
      if (active !== null) open(active);
    },
    select: () => {
      const row = active === null ? undefined : rows[active];
      if (row !== undefined) selection?.mark([row], !selection.has(row));
    },
  }));
  useEffect(() => {
    const row = active === null ? null : scroller.current?.querySelector<HTMLElement>('[data-active]');
    if (row && !row.contains(document.activeElement)) row.focus({ preventScroll: true });
  }, [active]);

  const drawn = virtualizer.getVirtualItems();
  // A row that leaves the screen gives its elements to the one that comes: writing text is far cheaper than making cells.
  const slots = slotsFor(drawn.length);
  // Elements stay where they are while the list moves, and stand in reading order once it rests.
  const items = virtualizer.isScrolling ? drawn.toSorted((one, other) => (one.index % slots) - (other.index % slots)) : drawn;

  return (
    <div
      ref={scroller}
      className={classes.scroller}
      style={gridOf(shown, canSelect)}
      onScroll={({ currentTarget }) => currentTarget.toggleAttribute('data-sideways', currentTarget.scrollLeft > 0)}
    >
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its rows are moved through, selected and opened by keys
        role="grid"
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-colcount={shown.length + (canSelect ? 1 : 0)}
        aria-multiselectable={canSelect || undefined}
        aria-busy={isLoading}
        className={classes.table}
      >
        <ListHeader columns={shown} sort={state.sort} onSort={(sort) => list.change({ sort })} selection={selection} />
        <tbody className={classes.body} style={{ height: virtualizer.getTotalSize() }}>
          {items.map(({ index, start }) => {
            const row = rows[index];
            return (
              row && (
                <ListRow
                  key={index % slots}
                  row={row}
                  index={index}
                  columns={shown}
                  cells={cells}
                  start={start}
                  height={rowHeight}
                  isActive={active === index}
                  isTabStop={(active ?? 0) === index}
                  isSelected={selection?.has(row)}
                  href={overviewOf?.(row)}
                  onOpen={open}
                  onSelect={select}
                  onFocus={setActive}
                />
              )
            );
          })}
        </tbody>
      </table>
      {isLoading && <SkeletonRows columns={shown.length} canSelect={canSelect} rowHeight={rowHeight} />}
      {!isLoading && rows.length === 0 && <div className={classes.message}>{empty}</div>}
    </div>
  );
}

/** As high as the rows that come. */
function SkeletonRows({ columns, canSelect, rowHeight }: { columns: number; canSelect: boolean; rowHeight: number }) {
  const cells = Array.from({ length: columns }, (_, at) => at);
  return (
    <div aria-hidden className={classes.body} style={{ height: skeletonRows.length * rowHeight }}>
      {skeletonRows.map((at) => (
        <div key={at} className={classes.row} style={{ height: rowHeight, transform: `translateY(${at * rowHeight}px)` }}>
          {canSelect && <span />}
          {cells.map((place) => (
            <span key={place} className={classes.cell}>
              <Skeleton height={10} mt={(rowHeight - 10) / 2} width={`${55 + ((at * 7 + place * 13) % 35)}%`} />
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}
