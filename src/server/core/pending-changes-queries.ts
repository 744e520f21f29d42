import { isDeepStrictEqual } from 'node:util';
import type { PendingKind, PendingState } from '#shared/core/settings/pending-changes.ts';
import type { Queries } from './db/database.ts';
import { insertOnce } from './db/writes.ts';
import { conflict } from './errors.ts';

export interface NewPendingChange {
  changeId: string;
  kind: PendingKind;
  /** The version that it was made on. */
  basedOn: number;
  wanted: object;
  proposedBy: string;
  proposedAt: Date;
}

/** Keeps a change until a second administrator decides; of each kind one waits at a time. Sent again, it is the same. */
export async function proposeChange(transaction: Queries, change: NewPendingChange): Promise<'proposed' | 'proposed before'> {
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
    throw conflict('A change of this kind waits for a second administrator already. Decide or withdraw that one first.');
  if (before.state === 'refused' || before.state === 'withdrawn')
    throw conflict(`This change was ${before.state}. Make it anew to propose it again.`);
  const { state: _, ...asked } = before;
  const { kind, basedOn, wanted } = change;
  const sent: unknown = JSON.parse(JSON.stringify(wanted));
  if (!isDeepStrictEqual(asked, { kind, basedOn, wanted: sent })) throw conflict('Another change was sent with this id before.');
  return 'proposed before';
}

/** Returns the changes that wait for a second administrator. */
export const waitingChanges = (queries: Queries): Promise<{ kind: PendingKind; wanted: unknown }[]> =>
  queries.selectFrom('pending_change').select(['kind', 'wanted']).where('state', '=', 'waiting').execute();

export interface HeldChange extends NewPendingChange {
  state: PendingState;
  decidedBy: string | null;
}

/** A change, held until the transaction ends. */
export async function holdChange(transaction: Queries, changeId: string): Promise<HeldChange | undefined> {
  const row = await transaction.selectFrom('pending_change').selectAll().where('change_id', '=', changeId).forUpdate().executeTakeFirst();
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

export const settleChange = (
  transaction: Queries,
  changeId: string,
  decision: { state: PendingState; by: string; at: Date; reason: string | null },
) =>
  transaction
    .updateTable('pending_change')
    .set({ state: decision.state, decided_by: decision.by, decided_at: decision.at, reason: decision.reason })
    .where('change_id', '=', changeId)
    .execute();
