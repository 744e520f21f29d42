import type { ProductKey } from '#shared/core/products.ts';
import type { FileColumn } from '#shared/imports/report.ts';

/** Columns of a file as found in its header. */
export interface HeaderMap {
  /** Index in the row, by column name. */
  places: ReadonlyMap<string, number>;
  /** Index in the row, by product; for a usage file with one column per product. */
  productPlaces: ReadonlyMap<ProductKey, number>;
  width: number;
  /** Reason to suspect that the file is not of the selected kind; `null` when there is none. */
  doubt: string | null;
  /** Columns of the file from left to right with their uses. */
  columns: FileColumn[];
  /** Returns `true` when the mapping names the header of the column. */
  isMapped(column: string): boolean;
  /** Returns the file's header of a column, for messages. */
  headerOf(column: string): string;
}
