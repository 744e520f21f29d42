import { undoHours } from '#shared/work/undo.ts';
import type { UndoableWork } from './undo-queries.ts';

export type UndoProblem = 'unknown' | 'of another' | 'too old';

/** Returns the reason why the user cannot undo this work; `undefined` when the user can. */
export function workUndoProblem(
  done: readonly UndoableWork[],
  userId: string,
  now: Date,
): UndoProblem | undefined {
  if (done.length === 0) return 'unknown';
  if (done.some((each) => each.done_by !== userId)) return 'of another';
  const oldest = now.getTime() - undoHours * 3_600_000;
  return done.some((each) => !each.is_undone && each.done_at.getTime() < oldest)
    ? 'too old'
    : undefined;
}
