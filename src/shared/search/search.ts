import { sortInSteps } from '#shared/core/sort-in-steps.ts';
import type { Practice } from '#shared/institutions/institutions.ts';
import type { Prospect } from '#shared/prospects/prospects.ts';
import { buildColumn, type Column, fold, hitsOf } from './column.ts';

export const searchLimits = { shortestQuery: 2, customers: 10, combined: 15 } as const;

interface CustomerResult {
  /** An institution matched by its name, or the locations of one that matched by themselves. */
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
export type InstitutionSearchResult = CustomerResult | ProspectResult;

/** What a practice is found by besides its institution's name. */
const locationFields = ['locationName', 'city', 'state', 'ehr'] as const;
/** The fields that many practices share: each value is searched once, and names the institutions that have it. */
const sharedFields = ['city', 'state', 'ehr'] as const;
const prospectFields = ['name', 'address', 'businessType'] as const;

interface CustomerIndex {
  /** By number of locations descending, then by name: the order of the results, so the first hits are the best. */
  institutions: { institutionId: number; institutionName: string; locations: Practice[] }[];
  institutionNames: Column;
  /** Rows are practices in the institutions' order. */
  locationNames: Column;
  institutionOfRow: Uint32Array;
  firstRowOf: Uint32Array;
  sharedValues: Column;
  /** The institutions that have the shared value, ascending; the values by their first. */
  institutionsWith: number[][];
}
interface ProspectIndex {
  prospects: Prospect[];
  texts: Column;
}
export interface SearchIndex {
  customers: CustomerIndex;
  prospects: ProspectIndex;
}

const alphabet = new Intl.Collator('en', { numeric: true });
const stepRows = 256;

function* groupByInstitution(practices: readonly Practice[]): Generator<void, CustomerIndex['institutions']> {
  const groups = new Map<number, CustomerIndex['institutions'][number]>();
  for (const [row, practice] of practices.entries()) {
    if (row % stepRows === 0) yield;
    const { institutionId, institutionName, latitude, longitude } = practice;
    if (!institutionId || !institutionName || latitude === null || longitude === null) continue;
    const group = groups.get(institutionId);
    if (group) group.locations.push(practice);
    else groups.set(institutionId, { institutionId, institutionName, locations: [practice] });
  }
  const institutions = yield* sortInSteps(
    [...groups.values()],
    (one, other) =>
      other.locations.length - one.locations.length ||
      alphabet.compare(one.institutionName, other.institutionName) ||
      one.institutionId - other.institutionId,
  );
  for (const [rank, institution] of institutions.entries()) {
    if (rank % stepRows === 0) yield;
    if (institution.locations.length === 1) continue;
    institution.locations = yield* sortInSteps(
      institution.locations,
      (one, other) => alphabet.compare(one.locationName, other.locationName) || one.locationId - other.locationId,
    );
  }
  return institutions;
}

function* groupBySharedValue(institutions: CustomerIndex['institutions']): Generator<void, Map<string, number[]>> {
  const institutionsWith = new Map<string, number[]>();
  for (const [rank, { locations }] of institutions.entries()) {
    if (rank % stepRows === 0) yield;
    for (const [place, practice] of locations.entries()) {
      if (place % stepRows === stepRows - 1) yield;
      for (const field of sharedFields) {
        const value = practice[field];
        if (!value) continue;
        const ranks = institutionsWith.get(value);
        if (!ranks) institutionsWith.set(value, [rank]);
        else if (ranks.at(-1) !== rank) ranks.push(rank);
      }
    }
  }
  return institutionsWith;
}

/** Practices that lack an institution, its name or coordinates are left out. Yields often, so that a page can build it between frames. */
export function* buildCustomerIndex(practices: readonly Practice[]): Generator<void, CustomerIndex> {
  const institutions = yield* groupByInstitution(practices);
  const rows: Practice[] = [];
  const firstRowOf = new Uint32Array(institutions.length + 1);
  const institutionOfRow = new Uint32Array(practices.length);
  for (const [rank, { locations }] of institutions.entries()) {
    if (rank % stepRows === 0) yield;
    for (const practice of locations) rows.push(practice);
    firstRowOf[rank + 1] = rows.length;
    institutionOfRow.fill(rank, firstRowOf[rank], rows.length);
  }
  const shared = yield* groupBySharedValue(institutions);
  return {
    institutions,
    institutionNames: yield* buildColumn(institutions, ({ institutionName }) => [institutionName]),
    locationNames: yield* buildColumn(rows, ({ locationName }) => [locationName]),
    institutionOfRow,
    firstRowOf,
    sharedValues: yield* buildColumn([...shared.keys()], (value) => [value]),
    institutionsWith: [...shared.values()],
  };
}

/** Freshly discovered places are left out: they belong to the Discover list until someone keeps them. */
export function* buildProspectIndex(prospects: readonly Prospect[]): Generator<void, ProspectIndex> {
  const kept = yield* sortInSteps(
    prospects.filter(({ isNewFromPlaces }) => !isNewFromPlaces),
    (one, other) => alphabet.compare(one.name, other.name) || one.prospectId - other.prospectId,
  );
  return { prospects: kept, texts: yield* buildColumn(kept, (prospect) => prospectFields.map((field) => prospect[field])) };
}

/** Runs a build to its end at once. */
function finish<Result>(build: Generator<void, Result>): Result {
  let step = build.next();
  while (!step.done) step = build.next();
  return step.value;
}

export function createSearchIndex(practices: readonly Practice[], prospects: readonly Prospect[]): SearchIndex {
  return { customers: finish(buildCustomerIndex(practices)), prospects: finish(buildProspectIndex(prospects)) };
}

/** The query as it is compared: null when it is too short to search for. */
export function searchNeedle(query: string): string | null {
  const needle = fold(query.trim());
  return needle.length < searchLimits.shortestQuery ? null : needle;
}

function institutionsByName({ institutionNames }: CustomerIndex, needle: string): number[] {
  const nextHit = hitsOf(institutionNames, needle);
  const ranks: number[] = [];
  for (let rank = nextHit(0); rank !== -1 && ranks.length < searchLimits.customers; rank = nextHit(rank + 1)) ranks.push(rank);
  return ranks;
}

/** Keeps `best` the lowest ranks offered, ascending, each once. False when this rank, and so any higher one, cannot get in. */
function offer(best: number[], rank: number, places: number): boolean {
  let at = best.length;
  while (at > 0 && (best[at - 1] ?? 0) >= rank) at -= 1;
  if (at >= places) return false;
  if (best[at] !== rank) best.splice(at, 0, rank);
  if (best.length > places) best.pop();
  return true;
}

function institutionsByLocation(index: CustomerIndex, needle: string, taken: readonly number[], places: number): number[] {
  const best: number[] = [];
  const nextValue = hitsOf(index.sharedValues, needle);
  for (let value = nextValue(0); value !== -1; value = nextValue(value + 1)) {
    const ranks = index.institutionsWith[value] ?? [];
    // Values stand in the order of their first institutions, so no later one can offer a better.
    if (best.length === places && (ranks[0] ?? 0) > (best.at(-1) ?? 0)) break;
    for (const rank of ranks) {
      if (!taken.includes(rank) && !offer(best, rank, places)) break;
    }
  }
  const nextRow = hitsOf(index.locationNames, needle);
  let row = nextRow(0);
  while (row !== -1) {
    const rank = index.institutionOfRow[row] ?? 0;
    if (!taken.includes(rank) && !offer(best, rank, places)) break;
    row = nextRow(index.firstRowOf[rank + 1] ?? 0);
  }
  return best;
}

const matchesLocation = (practice: Practice, needle: string): boolean =>
  locationFields.some((field) => fold(practice[field] ?? '').includes(needle));

function searchCustomers(index: CustomerIndex, needle: string): CustomerResult[] {
  const byName = institutionsByName(index, needle);
  const places = searchLimits.customers - byName.length;
  const byLocation = places === 0 ? [] : institutionsByLocation(index, needle, byName, places);
  const result =
    (type: CustomerResult['type']) =>
    (rank: number): CustomerResult[] => {
      const institution = index.institutions[rank];
      if (!institution) return [];
      const { institutionId, institutionName, locations } = institution;
      const matchingLocations = type === 'institution' ? locations : locations.filter((practice) => matchesLocation(practice, needle));
      return [{ type, institutionId, institutionName, totalLocations: locations.length, matchingLocations, prospectData: null }];
    };
  return [...byName.flatMap(result('institution')), ...byLocation.flatMap(result('location'))];
}

function searchProspects({ prospects, texts }: ProspectIndex, needle: string, places: number): ProspectResult[] {
  const results: ProspectResult[] = [];
  const nextHit = hitsOf(texts, needle);
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

/**
 * Case-insensitive substring search. At most 10 customers, those found by the institution's name first, each part by
 * number of locations descending, then by name; at most 15 results together with the prospects.
 */
export function search(index: SearchIndex, query: string): { customers: InstitutionSearchResult[]; prospects: InstitutionSearchResult[] } {
  const needle = searchNeedle(query);
  if (needle === null) return { customers: [], prospects: [] };
  const customers = searchCustomers(index.customers, needle);
  return { customers, prospects: searchProspects(index.prospects, needle, searchLimits.combined - customers.length) };
}
