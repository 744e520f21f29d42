import {
  type MergeCustomerRole,
  type MergeLocationField,
  type MergeRequest,
  mergeInstitutionFieldKeys,
  mergeLocationFieldKeys,
} from '#shared/data-quality/merge.ts';
import type { InstitutionRow, LocationRow } from './merge-queries.ts';

/** Values of changed columns before and after, by column name. */
export type ColumnChanges = Record<
  string,
  { before: string | number | null; after: string | number | null }
>;

/** Returns the columns of a field. Coordinates have two columns. */
export const listLocationFieldColumns = (
  field: MergeLocationField,
): readonly (keyof LocationRow)[] =>
  field === 'coordinates' ? ['latitude', 'longitude'] : [field];

/**
 * Returns the changes of the remaining customer. A field changes when the user chose the other
 * customer's value.
 */
export function institutionChanges(
  kept: InstitutionRow,
  other: InstitutionRow,
  chosen: MergeRequest['fields'],
): ColumnChanges {
  const changes: ColumnChanges = {};
  for (const field of mergeInstitutionFieldKeys) {
    const [before, after] = [kept[field], other[field]];
    if (chosen[field] === 'other' && before !== after) changes[field] = { before, after };
  }
  return changes;
}

/**
 * Returns the changes of the location that stays open: the fields for which the user chose the value
 * of its duplicate. The merge closes the duplicate.
 */
export function locationChanges(
  staying: LocationRow,
  closing: LocationRow,
  chosen: Partial<Record<MergeLocationField, MergeCustomerRole>>,
  stays: MergeCustomerRole,
): ColumnChanges {
  const changes: ColumnChanges = {};
  for (const field of mergeLocationFieldKeys) {
    if ((chosen[field] ?? stays) === stays) continue;
    for (const column of listLocationFieldColumns(field)) {
      const [before, after] = [staying[column], closing[column]];
      if (before !== after) changes[column] = { before, after };
    }
  }
  return changes;
}

/** Returns the reason why two customers cannot be merged; `undefined` when they can. */
export function mergeProblem(
  kept: InstitutionRow,
  other: InstitutionRow,
  locations: readonly LocationRow[],
): string | undefined {
  if (kept.churned_on !== null || other.churned_on !== null)
    return 'One of these customers has left. Only current customers can be merged.';
  const ofKept = locations.filter(({ institution_id }) => institution_id === kept.institution_id);
  const ofOther = locations.filter(({ institution_id }) => institution_id === other.institution_id);
  const key = ({ external_source, external_id }: LocationRow) =>
    `${external_source}:${external_id}`;
  const numbered = new Set(ofKept.filter(({ external_id }) => external_id !== null).map(key));
  const twice = ofOther.find(
    (location) => location.external_id !== null && numbered.has(key(location)),
  );
  if (twice !== undefined)
    return `Both customers have a location with the id ${twice.external_id}. Later imports couldn't tell the two locations apart, so these customers can't be merged.`;
  const ids = new Set(ofKept.map(({ location_id }) => location_id));
  return ofOther.some(({ location_id }) => ids.has(location_id))
    ? "Both customers have a location with the same id in Chairside, so these customers can't be merged."
    : undefined;
}

/** Returns the problem with the pairs of locations; `undefined` when the pairs are valid. */
export function locationPairsProblem(
  { keptId, otherId, places }: Omit<MergeRequest, 'fixId'>,
  locations: readonly LocationRow[],
): string | undefined {
  const isOpen = (institutionId: number, locationId: number) =>
    locations.some(
      (location) =>
        location.institution_id === institutionId &&
        location.location_id === locationId &&
        location.closed_on === null,
    );
  if (
    places.some(
      (pair) => !isOpen(keptId, pair.keptLocationId) || !isOpen(otherId, pair.otherLocationId),
    )
  )
    return 'places: must contain open locations of both customers';
  const named = places.flatMap(({ keptLocationId, otherLocationId }) => [
    keptLocationId,
    otherLocationId,
  ]);
  return new Set(named).size === named.length
    ? undefined
    : 'places: must contain each location once';
}
