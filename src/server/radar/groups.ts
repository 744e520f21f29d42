import { milesBetween } from '#shared/core/numbers/miles.ts';
import { silentFeedDetectionRules } from '#shared/radar/constants.ts';
import type { IncidentKind } from '#shared/radar/words.ts';
import type { CustomerEhrConnection } from './silence.ts';

/**
 * Connections that may have failed together, because they have the same EHR, the same state, both,
 * or the same area.
 */
export interface ConnectionGroup {
  kind: Exclude<IncidentKind, 'all'>;
  ehr: string | null;
  state: string | null;
  /** Center and radius of an area; `null` for other groups. */
  area: { latitude: number; longitude: number; place: string | null; radiusMiles: number } | null;
  /** Indexes of the group's connections in the list of connections. */
  members: number[];
}

type Grouped = Pick<CustomerEhrConnection, 'ehr' | 'state' | 'city' | 'latitude' | 'longitude'>;

/** Returns all groups that have enough connections inside and outside for a comparison. */
export function groupConnections(connections: readonly Grouped[]): ConnectionGroup[] {
  const all = connections.map((_, at) => at);
  const by = (
    kind: ConnectionGroup['kind'],
    keyOf: (one: Grouped) => Pick<ConnectionGroup, 'ehr' | 'state'> | null,
  ): ConnectionGroup[] => {
    const found = Map.groupBy(all, (at) => {
      const key = connections[at] && keyOf(connections[at]);
      return key ? `${key.ehr ?? ''}\n${key.state ?? ''}` : '';
    });
    return [...found].flatMap(([text, members]) => {
      const [ehr, state] = text.split('\n');
      return text === ''
        ? []
        : { kind, ehr: ehr || null, state: state || null, area: null, members };
    });
  };
  const { fewestWatched } = silentFeedDetectionRules;
  return [
    ...by('system', ({ ehr }) => (ehr === null ? null : { ehr, state: null })),
    ...by('state', ({ state }) => (state === null ? null : { ehr: null, state })),
    ...by('system_state', ({ ehr, state }) =>
      ehr === null || state === null ? null : { ehr, state },
    ),
    ...areasOf(connections),
  ].filter(
    ({ members }) =>
      members.length >= fewestWatched && connections.length - members.length >= fewestWatched,
  );
}

/** Side length of the grid squares in degrees. It is at most the maximum radius of an area. */
const squareDegrees = 1;
/**
 * Number of neighboring squares that are searched in each direction. It suffices as far north as
 * Alaska.
 */
const squaresAround = { north: 2, east: 5 };

interface Placed {
  at: number;
  latitude: number;
  longitude: number;
}

/**
 * Returns circular areas (Kulldorff's circles). Each half-degree square with connections has one
 * center, which is one of its connections. Each center has circles with its nearest 5, 10, 20, 40
 * and 80 connections, for all EHRs together and for each EHR alone. Using every connection as a
 * center would take hundreds of times longer without finding more.
 */
function areasOf(connections: readonly Grouped[]): ConnectionGroup[] {
  const placed = connections.flatMap(({ latitude, longitude }, at): Placed[] =>
    latitude === null || longitude === null ? [] : [{ at, latitude, longitude }],
  );
  const squareOf = (degrees: number) => Math.floor(degrees / squareDegrees);
  const squares = Map.groupBy(
    placed,
    ({ latitude, longitude }) => `${squareOf(latitude)} ${squareOf(longitude)}`,
  );
  const middles = [
    ...Map.groupBy(
      placed,
      ({ latitude, longitude }) => `${Math.round(latitude * 2)} ${Math.round(longitude * 2)}`,
    ).values(),
  ];
  return middles.flatMap(([middle]) => {
    if (middle === undefined) return [];
    const near: (Placed & { miles: number })[] = [];
    for (let north = -squaresAround.north; north <= squaresAround.north; north++)
      for (let east = -squaresAround.east; east <= squaresAround.east; east++)
        for (const one of squares.get(
          `${squareOf(middle.latitude) + north} ${squareOf(middle.longitude) + east}`,
        ) ?? []) {
          const miles = milesBetween(
            middle.longitude,
            middle.latitude,
            one.longitude,
            one.latitude,
          );
          if (miles <= silentFeedDetectionRules.areas.mostMiles) near.push({ ...one, miles });
        }
    near.sort((one, other) => one.miles - other.miles || one.at - other.at);
    const systems = Map.groupBy(near, ({ at }) => connections[at]?.ehr ?? null);
    const city = connections[middle.at];
    const around = {
      ...middle,
      place:
        city?.city == null ? null : city.state === null ? city.city : `${city.city}, ${city.state}`,
    };
    return [
      ...circlesOf('area', null, around, near),
      ...[...systems].flatMap(([ehr, own]) =>
        ehr === null ? [] : circlesOf('system_area', ehr, around, own),
      ),
    ];
  });
}

type Middle = Pick<Placed, 'latitude' | 'longitude'> & { place: string | null };

/** Returns circles with the nearest 5, 10, … connections of a list sorted by distance. */
function circlesOf(
  kind: ConnectionGroup['kind'],
  ehr: string | null,
  middle: Middle,
  near: readonly { at: number; miles: number }[],
): ConnectionGroup[] {
  return silentFeedDetectionRules.areas.connections
    .filter((count) => count <= near.length)
    .map((count) => ({
      kind,
      ehr,
      state: null,
      area: {
        latitude: middle.latitude,
        longitude: middle.longitude,
        place: middle.place,
        radiusMiles: near[count - 1]?.miles ?? 0,
      },
      members: near.slice(0, count).map(({ at }) => at),
    }));
}
