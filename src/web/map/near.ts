import { milesBetween } from '#shared/core/numbers/miles.ts';
import type { Practice } from '#shared/institutions/institutions.ts';
import type { PointTable } from './draw/point-table.ts';
import type { MapCoordinates } from './draw/view.ts';

/** Choices for the search radius around a place, in miles. */
export const searchRadiusChoices = [10, 25, 50, 100, 'any'] as const;
export type SearchRadius = (typeof searchRadiusChoices)[number];

/** Customer with the location that is nearest to a place. */
export interface NearCustomer {
  practice: Practice;
  miles: number;
  /** Number of the customer's visible locations within the radius. */
  locations: number;
}

/**
 * Returns the customers with visible locations within the radius, nearest first. The distance is
 * the great-circle distance; customers at equal distance keep list order.
 */
export function findCustomersNear(
  points: PointTable<Practice>,
  place: MapCoordinates,
  radius: SearchRadius,
  visible: Uint8Array,
): NearCustomer[] {
  const most = radius === 'any' ? Number.POSITIVE_INFINITY : radius;
  const customers = new Map<number, NearCustomer>();
  points.rows.forEach((practice, at) => {
    if (!visible[at]) return;
    const miles = milesBetween(
      place.longitude,
      place.latitude,
      points.longitude[at] ?? 0,
      points.latitude[at] ?? 0,
    );
    if (miles > most) return;
    const known = customers.get(practice.institutionId);
    if (!known) {
      customers.set(practice.institutionId, { practice, miles, locations: 1 });
      return;
    }
    known.locations += 1;
    if (miles < known.miles) Object.assign(known, { practice, miles });
  });
  return [...customers.values()].sort((one, other) => one.miles - other.miles);
}
