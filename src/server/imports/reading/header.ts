import { type ProductKey, productKeys, products } from '#shared/core/products.ts';
import { cut } from '#shared/core/words.ts';
import type { FileColumn, ImportKind } from '#shared/imports/report.ts';
import { text } from './cells.ts';
import { columns } from './columns.ts';
import type { CsvRow } from './csv.ts';
import { headerShape } from './header-shapes.ts';
import { ImportRefused } from './import-error.ts';
import { productWithUnit } from './product-headers.ts';

/** Case, blanks and punctuation do not matter: 'Zip_Code', 'zipCode' and 'ZIP code:' are one header. */
const foldHeader = (header: string): string =>
  header
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** Without the thing it belongs to, which exports of several things put in front: 'Organization - Phone' is 'Phone'. */
const withoutOwner = (header: string): string => header.replace(/^(organization|company|account)\s*[-:]\s+/i, '');

export interface HeaderMap {
  /** Column name to its place in the row. */
  places: ReadonlyMap<string, number>;
  /** In a usage file with one column per product: product to its place. */
  productPlaces: ReadonlyMap<ProductKey, number>;
  width: number;
  /** Every column of the file from left to right, and what it is used as. */
  columns: FileColumn[];
  /** Whether the mapping named the column's header. */
  isMapped(column: string): boolean;
  /** How the file itself calls a column, for messages. */
  headerOf(column: string): string;
}

const productByHeader = new Map(productKeys.flatMap((key) => [key, products[key].name].map((name) => [foldHeader(name), key] as const)));

/** A product by its key or its display name, however it is written. */
export const productOf = (written: string): ProductKey | undefined => productByHeader.get(foldHeader(written));

const synonymsOf = (kind: ImportKind): Record<string, readonly string[]> => columns[kind];

const lookupOf = (kind: ImportKind): Map<string, string> =>
  new Map(
    Object.entries(synonymsOf(kind)).flatMap(([column, names]) => [column, ...names].map((name) => [foldHeader(name), column] as const)),
  );

/** Whether a column of this name holds the usage of one product. */
const isProductColumn = (kind: ImportKind, column: string): column is ProductKey => kind === 'usage' && Object.hasOwn(products, column);

/** How many cells of a header line are columns of this kind. */
export function knownCells(kind: ImportKind, header: readonly string[], mapping: Mapping = {}): number {
  const known = lookupOf(kind);
  const mapped = new Set(Object.values(mapping).map(foldHeader));
  return header.filter((cell) => {
    const folded = foldHeader(cell);
    const names = [folded, foldHeader(withoutOwner(cell))];
    const isProduct = () => productByHeader.has(folded) || productWithUnit(cell, productOf) !== undefined;
    return names.some((name) => known.has(name)) || mapped.has(folded) || (kind === 'usage' && isProduct());
  }).length;
}

/** Column to the header it has in the file, where it is not known by it: `{ name: 'Praxis' }`. */
export type Mapping = Readonly<Record<string, string>>;

const listed = (names: Iterable<string>): string => [...names].map((name) => `"${cut(name, 60)}"`).join(', ') || 'nothing';

/** Throws ImportRefused when a column of the mapping is unknown to this kind of import. */
export function checkMapping(kind: ImportKind, mapping: Mapping): void {
  for (const column of Object.keys(mapping))
    if (!Object.hasOwn(columns[kind], column) && !isProductColumn(kind, column))
      throw new ImportRefused(
        `"${column}" is not a column of a ${kind} import, which has ${Object.keys(columns[kind]).join(', ')}.`,
        ' Write --map "Their header=column".',
      );
}

interface FoundColumns {
  /** The header's cells as they stand in reports, which the database keeps. */
  header: string[];
  places: Map<string, number>;
  productPlaces: Map<ProductKey, number>;
}

/**
 * Finds each column's place in the header line: by the mapping first, then by synonym, of which the earlier in the
 * list wins and, among equals, the one further left.
 */
function findColumns(kind: ImportKind, cells: readonly string[], mapping: Mapping, unused: readonly string[]): FoundColumns {
  const header = cells.map((cell) => text(cell) ?? '');
  const folded = header.map(foldHeader);
  const ownerless = header.map((name) => foldHeader(withoutOwner(name)));
  const places = new Map<string, number>();
  const taken = new Set(header.flatMap((name, place) => (unused.includes(name) ? [place] : [])));
  const productPlaces = new Map<ProductKey, number>();
  const take = (column: string, place: number) => {
    places.set(column, place);
    taken.add(place);
  };
  for (const [column, name] of Object.entries(mapping)) {
    const exact = header.indexOf(name);
    const place = exact === -1 ? folded.indexOf(foldHeader(name)) : exact;
    if (place === -1) throw new ImportRefused(`The file has no column "${name}" to use as ${column}. Its columns are ${listed(header)}.`);
    if (isProductColumn(kind, column)) {
      productPlaces.set(column, place);
      taken.add(place);
    } else take(column, place);
  }
  for (const [column, names] of Object.entries(synonymsOf(kind))) {
    if (places.has(column)) continue;
    const place = [folded, ownerless]
      .flatMap((cells) =>
        [column, ...names].map((name) => cells.findIndex((cell, index) => cell === foldHeader(name) && !taken.has(index))),
      )
      .find((found) => found !== -1);
    if (place !== undefined) take(column, place);
  }
  if (kind === 'usage' && !places.has('product'))
    // A column that has a product's bare name is preferred to one with a unit.
    for (const find of [productOf, (name: string) => productWithUnit(name, productOf)])
      header.forEach((name, place) => {
        const product = taken.has(place) ? undefined : find(name);
        if (product === undefined || productPlaces.has(product)) return;
        productPlaces.set(product, place);
        taken.add(place);
      });
  return { header, places, productPlaces };
}

/** The place of each column in the header line. Throws ImportRefused when what is needed is not there. */
export function readHeader(
  kind: ImportKind,
  cells: readonly string[],
  mapping: Mapping = {},
  unused: readonly string[] = [],
  following: () => readonly CsvRow[] = () => [],
): HeaderMap {
  const { header, places, productPlaces } = findColumns(kind, cells, mapping, unused);
  const missing = missingColumns(kind, places, productPlaces);
  if (missing.length > 0) {
    const shape = headerShape(kind, header, following(), (row) => headerFor(kind, row).missing.length === 0);
    if (shape !== undefined) throw new ImportRefused(`The file cannot be used for ${kind}: ${shape}.`);
    throw new ImportRefused(
      `The file cannot be used for ${kind}: it needs ${missing.map(({ what }) => what).join(' and ')}. Its columns are ${listed(header)}.`,
      `\nSay which one it is, such as --map "${cut(header[0] ?? '', 60)}=${missing[0]?.column}".`,
    );
  }
  const uses = new Map<number, string>([...places, ...productPlaces].map(([use, place]) => [place, use]));
  const found = header.map((name, place) => ({
    header: cut(name, 100),
    usedAs: uses.get(place) ?? null,
    note: name !== '' && header.indexOf(name) < place ? 'not used: an earlier column has the same header' : null,
  }));
  return {
    places,
    productPlaces,
    width: header.length,
    columns: found,
    isMapped: (column) => Object.hasOwn(mapping, column),
    headerOf: (column) => found[places.get(column) ?? -1]?.header ?? column,
  };
}

/** What a header line offers to a kind of import: the columns it has, and in words what is needed and not there. */
export function headerFor(
  kind: ImportKind,
  cells: readonly string[],
  mapping: Mapping = {},
  unused: readonly string[] = [],
): { columns: string[]; uses: (string | null)[]; missing: string[] } {
  const { places, productPlaces } = findColumns(kind, cells, mapping, unused);
  const uses = new Map([...places, ...productPlaces].map(([use, place]) => [place, use]));
  return {
    columns: [...places.keys(), ...productPlaces.keys()],
    uses: cells.map((_, place) => uses.get(place) ?? null),
    missing: missingColumns(kind, places, productPlaces).map(({ what }) => what),
  };
}

interface Needed {
  /** One that would do. */
  column: string;
  what: string;
  isThere: boolean;
}

function missingColumns(kind: ImportKind, places: ReadonlyMap<string, number>, productPlaces: ReadonlyMap<ProductKey, number>): Needed[] {
  const some = (...columns: string[]) => columns.some((column) => places.has(column));
  const institution = some('institutionId', 'chairsideInstitutionId');
  const needed: Record<ImportKind, Needed[]> = {
    practices: [{ column: 'name', what: 'a name (such as "Practice Name" or "Account Name")', isThere: some('name', 'institutionName') }],
    usage: [
      { column: 'locationId', what: 'an institution or location id', isThere: institution || some('locationId', 'chairsideLocationId') },
      { column: 'day', what: 'a date', isThere: some('day') },
      {
        column: some('product') ? 'value' : 'product',
        what: 'a product and a value, or a column for each product',
        isThere: (some('product') && some('value')) || productPlaces.size > 0,
      },
    ],
    entitlements: [
      { column: 'institutionId', what: 'an institution id', isThere: institution },
      { column: 'product', what: 'a product', isThere: some('product') },
      { column: 'entitled', what: 'whether it is entitled, or from when', isThere: some('entitled', 'from') },
    ],
    churn: [
      { column: 'institutionId', what: 'an institution id', isThere: institution },
      { column: 'noticedOn', what: 'the day of the notice', isThere: some('noticedOn') },
    ],
    contracts: [
      { column: 'institutionId', what: 'an institution id', isThere: institution },
      { column: 'startsOn', what: 'the first day', isThere: some('startsOn') },
      { column: 'monthlyAmount', what: 'a monthly or yearly amount', isThere: some('monthlyAmount', 'yearlyAmount') },
    ],
    contacts: [
      { column: 'institutionId', what: 'an institution id', isThere: institution },
      { column: 'contactName', what: 'a name', isThere: some('contactName', 'firstName', 'lastName') },
      { column: 'email', what: 'an e-mail address or a phone number', isThere: some('email', 'phone') },
    ],
    prospects: [{ column: 'prospectName', what: 'a name', isThere: some('prospectName') }],
  };
  return needed[kind].filter(({ isThere }) => !isThere);
}
