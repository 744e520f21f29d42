import type { FastifyInstance } from 'fastify';
import { writeAudit } from '#server/core/audit/audit.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { unprocessable } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import {
  getPipelineRuns,
  listStepsFrom,
  type PipelineRun,
  postPipelineRun,
} from '#shared/churn/pipeline/pipeline-runs.ts';
import { dayIn } from '#shared/core/dates.ts';
import { findNewestPredictionDay } from '../predictions/predictions-queries.ts';
import { type ChurnRunRow, newestStepRuns, queueStepRuns } from '../steps/runs-queries.ts';
import { queuedStepsJobName } from './jobs.ts';

const mostRuns = 120;

const toRun = (row: ChurnRunRow): PipelineRun => ({
  runId: row.run_id,
  step: row.step,
  day: row.day,
  status: row.status,
  askedBy: row.asked_by,
  askedAt: row.asked_at.toISOString(),
  startedAt: row.started_at?.toISOString() ?? null,
  endedAt: row.ended_at?.toISOString() ?? null,
  rowsIn: row.rows_in,
  rowsOut: row.rows_out,
  rejects: row.rejects,
  checks: row.checks,
  error: row.error,
});

export function pipelineRoutes(
  app: FastifyInstance,
  { database, clock, env, jobs }: Dependencies,
): void {
  const { foreground } = database;

  route(app, getPipelineRuns, async () => {
    const newest = await findNewestPredictionDay(foreground, env.BUSINESS_TIME_ZONE);
    return {
      rows: (await newestStepRuns(foreground, mostRuns)).map(toRun),
      predictedDay: newest?.day ?? null,
      predictedAt: newest?.madeAt.toISOString() ?? null,
    };
  });

  route(app, postPipelineRun, async ({ body: { step, day }, user }) => {
    if (day > dayIn(env.BUSINESS_TIME_ZONE, clock()))
      throw unprocessable('day: must not be in the future');
    const steps = listStepsFrom(step);
    await queueStepRuns(foreground, steps, day, user.name, clock());
    await jobs.runNow(queuedStepsJobName);
    await writeAudit(foreground, {
      at: clock(),
      actor: user.id,
      action: 'churn.pipeline.run',
      objectType: 'churn_run',
      objectId: `${step} ${day}`,
      detail: { steps },
    });
    return { steps };
  });
}
