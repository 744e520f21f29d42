import { paths } from '#shared/core/pages/paths.ts';
import type { ListedIncident } from '#shared/radar/radar.ts';

const zooms = { least: 4, most: 9 } as const;

/** URL of the map with all silent locations of the incident in view. */
export function incidentMapPath({
  south,
  north,
  west,
  east,
}: NonNullable<ListedIncident['bounds']>): string {
  const degrees = Math.max(north - south, east - west);
  const zoom =
    degrees === 0
      ? zooms.most
      : Math.min(zooms.most, Math.max(zooms.least, Math.log2(360 / degrees)));
  const at = [(south + north) / 2, (west + east) / 2, zoom].map((number) => number.toFixed(2));
  return `${paths.map}?at=${at.join(',')}`;
}
