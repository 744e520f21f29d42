import { changeActionItems, lockActionItems } from '#server/action-items/queries.ts';
import { buildItemChangeTimelineEvent } from '#server/action-items/rules.ts';
import type { Queries } from '#server/core/db/database.ts';
import { conflict } from '#server/core/errors.ts';
import { findOrCreateOwnerIds } from '#server/institutions/owners-queries.ts';
import { findMainDealOwners, invalidatePracticeList } from '#server/institutions/queries.ts';
import { assignRiskCases, lockRiskCases } from '#server/work/cases/cases-queries.ts';
import { type WorkTimelineEvent, writeWorkEvents } from '#server/work/event-queries.ts';
import { unassignedOwner } from '#shared/core/provider-answers.ts';
import type { Reassignment, ReassignmentMove } from '#shared/team/reassign/reassign.ts';
import { changeDealOwners, lockDeals } from './deal-queries.ts';
import {
  lockProspectsAndTasks,
  reassignProspects,
  reassignProspectTasks,
} from './prospect-queries.ts';
import { lockAssignees, type NewAssignee } from './queries.ts';
import { lockTasks, reassignTasks } from './task-queries.ts';

export interface ReassignmentContext {
  reassignment: Reassignment;
  userId: string;
  at: Date;
  /** Names of the current owner in owner columns. */
  ownerNames: readonly string[];
}

type Assignees = ReadonlyMap<string, NewAssignee>;
type MoveOf<Kind extends ReassignmentMove['kind']> = Extract<ReassignmentMove, { kind: Kind }>;

const movesOf = <Kind extends ReassignmentMove['kind']>({ moves }: Reassignment, kind: Kind) =>
  moves.filter((move): move is MoveOf<Kind> => move.kind === kind);

/**
 * Locks and returns the new assignees. Throws a 409 error when a new assignee is disabled or does
 * not exist.
 */
async function lockNewAssignees(transaction: Queries, { moves }: Reassignment): Promise<Assignees> {
  const ids = [...new Set(moves.map(({ toId }) => toId))];
  const assignees = new Map(
    (await lockAssignees(transaction, ids)).map((assignee) => [assignee.id, assignee]),
  );
  if (assignees.size < ids.length)
    throw conflict(
      'A selected person’s account was disabled. Reload the page and choose someone else.',
    );
  return assignees;
}

/**
 * Reassigns all items that have not changed since they were shown, and returns their number. First
 * locks all rows, in a fixed order.
 */
export async function reassignUnchangedItems(
  transaction: Queries,
  moving: ReassignmentContext,
): Promise<number> {
  const { reassignment, userId, at } = moving;
  const assignees = await lockNewAssignees(transaction, reassignment);
  const calls = movesOf(reassignment, 'call').map(({ id, ...call }) => ({ ...call, callId: id }));
  const cases = movesOf(reassignment, 'risk');
  const customers = movesOf(reassignment, 'customer');
  const prospects = movesOf(reassignment, 'prospect');
  const prospectTasks = movesOf(reassignment, 'prospectTask');
  await lockProspectsAndTasks(transaction, prospects, prospectTasks);
  await lockTasks(transaction, movesOf(reassignment, 'task'));
  await lockRiskCases(
    transaction,
    reassignment.reassignmentId,
    cases.map(({ institutionId }) => institutionId),
  );
  await lockActionItems(transaction, calls);
  await lockDeals(
    transaction,
    customers.map(({ institutionId }) => institutionId),
  );
  const events = [
    ...(await moveOwnTasks(transaction, moving, assignees)),
    ...(await moveCases(transaction, moving, cases, assignees)),
    ...(await moveCalls(transaction, moving, calls, assignees)),
  ];
  const moved = await moveCustomers(transaction, moving, customers, assignees);
  await writeWorkEvents(transaction, events, userId, at);
  return events.length + moved + (await moveProspectWork(transaction, moving));
}

/** Reassigns the prospects and their tasks that have not changed, and returns their number. */
async function moveProspectWork(
  transaction: Queries,
  { reassignment, userId, at }: ReassignmentContext,
): Promise<number> {
  const { from, reassignmentId } = reassignment;
  if (from.kind !== 'person') return 0;
  const moving = { reassignmentId, userId, at };
  const prospects = movesOf(reassignment, 'prospect');
  const tasks = movesOf(reassignment, 'prospectTask');
  return (
    (await reassignProspects(transaction, prospects, from.userId, moving)) +
    (await reassignProspectTasks(transaction, tasks, from.userId, moving))
  );
}

async function moveOwnTasks(
  transaction: Queries,
  { reassignment, userId, at }: ReassignmentContext,
  assignees: Assignees,
): Promise<WorkTimelineEvent[]> {
  const { from, reassignmentId } = reassignment;
  const wanted = movesOf(reassignment, 'task');
  if (from.kind !== 'person' || wanted.length === 0) return [];
  const moved = await reassignTasks(transaction, wanted, from.userId, {
    reassignmentId,
    userId,
    at,
  });
  return moved.map(({ institutionId, taskId, title, assigneeId }) => {
    const detail = { title, assignee: assignees.get(assigneeId)?.name ?? null };
    return { institutionId, kind: 'task', event: 'assigned', subjectId: taskId, detail };
  });
}

async function moveCases(
  transaction: Queries,
  moving: ReassignmentContext,
  cases: readonly MoveOf<'risk'>[],
  assignees: Assignees,
): Promise<WorkTimelineEvent[]> {
  const { reassignment, userId, at } = moving;
  const events: WorkTimelineEvent[] = [];
  for (const [assigneeId, own] of Map.groupBy(cases, ({ toId }) => toId)) {
    const event = {
      event: 'assigned' as const,
      detail: { assignee: assignees.get(assigneeId)?.name ?? null },
    };
    const change = { changeId: reassignment.reassignmentId, userId, at, event, assigneeId };
    const moved = await assignRiskCases(transaction, own, change);
    events.push(
      ...moved.map((institutionId) => ({
        ...event,
        institutionId,
        kind: 'risk' as const,
        subjectId: null,
      })),
    );
  }
  return events;
}

type CallMove = Omit<MoveOf<'call'>, 'id'> & { callId: string };

async function moveCalls(
  transaction: Queries,
  moving: ReassignmentContext,
  calls: readonly CallMove[],
  assignees: Assignees,
): Promise<WorkTimelineEvent[]> {
  const { reassignment, userId, at } = moving;
  const events: WorkTimelineEvent[] = [];
  for (const [assigneeId, own] of Map.groupBy(calls, ({ toId }) => toId)) {
    const change = { action: 'assign' as const, assigneeId };
    const moved = await changeActionItems(transaction, own, {
      changeId: reassignment.reassignmentId,
      userId,
      at,
      change,
    });
    const name = assignees.get(assigneeId)?.name ?? null;
    events.push(
      ...moved.map(({ institution_id, title }) => {
        return {
          ...buildItemChangeTimelineEvent(title, change, name),
          institutionId: institution_id,
          kind: 'milestone' as const,
          subjectId: null,
        };
      }),
    );
  }
  return events;
}

/**
 * Changes the owner of the customers that still have the previous owner, and returns their number.
 * The timeline reads the change from the deals.
 */
async function moveCustomers(
  transaction: Queries,
  { reassignment, at, ownerNames }: ReassignmentContext,
  customers: readonly MoveOf<'customer'>[],
  assignees: Assignees,
): Promise<number> {
  const wanted = new Map(customers.map(({ institutionId, toId }) => [institutionId, toId]));
  const owners = await findMainDealOwners(transaction, [...wanted.keys()]);
  const theirs = owners.filter((owner) => ownerNames.includes(owner.ownerName ?? unassignedOwner));
  if (theirs.length === 0) return 0;
  const taking = new Set(theirs.map(({ institutionId }) => wanted.get(institutionId)));
  const people = new Map(
    [...assignees.values()]
      .filter(({ id }) => taking.has(id))
      .map((assignee) => [assignee.id, assignee]),
  );
  const ids = await findOrCreateOwnerIds(transaction, people);
  const newOwners = new Map(
    theirs.flatMap(({ institutionId }) => {
      const id = ids.get(wanted.get(institutionId) ?? '');
      return id === undefined ? [] : [[institutionId, id] as const];
    }),
  );
  const moved = await changeDealOwners(transaction, newOwners, {
    reassignmentId: reassignment.reassignmentId,
    at,
  });
  if (moved.length > 0) await invalidatePracticeList(transaction);
  return moved.length;
}
