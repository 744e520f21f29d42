import type { ProductKey } from '#shared/core/products.ts';
import { truncateText } from '#shared/core/words.ts';
import type { ImportKind } from '#shared/imports/report.ts';
import { readText } from '../cells/cells.ts';
import type { CsvRow } from '../file/csv.ts';
import { ImportRefused } from '../import-error.ts';
import { normalizeHeader } from './fold-header.ts';
import type { HeaderMap } from './header-map.ts';
import { explainMissingColumns } from './header-shapes.ts';
import { chooseColumnGuesses, findUnusedAddressIndexes, guessColumn } from './header-words.ts';
import {
  type ColumnMapping,
  findProduct,
  indexColumnsByHeader,
  isProductColumn,
  listColumnSynonyms,
  removeHeaderOwnerPrefix,
} from './known-headers.ts';
import { findProductOfHeaderWithUnit } from './product-headers.ts';

const listed = (names: Iterable<string>): string =>
  [...names].map((name) => `"${truncateText(name, 60)}"`).join(', ') || 'nothing';

interface FoundColumns {
  /** Header cells as shown in reports and stored in the database. */
  header: string[];
  places: Map<string, number>;
  productPlaces: Map<ProductKey, number>;
  /** Notes on guessed and unused headers, by column index. */
  notes: Map<number, string>;
  /** Columns that were guessed. */
  guessed: Set<string>;
}

/**
 * Finds the index of each column by the mapping, then by recognized header. When several headers of
 * a column are recognized, the first header in `columns` wins, then the leftmost in the file. The
 * remaining columns are guessed from the words of the unused headers.
 */
function findColumns(
  kind: ImportKind,
  cells: readonly string[],
  mapping: ColumnMapping,
  unused: readonly string[],
): FoundColumns {
  const header = cells.map((cell) => readText(cell) ?? '');
  const folded = header.map(normalizeHeader);
  const ownerless = header.map((name) => normalizeHeader(removeHeaderOwnerPrefix(kind, name)));
  const places = new Map<string, number>();
  const taken = new Set(header.flatMap((name, place) => (unused.includes(name) ? [place] : [])));
  const productPlaces = new Map<ProductKey, number>();
  const take = (column: string, place: number) => {
    places.set(column, place);
    taken.add(place);
  };
  for (const [column, name] of Object.entries(mapping)) {
    const exact = header.indexOf(name);
    const place = exact === -1 ? folded.indexOf(normalizeHeader(name)) : exact;
    if (place === -1)
      throw new ImportRefused(
        `The file has no column "${name}" to use as ${column}. Its columns are ${listed(header)}.`,
      );
    if (isProductColumn(kind, column)) {
      productPlaces.set(column, place);
      taken.add(place);
    } else take(column, place);
  }
  const known = indexColumnsByHeader(kind);
  const open = header.flatMap((name, place) => {
    if (taken.has(place) || header.indexOf(name) < place) return [];
    const exact = [folded, ownerless]
      .map((cells) => known.get(cells[place] ?? ''))
      .find((column) => column !== undefined);
    const guess =
      exact === undefined
        ? guessColumn(kind, name, (cell) => guessable(known.get(cell)))
        : undefined;
    return [{ header: name, place, column: exact ?? guess?.column, guess }];
  });
  for (const place of findUnusedAddressIndexes(open)) taken.add(place);
  for (const [column, names] of Object.entries(listColumnSynonyms(kind))) {
    if (places.has(column)) continue;
    const place = [folded, ownerless]
      .flatMap((cells) =>
        [column, ...names].map((name) =>
          cells.findIndex((cell, index) => cell === normalizeHeader(name) && !taken.has(index)),
        ),
      )
      .find((found) => found !== -1);
    if (place !== undefined) take(column, place);
  }
  if (kind === 'usage' && !places.has('product'))
    // A header with only the product's name is preferred to a header with a unit.
    for (const find of [
      findProduct,
      (name: string) => findProductOfHeaderWithUnit(name, findProduct),
    ])
      header.forEach((name, place) => {
        const product = taken.has(place) ? undefined : find(name);
        if (product === undefined || productPlaces.has(product)) return;
        productPlaces.set(product, place);
        taken.add(place);
      });
  const { places: guesses, notes } = chooseColumnGuesses(
    open.flatMap(({ header, place, guess }) =>
      guess === undefined || places.has(guess.column) || taken.has(place)
        ? []
        : [{ ...guess, place, header }],
    ),
  );
  for (const [column, place] of guesses) take(column, place);
  return { header, places, productPlaces, notes, guessed: new Set(guesses.keys()) };
}

/** The owner of a practice can be its dentist, so a column of owners is never guessed. */
const guessable = (column: string | undefined) => (column === 'owner' ? undefined : column);

/** Finds the index of each column. Throws `ImportRefused` when a required column is missing. */
export function readHeader(
  kind: ImportKind,
  cells: readonly string[],
  mapping: ColumnMapping = {},
  unused: readonly string[] = [],
  following: () => readonly CsvRow[] = () => [],
): HeaderMap {
  const { header, places, productPlaces, notes } = findColumns(kind, cells, mapping, unused);
  const missing = missingColumns(kind, places, productPlaces);
  if (missing.length > 0) {
    const shape = explainMissingColumns(
      kind,
      header,
      following(),
      (row) => findHeaderColumns(kind, row).missing.length === 0,
    );
    if (shape !== undefined)
      throw new ImportRefused(`The file cannot be used for ${kind}: ${shape}.`);
    throw new ImportRefused(
      `The file cannot be used for ${kind}: it needs ${missing.map(({ what }) => what).join(' and ')}. Its columns are ${listed(header)}.`,
      `\nMap a header, for example --map "${truncateText(header[0] ?? '', 60)}=${missing[0]?.column}".`,
    );
  }
  const uses = new Map<number, string>(
    [...places, ...productPlaces].map(([use, place]) => [place, use]),
  );
  const found = header.map((name, place) => ({
    header: truncateText(name, 100),
    usedAs: uses.get(place) ?? null,
    note:
      name !== '' && header.indexOf(name) < place
        ? 'not used: an earlier column has the same header'
        : (notes.get(place) ?? null),
  }));
  return {
    places,
    productPlaces,
    width: header.length,
    doubt: kind === 'practices' ? peopleDoubt(header, places, mapping) : null,
    columns: found,
    valueMap: new Map(),
    isMapped: (column) => Object.hasOwn(mapping, column),
    headerOf: (column) => found[places.get(column) ?? -1]?.header ?? column,
  };
}

/** Headers that contain the id of a person in a list of people. */
const ownIds = ['id', 'recordid', 'contactid', 'itemid', 'itemidautogenerated'];

const ownNames = ['name', 'fullname', 'displayname'];

/**
 * Returns the reason why a file imported as practices looks like a list of people; `null`
 * otherwise. The import would create a customer for each person. A file with first and last names
 * is accepted if it also has practice names, customer ids or a column that marks people. It is also
 * accepted if the user chose the name or id column.
 */
function peopleDoubt(
  header: readonly string[],
  places: ReadonlyMap<string, number>,
  mapping: ColumnMapping,
): string | null {
  const folded = header.map(normalizeHeader);
  const at = (column: string) => folded[places.get(column) ?? -1];
  const [first, last] = ['firstname', 'lastname'].map((name) => header[folded.indexOf(name)]);
  if (first === undefined || last === undefined) return null;
  if (['isOrganization', 'isPerson', 'recordKind'].some((column) => places.has(column)))
    return null;
  if (['name', 'institutionName', 'institutionId'].some((column) => Object.hasOwn(mapping, column)))
    return null;
  const hasCustomerId = places.has('institutionId') && !ownIds.includes(at('institutionId') ?? '');
  const hasPracticeName = places.has('name') && !ownNames.includes(at('name') ?? '');
  return hasCustomerId || hasPracticeName
    ? null
    : `the file looks like a list of people, because it has ${listed([first, last])}`;
}

interface OfferedColumns {
  columns: string[];
  /** Use of each header cell; `null` for an unused cell. */
  uses: (string | null)[];
  /** Explanation of each cell's use; `null` where the header itself explains the use. */
  notes: (string | null)[];
  /** Columns that were guessed by the words of their headers. */
  guessed: ReadonlySet<string>;
  missing: string[];
}

/**
 * Returns the columns of a header line for a kind of import, and a text that lists the missing
 * required columns.
 */
export function findHeaderColumns(
  kind: ImportKind,
  cells: readonly string[],
  mapping: ColumnMapping = {},
  unused: readonly string[] = [],
): OfferedColumns {
  const { places, productPlaces, notes, guessed } = findColumns(kind, cells, mapping, unused);
  const uses = new Map([...places, ...productPlaces].map(([use, place]) => [place, use]));
  return {
    columns: [...places.keys(), ...productPlaces.keys()],
    uses: cells.map((_, place) => uses.get(place) ?? null),
    notes: cells.map((_, place) => notes.get(place) ?? null),
    guessed,
    missing: missingColumns(kind, places, productPlaces).map(({ what }) => what),
  };
}

interface Needed {
  /** Column that satisfies the requirement. */
  column: string;
  what: string;
  isThere: boolean;
}

function missingColumns(
  kind: ImportKind,
  places: ReadonlyMap<string, number>,
  productPlaces: ReadonlyMap<ProductKey, number>,
): Needed[] {
  const some = (...columns: string[]) => columns.some((column) => places.has(column));
  const institution = some('institutionId', 'chairsideInstitutionId');
  const needed: Record<ImportKind, Needed[]> = {
    practices: [
      {
        column: 'name',
        what: 'a name (such as "Practice Name" or "Account Name")',
        isThere: some('name', 'institutionName'),
      },
    ],
    usage: [
      {
        column: 'locationId',
        what: 'an institution or location id',
        isThere: institution || some('locationId', 'chairsideLocationId'),
      },
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
      {
        column: 'entitled',
        what: 'whether it is entitled, or from when',
        isThere: some('entitled', 'from'),
      },
    ],
    churn: [
      { column: 'institutionId', what: 'an institution id', isThere: institution },
      { column: 'noticedOn', what: 'the day of the notice', isThere: some('noticedOn') },
    ],
    contracts: [
      { column: 'institutionId', what: 'an institution id', isThere: institution },
      { column: 'startsOn', what: 'the first day', isThere: some('startsOn') },
      {
        column: 'monthlyAmount',
        what: 'a monthly or yearly amount',
        isThere: some('monthlyAmount', 'yearlyAmount'),
      },
    ],
    contacts: [
      { column: 'institutionId', what: 'an institution id', isThere: institution },
      {
        column: 'contactName',
        what: 'a name',
        isThere: some('contactName', 'firstName', 'lastName'),
      },
      {
        column: 'email',
        what: 'an email address or a phone number',
        isThere: some('email', 'phone'),
      },
    ],
    prospects: [{ column: 'prospectName', what: 'a name', isThere: some('prospectName') }],
  };
  return needed[kind].filter(({ isThere }) => !isThere);
}
