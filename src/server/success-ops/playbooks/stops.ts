import type { Queries } from '#server/core/db/database.ts';
import { changedMeanwhile, conflict, notFound } from '#server/core/errors.ts';
import { writeEachEvent } from '#server/work/task-sets.ts';
import { stateWords } from '#shared/success-ops/playbooks/words.ts';
import { moveRuns } from './move-queries.ts';
import { dropTasks, runEvent } from './moves.ts';
import { holdRun } from './run-queries.ts';

interface Stop {
  runId: string;
  revision: number;
  reason: string;
  userId: string;
  at: Date;
  /** The customer's score now. */
  scoreOf: (institutionId: number) => number | null;
}

/** Stops a run, and drops the tasks that are still open. */
export async function stopRun(transaction: Queries, { runId, revision, reason, userId, at, scoreOf }: Stop): Promise<{ revision: number }> {
  const run = await holdRun(transaction, runId);
  if (run === undefined) throw notFound('This run');
  if (run.state === 'stopped' && run.endReason === reason) return { revision: run.revision };
  if (run.state !== 'active') throw conflict(`This run has ended already: ${stateWords[run.state].toLowerCase()}.`);
  if (run.revision !== revision) throw changedMeanwhile('This run');
  const own = { ...run, userId };
  await dropTasks(transaction, [own], at);
  const stopped = { ...run, state: 'stopped' as const, endReason: reason, endScore: scoreOf(run.institutionId), endedBy: userId };
  await moveRuns(transaction, [stopped], at);
  await writeEachEvent(transaction, [runEvent(own, run.playbookName, 'stopped', reason)], at);
  return { revision: run.revision + 1 };
}
