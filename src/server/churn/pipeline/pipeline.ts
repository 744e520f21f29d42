import type { Dependencies } from '#server/core/dependencies.ts';
import { busy } from '#server/core/errors.ts';
import type { JobContext } from '#server/core/jobs/jobs.ts';
import { churnPipeline } from '#shared/churn/pipeline.ts';
import { type PipelineStep, pipelineSteps } from '#shared/churn/runs/pipeline-runs.ts';
import type { Day } from '#shared/core/dates.ts';
import { currentModel } from '../predictions/model-queries.ts';
import { scoreDay } from '../predictions/score-day.ts';
import { extract } from './extract.ts';
import { buildFeatures } from './features.ts';
import { beginRun, endRun, failRun, type StepResult, statusOf } from './runs-queries.ts';
import { type StepContext, StepStopped } from './step.ts';

type Needed = Pick<Dependencies, 'database' | 'clock' | 'env'>;
type Watch = Pick<JobContext, 'progress' | 'signal'>;

const nameOf = (step: PipelineStep): string => churnPipeline.find((each) => each.step === step)?.name ?? step;

/**
 * Runs a step for a day and writes down what came of it. It may be run again: it writes the same. A step that fails leaves what it
 * was to make as it was, so that the predictions of the day before stand.
 */
export async function runStep({ database, clock, env }: Needed, step: PipelineStep, day: Day, watch: Watch): Promise<StepResult> {
  const queries = database.background;
  await requireBefore(queries, step, day);
  const runId = await beginRun(queries, step, day, clock());
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
    await endRun(queries, runId, result, clock());
    return result;
  } catch (error) {
    // A run that a stop cut off is begun again by the next start.
    if (watch.signal.aborted) throw error;
    await failRun(queries, runId, failureText(error), error instanceof StepStopped ? error.checks : [], clock());
    throw error;
  }
}

async function stepOf(step: PipelineStep, context: StepContext): Promise<StepResult> {
  if (step === 'extract') return extract(context);
  if (step === 'features') return buildFeatures(context, (await currentModel(context.queries))?.report.bins);
  return scoreDay(context);
}

/** What people are told of a failure; the insides of a fault are for the log. */
export const failureText = (error: unknown): string =>
  error instanceof StepStopped ? error.message : 'The run stopped because of a server error; see the server log. Run it again.';

/** Each step needs the one before it, of the same day. */
async function requireBefore(queries: StepContext['queries'], step: PipelineStep, day: Day): Promise<void> {
  const before = pipelineSteps[pipelineSteps.indexOf(step) - 1];
  if (before === undefined) return;
  const status = await statusOf(queries, before, day);
  if (status === 'running') throw busy(`${nameOf(before)} of ${day} still runs.`);
  if (status !== 'succeeded') throw new StepStopped(`${nameOf(step)} needs ${nameOf(before)} of ${day}, which has not succeeded.`);
}
