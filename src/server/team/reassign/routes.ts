import type { FastifyInstance } from 'fastify';
import { createActionItemListReader } from '#server/action-items/list.ts';
import { writeAudit } from '#server/core/audit/audit.ts';
import { acquireNamedLock } from '#server/core/db/named-locks.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import {
  changedMeanwhile,
  conflict,
  forbidden,
  notFound,
  unprocessable,
} from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { institutionListReader } from '#server/portfolio/list.ts';
import { findPerson } from '#server/work/people-queries.ts';
import { findCurrentWorkingTime } from '#server/work/working-time/working-time-queries.ts';
import type { AuditAction } from '#shared/core/audit-actions.ts';
import { dayIn } from '#shared/core/dates.ts';
import { countText } from '#shared/core/words.ts';
import {
  getReassignable,
  postReassignment,
  postReassignmentUndo,
  type Reassignment,
} from '#shared/team/reassign/reassign.ts';
import { undoHours } from '#shared/work/undo.ts';
import { loadAvailableHoursLookup } from '../loads.ts';
import { findAssignableUsers, findOwnerNamesOfUser } from '../queries.ts';
import { reassignUnchangedItems } from './move.ts';
import {
  findReassignment,
  findRepeatedReassignment,
  saveReassignment,
  saveReassignmentUndo,
} from './queries.ts';
import { loadReassignmentChoices } from './source.ts';
import { undoReassignments } from './undo.ts';

export function reassignRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { database, clock, crm, env } = dependencies;
  const { foreground } = database;
  const calls = createActionItemListReader(dependencies);
  const movesCustomers = ({ moves }: Reassignment) => moves.some(({ kind }) => kind === 'customer');
  const audit = (
    actor: string,
    action: AuditAction,
    objectId: string,
    detail: Record<string, unknown>,
  ) => {
    const objectType = 'reassignment';
    return { at: clock(), actor, action, objectType, objectId, detail };
  };

  route(app, getReassignable, ({ query }) => loadReassignmentChoices(dependencies, calls, query));

  /** Throws an error for moves to the current assignee and to users without available hours. */
  async function requirePossible(reassignment: Reassignment): Promise<void> {
    const { from, moves } = reassignment;
    const fromId = from.kind === 'person' ? from.userId : undefined;
    const people = await findAssignableUsers(foreground);
    if (crm.isSynchronized && movesCustomers(reassignment))
      throw unprocessable('moves: customers can only be reassigned in the CRM');
    const { settings } = await findCurrentWorkingTime(foreground, env.BUSINESS_TIME_ZONE);
    const weekOf = await loadAvailableHoursLookup(
      foreground,
      settings,
      dayIn(env.BUSINESS_TIME_ZONE, clock()),
    );
    for (const toId of new Set(moves.map((move) => move.toId))) {
      if (toId === fromId)
        throw unprocessable('moves: choose a different assignee than the current one');
      const assignee = people.find(({ person }) => person.id === toId);
      if (assignee !== undefined && weekOf(toId).availableHours === 0)
        throw conflict(
          `${assignee.person.name} has no free hours in the next seven days. Choose someone else.`,
        );
    }
  }

  route(app, postReassignment, async ({ body: reassignment, user }) => {
    const { reassignmentId, from, moves } = reassignment;
    const ownerNames =
      from.kind === 'owner'
        ? [from.ownerName]
        : await findOwnerNamesOfUser(foreground, from.userId);
    if ((await findRepeatedReassignment(foreground, reassignment, user.id)) === undefined)
      await requirePossible(reassignment);
    const result = await foreground.transaction().execute(async (transaction) => {
      await acquireNamedLock(transaction, reassignmentId);
      const done = await findRepeatedReassignment(transaction, reassignment, user.id);
      if (done?.same === false)
        throw conflict('Another reassignment already uses this id. Reload the page and try again.');
      if (done !== undefined) return { moved: done.moved, kept: done.kept };
      const moving = { reassignment, userId: user.id, at: clock(), ownerNames };
      const moved = await reassignUnchangedItems(transaction, moving);
      if (moved === 0) throw changedMeanwhile('This work');
      const outcome = { moved, kept: moves.length - moved };
      await saveReassignment(transaction, { ...moving, ...outcome });
      await writeAudit(
        transaction,
        audit(user.id, 'work.reassign', reassignmentId, { from, ...outcome, moves }),
      );
      return outcome;
    });
    if (movesCustomers(reassignment)) await institutionListReader(dependencies).newest();
    return result;
  });

  route(app, postReassignmentUndo, async ({ params: { reassignmentId }, user }) => {
    const at = clock();
    const made = await findReassignment(foreground, reassignmentId);
    if (made === undefined) throw notFound('This change');
    if (made.madeBy !== user.id)
      throw forbidden('Only the person who made this change can undo it.');
    const { from } = made.told;
    const fromName =
      from.kind === 'person' ? ((await findPerson(foreground, from.userId))?.name ?? null) : null;
    const undone = await foreground.transaction().execute(async (transaction) => {
      await acquireNamedLock(transaction, reassignmentId);
      const before = await findReassignment(transaction, reassignmentId);
      if (before !== undefined && before.undone !== null) return before.undone;
      if (at.getTime() - made.madeAt.getTime() > undoHours * 3_600_000)
        throw conflict(
          `This change is more than ${countText(undoHours, 'hour')} old and can no longer be undone.`,
        );
      const given = await undoReassignments(transaction, {
        reassignment: made.told,
        madeAt: made.madeAt,
        userId: user.id,
        at,
        fromName,
      });
      if (given === 0) throw conflict('Someone changed this in the meantime, so it wasn’t undone.');
      await saveReassignmentUndo(transaction, reassignmentId, given, at);
      await writeAudit(
        transaction,
        audit(user.id, 'work.reassign_undo', reassignmentId, { undone: given }),
      );
      return given;
    });
    if (movesCustomers(made.told)) await institutionListReader(dependencies).newest();
    return { undone, kept: made.moved - undone };
  });
}
