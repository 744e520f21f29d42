const earthRadiusMiles = 3958.8;

/** Returns the great-circle distance in miles (haversine). */
export function milesBetween(
  fromLongitude: number,
  fromLatitude: number,
  toLongitude: number,
  toLatitude: number,
): number {
  const radians = Math.PI / 180;
  const acrossHalf = Math.sin(((toLongitude - fromLongitude) * radians) / 2);
  const alongHalf = Math.sin(((toLatitude - fromLatitude) * radians) / 2);
  const chord =
    alongHalf ** 2 +
    Math.cos(fromLatitude * radians) * Math.cos(toLatitude * radians) * acrossHalf ** 2;
  return 2 * earthRadiusMiles * Math.asin(Math.min(1, Math.sqrt(chord)));
}
