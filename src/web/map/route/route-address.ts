import { paths } from '#shared/core/pages/paths.ts';
import type { RouteCandidateRequest } from '#shared/map/route/candidates.ts';
import type { RoutePoint } from '#shared/map/route/plan.ts';

/** Start of a route: a city, a ZIP code or the user's position. */
export interface RouteStart extends RoutePoint {
  name: string;
}

/** Choices for the length of a route in hours. */
export const routeHours = [2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
const defaultHours = 6;
const defaultDeparture = 9 * 60;

/** Route planner as in the URL. */
export interface RouteAddress extends Omit<RouteCandidateRequest, 'start'> {
  start: RouteStart | null;
  isRoundTrip: boolean;
  hours: number;
  /** Departure in minutes after midnight. */
  departure: number;
  /** Keys of the stops in the user's order; `null` while the planner chooses them. */
  stops: readonly string[] | null;
  /** Keys of the stops that a new plan must visit. */
  pinned: ReadonlySet<string>;
  /** Keys of the candidates that a new plan must not visit. */
  removed: ReadonlySet<string>;
}

const listText = (values: Iterable<string | number>): string => [...values].join('.');

const readIds = (text: string | null): number[] => [
  ...new Set(
    (text ?? '')
      .split('.')
      .filter((id) => /^[1-9]\d{0,15}$/.test(id))
      .map(Number)
      .filter(Number.isSafeInteger),
  ),
];

const readKeys = (text: string | null): string[] => [
  ...new Set((text ?? '').split('.').filter((key) => /^[cp][1-9]\d{0,15}$/.test(key))),
];

/** Returns the numbers of a text such as '30.27,-97.74'; `undefined` for another text. */
function readNumbers(text: string | null, count: number): number[] | undefined {
  const numbers = (text ?? '').split(',').map((part) => (part === '' ? Number.NaN : Number(part)));
  return numbers.length === count && numbers.every(Number.isFinite) ? numbers : undefined;
}

const isLatitude = (value: number) => Math.abs(value) <= 90;
const isLongitude = (value: number) => Math.abs(value) <= 180;

function readPoint(text: string | null): RoutePoint | null {
  const [latitude = 91, longitude = 181] = readNumbers(text, 2) ?? [];
  return isLatitude(latitude) && isLongitude(longitude) ? { latitude, longitude } : null;
}

function readArea(text: string | null): RouteAddress['area'] {
  const [west = 181, south = 91, east = 181, north = 91] = readNumbers(text, 4) ?? [];
  const isValid = [west, east].every(isLongitude) && [south, north].every(isLatitude);
  return isValid ? { west, south, east, north } : null;
}

function readDeparture(text: string | null): number {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text ?? '') ?? [];
  return hours === undefined ? defaultDeparture : Number(hours) * 60 + Number(minutes);
}

/** Formats minutes after midnight as in a time field: '09:05'. */
export const timeFieldText = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** Reads the route planner's URL. An invalid part gets its default. */
export function parseRouteAddress(parameters: URLSearchParams): RouteAddress {
  const from = readPoint(parameters.get('from'));
  const hours = Number(parameters.get('hours'));
  const stops = parameters.get('stops');
  return {
    institutionIds: readIds(parameters.get('customers')),
    prospectIds: readIds(parameters.get('prospects')),
    around: readPoint(parameters.get('around')),
    area: readArea(parameters.get('area')),
    start: from && { ...from, name: parameters.get('start') || 'Start' },
    isRoundTrip: parameters.get('back') === 'yes',
    hours: routeHours.find((choice) => choice === hours) ?? defaultHours,
    departure: readDeparture(parameters.get('leave')),
    stops: stops === null ? null : readKeys(stops),
    pinned: new Set(readKeys(parameters.get('pins'))),
    removed: new Set(readKeys(parameters.get('not'))),
  };
}

type RouteChange = Partial<
  Pick<
    RouteAddress,
    'start' | 'isRoundTrip' | 'hours' | 'departure' | 'stops' | 'pinned' | 'removed'
  >
>;

const orNull = (text: string): string | null => (text === '' ? null : text);

/** Returns the URL parameters of changed parts; `null` removes a parameter. */
export function formatRouteChange(change: RouteChange): Record<string, string | null> {
  const { start, isRoundTrip, hours, departure, stops, pinned, removed } = change;
  return {
    ...(start !== undefined && {
      from: start && `${start.latitude.toFixed(5)},${start.longitude.toFixed(5)}`,
      start: start?.name ?? null,
      ...(start === null && { back: null }),
    }),
    ...(isRoundTrip !== undefined && { back: isRoundTrip ? 'yes' : null }),
    ...(hours !== undefined && { hours: hours === defaultHours ? null : String(hours) }),
    ...(departure !== undefined && {
      leave: departure === defaultDeparture ? null : timeFieldText(departure),
    }),
    ...(stops !== undefined && { stops: stops && listText(stops) }),
    ...(pinned !== undefined && { pins: orNull(listText(pinned)) }),
    ...(removed !== undefined && { not: orNull(listText(removed)) }),
  };
}

const clamp = (value: number, most: number): string =>
  Math.min(most, Math.max(-most, value)).toFixed(4);

/** Returns the path of the route planner for the customers and prospects in an area. */
export const routePathIn = ({
  west,
  south,
  east,
  north,
}: NonNullable<RouteAddress['area']>): string =>
  `${paths.route}?area=${clamp(west, 180)},${clamp(south, 90)},${clamp(east, 180)},${clamp(north, 90)}`;

/** Returns the path of the route planner for the surroundings of a place, where the route starts. */
export function routePathFrom({ latitude, longitude, name }: RouteStart): string {
  const point = `${latitude.toFixed(4)},${longitude.toFixed(4)}`;
  return `${paths.route}?around=${point}&from=${point}&start=${encodeURIComponent(name)}`;
}
