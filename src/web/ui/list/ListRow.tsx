import { type MouseEvent, memo } from 'react';
import type { ListColumn } from '#shared/list/column.ts';
import { alignment, type ListCells, plainCell } from './cells.tsx';
import classes from './list.module.css';

interface Properties<Row> {
  row: Row;
  /** Among the rows that match, from 0. */
  index: number;
  columns: readonly ListColumn<Row>[];
  cells: ListCells<Row> | undefined;
  start: number;
  height: number;
  isActive: boolean;
  /** The one row that Tab reaches. */
  isTabStop: boolean;
  /** undefined where nothing can be selected. */
  isSelected: boolean | undefined;
  href: string | undefined;
  onOpen: (index: number) => void;
  onSelect: (index: number, isSelected: boolean, withShift: boolean) => void;
  onFocus: (index: number) => void;
  /** undefined where rows have no menu. */
  onMenu: ((index: number) => void) | undefined;
  isMenuOpen: boolean;
}

/** Opens the overview in a tab of its own; a link does so by itself. */
function openBeside(event: MouseEvent, href: string) {
  if (event.target instanceof Element && event.target.closest('a') !== null) return;
  window.open(href, '_blank', 'noopener');
}

function PlainListRow<Row>({
  row,
  index,
  columns,
  cells,
  start,
  height,
  isActive,
  isTabStop,
  isSelected,
  href,
  onOpen,
  onSelect,
  onFocus,
  onMenu,
  isMenuOpen,
}: Properties<Row>) {
  function click(event: MouseEvent) {
    if (event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey) {
      if (href !== undefined && !event.shiftKey) openBeside(event, href);
      return;
    }
    event.preventDefault();
    onOpen(index);
  }

  return (
    <tr
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-active={isActive || undefined}
      tabIndex={isTabStop ? 0 : -1}
      onFocus={() => onFocus(index)}
      className={classes.row}
      style={{ height, lineHeight: `${height - 1}px`, transform: `translateY(${start}px)` }}
      onClick={click}
      onAuxClick={(event) => {
        if (event.button === 1 && href !== undefined) openBeside(event, href);
      }}
    >
      {isSelected !== undefined && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: only keeps a click on the box from opening the row
        <td aria-colindex={1} className={`${classes.cell} ${classes.pinned} ${classes.box}`} onClick={(event) => event.stopPropagation()}>
          <input
            type="checkbox"
            tabIndex={isTabStop ? 0 : -1}
            aria-label={`Select ${String(columns[0]?.value(row) ?? 'row')}`}
            checked={isSelected}
            onChange={({ target, nativeEvent }) =>
              onSelect(index, target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
          />
        </td>
      )}
      {columns.map((column, at) => {
        const own = cells?.[column.key]?.(row);
        const { text, look } = own == null ? plainCell(column, row) : { text: undefined, look: '' };
        const place =
          at > 0 ? '' : `${classes.pinned} ${classes.lastPinned} ${isSelected === undefined ? classes.atStart : classes.afterBox}`;
        return (
          <td
            key={column.key}
            aria-colindex={at + (isSelected === undefined ? 1 : 2)}
            title={text !== undefined && text.length > 14 ? text : undefined}
            className={`${classes.cell} ${alignment(column)} ${look} ${place}`}
          >
            {at === 0 && href !== undefined ? (
              <a href={href} className={classes.link} tabIndex={isTabStop ? 0 : -1}>
                {own ?? text}
              </a>
            ) : (
              (own ?? text)
            )}
          </td>
        );
      })}
      {onMenu !== undefined && (
        <td aria-colindex={columns.length + (isSelected === undefined ? 1 : 2)} className={`${classes.cell} ${classes.menu}`}>
          <button
            type="button"
            className={classes.menuButton}
            tabIndex={isTabStop ? 0 : -1}
            aria-label={`Actions for ${String(columns[0]?.value(row) ?? 'row')}`}
            aria-haspopup="menu"
            aria-expanded={isMenuOpen}
            onClick={(event) => {
              event.stopPropagation();
              onMenu(index);
            }}
          >
            …
          </button>
        </td>
      )}
    </tr>
  );
}

export const ListRow = memo(PlainListRow) as typeof PlainListRow;
