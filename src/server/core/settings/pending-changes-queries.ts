import { isDeepStrictEqual } from 'node:util';
import {
  type PendingChangeKind,
  type PendingChangeState,
  pendingChangeStateLabels,
} from '#shared/core/settings/pending-changes.ts';
import type { Queries } from '../db/database.ts';
import { insertOnce } from '../db/writes.ts';
import { conflict } from '../errors.ts';

export interface NewPendingChange {
  changeId: string;
  kind: PendingChangeKind;
  /** Version of the settings on which the change is based. */
  basedOn: number;
  wanted: object;
  proposedBy: string;
  proposedAt: Date;
}

/**
 * Saves a change until a second admin decides on it. Only one change of each kind can be pending.
 * Saving the same change again has no effect.
 */
export async function savePendingChange(
  transaction: Queries,
  change: NewPendingChange,
): Promise<'proposed' | 'proposed before'> {
  const isNew = await insertOnce(
    transaction.insertInto('pending_change').values({
      change_id: change.changeId,
      kind: change.kind,
      based_on: change.basedOn,
      wanted: JSON.stringify(change.wanted),
      proposed_by: change.proposedBy,
      proposed_at: change.proposedAt,
    }),
  );
  if (isNew) return 'proposed';
  const before = await transaction
    .selectFrom('pending_change')
    .select(['state', 'kind', 'based_on as basedOn', 'wanted'])
    .where('change_id', '=', change.changeId)
    .where('proposed_by', '=', change.proposedBy)
    .executeTakeFirst();
  if (before === undefined)
    throw conflict(
      'Another change of this kind is waiting for a second administrator. Approve, reject or withdraw that change first.',
    );
  if (before.state === 'refused' || before.state === 'withdrawn')
    throw conflict(
      `This change was ${pendingChangeStateLabels[before.state]}. Create a new change to propose it again.`,
    );
  const { state: _, ...saved } = before;
  const { kind, basedOn, wanted } = change;
  const sent: unknown = JSON.parse(JSON.stringify(wanted));
  if (!isDeepStrictEqual(saved, { kind, basedOn, wanted: sent }))
    throw conflict(
      'An earlier version of this change was already saved, so this one wasn’t. Reload the page to see what was saved, then try again.',
    );
  return 'proposed before';
}

/** Returns the changes on which a second admin must decide. */
export const findPendingChanges = (
  queries: Queries,
): Promise<{ kind: PendingChangeKind; wanted: unknown }[]> =>
  queries
    .selectFrom('pending_change')
    .select(['kind', 'wanted'])
    .where('state', '=', 'waiting')
    .execute();

export interface LockedPendingChange extends NewPendingChange {
  state: PendingChangeState;
  decidedBy: string | null;
}

/** Returns a change and locks it until the transaction ends. */
export async function lockPendingChange(
  transaction: Queries,
  changeId: string,
): Promise<LockedPendingChange | undefined> {
  const row = await transaction
    .selectFrom('pending_change')
    .selectAll()
    .where('change_id', '=', changeId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    changeId,
    kind: row.kind,
    basedOn: row.based_on,
    wanted: row.wanted,
    proposedBy: row.proposed_by,
    proposedAt: row.proposed_at,
    state: row.state,
    decidedBy: row.decided_by,
  };
}

export const savePendingDecision = (
  transaction: Queries,
  changeId: string,
  decision: { state: PendingChangeState; by: string; at: Date; reason: string | null },
) =>
  transaction
    .updateTable('pending_change')
    .set({
      state: decision.state,
      decided_by: decision.by,
      decided_at: decision.at,
      reason: decision.reason,
    })
    .where('change_id', '=', changeId)
    .execute();
