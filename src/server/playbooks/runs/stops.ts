import { writeAudit } from '#server/core/audit/audit.ts';
import type { Queries } from '#server/core/db/database.ts';
import { notFound } from '#server/core/errors.ts';
import { writeMultiUserEvents } from '#server/work/tasks/task-sets.ts';
import { updateRuns } from '../move-queries.ts';
import { type LockedRun, lockRuns } from '../run-queries.ts';
import { cancelStepsAndTasks, playbookRunEvent } from './moves.ts';

interface Stop {
  runIds: readonly string[];
  reason: string;
  userId: string;
  at: Date;
  /** Returns the current score of a customer; `null` without a score. */
  scoreOf: (institutionId: number) => number | null;
}

/**
 * Stops runs and cancels their open tasks. Runs that were already stopped for the same reason are
 * also returned as stopped, so that a repeated request gets the same response.
 */
export async function stopRuns(
  transaction: Queries,
  { runIds, reason, userId, at, scoreOf }: Stop,
) {
  const runs = await lockRuns(transaction, runIds);
  if (runs.length < runIds.length)
    throw notFound(runIds.length === 1 ? 'This run' : 'One of these runs');
  const active = runs.filter(({ state }) => state === 'active').map((run) => ({ ...run, userId }));
  await cancelStepsAndTasks(transaction, active, at);
  const moved = active.map((run) => ({
    ...run,
    state: 'stopped' as const,
    endReason: reason,
    endScore: scoreOf(run.institutionId),
    endedBy: userId,
  }));
  await updateRuns(transaction, moved, at);
  const events = active.map((run) => playbookRunEvent(run, run.playbookName, 'stopped', reason));
  await writeMultiUserEvents(transaction, events, at);
  if (active.length > 1) await auditMany(transaction, { active, reason, userId, at });
  const isStopped = ({ state, endReason }: LockedRun) =>
    state === 'active' || (state === 'stopped' && endReason === reason);
  return {
    stopped: runs.filter(isStopped).map(({ runId }) => runId),
    ended: runs.filter((run) => !isStopped(run)).map(({ runId }) => runId),
  };
}

const auditMany = (
  transaction: Queries,
  { active, reason, userId, at }: Pick<Stop, 'reason' | 'userId' | 'at'> & { active: LockedRun[] },
) =>
  writeAudit(transaction, {
    at,
    actor: userId,
    action: 'playbook.stop',
    objectType: 'playbook_run',
    objectId: active[0]?.runId ?? '',
    detail: {
      runs: active.length,
      reason,
      playbooks: [...new Set(active.map(({ playbookName }) => playbookName))],
    },
  });
