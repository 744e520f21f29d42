import type { Dependencies } from '#server/core/dependencies.ts';
import type { Job } from '#server/core/jobs/job.ts';
import { scheduledPipelineSteps } from '#shared/churn/pipeline/pipeline.ts';
import { type PipelineStepKey, pipelineStepKeys } from '#shared/churn/pipeline/pipeline-runs.ts';
import { cronText } from '#shared/core/jobs/schedule-text.ts';
import type { Schedule } from '#shared/core/jobs/schedules.ts';
import { dayInWords } from '#shared/core/words.ts';
import {
  findLastStepEnd,
  isFirstRunDue,
  markQueuedStepsFailed,
  nextQueuedStep,
  queueStepRuns,
  requeueInterruptedRuns,
} from '../steps/runs-queries.ts';
import { runPipelineStep, stepFailureText } from './pipeline.ts';

const jobOf = (step: PipelineStepKey) => `churn.${step}`;

/**
 * Name of the job that runs queued steps, one day after another. When a step fails, the later steps
 * of the same day are skipped.
 */
export const queuedStepsJobName = 'churn.asked';

const stepTitles: Record<PipelineStepKey, string> = {
  extract: 'Churn pipeline: gather',
  features: 'Churn pipeline: features',
  score: 'Churn pipeline: predict',
};

const daily = (step: PipelineStepKey): Job => ({
  name: jobOf(step),
  words: {
    title: stepTitles[step],
    result: {
      rowsIn: ['row in', 'rows in'],
      rowsOut: ['row out', 'rows out'],
      rejects: ['rejected', 'rejected'],
    },
  },
  lastResultAt: (queries) => findLastStepEnd(queries, step),
  backfill: 'day',
  async run(dependencies, { businessDate, progress, signal }) {
    return { ...(await runPipelineStep(dependencies, step, businessDate, { progress, signal })) };
  },
});

const runAsked: Job = {
  name: queuedStepsJobName,
  words: { title: 'Churn pipeline on request', result: { done: 'finished' } },
  does: 'Runs the churn pipeline for requested days.',
  async run(dependencies, { progress, signal }) {
    const { database, clock } = dependencies;
    const done: string[] = [];
    await requeueInterruptedRuns(database.background);
    for (
      let next = await nextQueuedStep(database.background);
      next !== undefined;
      next = await nextQueuedStep(database.background)
    ) {
      const { step, day } = next;
      try {
        await runPipelineStep(dependencies, step, day, { progress, signal });
        done.push(`${stepTitles[step]} for ${dayInWords(day)}`);
      } catch (error) {
        signal.throwIfAborted();
        await markQueuedStepsFailed(database.background, day, stepFailureText(error), clock());
        dependencies.log.warn({ err: error, step, day }, 'a step of the churn predictions failed');
      }
    }
    return { done: done.length === 0 ? 'nothing' : done.join('; ') };
  },
};

export const pipelineJobs: readonly Job[] = [...pipelineStepKeys.map(daily), runAsked];

export const pipelineSchedules: readonly Schedule[] = scheduledPipelineSteps.map(
  ({ step, cron, does }) => ({
    key: jobOf(step),
    job: jobOf(step),
    cron,
    misfire: 'latest',
    maxLateMinutes: 20 * 60,
    text: `The churn pipeline ${does}, ${cronText(cron)}.`,
  }),
);

/**
 * Requests the first predictions when the database has its first closed week. Requests them again
 * when the first run was interrupted.
 */
export async function requestFirstPredictions(
  { database, clock, jobs }: Pick<Dependencies, 'database' | 'clock' | 'jobs'>,
  day: string,
): Promise<void> {
  const queries = database.background;
  if (!(await isFirstRunDue(queries))) return;
  await queueStepRuns(queries, pipelineStepKeys, day, 'The first start', clock());
  await jobs.runNow(queuedStepsJobName);
}
