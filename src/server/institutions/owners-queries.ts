import type { Queries } from '#server/core/db/database.ts';
import { acquireNamedLock } from '#server/core/db/named-locks.ts';

/** User or other person who can own customers. */
export interface NamedOwner {
  /** Display name. An owner in the CRM with this name counts as the same user. */
  name: string;
  signInName: string;
  email: string;
}

/**
 * Returns the CRM owner id of each person. Creates an owner in the local CRM tables for a person
 * without one.
 */
export async function findOrCreateOwnerIds(
  transaction: Queries,
  people: ReadonlyMap<string, NamedOwner>,
): Promise<Map<string, number>> {
  await acquireNamedLock(transaction, 'owners of the CRM');
  const found = await transaction
    .selectFrom('shown_owner')
    .select(['owner_id', 'name', 'archived'])
    .orderBy('owner_id')
    .execute();
  const known = new Map(
    found
      .toReversed()
      .flatMap(({ owner_id, name, archived }) => (archived ? [] : [[name, owner_id] as const])),
  );
  let last = Math.max(0, ...found.map(({ owner_id }) => owner_id));
  const added = [...people.values()]
    .filter(({ name }) => !known.has(name))
    .map((owner) => {
      last += 1;
      known.set(owner.name, last);
      return { owner_id: last, name: owner.signInName, email: owner.email };
    });
  if (added.length > 0) await transaction.insertInto('crm_owner').values(added).execute();
  return new Map(
    [...people].flatMap(([id, { name }]) => {
      const ownerId = known.get(name);
      return ownerId === undefined ? [] : [[id, ownerId] as const];
    }),
  );
}
