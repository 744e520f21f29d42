// Web Mercator coordinates: x grows to the east and y to the south, both from 0 to 1.

/** Latitude in degrees at which Web Mercator ends. */
export const maxMercatorLatitude = 85.051129;

/** Width of the world in pixels at zoom 0. */
export const worldWidthPixels = 512;

/**
 * Bounds in degrees. When the bounds cross the antimeridian, `west` is below -180 or `east` is
 * above 180. `west` is never above `east`.
 */
export interface Bounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

export const mercatorX = (longitude: number): number => (longitude + 180) / 360;

export function mercatorY(latitude: number): number {
  const sine = Math.sin(
    (Math.max(-maxMercatorLatitude, Math.min(maxMercatorLatitude, latitude)) * Math.PI) / 180,
  );
  return 0.5 - (0.25 * Math.log((1 + sine) / (1 - sine))) / Math.PI;
}

export const longitudeFromMercatorX = (x: number): number => x * 360 - 180;

export const latitudeFromMercatorY = (y: number): number =>
  (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;

/** Returns the bounds expanded on every side by `part` of their width and height. */
export function expandBounds(bounds: Bounds, part: number): Bounds {
  const across = (bounds.east - bounds.west) * part;
  const along = (bounds.north - bounds.south) * part;
  return {
    west: bounds.west - across,
    east: bounds.east + across,
    south: bounds.south - along,
    north: bounds.north + along,
  };
}

export const containsBounds = (outer: Bounds, inner: Bounds): boolean =>
  outer.west <= inner.west &&
  outer.east >= inner.east &&
  outer.south <= inner.south &&
  outer.north >= inner.north;

/**
 * Returns `value` moved by whole turns to be nearest to `middle`. For example, 179° becomes -181°
 * when `middle` is -170°.
 */
export const nearestEquivalentAngle = (value: number, middle: number, turn: number): number =>
  value - turn * Math.round((value - middle) / turn);

/** Returns the center of the bounds, with a longitude between -180 and 180. */
export const boundsCenter = ({
  west,
  south,
  east,
  north,
}: Bounds): { longitude: number; latitude: number } => ({
  longitude: nearestEquivalentAngle((west + east) / 2, 0, 360),
  latitude: latitudeFromMercatorY((mercatorY(south) + mercatorY(north)) / 2),
});
