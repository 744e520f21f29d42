import {
  type Bounds,
  latitudeFromMercatorY,
  longitudeFromMercatorX,
  mercatorX,
  mercatorY,
  nearestEquivalentAngle,
  worldWidthPixels,
} from './mercator.ts';
import { type PointTable, sortLongitudesFromGap } from './point-table.ts';

/** Mark on the map: a single point, or several points too close together to draw separately. */
export interface Cluster {
  longitude: number;
  latitude: number;
  count: number;
  /** Number of members in each group, in the order of the groups. */
  mix: number[];
  /** Returns the indexes of the member rows. */
  members(): number[];
}

/** Visibility and group of each point. */
export interface PointVisibilityAndGroups {
  /** 1 for each visible point, else 0. */
  visible: Uint8Array;
  group: Uint8Array;
  groups: number;
}

/** Returns visibility and groups with all points visible and in one group. */
export const createAllVisibleSingleGroup = ({
  rows,
}: PointTable<unknown>): PointVisibilityAndGroups => ({
  visible: new Uint8Array(rows.length).fill(1),
  group: new Uint8Array(rows.length),
  groups: 1,
});

/**
 * Returns the distance in pixels within which points are combined into a cluster. The distance is
 * large at low zoom and equals the width of a pin at street level.
 */
export function computeClusterRadiusAtZoom(zoom: number): number {
  if (zoom < 11) return 56;
  return zoom < 14 ? 44 : 24;
}

interface Grid {
  size: number;
  /**
   * Web Mercator x of the center of the bounds. Points are moved by whole turns to be nearest to
   * this value, so that the antimeridian splits no cluster.
   */
  middle: number;
  left: number;
  top: number;
  columns: number;
  rows: number;
}

/**
 * Returns a grid with cells of half a cluster radius. The cells are fixed to the world instead of
 * the view, so that panning does not change clusters.
 */
function gridOver(bounds: Bounds, zoom: number): Grid {
  const size = computeClusterRadiusAtZoom(zoom) / 2 / (worldWidthPixels * 2 ** zoom);
  const middle = mercatorX((bounds.west + bounds.east) / 2);
  const left = Math.floor(Math.max(middle - 0.5, mercatorX(bounds.west)) / size);
  const top = Math.floor(Math.max(0, mercatorY(bounds.north)) / size);
  const right = Math.floor(Math.min(middle + 0.5, mercatorX(bounds.east)) / size);
  const bottom = Math.floor(Math.min(1, mercatorY(bounds.south)) / size);
  return {
    size,
    middle,
    left,
    top,
    columns: Math.max(0, right - left + 1),
    rows: Math.max(0, bottom - top + 1),
  };
}

/**
 * Returns a pseudo-random number by which cells with equal counts are ordered. It depends only on
 * the cell's position. If row order decided, a change at the border of the view would spread from
 * cell to cell, and marks would jump while the user pans.
 */
function tieBreaker(column: number, row: number): number {
  const mixed = Math.imul(column, 0x9e3779b1) ^ Math.imul(row, 0x85ebca6b);
  return Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d) >>> 0;
}

/**
 * Returns the clusters of the visible points inside the bounds at a zoom level. Points are assigned
 * to small cells. Then each cell, starting with the fullest, absorbs the free neighboring cells
 * whose center is within the cluster radius.
 */
export function computeClusters<Row>(
  points: PointTable<Row>,
  bounds: Bounds,
  zoom: number,
  marks: PointVisibilityAndGroups,
): Cluster[] {
  const grid = gridOver(bounds, zoom);
  const cells = grid.columns * grid.rows;
  const { visible, group, groups } = marks;
  const count = new Uint32Array(cells);
  const sumX = new Float64Array(cells);
  const sumY = new Float64Array(cells);
  const mixes = new Uint32Array(cells * groups);
  // The points of a cell form a linked list: `first` has the first point of each cell, `next` the
  // next point of each point.
  const first = new Int32Array(cells).fill(-1);
  const next = new Int32Array(points.rows.length);

  for (let at = 0; at < points.rows.length; at++) {
    if (!visible[at]) continue;
    const x = nearestEquivalentAngle(points.x[at] ?? 0, grid.middle, 1);
    const y = points.y[at] ?? 0;
    const column = Math.floor(x / grid.size) - grid.left;
    const row = Math.floor(y / grid.size) - grid.top;
    if (column < 0 || row < 0 || column >= grid.columns || row >= grid.rows) continue;
    const cell = row * grid.columns + column;
    count[cell] = (count[cell] ?? 0) + 1;
    sumX[cell] = (sumX[cell] ?? 0) + x;
    sumY[cell] = (sumY[cell] ?? 0) + y;
    const part = cell * groups + (group[at] ?? 0);
    mixes[part] = (mixes[part] ?? 0) + 1;
    next[at] = first[cell] ?? -1;
    first[cell] = at;
  }

  const filled: number[] = [];
  for (let cell = 0; cell < cells; cell++) if (count[cell]) filled.push(cell);
  const lot = new Uint32Array(cells);
  for (const cell of filled)
    lot[cell] = tieBreaker(
      grid.left + (cell % grid.columns),
      grid.top + Math.floor(cell / grid.columns),
    );
  filled.sort((a, b) => (count[b] ?? 0) - (count[a] ?? 0) || (lot[a] ?? 0) - (lot[b] ?? 0));

  const taken = new Uint8Array(cells);
  const radius = grid.size * 2;
  const clusters: Cluster[] = [];
  for (const seed of filled) {
    if (taken[seed]) continue;
    const seedX = (sumX[seed] ?? 0) / (count[seed] ?? 1);
    const seedY = (sumY[seed] ?? 0) / (count[seed] ?? 1);
    const joined: number[] = [];
    const seedRow = Math.floor(seed / grid.columns);
    const seedColumn = seed % grid.columns;
    for (let row = Math.max(0, seedRow - 2); row <= Math.min(grid.rows - 1, seedRow + 2); row++) {
      for (
        let column = Math.max(0, seedColumn - 2);
        column <= Math.min(grid.columns - 1, seedColumn + 2);
        column++
      ) {
        const cell = row * grid.columns + column;
        const members = count[cell] ?? 0;
        if (members === 0 || taken[cell]) continue;
        if (
          Math.hypot((sumX[cell] ?? 0) / members - seedX, (sumY[cell] ?? 0) / members - seedY) >
          radius
        )
          continue;
        taken[cell] = 1;
        joined.push(cell);
      }
    }
    clusters.push(clusterOf(joined));
  }
  return clusters;

  function clusterOf(joined: number[]): Cluster {
    let members = 0;
    let x = 0;
    let y = 0;
    const mix = new Array<number>(groups).fill(0);
    for (const cell of joined) {
      members += count[cell] ?? 0;
      x += sumX[cell] ?? 0;
      y += sumY[cell] ?? 0;
      for (let part = 0; part < groups; part++)
        mix[part] = (mix[part] ?? 0) + (mixes[cell * groups + part] ?? 0);
    }
    return {
      longitude: longitudeFromMercatorX(x / members),
      latitude: latitudeFromMercatorY(y / members),
      count: members,
      mix,
      members: () => joined.flatMap(chain),
    };
  }

  function chain(cell: number): number[] {
    const members: number[] = [];
    for (let at = first[cell] ?? -1; at !== -1; at = next[at] ?? -1) members.push(at);
    return members;
  }
}

/**
 * Returns the smallest bounds that contain the points, which may cross the antimeridian. Returns
 * `null` without points.
 */
export function computePointBounds<Row>(
  points: PointTable<Row>,
  members: readonly number[],
): Bounds | null {
  if (members.length === 0) return null;
  const longitudes = sortLongitudesFromGap(
    Float64Array.from(members, (at) => points.longitude[at] ?? 0),
  );
  const bounds = {
    west: longitudes[0] ?? 0,
    south: Infinity,
    east: longitudes.at(-1) ?? 0,
    north: -Infinity,
  };
  for (const at of members) {
    const latitude = points.latitude[at] ?? 0;
    bounds.south = Math.min(bounds.south, latitude);
    bounds.north = Math.max(bounds.north, latitude);
  }
  return bounds;
}

/**
 * Returns `true` when zooming in to `deepestZoom` would separate points with these bounds. Returns
 * `false` for points at the same address.
 */
export function canSeparatePoints(bounds: Bounds, deepestZoom: number): boolean {
  const pixels = worldWidthPixels * 2 ** deepestZoom;
  const across = (mercatorX(bounds.east) - mercatorX(bounds.west)) * pixels;
  const along = (mercatorY(bounds.south) - mercatorY(bounds.north)) * pixels;
  return Math.hypot(across, along) > computeClusterRadiusAtZoom(deepestZoom) * 2;
}
