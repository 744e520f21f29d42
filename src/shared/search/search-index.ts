import { sortInSteps } from '#shared/core/sort-in-steps.ts';
import { foldText } from '#shared/core/text.ts';
import type { Practice } from '#shared/institutions/institutions.ts';
import type { Prospect } from '#shared/prospects/prospects.ts';
import { buildTextIndex, type TextIndex } from './text-index.ts';

/**
 * Fields whose values many practices share. Each distinct value is searched once and maps to its
 * institutions.
 */
const sharedFields = ['city', 'state', 'ehr'] as const;
const prospectFields = ['name', 'address', 'businessType'] as const;

export interface CustomerIndex {
  /**
   * Institutions sorted by number of locations, most first, then by name. Search results have the
   * same order, with one exception: among institutions with equally many locations, exact matches
   * and then names that start with the query come first.
   */
  institutions: { institutionId: number; institutionName: string; locations: Practice[] }[];
  institutionNames: TextIndex;
  /**
   * Folded names in alphabetical order with each institution's rank, so that names with a common
   * prefix are adjacent.
   */
  sortedNames: { name: string; rank: number }[];
  /** Folded external id of each institution; '' when its source gave none. */
  externalIds: string[];
  /** Location names; rows are practices in the order of `institutions`. */
  locationNames: TextIndex;
  institutionOfRow: Uint32Array;
  firstRowOf: Uint32Array;
  sharedValues: TextIndex;
  /**
   * For each shared value, the ranks of its institutions in ascending order. The values are sorted
   * by their lowest rank.
   */
  institutionsWith: number[][];
}
export interface ProspectIndex {
  prospects: Prospect[];
  texts: TextIndex;
  /** Digits of the phone numbers. */
  phones: TextIndex;
}
export interface SearchIndex {
  customers: CustomerIndex;
  prospects: ProspectIndex;
}

const compareText = (one: string, other: string): number =>
  one < other ? -1 : Number(one > other);

const alphabet = new Intl.Collator('en', { numeric: true });
const stepRows = 256;

function* groupByInstitution(
  practices: readonly Practice[],
): Generator<void, CustomerIndex['institutions']> {
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
      (one, other) =>
        alphabet.compare(one.locationName, other.locationName) || one.locationId - other.locationId,
    );
  }
  return institutions;
}

function* groupBySharedValue(
  institutions: CustomerIndex['institutions'],
): Generator<void, Map<string, number[]>> {
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

/**
 * Builds the index of practices that have an institution, an institution name and coordinates.
 * Yields often, so that a page can build it between frames.
 */
export function* buildCustomerIndex(
  practices: readonly Practice[],
): Generator<void, CustomerIndex> {
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
  const sortedNames = yield* sortInSteps(
    institutions.map(({ institutionName }, rank) => ({ name: foldText(institutionName), rank })),
    (one, other) => compareText(one.name, other.name) || one.rank - other.rank,
  );
  return {
    institutions,
    institutionNames: yield* buildTextIndex(institutions, ({ institutionName }) => [
      institutionName,
    ]),
    sortedNames,
    externalIds: institutions.map(({ locations }) =>
      foldText(locations[0]?.institutionExternalId ?? ''),
    ),
    locationNames: yield* buildTextIndex(rows, ({ locationName }) => [locationName]),
    institutionOfRow,
    firstRowOf,
    sharedValues: yield* buildTextIndex([...shared.keys()], (value) => [value]),
    institutionsWith: [...shared.values()],
  };
}

export const digitsOf = (text: string): string => text.replace(/\D/g, '');

/**
 * Builds the index of saved prospects. Newly discovered places belong to the Discover list until
 * they are saved.
 */
export function* buildProspectIndex(
  prospects: readonly Prospect[],
): Generator<void, ProspectIndex> {
  const unsorted: Prospect[] = [];
  for (const [at, prospect] of prospects.entries()) {
    if (at % stepRows === 0) yield;
    if (!prospect.isNewFromPlaces) unsorted.push(prospect);
  }
  const saved = yield* sortInSteps(
    unsorted,
    (one, other) => alphabet.compare(one.name, other.name) || one.prospectId - other.prospectId,
  );
  return {
    prospects: saved,
    texts: yield* buildTextIndex(saved, (prospect) =>
      prospectFields.map((field) => prospect[field]),
    ),
    phones: yield* buildTextIndex(saved, ({ phone }) => [digitsOf(phone ?? '')]),
  };
}

/** Runs a build to completion without pauses. */
function finish<Result>(build: Generator<void, Result>): Result {
  let step = build.next();
  while (!step.done) step = build.next();
  return step.value;
}

export function createSearchIndex(
  practices: readonly Practice[],
  prospects: readonly Prospect[],
): SearchIndex {
  return {
    customers: finish(buildCustomerIndex(practices)),
    prospects: finish(buildProspectIndex(prospects)),
  };
}
