import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type {
  TicketEdit,
  TicketValuesBeforeEdit,
  unsettledChangeStates,
} from '#shared/tickets/changes.ts';

export interface TicketChange {
  institutionId: number;
  changeId: string;
  ticketId: number;
  wanted: TicketEdit;
  seen: TicketValuesBeforeEdit;
  madeBy: string;
  /** Batch that the change belongs to; `null` for a change of a single ticket. */
  batchId: string | null;
}

interface CurrentTicket {
  institutionId: number;
  pipelineId: string;
  stageId: string;
  ownerId: number | null;
  priority: string;
  updatedAt: Date;
}

/** Returns the ticket from the local copy of the CRM; `undefined` for an unknown ticket. */
export async function findTicketCopy(
  queries: Queries,
  ticketId: number,
): Promise<CurrentTicket | undefined> {
  return queries
    .selectFrom('crm_ticket')
    .select([
      'institution_id as institutionId',
      'pipeline_id as pipelineId',
      'stage_id as stageId',
      'owner_id as ownerId',
      'priority',
      'updated_at as updatedAt',
    ])
    .where('ticket_id', '=', ticketId)
    .executeTakeFirst();
}

const columns = [
  'institution_id as institutionId',
  'change_id as changeId',
  'ticket_id as ticketId',
  'wanted',
  'seen',
  'made_by as madeBy',
  'batch_id as batchId',
] as const;

/**
 * Saves a change to be sent. Returns `waiting` for a new change, and the current state for a
 * repeated request. Returns `undefined` when another change has the id.
 */
export async function saveTicketChange(
  queries: Queries,
  change: Omit<TicketChange, 'batchId'>,
  at: Date,
) {
  await queries
    .insertInto('ticket_change')
    .values({
      institution_id: change.institutionId,
      change_id: change.changeId,
      ticket_id: change.ticketId,
      wanted: JSON.stringify(change.wanted),
      seen: JSON.stringify(change.seen),
      state: 'waiting',
      made_by: change.madeBy,
      made_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return queries
    .selectFrom('ticket_change')
    .select(['state', 'last_error as error'])
    .where('institution_id', '=', change.institutionId)
    .where('change_id', '=', change.changeId)
    .where('ticket_id', '=', change.ticketId)
    .where('made_by', '=', change.madeBy)
    .where('wanted', '=', sql<never>`${JSON.stringify(change.wanted)}::jsonb`)
    .executeTakeFirst();
}

/** Returns the state of a change. Another sender may have claimed the change. */
export const findChangeState = (queries: Queries, institutionId: number, changeId: string) =>
  queries
    .selectFrom('ticket_change')
    .select(['state', 'last_error as error', 'claimed_until as claimedUntil'])
    .where('institution_id', '=', institutionId)
    .where('change_id', '=', changeId)
    .executeTakeFirst();

const claimMinutes = 2;

/**
 * Claims a pending change for one sender. Returns `undefined` when the change is settled or
 * claimed, and when its batch was undone before the first attempt.
 */
export async function claimTicketChange(
  queries: Queries,
  institutionId: number,
  changeId: string,
  now: Date,
): Promise<TicketChange | undefined> {
  return queries
    .updateTable('ticket_change')
    .set((of) => ({
      attempts: of('attempts', '+', 1),
      claimed_until: new Date(now.getTime() + claimMinutes * 60_000),
    }))
    .where('institution_id', '=', institutionId)
    .where('change_id', '=', changeId)
    .where('state', '=', 'waiting')
    .where((where) =>
      where.or([where('claimed_until', 'is', null), where('claimed_until', '<=', now)]),
    )
    .where((where) =>
      where.or([
        where('undoes', 'is not', null),
        where('attempts', '>', 0),
        where.not(
          where.exists(
            where
              .selectFrom('ticket_batch')
              .select('ticket_batch.batch_id')
              .whereRef('ticket_batch.batch_id', '=', 'ticket_change.batch_id')
              .where('undone_at', 'is not', null),
          ),
        ),
      ]),
    )
    .returning(columns)
    .executeTakeFirst();
}

/** Returns the pending changes, oldest first. */
export const findPendingTicketChanges = (queries: Queries) =>
  queries
    .selectFrom('ticket_change')
    .select(columns)
    .where('state', '=', 'waiting')
    .orderBy('made_at')
    .orderBy('change_id')
    .execute();

/** Releases a claimed change and records the reason why it could not be sent. */
export async function returnUnsentTicketChange(
  queries: Queries,
  { institutionId, changeId }: TicketChange,
  error: string,
): Promise<void> {
  await queries
    .updateTable('ticket_change')
    .set({ claimed_until: null, last_error: error })
    .where('institution_id', '=', institutionId)
    .where('change_id', '=', changeId)
    .execute();
}

/** Records the result of a change. Returns `false` when the change was already settled. */
export async function recordTicketChangeResult(
  queries: Queries,
  { institutionId, changeId }: Pick<TicketChange, 'institutionId' | 'changeId'>,
  {
    from,
    to,
    at,
    error = null,
  }: {
    from: 'waiting' | 'conflict';
    to: 'made' | 'conflict' | 'refused' | 'given_up';
    at: Date;
    error?: string | null;
  },
): Promise<boolean> {
  const settled = await queries
    .updateTable('ticket_change')
    .set({ state: to, settled_at: at, claimed_until: null, last_error: error })
    .where('institution_id', '=', institutionId)
    .where('change_id', '=', changeId)
    .where('state', '=', from)
    .executeTakeFirst();
  return settled.numUpdatedRows > 0n;
}

/** Returns `true` when an equal change of the ticket is already in conflict. */
export async function isSameChangeInConflict(
  queries: Queries,
  { institutionId, ticketId, wanted }: TicketChange,
): Promise<boolean> {
  const found = await queries
    .selectFrom('ticket_change')
    .select('change_id')
    .where('institution_id', '=', institutionId)
    .where('ticket_id', '=', ticketId)
    .where('state', '=', 'conflict')
    .where('wanted', '=', sql<never>`${JSON.stringify(wanted)}::jsonb`)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Queues a change in conflict again, based on the current snapshot of the ticket. Returns `false`
 * when the change is no longer in conflict.
 */
export async function requeueTicketChange(
  queries: Queries,
  institutionId: number,
  changeId: string,
  seen: TicketValuesBeforeEdit,
): Promise<boolean> {
  const made = await queries
    .updateTable('ticket_change')
    .set({ state: 'waiting', seen: JSON.stringify(seen), claimed_until: null, settled_at: null })
    .where('institution_id', '=', institutionId)
    .where('change_id', '=', changeId)
    .where('state', '=', 'conflict')
    .executeTakeFirst();
  return made.numUpdatedRows > 0n;
}

/** Returns the changes of a ticket that wait for the CRM or for a user's decision, oldest first. */
export async function findUnsettledTicketChanges(
  queries: Queries,
  institutionId: number,
  ticketId: number,
) {
  const { rows } = await sql<{
    changeId: string;
    state: (typeof unsettledChangeStates)[number];
    wanted: TicketEdit;
    seen: TicketValuesBeforeEdit;
    madeBy: string;
    madeAt: Date;
  }>`
    select change_id as "changeId", state, wanted, seen, person.name as "madeBy", made_at as "madeAt"
    from ticket_change join person on person.user_id = made_by
    where institution_id = ${institutionId} and ticket_id = ${ticketId} and state in ('waiting', 'conflict')
    order by made_at, change_id`.execute(queries);
  return rows;
}

/**
 * Returns the ticket's subject and the name of the new value, for the timeline. For a deleted
 * ticket, stage or owner, returns the id instead of the name.
 */
export async function findChangeNames(
  queries: Queries,
  wanted: TicketEdit,
  ticketId: number,
): Promise<{ subject: string; to: string }> {
  const stage = wanted.what === 'stage' ? wanted.stage : { pipelineId: null, stageId: null };
  const ownerId = wanted.what === 'owner' ? wanted.ownerId : null;
  const { rows } = await sql<{ subject: string; stage: string | null; owner: string | null }>`
    select subject, (select label from crm_ticket_stage where pipeline_id = ${stage.pipelineId} and stage_id = ${stage.stageId}) as stage,
      (select name from shown_owner where owner_id = ${ownerId}::bigint) as owner
    from crm_ticket where ticket_id = ${ticketId}`.execute(queries);
  const found = rows[0];
  const to =
    wanted.what === 'stage'
      ? (found?.stage ?? wanted.stage.stageId)
      : wanted.what === 'owner'
        ? wanted.ownerId === null
          ? 'nobody'
          : (found?.owner ?? String(wanted.ownerId))
        : wanted.priority;
  return { subject: found?.subject ?? String(ticketId), to };
}
