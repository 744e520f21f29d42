import { type HealthTier, healthTiers } from '#shared/core/tiers.ts';
import type { Practice } from '#shared/institutions/institutions.ts';
import { encodeTierAndGrace, markKindCount, tierOfMarkKind } from '#shared/map/marks.ts';
import type { Prospect } from '#shared/prospects/prospects.ts';
import {
  type Bounds,
  maxMercatorLatitude,
  mercatorX,
  mercatorY,
  nearestEquivalentAngle,
} from './mercator.ts';

/**
 * Rows with coordinates. Positions are stored as typed arrays, so that processing 100,000 rows
 * takes a few milliseconds.
 */
export interface PointTable<Row> {
  rows: Row[];
  longitude: Float64Array;
  latitude: Float64Array;
  x: Float64Array;
  y: Float64Array;
  /** Kind of each mark, as returned by `encodeTierAndGrace`; 0 for prospects. */
  kind: Uint8Array;
}

/**
 * Returns whether each kind of mark is visible. The tier filter applies to pins past grace, the
 * grace filter to pins in grace.
 */
export function computeMarkKindVisibility(
  tiers: ReadonlySet<HealthTier>,
  grace: boolean,
): boolean[] {
  return Array.from({ length: markKindCount }, (_, kind) =>
    kind < healthTiers.length ? tiers.has(tierOfMarkKind(kind)) : grace,
  );
}

/**
 * Returns 1 for each visible point and 0 for all others. A point is visible when its kind is
 * visible and, if `groups` is given, its group too.
 */
export function computePointVisibility(
  { rows, kind }: PointTable<unknown>,
  visibleKind: readonly boolean[],
  groups?: { group: Uint8Array; visible: readonly boolean[] },
): Uint8Array {
  const visible = new Uint8Array(rows.length);
  for (let at = 0; at < visible.length; at++) {
    if (visibleKind[kind[at] ?? 0] && (!groups || groups.visible[groups.group[at] ?? 0]))
      visible[at] = 1;
  }
  return visible;
}

/** Returns the index of each point's tier in `healthTiers`. */
export const computePointTierIndexes = ({ rows, kind }: PointTable<unknown>): Uint8Array =>
  Uint8Array.from(rows, (_, at) => (kind[at] ?? 0) % healthTiers.length);

export type UnplottableReasonKey = 'missing' | 'origin' | 'outside';

/**
 * Returns the reason why coordinates cannot be drawn; `null` when they can. Coordinates 0, 0 are
 * treated as an error, because failed geocoding returns them.
 */
export function findUnplottableReason(
  longitude: number | null,
  latitude: number | null,
): UnplottableReasonKey | null {
  if (
    longitude === null ||
    latitude === null ||
    !Number.isFinite(longitude) ||
    !Number.isFinite(latitude)
  )
    return 'missing';
  if (longitude === 0 && latitude === 0) return 'origin';
  return Math.abs(longitude) > 180 || Math.abs(latitude) > maxMercatorLatitude ? 'outside' : null;
}

/** Parses a coordinate given as a number or text. Returns `null` when it is not a finite number. */
export function parseCoordinate(value: number | string | null): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

export interface PlotResult<Row> {
  points: PointTable<Row>;
  unplottable: { row: Row; because: UnplottableReasonKey }[];
}

function split<Row>(
  rows: readonly Row[],
  place: (row: Row) => [number | null, number | null],
  kind: (row: Row) => number,
): PlotResult<Row> {
  const kept: Row[] = [];
  const unplottable: PlotResult<Row>['unplottable'] = [];
  const columns = () => new Float64Array(rows.length);
  const [longitude, latitude, x, y] = [columns(), columns(), columns(), columns()];
  const kindColumn = new Uint8Array(rows.length);
  for (const row of rows) {
    const [east, north] = place(row);
    const because = findUnplottableReason(east, north);
    if (because !== null || east === null || north === null) {
      unplottable.push({ row, because: because ?? 'missing' });
      continue;
    }
    const at = kept.push(row) - 1;
    longitude[at] = east;
    latitude[at] = north;
    x[at] = mercatorX(east);
    y[at] = mercatorY(north);
    kindColumn[at] = kind(row);
  }
  return { points: { rows: kept, longitude, latitude, x, y, kind: kindColumn }, unplottable };
}

export const createPracticePoints = (practices: readonly Practice[]): PlotResult<Practice> =>
  split(
    practices,
    (practice) => [practice.longitude, practice.latitude],
    (practice) => encodeTierAndGrace(practice.healthTier, practice.inGrace),
  );

export const createProspectPoints = <Row extends Pick<Prospect, 'latitude' | 'longitude'>>(
  prospects: readonly Row[],
): PlotResult<Row> =>
  split(
    prospects,
    (prospect) => [parseCoordinate(prospect.longitude), parseCoordinate(prospect.latitude)],
    () => 0,
  );

/** Share of the sorted coordinates, 0–1, that is ignored at each end. */
const outlying = 0.01;
/**
 * Margin in degrees around the customers, so that a single customer is shown with its surroundings.
 */
const margin = 0.3;

/**
 * Returns the longitudes from west to east, starting at the eastern end of the widest gap between
 * them. Longitudes between the gap and 180 are lowered by 360, so that the result is ascending.
 * Example: the widest gap of -170.7, -72.67 and 144.75 begins at -72.67 and ends at 144.75. The
 * longitude 144.75 becomes -215.25, and the result is -215.25, -170.7 and -72.67.
 */
export function sortLongitudesFromGap(longitudes: Float64Array): Float64Array {
  const sorted = longitudes.slice().sort();
  const last = sorted.length - 1;
  let start = 0;
  let widest = (sorted[0] ?? 0) + 360 - (sorted[last] ?? 0);
  for (let at = 1; at <= last; at++) {
    const gap = (sorted[at] ?? 0) - (sorted[at - 1] ?? 0);
    if (gap > widest) [widest, start] = [gap, at];
  }
  if (start === 0) return sorted;
  const together = new Float64Array(sorted.length);
  together.set(sorted.subarray(start).map((longitude) => longitude - 360));
  together.set(sorted.subarray(0, start), sorted.length - start);
  return together;
}

/**
 * Returns bounds of nearly all points; `null` without points. The outermost 1% of the coordinates
 * on each side is ignored, because it may be overseas customers or typing errors.
 */
export function computeMainBounds<Row>({
  longitude,
  latitude,
  rows,
}: PointTable<Row>): Bounds | null {
  if (rows.length === 0) return null;
  const middle = (sorted: Float64Array): [number, number] => {
    const cut = Math.floor(rows.length * outlying);
    return [(sorted[cut] ?? 0) - margin, (sorted[rows.length - 1 - cut] ?? 0) + margin];
  };
  const [west, east] = middle(sortLongitudesFromGap(longitude.subarray(0, rows.length)));
  const [south, north] = middle(latitude.slice(0, rows.length).sort());
  return { west, east, south, north };
}

function isWithin(
  { longitude, latitude }: PointTable<unknown>,
  at: number,
  { west, east, south, north }: Bounds,
): boolean {
  const x = nearestEquivalentAngle(longitude[at] ?? 0, (west + east) / 2, 360);
  const y = latitude[at] ?? 0;
  return x >= west && x <= east && y >= south && y <= north;
}

/** Returns the row indexes of the visible points inside the bounds, in ascending order. */
export function findPointIndexesWithin(
  points: PointTable<unknown>,
  bounds: Bounds,
  visible: Uint8Array,
): number[] {
  const found: number[] = [];
  for (let at = 0; at < points.rows.length; at++)
    if (visible[at] && isWithin(points, at, bounds)) found.push(at);
  return found;
}

/**
 * Returns `true` when a visible point is inside the bounds. Stops at the first such point, because
 * the function runs after every movement.
 */
export function hasPointWithin(
  points: PointTable<unknown>,
  bounds: Bounds,
  visible: Uint8Array,
): boolean {
  for (let at = 0; at < points.rows.length; at++)
    if (visible[at] && isWithin(points, at, bounds)) return true;
  return false;
}
