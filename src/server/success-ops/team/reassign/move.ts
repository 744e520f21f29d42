import type { Queries } from '#server/core/db/database.ts';
import { conflict } from '#server/core/errors.ts';
import { dealOwners, practicesChanged } from '#server/institutions/queries.ts';
import { assignCases, lockRiskCases } from '#server/work/cases-queries.ts';
import { type WorkEvent, writeWorkEvents } from '#server/work/event-queries.ts';
import { unassignedOwner } from '#shared/core/provider-answers.ts';
import type { Move, Reassignment } from '#shared/success-ops/team/reassign/reassign.ts';
import { changeCalls, lockCalls } from '../../calls/queries.ts';
import { changeEventOf } from '../../calls/rules.ts';
import { holdDeals, moveDeals, ownerIds } from './deal-queries.ts';
import { holdTakers, type TakingPerson } from './queries.ts';
import { holdTasks, moveTasks } from './task-queries.ts';

export interface Moving {
  reassignment: Reassignment;
  userId: string;
  at: Date;
  /** How lists name the owner of these customers. */
  ownerNames: readonly string[];
}

type Takers = ReadonlyMap<string, TakingPerson>;
type MoveOf<Kind extends Move['kind']> = Extract<Move, { kind: Kind }>;

const movesOf = <Kind extends Move['kind']>({ moves }: Reassignment, kind: Kind) =>
  moves.filter((move): move is MoveOf<Kind> => move.kind === kind);

/** Everybody who takes something over; 409 where one of them can be given no work any more. */
async function takersOf(transaction: Queries, { moves }: Reassignment): Promise<Takers> {
  const ids = [...new Set(moves.map(({ toId }) => toId))];
  const takers = new Map((await holdTakers(transaction, ids)).map((taker) => [taker.id, taker]));
  if (takers.size < ids.length)
    throw conflict('Somebody who was to take this over can be given no work any more. Look at it again and choose somebody else.');
  return takers;
}

/** Moves whatever still stands as it was seen; answers how many pieces. All rows are held before any is changed, always in one order. */
export async function moveAll(transaction: Queries, moving: Moving): Promise<number> {
  const { reassignment, userId, at } = moving;
  const takers = await takersOf(transaction, reassignment);
  const calls = movesOf(reassignment, 'call').map(({ id, ...call }) => ({ ...call, callId: id }));
  const cases = movesOf(reassignment, 'risk');
  const customers = movesOf(reassignment, 'customer');
  await holdTasks(transaction, movesOf(reassignment, 'task'));
  await lockRiskCases(
    transaction,
    reassignment.reassignmentId,
    cases.map(({ institutionId }) => institutionId),
  );
  await lockCalls(transaction, calls);
  await holdDeals(
    transaction,
    customers.map(({ institutionId }) => institutionId),
  );
  const events = [
    ...(await moveOwnTasks(transaction, moving, takers)),
    ...(await moveCases(transaction, moving, cases, takers)),
    ...(await moveCalls(transaction, moving, calls, takers)),
  ];
  const moved = await moveCustomers(transaction, moving, customers, takers);
  await writeWorkEvents(transaction, events, userId, at);
  return events.length + moved;
}

async function moveOwnTasks(transaction: Queries, { reassignment, userId, at }: Moving, takers: Takers): Promise<WorkEvent[]> {
  const { from, reassignmentId } = reassignment;
  const wanted = movesOf(reassignment, 'task');
  if (from.kind !== 'person' || wanted.length === 0) return [];
  const moved = await moveTasks(transaction, wanted, from.userId, { reassignmentId, userId, at });
  return moved.map(({ institutionId, taskId, title, assigneeId }) => {
    const detail = { title, assignee: takers.get(assigneeId)?.name ?? null };
    return { institutionId, kind: 'task', event: 'assigned', subjectId: taskId, detail };
  });
}

async function moveCases(transaction: Queries, moving: Moving, cases: readonly MoveOf<'risk'>[], takers: Takers): Promise<WorkEvent[]> {
  const { reassignment, userId, at } = moving;
  const events: WorkEvent[] = [];
  for (const [assigneeId, own] of Map.groupBy(cases, ({ toId }) => toId)) {
    const event = { event: 'assigned' as const, detail: { assignee: takers.get(assigneeId)?.name ?? null } };
    const change = { changeId: reassignment.reassignmentId, userId, at, event, assigneeId };
    const moved = await assignCases(transaction, own, change);
    events.push(...moved.map((institutionId) => ({ ...event, institutionId, kind: 'risk' as const, subjectId: null })));
  }
  return events;
}

type CallMove = Omit<MoveOf<'call'>, 'id'> & { callId: string };

async function moveCalls(transaction: Queries, moving: Moving, calls: readonly CallMove[], takers: Takers): Promise<WorkEvent[]> {
  const { reassignment, userId, at } = moving;
  const events: WorkEvent[] = [];
  for (const [assigneeId, own] of Map.groupBy(calls, ({ toId }) => toId)) {
    const change = { action: 'assign' as const, assigneeId };
    const moved = await changeCalls(transaction, own, { changeId: reassignment.reassignmentId, userId, at, change });
    const name = takers.get(assigneeId)?.name ?? null;
    events.push(
      ...moved.map(({ institution_id, title }) => {
        return { ...changeEventOf(title, change, name), institutionId: institution_id, kind: 'milestone' as const, subjectId: null };
      }),
    );
  }
  return events;
}

/** Customers whose owner is still whom they are taken from; how many. The timeline has the change from the deals themselves. */
async function moveCustomers(
  transaction: Queries,
  { reassignment, at, ownerNames }: Moving,
  customers: readonly MoveOf<'customer'>[],
  takers: Takers,
): Promise<number> {
  const wanted = new Map(customers.map(({ institutionId, toId }) => [institutionId, toId]));
  const owners = await dealOwners(transaction, [...wanted.keys()]);
  const theirs = owners.filter((owner) => ownerNames.includes(owner.ownerName ?? unassignedOwner));
  if (theirs.length === 0) return 0;
  const taking = new Set(theirs.map(({ institutionId }) => wanted.get(institutionId)));
  const people = new Map([...takers.values()].filter(({ id }) => taking.has(id)).map((taker) => [taker.id, taker]));
  const ids = await ownerIds(transaction, people);
  const newOwners = new Map(
    theirs.flatMap(({ institutionId }) => {
      const id = ids.get(wanted.get(institutionId) ?? '');
      return id === undefined ? [] : [[institutionId, id] as const];
    }),
  );
  const moved = await moveDeals(transaction, newOwners, { reassignmentId: reassignment.reassignmentId, at });
  if (moved.length > 0) await practicesChanged(transaction);
  return moved.length;
}
