import type { Day } from '#shared/core/dates.ts';
import { radarRules } from '#shared/metrics/constants.ts';
import type { IncidentKind } from '#shared/success-ops/radar/words.ts';
import type { Group } from './groups.ts';
import { type Cluster, findClusters } from './scan.ts';
import { type Connection, connectionsOf, type WatchedFeed } from './silence.ts';

export interface SilentLocation {
  institutionId: number;
  locationId: number;
  /** The first open day without a report. */
  silentSince: Day;
}

/** What a look found. */
export interface Found {
  kind: IncidentKind;
  ehr: string | null;
  state: string | null;
  area: Group['area'];
  /** Connections in the group, and the silent ones. */
  watched: number;
  silent: number;
  /** null where there is nothing to compare with: all feeds. */
  expected: number | null;
  chance: number | null;
  likelihoodRatio: number | null;
  silentSince: Day;
  /** Silent ones of its connections; none where all feeds are silent, because they are not what is broken. */
  locations: SilentLocation[];
}

export interface Look {
  watched: { connections: number; locations: number };
  silent: { connections: number; locations: number };
  /** Groups that were compared. */
  compared: number;
  found: Found[];
}

/** Looks for clusters in the feeds that are watched; where half of all connections are silent, that is told instead. */
export function look(feeds: readonly WatchedFeed[], seed: number): Look {
  const connections = connectionsOf(feeds);
  const silent = connections.filter(({ isSilent }) => isSilent);
  const counts = {
    watched: { connections: connections.length, locations: feeds.length },
    silent: { connections: silent.length, locations: feeds.filter(({ silentSince }) => silentSince !== null).length },
  };
  if (connections.length >= radarRules.fewestWatched && silent.length >= radarRules.allShare * connections.length) {
    const silentSince = firstOf(locationsOf(silent).map((one) => one.silentSince));
    return { ...counts, compared: 0, found: silentSince === undefined ? [] : [allSilent(counts, silentSince)] };
  }
  const { clusters, compared } = findClusters(connections, seed);
  return { ...counts, compared, found: clusters.flatMap((cluster) => foundIn(cluster, connections)) };
}

/** That half of the feeds or all of them are silent. */
export const allSilent = ({ watched, silent }: Pick<Look, 'watched' | 'silent'>, silentSince: Day): Found => ({
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

function foundIn({ group, ...figures }: Cluster, connections: readonly Connection[]): Found[] {
  const locations = locationsOf(group.members.flatMap((at) => (connections[at]?.isSilent ? connections[at] : [])));
  const silentSince = firstOf(locations.map((one) => one.silentSince));
  if (silentSince === undefined) return [];
  const { kind, ehr, state, area } = group;
  return [{ kind, ehr, state, area, ...figures, silentSince, locations }];
}

const locationsOf = (connections: readonly Connection[]): SilentLocation[] =>
  connections.flatMap(({ feeds }) =>
    feeds.flatMap(({ institutionId, locationId, silentSince }) => (silentSince === null ? [] : { institutionId, locationId, silentSince })),
  );

const firstOf = (days: readonly Day[]): Day | undefined =>
  days.reduce<Day | undefined>((one, day) => (one && one < day ? one : day), undefined);
