import { z } from 'zod';
import { createListAnswerSchema, daySchema, endpoint } from '#shared/core/endpoint.ts';

export const pipelineStepKeys = ['extract', 'features', 'score'] as const;
const stepSchema = z.enum(pipelineStepKeys);
export type PipelineStepKey = z.output<typeof stepSchema>;
export const pipelineStatuses = ['queued', 'running', 'succeeded', 'failed'] as const;
export type PipelineStatus = (typeof pipelineStatuses)[number];

const checkSchema = z.strictObject({
  /** Key of the checked value. All runs use the same key for a value. */
  key: z.string(),
  name: z.string(),
  value: z.number(),
  unit: z.enum(['rows', 'share', 'psi']),
  /** Median of the last seven runs, or the reference value; `null` when there are too few runs. */
  usual: z.number().nullable(),
  verdict: z.enum(['good', 'look', 'stop']),
});
export type PipelineCheck = z.output<typeof checkSchema>;

export const pipelineRunSchema = z.strictObject({
  runId: z.uuid(),
  step: stepSchema,
  day: z.iso.date(),
  status: z.enum(pipelineStatuses),
  /** Name of the requesting user; `null` for scheduled runs. */
  askedBy: z.string().nullable(),
  askedAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  rowsIn: z.int(),
  rowsOut: z.int(),
  rejects: z.int(),
  checks: z.array(checkSchema),
  error: z.string().nullable(),
});
export type PipelineRun = z.output<typeof pipelineRunSchema>;

export const getPipelineRuns = endpoint({
  method: 'GET',
  path: '/api/churn/pipeline-runs',
  summary: 'Last runs of the churn pipeline steps, newest first',
  response: createListAnswerSchema(pipelineRunSchema).extend({
    /**
     * `predictedDay`: newest day with predictions. `predictedAt`: time at which they were made.
     * Both are `null` before the first predictions.
     */
    predictedDay: z.iso.date().nullable(),
    predictedAt: z.iso.datetime().nullable(),
  }),
});

export const postPipelineRun = endpoint({
  method: 'POST',
  path: '/api/churn/pipeline-runs',
  summary: 'Rerun a step of the churn pipeline and all following steps for a day',
  role: 'admin',
  body: z.strictObject({ step: stepSchema, day: daySchema }),
  response: z.strictObject({ steps: z.array(stepSchema) }),
});

/** Returns the step and all later steps, because each step depends on the previous one. */
export const listStepsFrom = (step: PipelineStepKey): PipelineStepKey[] =>
  pipelineStepKeys.slice(pipelineStepKeys.indexOf(step));
