import type { FastifyInstance } from 'fastify';
import { writeAudit } from '#server/core/audit/audit.ts';
import type { Queries } from '#server/core/db/database.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { conflict, forbidden, type HttpError, notFound } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { postUndo, undoHours } from '#shared/work/undo.ts';
import { type WorkTimelineEvent, writeWorkEvents } from '../event-queries.ts';
import {
  cancelUnchangedTasks,
  deleteUneditedNotes,
  findUndoableWork,
  restoreRiskCases,
  withdrawRiskOutcomes,
} from './undo-queries.ts';
import { type UndoProblem, workUndoProblem } from './undo-rules.ts';

const refusals: Record<UndoProblem, () => HttpError> = {
  unknown: () => notFound('This change'),
  'of another': () => forbidden('Only the person who made this change can undo it.'),
  'too old': () =>
    conflict(`This change is more than ${undoHours} hours old and can no longer be undone.`),
};

type Undo = Parameters<typeof restoreRiskCases>[1];

/**
 * Undoes the recorded work that was not changed since. A withdrawn outcome needs no event, because
 * the timeline shows that it is withdrawn.
 */
async function undoAll(transaction: Queries, undo: Undo): Promise<void> {
  const { workId, userId, at } = undo;
  const cases = await restoreRiskCases(transaction, undo);
  await withdrawRiskOutcomes(transaction, undo);
  const notes = await deleteUneditedNotes(transaction, undo);
  const tasks = await cancelUnchangedTasks(transaction, undo);
  const events: WorkTimelineEvent[] = [
    ...cases.map((each): WorkTimelineEvent => {
      return {
        institutionId: each.institution_id,
        kind: 'risk',
        event: 'undone',
        subjectId: null,
        detail: { of: each.told.event },
      };
    }),
    ...notes.map(
      (institutionId): WorkTimelineEvent => ({
        institutionId,
        kind: 'note',
        event: 'deleted',
        subjectId: workId,
        detail: {},
      }),
    ),
    ...tasks.map(({ institution_id, title }): WorkTimelineEvent => {
      return {
        institutionId: institution_id,
        kind: 'task',
        event: 'dropped',
        subjectId: workId,
        detail: { title },
      };
    }),
  ];
  await writeWorkEvents(transaction, events, userId, at);
  if (notes.length > 0) {
    const audit = {
      at,
      actor: userId,
      action: 'note.delete' as const,
      objectType: 'note',
      objectId: workId,
    };
    await writeAudit(transaction, { ...audit, detail: { institutionIds: notes } });
  }
}

export function undoRoutes(app: FastifyInstance, { database, clock }: Dependencies): void {
  route(app, postUndo, async ({ params: { workId }, body: { institutionIds }, user }) => {
    const at = clock();
    const undone = await database.foreground.transaction().execute(async (transaction) => {
      const done = await findUndoableWork(transaction, { workId, institutionIds });
      const problem = workUndoProblem(done, user.id, at);
      if (problem !== undefined) throw refusals[problem]();
      await undoAll(transaction, { workId, institutionIds, userId: user.id, at });
      // The state is read again, because a concurrent request may have undone the work first.
      const after = await findUndoableWork(transaction, { workId, institutionIds });
      return new Set(after.filter((each) => each.is_undone).map((each) => each.institution_id));
    });
    if (undone.size === 0)
      throw conflict('Someone changed this in the meantime, so it wasn’t undone.');
    return { undone: [...undone], kept: institutionIds.filter((id) => !undone.has(id)) };
  });
}
