import type { Queries } from '#server/core/db/database.ts';
import { unprocessable } from '#server/core/errors.ts';
import { requireInstitution } from '#server/institutions/existence.ts';
import type {
  ComparedMergeCustomer,
  MergeComparison,
  MergeLocationField,
} from '#shared/data-quality/merge.ts';
import { mergeInstitutionFieldKeys, mergeLocationFieldKeys } from '#shared/data-quality/merge.ts';
import { findSharedPhoneOrStreet } from '../duplicate-queries.ts';
import { findDuplicatePairs } from '../duplicate-rules.ts';
import { findCustomersWithSameId } from '../issues.ts';
import { countAttachedRows } from './compare-queries.ts';
import {
  findInstitutionRows,
  findLocations,
  type InstitutionRow,
  type LocationRow,
} from './merge-queries.ts';
import type { DeclaredCustomerTables } from './tables-queries.ts';

function fieldText(location: LocationRow, field: MergeLocationField): string | null {
  if (field !== 'coordinates') return location[field];
  const { latitude, longitude } = location;
  return latitude === null || longitude === null
    ? null
    : `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`;
}

const fieldsOf = <Field extends string, Value>(
  names: readonly Field[],
  value: (name: Field) => Value,
) => Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Field, Value>;

const comparedLocation = (location: LocationRow) => ({
  locationId: location.location_id,
  fields: fieldsOf(mergeLocationFieldKeys, (field) => fieldText(location, field)),
});

/** Returns a comparison of two customers. */
export async function compareCustomers(
  queries: Queries,
  oneId: number,
  otherId: number,
  declared: DeclaredCustomerTables,
): Promise<MergeComparison> {
  if (oneId === otherId) throw unprocessable('other: must be another customer');
  for (const id of [oneId, otherId]) await requireInstitution(queries, id);
  const ids = [oneId, otherId];
  const [rows, locations, attached, shared] = await Promise.all([
    findInstitutionRows(queries, ids),
    findLocations(queries, ids),
    countAttachedRows(queries, ids, declared),
    findSharedPhoneOrStreet(queries, [Math.min(oneId, otherId), Math.max(oneId, otherId)]),
  ]);
  const compared = (id: number): ComparedMergeCustomer => ({
    institutionId: id,
    fields: fieldsOf(mergeInstitutionFieldKeys, (field) => (rows.get(id) as InstitutionRow)[field]),
    attached: attached.get(id) ?? {},
    openLocations: locations.filter(
      (location) => location.institution_id === id && location.closed_on === null,
    ).length,
  });
  const same = (await findCustomersWithSameId(queries)).filter(
    (pair) => ids.includes(pair.one.institutionId) && ids.includes(pair.other.institutionId),
  );
  const [duplicate] = findDuplicatePairs(shared, same);
  const byId = new Map(locations.map((location) => [location.location_id, location]));
  const taken = new Set<number>();
  const places = (duplicate?.places ?? []).flatMap(({ locationId, otherLocationId }) => {
    const pair = [byId.get(locationId), byId.get(otherLocationId)];
    const one = pair.find((location) => location?.institution_id === oneId);
    const other = pair.find((location) => location?.institution_id === otherId);
    // Leaves out a pair with a location that is missing or already in another pair.
    if (
      one === undefined ||
      other === undefined ||
      taken.has(one.location_id) ||
      taken.has(other.location_id)
    )
      return [];
    for (const { location_id } of [one, other]) taken.add(location_id);
    return [{ one: comparedLocation(one), other: comparedLocation(other) }];
  });
  return {
    one: compared(oneId),
    other: compared(otherId),
    likeness: duplicate?.likeness ?? null,
    places,
  };
}
