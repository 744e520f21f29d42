/** Number of days after an import during which it can be undone. */
export const undoPeriodDays = 7;
const dayMs = 86_400_000;

/** Facts that decide whether a run can be undone. */
export interface RunToUndo {
  state: 'running' | 'succeeded' | 'failed';
  /** `true` once the run has begun to write. */
  writing: boolean;
  finishedAt: Date | null;
  undoneAt: Date | null;
  undoes: string | null;
}

/** Returns the time until which a run can be undone. */
export const undoableUntil = (finishedAt: Date): Date =>
  new Date(finishedAt.getTime() + undoPeriodDays * dayMs);

/** Returns the reason why a run cannot be undone, as a message to users; `null` when it can. */
export function runUndoProblem(
  { state, writing, finishedAt, undoneAt, undoes }: RunToUndo,
  now: Date,
): string | null {
  if (undoes !== null) return "You can't undo an undo. Import the file again.";
  if (undoneAt !== null) return 'This import is already undone.';
  if (state === 'running' || finishedAt === null) return 'This import is still running.';
  if (!writing) return 'This import changed nothing.';
  if (now >= undoableUntil(finishedAt))
    return `This import ended more than ${undoPeriodDays} days ago. Its undo data was deleted.`;
  return null;
}
