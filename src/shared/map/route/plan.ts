import { milesBetween } from '#shared/core/numbers/miles.ts';

export interface RoutePoint {
  latitude: number;
  longitude: number;
}

/** Estimate of driving from a straight line. */
export interface RouteTravel {
  /** Road miles for each mile of the straight line, at least 1. */
  detourFactor: number;
  /** Average speed. */
  milesPerHour: number;
}

export interface RouteCandidate extends RoutePoint {
  key: string;
  /** Points that a visit is worth, 0 or more. */
  value: number;
}

export interface RouteLimits {
  /** Start of the route; `null` to start at the first stop. */
  start: RoutePoint | null;
  /** `true` when the route ends at its start. Without a start, this has no effect. */
  isRoundTrip: boolean;
  /** Minutes for driving and visits together. */
  minutes: number;
  /** Minutes of each visit. */
  visitMinutes: number;
  travel: RouteTravel;
}

/** Returns the estimated road miles between two points. */
const roadMiles = (from: RoutePoint, to: RoutePoint, { detourFactor }: RouteTravel): number =>
  milesBetween(from.longitude, from.latitude, to.longitude, to.latitude) * detourFactor;

interface RouteDrive {
  /** Road miles. */
  miles: number;
  minutes: number;
}

/** Returns the estimated drive between two points; no drive without a first point. */
export function estimateDrive(
  from: RoutePoint | null | undefined,
  to: RoutePoint,
  travel: RouteTravel,
): RouteDrive {
  const miles = from == null ? 0 : roadMiles(from, to, travel);
  return { miles, minutes: (miles / travel.milesPerHour) * 60 };
}

export interface TimedStop<Candidate> extends RouteDrive {
  candidate: Candidate;
  /** Minutes from the departure to the arrival. */
  arrival: number;
}

export interface TimedRoute<Candidate> {
  stops: TimedStop<Candidate>[];
  /** Drive back to the start; `null` unless the route ends at its start. */
  back: RouteDrive | null;
  /** All drives together. */
  driving: RouteDrive;
  /** Minutes of driving and visits together. */
  minutes: number;
}

/** Computes the times of the stops in the given order. */
export function timeRoute<Candidate extends RouteCandidate>(
  order: readonly Candidate[],
  { start, isRoundTrip, visitMinutes, travel }: RouteLimits,
): TimedRoute<Candidate> {
  let clock = 0;
  const stops = order.map((candidate, at): TimedStop<Candidate> => {
    const drive = estimateDrive(at === 0 ? start : order[at - 1], candidate, travel);
    const arrival = clock + drive.minutes;
    clock = arrival + visitMinutes;
    return { candidate, ...drive, arrival };
  });
  const last = order.at(-1);
  const back =
    isRoundTrip && start !== null && last !== undefined ? estimateDrive(last, start, travel) : null;
  const drives: RouteDrive[] = back === null ? stops : [...stops, back];
  return {
    stops,
    back,
    driving: {
      miles: drives.reduce((sum, { miles }) => sum + miles, 0),
      minutes: drives.reduce((sum, { minutes }) => sum + minutes, 0),
    },
    minutes: clock + (back?.minutes ?? 0),
  };
}
