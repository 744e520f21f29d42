import { isNumeric, type ListColumn } from '#shared/list/column.ts';
import type { ListSort } from '#shared/list/state.ts';
import type { ListCells } from './cells.tsx';

const mostFacts = 3;

export interface CardColumns<Row> {
  name: ListColumn<Row> | undefined;
  /** Numeric column by which the list is sorted, else its first one. */
  figure: ListColumn<Row> | undefined;
  /** Next columns in order. */
  facts: readonly ListColumn<Row>[];
}

/** Selects the columns for a card of two lines. */
export function cardColumns<Row>(
  [name, ...others]: readonly ListColumn<Row>[],
  { sort, cells = {} }: { sort: readonly ListSort[]; cells: ListCells<Row> | undefined },
): CardColumns<Row> {
  const figure = others.find(({ key }) => key === sort[0]?.column) ?? others.find(isNumeric);
  // Numbers with a custom cell do not fit.
  const facts = others.filter(
    (column) => column !== figure && !(isNumeric(column) && cells[column.key] !== undefined),
  );
  return { name, figure, facts: facts.slice(0, mostFacts) };
}
