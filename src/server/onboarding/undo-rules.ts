import { conflict, forbidden, type HttpError, notFound } from '#server/core/errors.ts';
import { undoHours } from '#shared/work/undo.ts';
import type { UndoableCaseChange } from './undo-queries.ts';

/**
 * Returns the error why the user can't undo the change of these cases; `undefined` when the user
 * can. Milestones are not undone here: they have buttons to complete and to reopen them.
 */
export function onboardingUndoProblem(
  changes: readonly UndoableCaseChange[],
  userId: string,
  now: Date,
): HttpError | undefined {
  const [first] = changes;
  if (first === undefined || first.versionBefore === null) return notFound('This change');
  if (first.changedBy !== userId)
    return forbidden('Only the user who made this change can undo it.');
  if (now.getTime() - first.changedAt.getTime() > undoHours * 3_600_000)
    return conflict(`This change is more than ${undoHours} hours old and can no longer be undone.`);
  return first.action === 'complete' || first.action === 'reopen'
    ? conflict('Change the milestone by its own button.')
    : undefined;
}
