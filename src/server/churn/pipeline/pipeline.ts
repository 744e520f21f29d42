import type { Dependencies } from '#server/core/dependencies.ts';
import { busy } from '#server/core/errors.ts';
import type { JobContext } from '#server/core/jobs/job.ts';
import { scheduledPipelineSteps } from '#shared/churn/pipeline/pipeline.ts';
import { type PipelineStepKey, pipelineStepKeys } from '#shared/churn/pipeline/pipeline-runs.ts';
import type { Day } from '#shared/core/dates.ts';
import { runGatherActivityStep } from '../features/extract.ts';
import { runComputeFeaturesStep } from '../features/features.ts';
import { findActiveModel } from '../predictions/model-queries.ts';
import { predictChurnForDay } from '../predictions/score-day.ts';
import {
  beginStepRun,
  completeStepRun,
  failStepRun,
  type StepResult,
  stepRunStatus,
} from '../steps/runs-queries.ts';
import { type StepContext, StepStopped } from '../steps/step.ts';

type Needed = Pick<Dependencies, 'database' | 'clock' | 'env'>;
type Watch = Pick<JobContext, 'progress' | 'signal'>;

const nameOf = (step: PipelineStepKey): string =>
  scheduledPipelineSteps.find((each) => each.step === step)?.name ?? step;

/**
 * Runs a step for a day and records the result. Running a step again has the same result. A failed
 * step does not change existing data, so the previous day's predictions remain.
 */
export async function runPipelineStep(
  { database, clock, env }: Needed,
  step: PipelineStepKey,
  day: Day,
  watch: Watch,
): Promise<StepResult> {
  const queries = database.background;
  await requireBefore(queries, step, day);
  const runId = await beginStepRun(queries, step, day, clock());
  const context: StepContext = {
    queries,
    day,
    timeZone: env.BUSINESS_TIME_ZONE,
    clock,
    transact: (work) => queries.transaction().execute(work),
    ...watch,
  };
  try {
    const result = await stepOf(step, context);
    await completeStepRun(queries, runId, result, clock());
    return result;
  } catch (error) {
    // The next start repeats a run that was interrupted by a shutdown.
    if (watch.signal.aborted) throw error;
    await failStepRun(
      queries,
      runId,
      stepFailureText(error),
      error instanceof StepStopped ? error.checks : [],
      clock(),
    );
    throw error;
  }
}

async function stepOf(step: PipelineStepKey, context: StepContext): Promise<StepResult> {
  if (step === 'extract') return runGatherActivityStep(context);
  if (step === 'features')
    return runComputeFeaturesStep(context, (await findActiveModel(context.queries))?.report.bins);
  return predictChurnForDay(context);
}

/** Returns the failure message for users. The details of internal errors are only in the log. */
export const stepFailureText = (error: unknown): string =>
  error instanceof StepStopped
    ? error.message
    : 'The run stopped because of a server error; see the server log. Run it again.';

/** Throws unless the step before this one has succeeded for the same day. */
async function requireBefore(
  queries: StepContext['queries'],
  step: PipelineStepKey,
  day: Day,
): Promise<void> {
  const before = pipelineStepKeys[pipelineStepKeys.indexOf(step) - 1];
  if (before === undefined) return;
  const status = await stepRunStatus(queries, before, day);
  if (status === 'running') throw busy(`${nameOf(before)} of ${day} is still running.`);
  if (status !== 'succeeded')
    throw new StepStopped(`${nameOf(step)} requires ${nameOf(before)} of ${day} to succeed first.`);
}
