import { type MouseEvent, memo, type ReactNode, use } from 'react';
import { isNumericColumn, type ListColumn, type ListValue } from '#shared/list/column.ts';
import type { ListSort } from '#shared/list/state.ts';
import { CustomerMarkContext } from '../../customer-mark.ts';
import { cellAlignmentClass, type ListCells, plainCellContent } from '../cells.tsx';
import classes from '../list.module.css';
import { selectCardColumns } from './card-columns.ts';

interface Properties<Row> {
  row: Row;
  /** Zero-based index among the matching rows. */
  index: number;
  columns: readonly ListColumn<Row>[];
  cells: ListCells<Row> | undefined;
  start: number;
  height: number;
  isActive: boolean;
  /** `true` for the row that receives the focus by Tab. */
  isTabStop: boolean;
  /** `undefined` when rows cannot be selected. */
  isSelected: boolean | undefined;
  href: string | undefined;
  onOpen: (index: number) => void;
  onSelect: (index: number, isSelected: boolean, withShift: boolean) => void;
  onFocus: (index: number) => void;
  /** `undefined` when rows have no menu. */
  onMenu: ((index: number) => void) | undefined;
  isMenuOpen: boolean;
  /** `true` shows the row as a two-line card. */
  isCard: boolean;
  sort: readonly ListSort[];
}

/**
 * Opens the overview in a new tab. Does nothing for a click on a link, which the browser opens
 * itself.
 */
function openInNewTab(event: MouseEvent, href: string) {
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
  isCard,
  sort,
}: Properties<Row>) {
  const customerMarkOf = use(CustomerMarkContext);
  // A list with a column for the day of leaving says the same twice otherwise.
  const markOf = columns.some(({ key }) => key === 'leavesOn') ? noMark : customerMarkOf;
  const shared = {
    row,
    markOf,
    columns,
    cells,
    href,
    isTabStop,
    firstColumn: isSelected === undefined ? 1 : 2,
  };
  function click(event: MouseEvent) {
    if (event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey) {
      if (href !== undefined && !event.shiftKey) openInNewTab(event, href);
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
      className={isCard ? `${classes.row} ${classes.card}` : classes.row}
      style={{
        height,
        lineHeight: isCard ? undefined : `${height - 1}px`,
        transform: `translateY(${start}px)`,
      }}
      onClick={click}
      onAuxClick={(event) => {
        if (event.button === 1 && href !== undefined) openInNewTab(event, href);
      }}
    >
      {isSelected !== undefined && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: only prevents a click on the checkbox from opening the row
        <td
          aria-colindex={1}
          // A card has no column headings.
          aria-label={isCard ? 'Selection' : undefined}
          className={`${classes.cell} ${classes.pinned} ${classes.box}`}
          onClick={(event) => event.stopPropagation()}
        >
          <input
            type="checkbox"
            tabIndex={isTabStop ? 0 : -1}
            aria-label={`Select ${String(columns[0]?.value(row) ?? 'row')}`}
            checked={isSelected}
            onChange={({ target, nativeEvent }) =>
              onSelect(
                index,
                target.checked,
                nativeEvent instanceof MouseEvent && nativeEvent.shiftKey,
              )
            }
          />
        </td>
      )}
      {isCard ? <CardCells {...shared} sort={sort} /> : <TableCells {...shared} />}
      {onMenu !== undefined && (
        <td
          aria-colindex={columns.length + (isSelected === undefined ? 1 : 2)}
          className={`${classes.cell} ${classes.menu}`}
        >
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

interface CellsProperties<Row>
  extends Pick<Properties<Row>, 'row' | 'columns' | 'cells' | 'href' | 'isTabStop'> {
  /** Grid column of the first cell. */
  firstColumn: number;
  markOf: (institutionId: number) => ReactNode;
}

const noMark = () => null;

/** Column with the name of a row's customer. */
const customerNameColumn = 'institutionName';

/** Returns the mark of the row's customer; `null` without a customer or a mark. */
function customerMark(row: unknown, markOf: CellsProperties<never>['markOf']): ReactNode {
  const hasId = typeof row === 'object' && row !== null && 'institutionId' in row;
  return hasId && typeof row.institutionId === 'number' ? markOf(row.institutionId) : null;
}

/** Returns a cell's content from the page's custom renderer, otherwise by the column's kind. */
function contentOf<Row>(
  column: ListColumn<Row>,
  {
    row,
    cells,
    isTabStop,
    markOf,
  }: Pick<CellsProperties<Row>, 'row' | 'cells' | 'isTabStop' | 'markOf'>,
) {
  const own = cells?.[column.key]?.(row, isTabStop);
  const { text, look } =
    own == null ? plainCellContent(column, row) : { text: undefined, look: '' };
  const mark = column.key === customerNameColumn ? customerMark(row, markOf) : null;
  return {
    content:
      mark === null ? (
        (own ?? text)
      ) : (
        <span className={classes.marked}>
          <span>{own ?? text}</span>
          {mark}
        </span>
      ),
    look,
    title: text !== undefined && text.length > 14 ? text : undefined,
  };
}

function TableCells<Row>({
  row,
  columns,
  cells,
  href,
  isTabStop,
  firstColumn,
  markOf,
}: CellsProperties<Row>) {
  return columns.map((column, at) => {
    const { content, look, title } = contentOf(column, { row, cells, isTabStop, markOf });
    const place =
      at > 0
        ? ''
        : `${classes.pinned} ${classes.lastPinned} ${firstColumn === 1 ? classes.atStart : classes.afterBox}`;
    return (
      <td
        key={column.key}
        aria-colindex={at + firstColumn}
        title={title}
        className={`${classes.cell} ${cellAlignmentClass(column)} ${look} ${place}`}
      >
        {at === 0 && href !== undefined ? (
          <a href={href} className={classes.link} tabIndex={isTabStop ? 0 : -1}>
            {content}
          </a>
        ) : (
          content
        )}
      </td>
    );
  });
}

/** Returns `true` for values that mean nothing without the label of their column, such as Yes. */
const isAnswer = (value: ListValue) =>
  value === 'Yes' || value === 'No' || value === 'Partly' || value === 'None';

/** Returns `true` for number columns without prefix and unit. */
const isBare = ({ kind, prefix, unit }: Pick<ListColumn<never>, 'kind' | 'prefix' | 'unit'>) =>
  kind === 'number' && prefix === undefined && unit === undefined;

/** Cells of a card: name and main number in the first line, labeled values in the second. */
function CardCells<Row>({
  row,
  columns,
  cells,
  href,
  isTabStop,
  firstColumn,
  markOf,
  sort,
}: CellsProperties<Row> & Pick<Properties<Row>, 'sort'>) {
  const { name, figure, facts } = selectCardColumns(columns, { sort, cells });
  const shared = { row, cells, isTabStop, markOf };
  const named = name && contentOf(name, shared);
  const figured = figure && contentOf(figure, shared);
  return (
    <>
      <th scope="row" aria-colindex={firstColumn} className={classes.cardName}>
        {href === undefined ? (
          named?.content
        ) : (
          <a href={href} className={classes.link} tabIndex={isTabStop ? 0 : -1}>
            {named?.content}
          </a>
        )}
      </th>
      {figure && (
        <td aria-colindex={firstColumn + 1} className={`${classes.cardFigure} ${figured?.look}`}>
          {isBare(figure) && figured?.content !== '–' && (
            <span className={classes.cardLabel}>{figure.label} </span>
          )}
          {figured?.content}
        </td>
      )}
      <td aria-colindex={firstColumn + 2} className={classes.cardFacts}>
        {facts.map((column) => {
          const value = column.value(row);
          if (value === null || value === '') return null;
          const { content, look } = contentOf(column, shared);
          return (
            <span key={column.key} className={look}>
              {(isNumericColumn(column) ||
                column.kind === 'date' ||
                column.kind === 'flag' ||
                column.isPerson ||
                isAnswer(value)) &&
                `${column.label} `}
              {content}
            </span>
          );
        })}
      </td>
    </>
  );
}

export const ListRow = memo(PlainListRow) as typeof PlainListRow;
