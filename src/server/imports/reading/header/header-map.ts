import type { ProductKey } from '#shared/core/products.ts';
import type { ImportedColumnUse } from '#shared/imports/report.ts';
import type { FoldedValueMap } from '../values/value-map.ts';

/** Columns of a file as found in its header. */
export interface HeaderMap {
  /** Column indexes in the row, by column name. */
  places: ReadonlyMap<string, number>;
  /** Column indexes in the row, by product, for a usage file with a column for each product. */
  productPlaces: ReadonlyMap<ProductKey, number>;
  width: number;
  /** Reason to suspect that the file is not of the selected kind; `null` when there is none. */
  doubt: string | null;
  /** Columns of the file from left to right, each with its use. */
  columns: ImportedColumnUse[];
  /** Values that the user mapped to others. */
  valueMap: FoldedValueMap;
  /** Returns `true` when the user's mapping names the header of the column. */
  isMapped(column: string): boolean;
  /** Returns the header that a column has in the file, for messages. */
  headerOf(column: string): string;
}
