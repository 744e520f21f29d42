import { foldValue, type ValueMap } from '#shared/imports/values.ts';
import { readText } from '../cells/cells.ts';

/** Replacements of a file's values, by column and folded value; `null` leaves the cell empty. */
export type FoldedValueMap = ReadonlyMap<string, ReadonlyMap<string, string | null>>;

export const foldValueMap = (values: ValueMap = {}): FoldedValueMap =>
  new Map(
    Object.entries(values).map(([column, each]) => [
      column,
      new Map(Object.entries(each).map(([value, becomes]) => [foldValue(value), becomes])),
    ]),
  );

/** Returns the cell, or the value that the user mapped it to. */
export function mapCell(values: FoldedValueMap, column: string, cell: string): string {
  const map = values.get(column);
  if (map === undefined || map.size === 0) return cell;
  const becomes = map.get(foldValue(readText(cell) ?? ''));
  return becomes === undefined ? cell : (becomes ?? '');
}
