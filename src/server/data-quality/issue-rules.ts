import {
  type ContractOverlap,
  contractOverlapText,
} from '#server/imports/merging/contract-overlaps-queries.ts';
import { addCoordinatesByZip } from '#server/institutions/zip-places.ts';
import { countText, numberText } from '#shared/core/words.ts';
import { type Issue, type IssueCounts, issueKinds } from '#shared/data-quality/issues.ts';
import type { DuplicatePair } from './duplicate-rules.ts';
import type {
  CustomerMissingLocationEhrs,
  LocationRow,
  UnplacedLocationRow,
} from './issue-queries.ts';

const blank = {
  otherId: null,
  otherName: null,
  likeness: null,
  suggestedZip: null,
  system: null,
  since: null,
} as const;

const ofPlace = (kind: Issue['kind'], row: LocationRow): Omit<Issue, 'detail'> => ({
  ...blank,
  issueId: `${kind}:${row.institutionId}:${row.locationId}`,
  kind,
  institutionId: row.institutionId,
  institutionName: row.institutionName,
  locationId: row.locationId,
  locationName: row.locationName,
  city: row.city,
  state: row.state,
  zip: row.zip,
});

/**
 * Returns the issues of locations without coordinates. The map shows such a location in the middle
 * of its ZIP code. The map leaves out a location whose ZIP code is missing or unknown.
 */
export function unplacedLocationIssues(
  rows: readonly UnplacedLocationRow[],
  zipOfCity: (city: string | null, state: string | null) => string | null,
): Issue[] {
  const placed = addCoordinatesByZip<
    Omit<UnplacedLocationRow, 'latitude' | 'longitude'> & {
      latitude: number | null;
      longitude: number | null;
    }
  >(rows);
  return rows.map((row, at) => {
    const isPlaced = placed[at]?.isPlacedByZip === true;
    if (isPlaced)
      return {
        ...ofPlace('approximate', row),
        detail:
          'The map shows it in the middle of its ZIP code, because its coordinates are unknown.',
      };
    const suggestedZip = zipOfCity(row.city, row.state);
    const why =
      row.zip === null || row.zip === ''
        ? 'No coordinates and no ZIP code.'
        : `No coordinates, and ZIP code ${row.zip} is unknown.`;
    return {
      ...ofPlace('unplotted', row),
      suggestedZip,
      detail:
        suggestedZip === null
          ? why
          : `${why} The center of ${row.city} has ZIP code ${suggestedZip}.`,
    };
  });
}

export const silentLocationIssues = (rows: readonly (LocationRow & { since: string })[]): Issue[] =>
  rows.map((row) => ({
    ...ofPlace('silent', row),
    since: row.since,
    detail: 'The connection reports no usage, so products can’t be measured.',
  }));

export function ehrIssues(
  unknown: readonly (LocationRow & { system: string })[],
  without: readonly CustomerMissingLocationEhrs[],
): Issue[] {
  return [
    ...unknown.map((row) => ({
      ...ofPlace('unknownSystem', row),
      system: row.system,
      detail: `“${row.system}” is not a known EHR.`,
    })),
    ...without.map(({ institutionId, institutionName, city, state, without: missing, open }) => ({
      ...blank,
      issueId: `noSystem:${institutionId}`,
      kind: 'noSystem' as const,
      institutionId,
      institutionName,
      locationId: null,
      locationName: null,
      city,
      state,
      zip: null,
      detail: `${numberText(missing)} of ${countText(open, 'location')} ${missing === 1 ? 'has' : 'have'} no EHR.`,
    })),
  ];
}

export const duplicateIssues = (
  duplicates: readonly DuplicatePair[],
  names: ReadonlyMap<number, string>,
): Issue[] =>
  duplicates.map(({ institutionId, otherId, likeness, places }) => {
    const otherName = names.get(otherId) ?? String(otherId);
    return {
      ...blank,
      issueId: `duplicate:${institutionId}:${otherId}`,
      kind: 'duplicate' as const,
      institutionId,
      institutionName: names.get(institutionId) ?? String(institutionId),
      locationId: null,
      locationName: null,
      city: null,
      state: null,
      zip: null,
      otherId,
      otherName,
      likeness,
      detail:
        likeness === 'Id'
          ? `Has the same id as ${otherName}, except for invisible characters, quotes or hyphens.`
          : `May be the same customer as ${otherName}: ${countText(places.length, 'similar pair of locations', 'similar pairs of locations')}.`,
    };
  });

export const contractOverlapIssues = (overlaps: readonly ContractOverlap[]): Issue[] =>
  overlaps.map((overlap) => ({
    ...blank,
    issueId: `overlap:${overlap.institutionId}:${overlap.product ?? ''}`,
    kind: 'overlap' as const,
    institutionId: overlap.institutionId,
    institutionName: overlap.institutionName,
    locationId: null,
    locationName: null,
    city: null,
    state: null,
    zip: null,
    detail: `Contracts ${contractOverlapText(overlap)} overlap, and both are counted.`,
  }));

export const emptyIssueCounts: IssueCounts = {
  unplotted: 0,
  approximate: 0,
  duplicate: 0,
  silent: 0,
  unknownSystem: 0,
  noSystem: 0,
  overlap: 0,
};

export const countIssues = (issues: readonly Issue[]): IssueCounts => {
  const counts = { ...emptyIssueCounts };
  for (const { kind } of issues) counts[kind] += 1;
  return counts;
};

const rank = new Map(issueKinds.map((kind, at) => [kind, at]));
/** Sorts issues by kind. Keeps the order of the issues of the same kind. */
export const sortIssuesByKind = (issues: readonly Issue[]): Issue[] =>
  issues.toSorted((one, other) => (rank.get(one.kind) ?? 0) - (rank.get(other.kind) ?? 0));
