/**
 * Rounds a coordinate in degrees to four decimals, which are about ten meters. At zoom levels that
 * show many marks, ten meters are less than the width of a mark.
 */
export const roundCoordinate = (degrees: number): number => Math.round(degrees * 10_000) / 10_000;
