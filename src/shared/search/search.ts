import { foldText } from '#shared/core/text.ts';
import type { Practice } from '#shared/institutions/institutions.ts';
import type { Prospect } from '#shared/prospects/prospects.ts';
import {
  type CustomerIndex,
  digitsOf,
  type ProspectIndex,
  type SearchIndex,
} from './search-index.ts';
import { createRowFinder } from './text-index.ts';

/**
 * Search limits. `shortestPhone` is the minimum number of digits, because fewer match too many
 * phone numbers.
 */
export const searchLimits = {
  shortestQuery: 2,
  shortestPhone: 7,
  customers: 10,
  combined: 15,
} as const;

interface CustomerResult {
  /** `institution` when its name matched; `location` when only some of its locations matched. */
  type: 'institution' | 'location';
  institutionId: number;
  institutionName: string;
  totalLocations: number;
  matchingLocations: Practice[];
  prospectData: null;
}
interface ProspectResult {
  type: 'prospect';
  institutionId: -1;
  institutionName: string;
  totalLocations: 0;
  matchingLocations: [];
  prospectData: Prospect;
}
export type CustomerOrProspectResult = CustomerResult | ProspectResult;

/** Fields of a practice that are searched, in addition to its institution's name. */
const locationFields = ['locationName', 'city', 'state', 'ehr'] as const;
/** Normalizes a query for comparison; `null` when it is too short to search. */
export function normalizeSearchQuery(query: string): string | null {
  const needle = foldText(query).trim();
  return needle.length < searchLimits.shortestQuery ? null : needle;
}

/** Returns the range of the sorted names that start with the needle. */
function institutionsBeginningWith(
  { sortedNames }: CustomerIndex,
  needle: string,
): { start: number; end: number } {
  let low = 0;
  let high = sortedNames.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sortedNames[middle]?.name ?? '') < needle) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (sortedNames[end]?.name.startsWith(needle)) end += 1;
  return { start: low, end };
}

/** Parses a whole number that may be an id; `undefined` for any other text. */
const idIn = (needle: string): number | undefined =>
  /^#?\d{1,15}$/.test(needle) ? Number(needle.replace('#', '')) : undefined;

/** Returns the ranks of institutions with this id, either internal or of their source system. */
function institutionsById({ institutions, externalIds }: CustomerIndex, needle: string): number[] {
  const id = idIn(needle);
  const ranks: number[] = [];
  for (const [rank, externalId] of externalIds.entries())
    if (externalId === needle || (id !== undefined && institutions[rank]?.institutionId === id))
      ranks.push(rank);
  return ranks;
}

const inFull = 0;
const beginningOfName = 1;
const insideName = 2;

/**
 * Inserts a rank into `best`, which holds the lowest ranks found so far in ascending order, without
 * duplicates and at most `places`. Returns `false` when the rank is too high for `best`; all higher
 * ranks are then too high as well.
 */
function offer(best: number[], rank: number, places: number): boolean {
  let at = best.length;
  while (at > 0 && (best[at - 1] ?? 0) >= rank) at -= 1;
  if (at >= places) return false;
  if (best[at] !== rank) best.splice(at, 0, rank);
  if (best.length > places) best.pop();
  return true;
}

/**
 * Returns the institutions whose name or id matches, sorted by number of locations, most first.
 * Among equally large institutions, exact matches come first, then names that start with the
 * needle, then all others by name. Exact matches are always included, however few locations they
 * have.
 */
function institutionsByName(
  index: CustomerIndex,
  needle: string,
): { ranks: number[]; hasMore: boolean } {
  const most = searchLimits.customers;
  const nextHit = createRowFinder(index.institutionNames, needle);
  const found: number[] = [];
  let rank = nextHit(0);
  for (; rank !== -1 && found.length < most; rank = nextHit(rank + 1)) found.push(rank);
  const hasMore = rank !== -1;
  const sizeOf = (of: number) => index.institutions[of]?.locations.length ?? 0;
  const beginning = institutionsBeginningWith(index, needle);
  const full = institutionsById(index, needle);
  // Adds only one of the institutions whose name equals the needle: the one with the most locations,
  // which comes first in `sortedNames`.
  if (index.sortedNames[beginning.start]?.name === needle)
    full.push(index.sortedNames[beginning.start]?.rank ?? 0);
  if (hasMore) {
    // `found` ends somewhere among the institutions of the smallest size. Of these institutions,
    // the ones whose names start with the needle must come first, so they are added.
    const smallest = sizeOf(found.at(-1) ?? 0);
    const sameSize: number[] = [];
    for (let at = beginning.start; at < beginning.end; at += 1) {
      const of = index.sortedNames[at]?.rank ?? 0;
      const isTooLate = sameSize.length === most && of > (sameSize.at(-1) ?? 0);
      if (!isTooLate && sizeOf(of) === smallest) offer(sameSize, of, most);
    }
    found.push(...sameSize);
  }
  const placeOf = (of: number) => {
    const name = foldText(index.institutions[of]?.institutionName ?? '');
    if (name === needle || full.includes(of)) return inFull;
    return name.startsWith(needle) ? beginningOfName : insideName;
  };
  const ranks = [...new Set([...full, ...found])]
    .map((of) => ({ of, size: sizeOf(of), place: placeOf(of) }))
    .sort((one, other) => other.size - one.size || one.place - other.place || one.of - other.of)
    .map(({ of }) => of);
  const visible = new Set([...new Set([...full, ...ranks])].slice(0, most));
  return { ranks: ranks.filter((of) => visible.has(of)), hasMore };
}

function institutionsByLocation(
  index: CustomerIndex,
  needle: string,
  taken: readonly number[],
  places: number,
): number[] {
  const best: number[] = [];
  const nextValue = createRowFinder(index.sharedValues, needle);
  for (let value = nextValue(0); value !== -1; value = nextValue(value + 1)) {
    const ranks = index.institutionsWith[value] ?? [];
    // The values are sorted by the lowest rank of their institutions. No later value can contain a
    // lower rank than this value.
    if (best.length === places && (ranks[0] ?? 0) > (best.at(-1) ?? 0)) break;
    for (const rank of ranks) {
      if (!taken.includes(rank) && !offer(best, rank, places)) break;
    }
  }
  const nextRow = createRowFinder(index.locationNames, needle);
  let row = nextRow(0);
  while (row !== -1) {
    const rank = index.institutionOfRow[row] ?? 0;
    if (!taken.includes(rank) && !offer(best, rank, places)) break;
    row = nextRow(index.firstRowOf[rank + 1] ?? 0);
  }
  return best;
}

/**
 * Returns the digits of a phone number without the country code 1; `undefined` for other texts or
 * too few digits.
 */
function phoneIn(needle: string): string | undefined {
  const digits = digitsOf(needle);
  return /[^\d\s().+-]/.test(needle) || digits.length < searchLimits.shortestPhone
    ? undefined
    : digits.replace(/^1(?=\d{10}$)/, '');
}

/** Returns a test for a location's id or phone number; `undefined` when the needle is neither. */
function numberTest(needle: string): ((practice: Practice) => boolean) | undefined {
  const id = idIn(needle);
  const phone = phoneIn(needle);
  if (id === undefined && phone === undefined) return undefined;
  return (practice) =>
    practice.locationId === id ||
    (phone !== undefined && digitsOf(practice.phone ?? '').includes(phone));
}

/** Returns the ranks of up to `most` institutions with a location that passes the test. */
function institutionsByNumber(
  { institutions }: CustomerIndex,
  hasNumber: (practice: Practice) => boolean,
  most: number,
): number[] {
  const ranks: number[] = [];
  for (const [rank, { locations }] of institutions.entries()) {
    if (ranks.length === most) break;
    if (locations.some(hasNumber)) ranks.push(rank);
  }
  return ranks;
}

const matchesLocation = (practice: Practice, needle: string): boolean =>
  locationFields.some((field) => foldText(practice[field] ?? '').includes(needle));

function searchCustomers(
  index: CustomerIndex,
  needle: string,
): { customers: CustomerResult[]; hasMore: boolean } {
  const byName = institutionsByName(index, needle);
  const places = searchLimits.customers - byName.ranks.length;
  const hasNumber = numberTest(needle);
  const byNumber =
    hasNumber === undefined ? [] : institutionsByNumber(index, hasNumber, places + 1);
  const byText = byName.hasMore
    ? []
    : institutionsByLocation(index, needle, byName.ranks, places + 1);
  const byLocation = [...new Set([...byNumber, ...byText])].filter(
    (rank) => !byName.ranks.includes(rank),
  );
  const result =
    (type: CustomerResult['type']) =>
    (rank: number): CustomerResult[] => {
      const institution = index.institutions[rank];
      if (!institution) return [];
      const { institutionId, institutionName, locations } = institution;
      const isMatch = (practice: Practice) =>
        matchesLocation(practice, needle) || hasNumber?.(practice) === true;
      const matchingLocations = type === 'institution' ? locations : locations.filter(isMatch);
      return [
        {
          type,
          institutionId,
          institutionName,
          totalLocations: locations.length,
          matchingLocations,
          prospectData: null,
        },
      ];
    };
  const visible = byLocation.slice(0, places).sort((one, other) => one - other);
  return {
    customers: [
      ...byName.ranks.flatMap(result('institution')),
      ...visible.flatMap(result('location')),
    ],
    hasMore: byName.hasMore || byLocation.length > places,
  };
}

function searchProspects(
  { prospects, texts, phones }: ProspectIndex,
  needle: string,
  places: number,
): ProspectResult[] {
  const results: ProspectResult[] = [];
  const phone = phoneIn(needle);
  const finders = [
    createRowFinder(texts, needle),
    ...(phone === undefined ? [] : [createRowFinder(phones, phone)]),
  ];
  const nextHit = (from: number) => {
    const hits = finders.map((nextRow) => nextRow(from)).filter((row) => row !== -1);
    return hits.length === 0 ? -1 : Math.min(...hits);
  };
  for (let row = nextHit(0); row !== -1 && results.length < places; row = nextHit(row + 1)) {
    const prospect = prospects[row];
    if (prospect) {
      results.push({
        type: 'prospect',
        institutionId: -1,
        institutionName: prospect.name,
        totalLocations: 0,
        matchingLocations: [],
        prospectData: prospect,
      });
    }
  }
  return results;
}

/** Results of a search. */
export interface SearchResults {
  customers: CustomerOrProspectResult[];
  prospects: CustomerOrProspectResult[];
  /** `true` when more customers match than are returned. */
  hasMoreCustomers: boolean;
}

/**
 * Finds customers and prospects that contain the query, ignoring case. Also finds customers by id,
 * and customers and prospects by phone number. Returns at most 10 customers, and at most 15 results
 * including prospects. Institutions found by name or id come first, then institutions found by
 * location. Within each group, institutions are sorted by number of locations, then by name.
 */
export function searchCustomersAndProspects(index: SearchIndex, query: string): SearchResults {
  const needle = normalizeSearchQuery(query);
  if (needle === null) return { customers: [], prospects: [], hasMoreCustomers: false };
  const { customers, hasMore } = searchCustomers(index.customers, needle);
  const prospects = searchProspects(
    index.prospects,
    needle,
    searchLimits.combined - customers.length,
  );
  return { customers, prospects, hasMoreCustomers: hasMore };
}
