import { z } from 'zod';
import { daySchema, endpoint, listAnswer } from '#shared/core/endpoint.ts';

export const pipelineSteps = ['extract', 'features', 'score'] as const;
const stepSchema = z.enum(pipelineSteps);
export type PipelineStep = z.output<typeof stepSchema>;
export const pipelineStatuses = ['queued', 'running', 'succeeded', 'failed'] as const;
export type PipelineStatus = (typeof pipelineStatuses)[number];

const checkSchema = z.strictObject({
  /** Stays the same, so that a value meets those of the runs before. */
  key: z.string(),
  name: z.string(),
  value: z.number(),
  unit: z.enum(['rows', 'share', 'psi']),
  /** The median of the last seven runs, or what it is held against; null without enough of them. */
  usual: z.number().nullable(),
  verdict: z.enum(['good', 'look', 'stop']),
});
export type PipelineCheck = z.output<typeof checkSchema>;

export const pipelineRunSchema = z.strictObject({
  runId: z.uuid(),
  step: stepSchema,
  day: z.iso.date(),
  status: z.enum(pipelineStatuses),
  /** null by the schedule. */
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
  summary: 'The last runs of the steps that make the churn predictions, newest first',
  response: listAnswer(pipelineRunSchema).extend({
    /** The newest day with predictions, and when they were made; null before the first. */
    predictedDay: z.iso.date().nullable(),
    predictedAt: z.iso.datetime().nullable(),
  }),
});

export const postPipelineRun = endpoint({
  method: 'POST',
  path: '/api/churn/pipeline-runs',
  summary: 'Run a step of the churn predictions again for a day, and the steps that follow from it',
  role: 'admin',
  body: z.strictObject({ step: stepSchema, day: daySchema }),
  response: z.strictObject({ steps: z.array(stepSchema) }),
});

/** The steps from one on: each is made of the one before. */
export const stepsFrom = (step: PipelineStep): PipelineStep[] => pipelineSteps.slice(pipelineSteps.indexOf(step));
