import { isNumeric, type ListColumn } from '#shared/list/column.ts';
import type { ListSort } from '#shared/list/state.ts';
import type { ListCells } from './cells.tsx';

const mostFacts = 3;

export interface CardColumns<Row> {
  name: ListColumn<Row> | undefined;
  /** What the list is ordered by, else its first figure. */
  figure: ListColumn<Row> | undefined;
  /** The next columns in their order. */
  facts: readonly ListColumn<Row>[];
}

/** What a row of these columns tells where there is room for two lines. */
export function cardColumns<Row>(
  [name, ...others]: readonly ListColumn<Row>[],
  { sort, cells = {} }: { sort: readonly ListSort[]; cells: ListCells<Row> | undefined },
): CardColumns<Row> {
  const figure = others.find(({ key }) => key === sort[0]?.column) ?? others.find(isNumeric);
  // A figure that the page draws has no room there.
  const facts = others.filter((column) => column !== figure && !(isNumeric(column) && cells[column.key] !== undefined));
  return { name, figure, facts: facts.slice(0, mostFacts) };
}
