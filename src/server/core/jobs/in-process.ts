import { dayIn } from '#shared/core/dates.ts';
import { errorMessage } from '#shared/core/error-message.ts';
import type { DayRange } from '#shared/core/jobs/job-runs.ts';
import { writeAudit } from '../audit/audit.ts';
import type { Dependencies } from '../dependencies.ts';
import { CannotContinueError, HttpError } from '../errors.ts';
import { backfillProblem, runRequestedJob } from './backfill.ts';
import type { Job } from './job.ts';
import { claimRun, finishRun, type RunRow, reclaimDeadWorkerRuns } from './queries.ts';
import { requestBackfill, requestRun } from './request-queries.ts';
import { RunLog } from './run-log.ts';
import { executeRun, type RunProgress, toRunClaim } from './worker.ts';

/** Thrown when the job cannot run in this process now. The message is for users. */
export class JobBusy extends CannotContinueError {}

interface Options {
  /** Past days for which the job runs. */
  range?: DayRange | undefined;
  signal: AbortSignal;
  onProgress: (progress: RunProgress) => void;
}

/**
 * Runs a job in this process, once and without retries, and records it like any other run. Throws
 * `JobBusy` while a server runs the job, a `Refusal` for an invalid range, and the job's own
 * errors.
 */
export async function runJobInProcess(
  dependencies: Dependencies,
  job: Job,
  { range, signal, onProgress }: Options,
): Promise<void> {
  const { database, clock, env } = dependencies;
  const queries = database.background;
  const now = clock();
  await reclaimDeadWorkerRuns(queries, { except: [], alone: database.isAlone, now });
  const request = { job: job.name, businessDate: dayIn(env.BUSINESS_TIME_ZONE, now), now };
  const problem = range === undefined ? null : backfillProblem(job, range, request.businessDate);
  if (problem !== null) throw new CannotContinueError(problem);
  const requested =
    range === undefined
      ? await requestRun(queries, request)
      : await requestBackfill(queries, request, range).catch(refused);
  if (range !== undefined)
    await writeAudit(queries, {
      at: now,
      actor: 'command line',
      action: 'job.run',
      objectType: 'job_run',
      objectId: requested.job_run_id,
      detail: { job: job.name, range },
    });
  const row = await claimRun(queries, requested.job_run_id, [job.name], now);
  if (row === undefined) throw busy(job, requested);
  const log = new RunLog(row.log, clock);
  try {
    await executeRun({
      queries,
      clock,
      row,
      log,
      stop: signal,
      onProgress,
      run: (context) => runRequestedJob(job, row, dependencies, context),
    });
  } catch (error) {
    const state = signal.aborted ? 'cancelled' : 'failed';
    const message = errorMessage(error);
    log.add(message);
    await finishRun(
      queries,
      toRunClaim(row),
      { state, result: null, error: message, log: log.lines },
      clock(),
    );
    throw error;
  }
}

/** Converts the error response of a request into a message for the command line. */
function refused(error: unknown): never {
  throw error instanceof HttpError ? new JobBusy(error.message) : error;
}

function busy(job: Job, { started_at }: RunRow): JobBusy {
  const since = started_at === null ? '' : ` since ${started_at.toISOString()}`;
  return new JobBusy(
    `${job.name} is being run by a server${since}. Its progress is in the list: npm run jobs -- list`,
  );
}
