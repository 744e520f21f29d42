import type { Day } from '#shared/core/dates.ts';
import { silentFeedDetectionRules } from '#shared/radar/constants.ts';
import type { IncidentKind } from '#shared/radar/words.ts';
import type { ConnectionGroup } from './groups.ts';
import { findClusters, type SilentCluster } from './scan.ts';
import { type CustomerEhrConnection, groupFeedsByConnection, type WatchedFeed } from './silence.ts';

export interface SilentLocation {
  institutionId: number;
  locationId: number;
  /** First business day without a report. */
  silentSince: Day;
}

/** Incident that a scan detected. */
export interface DetectedIncident {
  kind: IncidentKind;
  ehr: string | null;
  state: string | null;
  area: ConnectionGroup['area'];
  /** Number of connections in the group. */
  watched: number;
  silent: number;
  /**
   * Expected number of silent connections in the group. `expected`, `chance` and `computeLogLikelihoodRatio`
   * are `null` when at least half of all connections are silent.
   */
  expected: number | null;
  chance: number | null;
  likelihoodRatio: number | null;
  silentSince: Day;
  /**
   * Silent locations of the group's connections. Empty when at least half of all connections are
   * silent, because the cause is then not in the group.
   */
  locations: SilentLocation[];
}

export interface ScanResult {
  watched: { connections: number; locations: number };
  silent: { connections: number; locations: number };
  /** Number of groups that were compared. */
  compared: number;
  found: DetectedIncident[];
}

/**
 * Detects clusters of silent connections. When at least half of all connections are silent, returns
 * an incident of all connections instead.
 */
export function detectIncidents(feeds: readonly WatchedFeed[], seed: number): ScanResult {
  const connections = groupFeedsByConnection(feeds);
  const silent = connections.filter(({ isSilent }) => isSilent);
  const counts = {
    watched: { connections: connections.length, locations: feeds.length },
    silent: {
      connections: silent.length,
      locations: feeds.filter(({ silentSince }) => silentSince !== null).length,
    },
  };
  if (
    connections.length >= silentFeedDetectionRules.fewestWatched &&
    silent.length >= silentFeedDetectionRules.allShare * connections.length
  ) {
    const silentSince = firstOf(locationsOf(silent).map((one) => one.silentSince));
    return {
      ...counts,
      compared: 0,
      found: silentSince === undefined ? [] : [buildAllFeedsIncident(counts, silentSince)],
    };
  }
  const { clusters, compared } = findClusters(connections, seed);
  return {
    ...counts,
    compared,
    found: clusters.flatMap((cluster) => foundIn(cluster, connections)),
  };
}

/** Returns the incident for the case that at least half of all connections are silent. */
export const buildAllFeedsIncident = (
  { watched, silent }: Pick<ScanResult, 'watched' | 'silent'>,
  silentSince: Day,
): DetectedIncident => ({
  kind: 'all',
  ehr: null,
  state: null,
  area: null,
  watched: watched.connections,
  silent: silent.connections,
  expected: null,
  chance: null,
  likelihoodRatio: null,
  silentSince,
  locations: [],
});

function foundIn(
  { group, ...figures }: SilentCluster,
  connections: readonly CustomerEhrConnection[],
): DetectedIncident[] {
  const locations = locationsOf(
    group.members.flatMap((at) => (connections[at]?.isSilent ? connections[at] : [])),
  );
  const silentSince = firstOf(locations.map((one) => one.silentSince));
  if (silentSince === undefined) return [];
  const { kind, ehr, state, area } = group;
  return [{ kind, ehr, state, area, ...figures, silentSince, locations }];
}

const locationsOf = (connections: readonly CustomerEhrConnection[]): SilentLocation[] =>
  connections.flatMap(({ feeds }) =>
    feeds.flatMap(({ institutionId, locationId, silentSince }) =>
      silentSince === null ? [] : { institutionId, locationId, silentSince },
    ),
  );

const firstOf = (days: readonly Day[]): Day | undefined =>
  days.reduce<Day | undefined>((one, day) => (one && one < day ? one : day), undefined);
