import { dayIn } from '#shared/core/dates.ts';
import type { Dependencies } from '../dependencies.ts';
import { Refusal } from '../errors.ts';
import type { Job } from './jobs.ts';
import { claimRun, finishRun, type RunRow, reclaimRuns, requestRun } from './queries.ts';
import { RunLog } from './run-log.ts';
import { carryOut, claimOf, type Progress } from './worker.ts';

/** The job cannot be run here and now. The message is for a person. */
export class JobBusy extends Refusal {}

interface Here {
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
}

/**
 * Runs a job in this process, once and without trying again, and records it as any other run.
 * Throws JobBusy while a server runs it, and whatever the job throws.
 */
export async function runHere(dependencies: Dependencies, job: Job, { signal, onProgress }: Here): Promise<void> {
  const { database, clock, env } = dependencies;
  const queries = database.background;
  const now = clock();
  await reclaimRuns(queries, { except: [], alone: database.isAlone, now });
  const asked = await requestRun(queries, { job: job.name, businessDate: dayIn(env.BUSINESS_TIME_ZONE, now), now });
  const row = await claimRun(queries, asked.job_run_id, now);
  if (row === undefined) throw busy(job, asked);
  const log = new RunLog(row.log, clock);
  try {
    await carryOut({ queries, clock, row, log, stop: signal, onProgress, run: (context) => job.run(dependencies, context) });
  } catch (error) {
    const state = signal.aborted ? 'cancelled' : 'failed';
    const message = error instanceof Error ? error.message : String(error);
    log.add(message);
    await finishRun(queries, claimOf(row), { state, result: null, error: message, log: log.lines }, clock());
    throw error;
  }
}

function busy(job: Job, { started_at }: RunRow): JobBusy {
  const since = started_at === null ? '' : ` since ${started_at.toISOString()}`;
  return new JobBusy(`${job.name} is being run by a server${since}. Its progress is in the list: npm run jobs -- list`);
}
