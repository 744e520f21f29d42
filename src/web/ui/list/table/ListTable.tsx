import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  lazy,
  type ReactNode,
  type Ref,
  Suspense,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { numberText } from '#shared/core/words.ts';
import type { ListColumn } from '#shared/list/column.ts';
import { visibleColumns } from '#shared/list/state.ts';
import { columnWidth, type ListCells } from '../cells.tsx';
import { ListSkeleton } from '../ListSkeleton.tsx';
import classes from '../list.module.css';
import { hasRowAction, type RowAction } from '../row-actions.ts';
import type { ListControl } from '../use-list.ts';
import { ListHeader } from './ListHeader.tsx';
import { ListRow } from './ListRow.tsx';
import { useActiveRow } from './use-active-row.ts';
import type { RowSelection } from './use-row-selection.ts';

const RowMenu = lazy(async () => ({
  default: (await import('./RowMenu.tsx')).RowMenu,
})) as typeof import('./RowMenu.tsx').RowMenu;

export interface ListTableHandle {
  move: (rows: 1 | -1) => void;
  open: () => void;
  select: () => void;
  /** Opens the menu of the active row. */
  menu: () => void;
  /**
   * Runs the row action with this shortcut. Returns `false` when there is no such action or no row.
   */
  act: (shortcut: string) => boolean;
}

interface Properties<Row> {
  label: string;
  list: ListControl<Row>;
  rowId: (row: Row) => string | number;
  rowHeight: number;
  /** `true` shows rows as two-line cards, for narrow screens. */
  isCards: boolean;
  /** `undefined` when rows cannot be selected. */
  selection: RowSelection<Row> | undefined;
  cells: ListCells<Row> | undefined;
  overviewOf: ((row: Row) => string) | undefined;
  onOpen: (row: Row) => void;
  /** `undefined` when rows have no menu. Must be the same array on every render. */
  rowActions: readonly RowAction<Row>[] | undefined;
  /** Content shown when there are no rows. */
  empty: ReactNode;
  handle: Ref<ListTableHandle>;
}

const none: never[] = [];
const boxWidth = 42;
const menuWidth = 40;

/**
 * Returns the number of row elements to keep, which is a multiple of 16 above the number of
 * rendered rows. Row elements are then reused when the number of rows changes slightly.
 */
const slotsFor = (rows: number): number => Math.ceil((rows + 8) / 16) * 16;

function gridOf<Row>(
  columns: readonly ListColumn<Row>[],
  canSelect: boolean,
  hasMenu: boolean,
): CSSProperties {
  const widths = columns.map(columnWidth);
  const tracks = widths.map((width, at) =>
    at === 0 ? `minmax(min(${width}px, 44vw), 2.2fr)` : `minmax(${width}px, 1fr)`,
  );
  const beside = (canSelect ? boxWidth : 0) + (hasMenu ? menuWidth : 0);
  return {
    '--list-columns': [
      ...(canSelect ? [`${boxWidth}px`] : []),
      ...tracks,
      ...(hasMenu ? [`${menuWidth}px`] : []),
    ].join(' '),
    '--list-width': `calc(${beside + widths.slice(1).reduce((sum, width) => sum + width, 0)}px + min(${widths[0] ?? 0}px, 44vw))`,
  } as CSSProperties;
}

/** Distance in rows from the last loaded row at which the next page is requested. */
const rowsBeforeLoading = 50;

/** Table of a list that renders only the rows on the screen. */
export function ListTable<Row>({
  label,
  list,
  rowId,
  rowHeight,
  isCards,
  selection,
  cells,
  overviewOf,
  onOpen,
  rowActions,
  empty,
  handle,
}: Properties<Row>) {
  const { columns, matching, state } = list;
  const visible = useMemo(() => visibleColumns(columns, state), [columns, state]);
  const rows = matching ?? none;
  const isLoading = matching === undefined;
  const canSelect = selection !== undefined;
  const scroller = useRef<HTMLDivElement>(null);
  const { search, filters, sort } = state;
  const searchKey = useMemo(() => JSON.stringify([search, filters, sort]), [search, filters, sort]);
  const { active, go, setActive } = useActiveRow(rows, {
    idOf: rowId,
    listSearch: searchKey,
    scroller,
  });
  const [menu, setMenu] = useState<{ index: number; isFromRow: boolean } | null>(null);
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

  const loadMore = list.remote?.loadMore;
  const lastRendered = virtualizer.getVirtualItems().at(-1)?.index ?? 0;
  const isNearEnd = rows.length > 0 && lastRendered >= rows.length - rowsBeforeLoading;
  useEffect(() => {
    if (isNearEnd) loadMore?.();
  }, [isNearEnd, loadMore]);

  const latest = useRef({ rows, onOpen, selection, go });
  latest.current = { rows, onOpen, selection, go };
  const open = useCallback((index: number) => {
    const row = latest.current.rows[index];
    if (row === undefined) return;
    latest.current.go(index);
    latest.current.onOpen(row);
  }, []);
  const openMenu = useCallback((index: number) => {
    latest.current.go(index);
    setMenu({ index, isFromRow: false });
  }, []);
  const select = useCallback((index: number, isSelected: boolean, withShift: boolean) => {
    const row = latest.current.rows[index];
    if (row !== undefined) latest.current.selection?.click(row, isSelected, withShift);
  }, []);

  useImperativeHandle(handle, () => ({
    move(step) {
      const next = active === null ? 0 : Math.min(Math.max(active + step, 0), rows.length - 1);
      if (rows.length === 0) return;
      go(next);
      virtualizer.scrollToIndex(next, { align: 'auto' });
    },
    open: () => {
      if (active !== null) open(active);
    },
    select: () => {
      const row = active === null ? undefined : rows[active];
      if (row !== undefined) selection?.mark([row], !selection.has(row));
    },
    menu: () => {
      if (active !== null && rowActions !== undefined) setMenu({ index: active, isFromRow: true });
    },
    act(shortcut) {
      const action = rowActions?.find((each) => each.shortcut === shortcut);
      const row = active === null ? undefined : rows[active];
      const chosen =
        selection !== undefined && selection.rows.length > 0
          ? selection.rows
          : row === undefined
            ? []
            : [row];
      if (action === undefined || chosen.length === 0 || !hasRowAction(action, chosen))
        return false;
      action.onAct(chosen, rowElement() ?? document.activeElement);
      return true;
    },
  }));
  const rowElement = () => scroller.current?.querySelector<HTMLElement>('tr[data-active]') ?? null;
  const menuRow = menu === null ? undefined : rows[menu.index];
  const menuRows =
    menuRow === undefined ? [] : selection?.has(menuRow) === true ? selection.rows : [menuRow];
  const menuButton =
    menu === null
      ? null
      : scroller.current?.querySelector<HTMLElement>(
          `tr[aria-rowindex="${menu.index + 2}"] [aria-haspopup="menu"]`,
        );
  const menuOpener = menu?.isFromRow === true ? rowElement() : menuButton;
  function closeMenu() {
    setMenu(null);
    menuOpener?.focus({ preventScroll: true });
  }

  const drawn = virtualizer.getVirtualItems();
  // A row that scrolls into view reuses the elements of a row that scrolled out. Updating text is
  // much cheaper than creating cells.
  const slots = slotsFor(drawn.length);
  // Elements keep their DOM order while the list scrolls. When scrolling stops, they are put in
  // reading order.
  const items = virtualizer.isScrolling
    ? drawn.toSorted((one, other) => (one.index % slots) - (other.index % slots))
    : drawn;

  return (
    <div
      ref={scroller}
      className={classes.scroller}
      style={isCards ? undefined : gridOf(visible, canSelect, rowActions !== undefined)}
      onScroll={({ currentTarget }) => {
        currentTarget.toggleAttribute('data-sideways', currentTarget.scrollLeft > 0);
        setMenu(null);
      }}
    >
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its rows can be navigated, selected and opened by keyboard
        role="grid"
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-colcount={visible.length + (canSelect ? 1 : 0) + (rowActions === undefined ? 0 : 1)}
        aria-multiselectable={canSelect || undefined}
        aria-busy={isLoading}
        className={classes.table}
      >
        {!isCards && (
          <ListHeader
            columns={visible}
            sort={state.sort}
            onSort={(sort) => list.change({ sort })}
            selection={selection}
            hasMenu={rowActions !== undefined}
          />
        )}
        <tbody className={classes.body} style={{ height: virtualizer.getTotalSize() }}>
          {items.map(({ index, start }) => {
            const row = rows[index];
            return (
              row && (
                <ListRow
                  key={index % slots}
                  row={row}
                  index={index}
                  columns={visible}
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
                  onMenu={rowActions === undefined ? undefined : openMenu}
                  isMenuOpen={menu?.index === index}
                  isCard={isCards}
                  sort={state.sort}
                />
              )
            );
          })}
        </tbody>
      </table>
      <Suspense>
        {menuRow !== undefined && menuButton && rowActions !== undefined && (
          <RowMenu
            button={menuButton}
            title={
              menuRows.length > 1
                ? `${numberText(menuRows.length)} selected`
                : String(columns[0]?.value(menuRow) ?? 'row')
            }
            actions={rowActions.filter((action) => hasRowAction(action, menuRows))}
            onAct={(action) => action.onAct(menuRows, menuOpener ?? null)}
            href={menuRows.length > 1 ? undefined : overviewOf?.(menuRow)}
            onClose={closeMenu}
          />
        )}
      </Suspense>
      {isLoading && (
        <ListSkeleton
          columns={isCards ? 1 : visible.length}
          canSelect={canSelect}
          rowHeight={rowHeight}
        />
      )}
      {!isLoading && rows.length === 0 && <div className={classes.message}>{empty}</div>}
    </div>
  );
}
