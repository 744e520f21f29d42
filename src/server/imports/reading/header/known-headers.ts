import { type ProductKey, productKeys, products } from '#shared/core/products.ts';
import type { ImportKind } from '#shared/imports/report.ts';
import { ImportRefused } from '../import-error.ts';
import { knownColumnHeaders } from './columns.ts';
import { normalizeHeader } from './fold-header.ts';
import { findProductOfHeaderWithUnit } from './product-headers.ts';

/**
 * Removes the owner that combined exports write before a header: 'Organization - Phone' becomes
 * 'Phone'.
 */
export const removeHeaderOwnerPrefix = (kind: ImportKind, header: string): string =>
  header.replace(
    kind === 'contacts'
      ? /^(person|contact)\s*[-:]\s+/i
      : /^(organi[sz]ation|company|account)\s*[-:]\s+/i,
    '',
  );

const productByHeader = new Map(
  productKeys.flatMap((key) =>
    [key, products[key].name].map((name) => [normalizeHeader(name), key] as const),
  ),
);

/** Returns the product with this key or display name, ignoring case and punctuation. */
export const findProduct = (written: string): ProductKey | undefined =>
  productByHeader.get(normalizeHeader(written));

export const listColumnSynonyms = (kind: ImportKind): Record<string, readonly string[]> =>
  knownColumnHeaders[kind];

export const indexColumnsByHeader = (kind: ImportKind): Map<string, string> =>
  new Map(
    Object.entries(listColumnSynonyms(kind)).flatMap(([column, names]) =>
      [column, ...names].map((name) => [normalizeHeader(name), column] as const),
    ),
  );

/** Returns `true` when the column contains the usage of one product. */
export const isProductColumn = (kind: ImportKind, column: string): column is ProductKey =>
  kind === 'usage' && Object.hasOwn(products, column);

/** Returns the number of cells in a header line that are known columns of this kind. */
export function countKnownCells(
  kind: ImportKind,
  header: readonly string[],
  mapping: ColumnMapping = {},
): number {
  const known = indexColumnsByHeader(kind);
  const mapped = new Set(Object.values(mapping).map(normalizeHeader));
  return header.filter((cell) => {
    const folded = normalizeHeader(cell);
    const names = [folded, normalizeHeader(removeHeaderOwnerPrefix(kind, cell))];
    const isProduct = () =>
      productByHeader.has(folded) || findProductOfHeaderWithUnit(cell, findProduct) !== undefined;
    return (
      names.some((name) => known.has(name)) ||
      mapped.has(folded) ||
      (kind === 'usage' && isProduct())
    );
  }).length;
}

/** User's mapping of columns to headers that are not recognized: `{ name: 'Praxis' }`. */
export type ColumnMapping = Readonly<Record<string, string>>;

/** Returns `true` for a column, or a product with a column of its own, of this kind of file. */
export const isColumnOfKind = (kind: ImportKind, column: string): boolean =>
  Object.hasOwn(knownColumnHeaders[kind], column) || isProductColumn(kind, column);

/**
 * Throws `ImportRefused` when the mapping names a column that this kind of import does not have.
 */
export function requireValidMapping(kind: ImportKind, mapping: ColumnMapping): void {
  for (const column of Object.keys(mapping))
    if (!isColumnOfKind(kind, column))
      throw new ImportRefused(
        `"${column}" is not a column of a ${kind} import, which has ${Object.keys(knownColumnHeaders[kind]).join(', ')}.`,
        ' Write --map "Their header=column".',
      );
}
