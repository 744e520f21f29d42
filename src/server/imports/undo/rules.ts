/** For so long what an import changed is kept. */
export const undoDays = 7;
const dayMs = 86_400_000;

/** What of a run decides whether it can be undone. */
export interface RunToUndo {
  state: 'running' | 'succeeded' | 'failed';
  /** Whether it came as far as writing. */
  writing: boolean;
  finishedAt: Date | null;
  undoneAt: Date | null;
  undoes: string | null;
}

/** When what the run changed is forgotten. */
export const undoableUntil = (finishedAt: Date): Date => new Date(finishedAt.getTime() + undoDays * dayMs);

/** Why a run cannot be undone, for a person; null when it can. */
export function undoProblem({ state, writing, finishedAt, undoneAt, undoes }: RunToUndo, now: Date): string | null {
  if (undoes !== null) return 'An undo cannot be undone. Import the file again.';
  if (undoneAt !== null) return 'This import is undone already.';
  if (state === 'running' || finishedAt === null) return 'This import is still under way.';
  if (!writing) return 'This import wrote nothing.';
  if (now >= undoableUntil(finishedAt)) return `This import ended more than ${undoDays} days ago. What it changed is no longer kept.`;
  return null;
}
