import { isNumericColumn, type ListColumn } from '#shared/list/column.ts';
import type { ListSort } from '#shared/list/state.ts';
import type { ListCells } from '../cells.tsx';

const mostFacts = 3;

export interface CardColumns<Row> {
  name: ListColumn<Row> | undefined;
  /** Numeric column by which the list is sorted, otherwise its first numeric column. */
  figure: ListColumn<Row> | undefined;
  /** Columns after the name and `figure`, in list order. */
  facts: readonly ListColumn<Row>[];
}

/** Selects the columns shown on a two-line card. */
export function selectCardColumns<Row>(
  [name, ...others]: readonly ListColumn<Row>[],
  { sort, cells = {} }: { sort: readonly ListSort[]; cells: ListCells<Row> | undefined },
): CardColumns<Row> {
  const figure = others.find(({ key }) => key === sort[0]?.column) ?? others.find(isNumericColumn);
  // Numeric columns with a custom cell do not fit on a card.
  const facts = others.filter(
    (column) => column !== figure && !(isNumericColumn(column) && cells[column.key] !== undefined),
  );
  return { name, figure, facts: facts.slice(0, mostFacts) };
}
