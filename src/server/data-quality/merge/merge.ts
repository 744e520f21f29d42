import { z } from 'zod';
import type { Queries } from '#server/core/db/database.ts';
import { conflict, unprocessable } from '#server/core/errors.ts';
import { blockImportStarts } from '#server/imports/runs/block-imports-queries.ts';
import type { Day } from '#shared/core/dates.ts';
import { countText } from '#shared/core/words.ts';
import type { MergeRequest } from '#shared/data-quality/merge.ts';
import type { LockedFix } from '../fix-queries.ts';
import type { FixSummaryAndUndoData } from '../fixes.ts';
import {
  deleteInstitution,
  deleteMerge,
  findLaterMerge,
  findLocations,
  insertMerge,
  type LocationRow,
  lockInstitutions,
  restoreDeletedInstitution,
  restoreUnchangedColumns,
  updateRowColumns,
} from './merge-queries.ts';
import {
  type ColumnChanges,
  institutionChanges,
  locationChanges,
  locationPairsProblem,
  mergeProblem,
} from './merge-rules.ts';
import {
  deleteMergedRowIds,
  recordMergedRowIds,
  renameMergedRowIds,
} from './merged-ids-queries.ts';
import {
  changeCollidingRows,
  deleteCollidingRows,
  findCustomerRowKeys,
  matchAllRowsSql,
  movedRowsConditionSql,
  moveRows,
  restoreChangedCollidingRows,
  restoreDeletedCollidingRows,
} from './moves-queries.ts';
import { type DeclaredCustomerTables, findMovingTables } from './tables-queries.ts';

const rowsSchema = z.array(z.record(z.string(), z.unknown()));
const fieldSchema = z.union([z.string(), z.number()]).nullable();
const changesSchema = z.record(z.string(), z.object({ before: fieldSchema, after: fieldSchema }));
/** Undo data of a merge. */
const mergeBeforeSchema = z.object({
  keptId: z.int(),
  otherId: z.int(),
  /** Row of the customer that was merged into the remaining customer. */
  other: z.record(z.string(), z.unknown()),
  kept: changesSchema,
  locations: z.array(z.object({ locationId: z.int(), changes: changesSchema })),
  /** Ids of the locations that came from the merged customer. */
  locationIds: z.array(z.int()),
  moved: z.array(z.object({ table: z.string(), keys: rowsSchema })),
  dropped: z.array(z.object({ table: z.string(), rows: rowsSchema })),
  changed: z
    .array(
      z.object({
        table: z.string(),
        institutionId: z.int(),
        columns: z.array(z.string()),
        rows: z.array(
          z.object({
            before: z.record(z.string(), z.unknown()),
            after: z.record(z.string(), z.unknown()),
          }),
        ),
      }),
    )
    .default([]),
});
type MergeBefore = z.output<typeof mergeBeforeSchema>;

const afterOf = (changes: ColumnChanges) =>
  Object.fromEntries(Object.entries(changes).map(([name, { after }]) => [name, after]));

/**
 * Returns the changes of each pair of locations. One location stays open with the chosen values;
 * the other is closed.
 */
function changesOfPlaces(
  places: MergeRequest['places'],
  locations: readonly LocationRow[],
  today: Day,
): MergeBefore['locations'] {
  const byId = new Map(locations.map((location) => [location.location_id, location]));
  return places.flatMap(({ keptLocationId, otherLocationId, stays, fields }) => {
    const [kept, other] = [byId.get(keptLocationId), byId.get(otherLocationId)];
    if (kept === undefined || other === undefined) return [];
    const [staying, closing] = stays === 'kept' ? [kept, other] : [other, kept];
    return [
      {
        locationId: staying.location_id,
        changes: locationChanges(staying, closing, fields, stays),
      },
      { locationId: closing.location_id, changes: { closed_on: { before: null, after: today } } },
    ];
  });
}

async function requireNoImport(transaction: Queries): Promise<void> {
  const source = await blockImportStarts(transaction);
  if (source !== undefined) throw conflict(`“${source}” is being imported. Try again afterwards.`);
}

interface Context {
  today: Day;
  at: Date;
  declared: DeclaredCustomerTables;
}

/**
 * Merges two customers. When two merges of the same customer run at the same time, the second fails
 * because the customer no longer exists.
 */
export async function mergeCustomers(
  transaction: Queries,
  order: Omit<MergeRequest, 'fixId'>,
  { today, at, declared }: Context,
): Promise<FixSummaryAndUndoData> {
  const { keptId, otherId } = order;
  if (keptId === otherId) throw unprocessable('otherId: must be another customer');
  await requireNoImport(transaction);
  const held = await lockInstitutions(transaction, [keptId, otherId]);
  const [kept, other] = [held.get(keptId), held.get(otherId)];
  if (kept === undefined || other === undefined)
    throw conflict('One of these customers no longer exists. It may have been merged.');
  const locations = await findLocations(transaction, [keptId, otherId]);
  const problem = mergeProblem(kept, other, locations);
  if (problem !== undefined) throw conflict(problem);
  const wrongPlaces = locationPairsProblem(order, locations);
  if (wrongPlaces !== undefined) throw unprocessable(wrongPlaces);

  const tables = await findMovingTables(transaction, declared);
  const changed = await changeCollidingRows(transaction, tables, { otherId, keptId, at });
  await renameMergedRowIds(transaction, otherId, changed, 'forth');
  const dropped = await deleteCollidingRows(transaction, tables, otherId, keptId);
  await recordMergedRowIds(transaction, otherId);
  const moved = await findCustomerRowKeys(transaction, tables, otherId);
  await moveRows(transaction, tables, { from: otherId, to: keptId }, matchAllRowsSql);
  const changes = institutionChanges(kept, other, order.fields);
  const before: MergeBefore = {
    keptId,
    otherId,
    other: other.whole,
    kept: changes,
    locations: changesOfPlaces(order.places, locations, today),
    locationIds: locations
      .filter((location) => location.institution_id === otherId)
      .map((location) => location.location_id),
    moved,
    dropped,
    changed,
  };
  await deleteInstitution(transaction, otherId);
  await updateRowColumns(transaction, 'institution', keptId, afterOf(changes));
  for (const { locationId, changes: own } of before.locations)
    await updateRowColumns(transaction, 'location', locationId, afterOf(own));
  await insertMerge(transaction, keptId, other, before.locationIds);
  const closed =
    order.places.length === 0
      ? ''
      : ` ${countText(order.places.length, 'location')} of both combined.`;
  const [from, into] =
    kept.name === other.name
      ? [`${other.name} (ID ${otherId})`, `${kept.name} (ID ${keptId})`]
      : [other.name, kept.name];
  return {
    institutionIds: [keptId, otherId],
    summary: `Merged ${from} into ${into}.${closed}`,
    before,
  };
}

/**
 * Undoes a merge. Data added after the merge stays with the remaining customer, except data of the
 * restored customer's locations.
 */
export async function undoMerge(
  transaction: Queries,
  { before: kept, position }: LockedFix,
  declared: DeclaredCustomerTables,
): Promise<void> {
  const before = mergeBeforeSchema.parse(kept);
  const { keptId, otherId, moved, locationIds } = before;
  await requireNoImport(transaction);
  const held = await lockInstitutions(transaction, [keptId]);
  const later = await findLaterMerge(transaction, [keptId, otherId], position);
  if (later !== undefined) throw conflict(`Undo this later change first: ${later}`);
  if (!held.has(keptId)) throw conflict('The kept customer no longer exists.');
  const tables = await findMovingTables(transaction, declared);
  await deleteMerge(transaction, otherId);
  await deleteMergedRowIds(transaction, otherId);
  for (const { locationId, changes } of before.locations)
    await restoreUnchangedColumns(transaction, 'location', locationId, changes);
  await restoreUnchangedColumns(transaction, 'institution', keptId, before.kept);
  await restoreDeletedInstitution(transaction, before.other);
  await moveRows(
    transaction,
    tables,
    { from: keptId, to: otherId },
    movedRowsConditionSql(moved, locationIds),
  );
  await restoreChangedCollidingRows(transaction, tables, before.changed);
  await renameMergedRowIds(transaction, otherId, before.changed, 'back');
  await restoreDeletedCollidingRows(transaction, tables, before.dropped);
}
