import { type Cluster, canSeparatePoints, computePointBounds } from './clusters.ts';
import type { Bounds } from './mercator.ts';
import type { PointTable } from './point-table.ts';
import { maxZoom } from './view.ts';

/**
 * Returns the bounds to zoom in to when a mark is clicked. Returns `null` for a single point, for
 * points at the same address, and when `zoom` is near `maxZoom`.
 */
export function computeZoomInBounds<Row>(
  points: PointTable<Row>,
  { count, members }: Cluster,
  zoom: number,
): Bounds | null {
  if (count < 2 || zoom >= maxZoom - 0.5) return null;
  const bounds = computePointBounds(points, members());
  return bounds && canSeparatePoints(bounds, maxZoom) ? bounds : null;
}
