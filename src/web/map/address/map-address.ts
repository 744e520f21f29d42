import { type HealthTier, healthTiers } from '#shared/core/tiers.ts';
import { groupsByColoring, type PinColoring, pinColorings } from '../draw/groups.ts';
import { type Bounds, maxMercatorLatitude } from '../draw/mercator.ts';
import { type MapCoordinates, maxZoom } from '../draw/view.ts';
import { type SearchRadius, searchRadiusChoices } from '../near.ts';

export interface MapFilters {
  tiers: ReadonlySet<HealthTier>;
  grace: boolean;
  prospects: boolean;
}

export type MapPanelState =
  | { kind: 'none' }
  | { kind: 'area'; bounds: Bounds }
  | { kind: 'unplottable' }
  /** `name` is the name of the place; `null` for the user's own position. */
  | { kind: 'near'; place: MapCoordinates; name: string | null };

/** State of the map, as stored in the URL. */
export interface MapState {
  /** Center and zoom level; `null` until the user moves the map. */
  at: (MapCoordinates & { zoom: number }) | null;
  filters: MapFilters;
  coloring: PinColoring;
  /** Keys of the groups that are hidden in the current coloring. */
  hidden: ReadonlySet<string>;
  /**
   * `true` when an arc on a mark shows the share of its practices that are silent in an open
   * incident.
   */
  incidents: boolean;
  panel: MapPanelState;
  miles: SearchRadius;
}

export const allMapFilters: MapFilters = {
  tiers: new Set(healthTiers),
  grace: true,
  prospects: true,
};
const noPanel: MapPanelState = { kind: 'none' };
const usualMiles: SearchRadius = 25;

const names = [
  'at',
  'show',
  'color',
  'hide',
  'incidents',
  'list',
  'area',
  'near',
  'miles',
] as const;
const longestName = 60;

/**
 * Parses comma-separated numbers, one for each range. Returns `null` when the count differs or a
 * number is outside its range.
 */
function numbersIn(
  text: string | null,
  ranges: readonly (readonly [number, number])[],
): number[] | null {
  const parts = text?.split(',') ?? [];
  if (
    parts.length !== ranges.length ||
    !parts.every((part) => /^-?\d{1,3}(\.\d{1,8})?$/.test(part))
  )
    return null;
  const numbers = parts.map(Number);
  return numbers.every(
    (number, at) => number >= (ranges[at]?.[0] ?? 0) && number <= (ranges[at]?.[1] ?? 0),
  )
    ? numbers
    : null;
}

const latitudes = [-maxMercatorLatitude, maxMercatorLatitude] as const;
const longitudes = [-180, 180] as const;
/** Allowed longitudes of an area. They exceed ±180°, because an area may cross the antimeridian. */
const areaLongitudes = [-540, 540] as const;

function readAt(text: string | null): MapState['at'] {
  const [latitude, longitude, zoom] = numbersIn(text, [latitudes, longitudes, [0, maxZoom]]) ?? [];
  return latitude === undefined || longitude === undefined || zoom === undefined
    ? null
    : { latitude, longitude, zoom };
}

function readFilters(text: string | null): MapFilters {
  if (text === null) return allMapFilters;
  const words = text.split(',');
  const filters = {
    tiers: new Set(healthTiers.filter((tier) => words.includes(tier.toLowerCase()))),
    grace: words.includes('grace'),
    prospects: words.includes('prospects'),
  };
  const isUnderstood =
    text === 'nothing' || filters.tiers.size > 0 || filters.grace || filters.prospects;
  return isUnderstood ? filters : allMapFilters;
}

function readPanel(parameters: URLSearchParams): MapPanelState {
  const [west, south, east, north] =
    numbersIn(parameters.get('area'), [areaLongitudes, latitudes, areaLongitudes, latitudes]) ?? [];
  if (
    west !== undefined &&
    south !== undefined &&
    east !== undefined &&
    north !== undefined &&
    west < east &&
    south < north
  )
    return { kind: 'area', bounds: { west, south, east, north } };
  const near = /^(-?[\d.]+,-?[\d.]+),([\p{L}\p{N} ,.’'()-]+)$/u.exec(parameters.get('near') ?? '');
  const [latitude, longitude] = numbersIn(near?.[1] ?? null, [latitudes, longitudes]) ?? [];
  const name = near?.[2]?.trim() ?? '';
  if (
    latitude !== undefined &&
    longitude !== undefined &&
    name !== '' &&
    name.length <= longestName
  )
    return { kind: 'near', place: { latitude, longitude }, name };
  return parameters.get('list') === 'not-on-the-map' ? { kind: 'unplottable' } : noPanel;
}

/**
 * Parses the map's state from a URL's query string. Invalid values are replaced by their defaults.
 */
export function parseMapStateFromUrl(search: string): MapState {
  const parameters = new URLSearchParams(search);
  const coloring = pinColorings.find((each) => each === parameters.get('color')) ?? 'tier';
  const hide = coloring === 'tier' ? [] : (parameters.get('hide')?.split(',') ?? []);
  return {
    at: readAt(parameters.get('at')),
    filters: readFilters(parameters.get('show')),
    coloring,
    hidden: new Set(
      groupsByColoring[coloring].flatMap(({ key }) => (hide.includes(key) ? [key] : [])),
    ),
    incidents: parameters.get('incidents') !== 'off',
    panel: readPanel(parameters),
    miles:
      searchRadiusChoices.find((each) => String(each) === parameters.get('miles')) ?? usualMiles,
  };
}

const short = (value: number, decimals: number) => String(Number(value.toFixed(decimals)));

/**
 * Formats center and zoom for the URL. At low zoom, two decimals are finer than a pixel; at street
 * level, four are needed.
 */
function writeAt({ latitude, longitude, zoom }: MapCoordinates & { zoom: number }): string {
  const decimals = zoom < 8 ? 2 : 4;
  return `${short(latitude, decimals)},${short(longitude, decimals)},${short(zoom, 1)}`;
}

function writeFilters({ tiers, grace, prospects }: MapFilters): string | null {
  if (tiers.size === healthTiers.length && grace && prospects) return null;
  const visible = healthTiers.filter((tier) => tiers.has(tier)).map((tier) => tier.toLowerCase());
  return (
    [...visible, ...(grace ? ['grace'] : []), ...(prospects ? ['prospects'] : [])].join(',') ||
    'nothing'
  );
}

function writePanel(
  panel: MapPanelState,
  miles: SearchRadius,
): Partial<Record<(typeof names)[number], string>> {
  switch (panel.kind) {
    case 'area': {
      const { west, south, east, north } = panel.bounds;
      const clamped = [
        Math.max(areaLongitudes[0], west),
        Math.max(latitudes[0], south),
        Math.min(areaLongitudes[1], east),
        Math.min(latitudes[1], north),
      ];
      return { area: clamped.map((degrees) => short(degrees, 3)).join() };
    }
    case 'unplottable':
      return { list: 'not-on-the-map' };
    case 'near':
      // The user's own position is private and never written to the URL.
      if (panel.name === null) return {};
      return {
        near: `${short(panel.place.latitude, 4)},${short(panel.place.longitude, 4)},${panel.name}`,
        ...(miles === usualMiles ? {} : { miles: String(miles) }),
      };
    case 'none':
      return {};
  }
}

/** Returns the query string with the map's state. Other URL parameters are not changed. */
export function formatMapStateForUrl(
  search: string,
  { at, filters, coloring, hidden, incidents, panel, miles }: MapState,
): string {
  const parameters = new URLSearchParams(search);
  const values: Partial<Record<(typeof names)[number], string | null>> = {
    at: at && writeAt(at),
    show: writeFilters(filters),
    color: coloring === 'tier' ? null : coloring,
    hide: [...hidden].join() || null,
    incidents: incidents ? null : 'off',
    ...writePanel(panel, miles),
  };
  for (const name of names) parameters.delete(name);
  for (const name of names) {
    const value = values[name] ?? null;
    if (value !== null) parameters.set(name, value);
  }
  const text = parameters.toString().replaceAll('%2C', ',');
  return text === '' ? '' : `?${text}`;
}
