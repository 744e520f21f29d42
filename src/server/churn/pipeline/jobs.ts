import type { Dependencies } from '#server/core/dependencies.ts';
import type { Job } from '#server/core/jobs/jobs.ts';
import { churnPipeline } from '#shared/churn/pipeline.ts';
import { type PipelineStep, pipelineSteps } from '#shared/churn/runs/pipeline-runs.ts';
import { cronText } from '#shared/core/jobs/schedule-text.ts';
import type { Schedule } from '#shared/core/jobs/schedules.ts';
import { failureText, runStep } from './pipeline.ts';
import { askAgain, askForRuns, failWaiting, isFirstRunDue, nextAsked } from './runs-queries.ts';

const jobOf = (step: PipelineStep) => `churn.${step}`;

/** Runs what is waiting to be run, day by day; where a step fails, the later ones of its day are not tried. */
export const askedStepsJob = 'churn.asked';

const daily = (step: PipelineStep): Job => ({
  name: jobOf(step),
  backfill: 'day',
  async run(dependencies, { businessDate, progress, signal }) {
    return { ...(await runStep(dependencies, step, businessDate, { progress, signal })) };
  },
});

const runAsked: Job = {
  name: askedStepsJob,
  does: 'The churn pipeline makes the days that somebody asked for.',
  async run(dependencies, { progress, signal }) {
    const { database, clock } = dependencies;
    const done: string[] = [];
    await askAgain(database.background);
    for (let next = await nextAsked(database.background); next !== undefined; next = await nextAsked(database.background)) {
      const { step, day } = next;
      try {
        await runStep(dependencies, step, day, { progress, signal });
        done.push(`${step} ${day}`);
      } catch (error) {
        signal.throwIfAborted();
        await failWaiting(database.background, day, failureText(error), clock());
        dependencies.log.warn({ err: error, step, day }, 'a step of the churn predictions failed');
      }
    }
    return { done };
  },
};

export const pipelineJobs: readonly Job[] = [...pipelineSteps.map(daily), runAsked];

export const pipelineSchedules: readonly Schedule[] = churnPipeline.map(({ step, cron, does }) => ({
  key: jobOf(step),
  job: jobOf(step),
  cron,
  misfire: 'latest',
  maxLateMinutes: 20 * 60,
  text: `The churn pipeline ${does}, ${cronText(cron)}.`,
}));

/** Makes the first predictions where weeks are closed and nothing was ever known of customers; a first try that broke off is made again. */
export async function beginPredictions(
  { database, clock, jobs }: Pick<Dependencies, 'database' | 'clock' | 'jobs'>,
  day: string,
): Promise<void> {
  const queries = database.background;
  if (!(await isFirstRunDue(queries))) return;
  await askForRuns(queries, pipelineSteps, day, 'The first start', clock());
  await jobs.runNow(askedStepsJob);
}
