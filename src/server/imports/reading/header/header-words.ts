import type { ImportKind } from '#shared/imports/report.ts';
import { normalizeHeader } from './fold-header.ts';

/** Words of a header that name the owner or purpose of a value, such as 'practice' or 'billing'. */
const owners = [
  ...[
    'primary',
    'main',
    'default',
    'head',
    'headquarters',
    'hq',
    'company',
    'account',
    'organization',
    'customer',
    'client',
    'business',
  ],
  ...[
    'practice',
    'clinic',
    'office',
    'location',
    'site',
    'store',
    'branch',
    'work',
    'physical',
    'visiting',
    'billing',
    'shipping',
    'mailing',
  ],
];
const units = ['degrees', 'degree', 'deg', 'decimal', 'usd'];
/**
 * Words of `owners` that indicate an address. With any other word, such as 'account', "state" can
 * mean a status.
 */
const addressOwners = [
  ...[
    'address',
    'billing',
    'shipping',
    'mailing',
    'physical',
    'visiting',
    'headquarters',
    'hq',
    'head',
  ],
  ...['location', 'practice', 'clinic', 'office', 'site', 'store', 'branch'],
];
/**
 * Rank of billing, shipping and mailing addresses. Addresses with a rank are used only when the
 * file has no other address.
 */
const secondChoice: Record<string, number> = { billing: 1, shipping: 2, mailing: 3 };

interface Guessable {
  /**
   * Columns that can be guessed. Ids and names are excluded, because a wrong guess would create
   * other customers.
   */
  columns: readonly string[];
  /** Words of a header that are ignored. */
  ignored: readonly string[];
}

const place = ['streetAddress', 'city', 'state', 'zip', 'phone', 'latitude', 'longitude'];
const money = { columns: ['monthlyAmount', 'yearlyAmount'], ignored: units };
const none = { columns: [], ignored: [] };
const guessable: Record<ImportKind, Guessable> = {
  practices: { columns: [...place, 'ehr', 'onlineBookingLink'], ignored: [...owners, ...units] },
  prospects: { columns: place, ignored: [...owners, ...units] },
  // The phone number and address of the company do not belong to the contact.
  contacts: {
    columns: ['email', 'phone'],
    ignored: ['contact', 'person', 'primary', 'main', 'default', 'work', 'business', 'direct'],
  },
  usage: none,
  entitlements: none,
  churn: money,
  contracts: money,
};

/**
 * Name columns that are guessed from a lookup column of Airtable, such as "Name (from Practices)".
 * The table in parentheses determines which of the two columns is meant.
 */
const lookedUpNames = ['institutionName', 'name'];

const singular = (word: string): string => word.replace(/ies$/, 'y').replace(/([^s])s$/, '$1');

/** Returns the words of a header in lower case. "BillingCity" has two words. */
const wordsOf = (header: string): string[] =>
  header
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll('organisation', 'organization')
    .match(/[\p{L}\p{N}]+/gu) ?? [];

const addressRank = (words: readonly string[]): number =>
  Math.max(0, ...words.map((word) => secondChoice[word] ?? 0));
const addressColumns = ['streetAddress', 'city', 'state', 'zip', 'latitude', 'longitude'];

/**
 * Returns the indexes of headers that belong to unused addresses. The address with the most parts
 * is used. When two have equally many parts, the practice's own address is used. A part that is
 * missing is never taken from a shipping or mailing address.
 */
export function findUnusedAddressIndexes(
  headers: readonly { header: string; place: number; column: string | undefined }[],
): ReadonlySet<number> {
  const parts = headers.flatMap(({ header, place, column }) =>
    column === undefined || !addressColumns.includes(column)
      ? []
      : [{ place, column, rank: addressRank(wordsOf(header)) }],
  );
  const sizes = [...Map.groupBy(parts, ({ rank }) => rank)].map(([rank, of]) => ({
    rank,
    size: new Set(of.map(({ column }) => column)).size,
  }));
  const [chosen] = sizes.sort((one, other) => other.size - one.size || one.rank - other.rank);
  const isUsed = (rank: number) =>
    rank === 0 || rank === chosen?.rank || (rank === 1 && chosen?.rank === 0);
  return new Set(parts.filter(({ rank }) => !isUsed(rank)).map(({ place }) => place));
}

export interface ColumnGuess {
  column: string;
  /**
   * Rank of the guess; 0 is best. For each column, the guess with the lowest rank is used, unless
   * two guesses share that rank.
   */
  rank: number;
}

/**
 * Guesses the column of an unknown header such as "Primary location > City" from its words. Returns
 * `undefined` when a word is unknown, because "Owner Phone" and "Fax" are not the practice's phone
 * number. A lookup column of Airtable such as "City (from Practices)" is read as "Practice City".
 */
export function guessColumn(
  kind: ImportKind,
  header: string,
  columnOf: (folded: string) => string | undefined,
): ColumnGuess | undefined {
  const { columns, ignored } = guessable[kind];
  const [, field, from] = /^(.*\S)\s*\(from ([^()]+)\)\s*$/i.exec(header) ?? [];
  const owner = wordsOf(from ?? '').map(singular);
  const words = [...owner, ...wordsOf(field ?? header)];
  const named = from === undefined ? undefined : columnOf(normalizeHeader(words.join(' ')));
  if (named !== undefined && (columns.includes(named) || lookedUpNames.includes(named)))
    return { column: named, rank: 0 };
  for (const alsoIgnored of [[], ['address']]) {
    const core = words.filter((word) => !ignored.includes(word) && !alsoIgnored.includes(word));
    if (core.length === 0 || core.length === words.length) continue;
    const column = columnOf(normalizeHeader(core.join(' ')));
    if (column === undefined || !columns.includes(column)) continue;
    if (column === 'state' && !words.some((word) => addressOwners.includes(word))) continue;
    return { column, rank: addressRank(words) };
  }
  return undefined;
}

/** Indexes of guessed columns, and notes on guessed and ambiguous headers by column index. */
export interface ColumnGuessResult {
  places: Map<string, number>;
  notes: Map<number, string>;
}

export const guessedColumnNote = 'guessed from its words';

/** Chooses the best guess for each column; no guess when the two best guesses are equally good. */
export function chooseColumnGuesses(
  guesses: readonly (ColumnGuess & { place: number; header: string })[],
): ColumnGuessResult {
  const chosen: ColumnGuessResult = { places: new Map(), notes: new Map() };
  for (const [column, all] of Map.groupBy(guesses, (guess) => guess.column)) {
    const best = Math.min(...all.map(({ rank }) => rank));
    const [first, ...others] = all.filter(({ rank }) => rank === best);
    if (first === undefined) continue;
    if (others.length === 0) {
      chosen.places.set(column, first.place);
      chosen.notes.set(first.place, guessedColumnNote);
      continue;
    }
    for (const { place } of [first, ...others]) {
      const rivals = [first, ...others]
        .filter((other) => other.place !== place)
        .map(({ header }) => `"${header}"`);
      chosen.notes.set(place, `not used: it could be ${column}, and so could ${rivals.join(', ')}`);
    }
  }
  return chosen;
}
