import { mercatorX, mercatorY, nearestEquivalentAngle } from '../draw/mercator.ts';
import type { PointTable } from '../draw/point-table.ts';
import type { MapCoordinates } from '../draw/view.ts';

/**
 * Returns the row indexes of the visible points inside the outline, in ascending order. An area
 * that the outline encloses more than once is inside, so that an overlapping end leaves no gap.
 */
export function findPointIndexesInOutline(
  points: PointTable<unknown>,
  outline: readonly MapCoordinates[],
  visible: Uint8Array,
): number[] {
  const corners = outline.map(({ longitude, latitude }) => ({
    x: mercatorX(longitude),
    y: mercatorY(latitude),
  }));
  const xs = corners.map(({ x }) => x);
  const middle = (Math.min(...xs) + Math.max(...xs)) / 2;
  const isInside = (x: number, y: number) => {
    let turns = 0;
    corners.forEach((to, at) => {
      const from = corners.at(at - 1) ?? to;
      const side = (to.x - from.x) * (y - from.y) - (x - from.x) * (to.y - from.y);
      if (from.y <= y && to.y > y && side > 0) turns++;
      else if (from.y > y && to.y <= y && side < 0) turns--;
    });
    return turns !== 0;
  };
  const found: number[] = [];
  for (let at = 0; at < points.rows.length; at++) {
    const x = nearestEquivalentAngle(points.x[at] ?? 0, middle, 1);
    if (visible[at] && isInside(x, points.y[at] ?? 0)) found.push(at);
  }
  return found;
}
