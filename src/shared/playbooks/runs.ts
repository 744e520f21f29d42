import { z } from 'zod';
import { createListAnswerSchema, endpoint, textSchema } from '#shared/core/endpoint.ts';
import { personSchema } from '#shared/core/person.ts';
import { maxBulkItems } from '#shared/work/many.ts';
import { taskStatuses } from '#shared/work/tasks.ts';
import { runStates, stepKinds, stepOutcomes } from './words.ts';

const day = z.iso.date();

export const listedRunSchema = z.strictObject({
  runId: z.uuid(),
  institutionId: z.int(),
  institutionName: z.string(),
  playbookId: z.uuid(),
  playbookName: z.string(),
  version: z.int(),
  state: z.enum(runStates),
  /**
   * Position of the current step, from 1. For an ended run, position of the last step reached.
   * `null` before the first step.
   */
  place: z.int().nullable(),
  steps: z.int(),
  stepTitle: z.string().nullable(),
  /** Day on which a wait ends or the step is due; `null` when there is none. */
  until: day.nullable(),
  /** Name of the user for whom the run waits; `null` when it doesn't wait for a user. */
  personName: z.string().nullable(),
  /** Name of the customer's owner. */
  ownerName: z.string().nullable(),
  startedOn: day,
  /** Name of the user who started the run; `null` when an alert rule started it. */
  startedBy: z.string().nullable(),
  endedOn: day.nullable(),
  endReason: z.string().nullable(),
  startScore: z.number().nullable(),
  endScore: z.number().nullable(),
  hasImproved: z.boolean().nullable(),
});
export type ListedRun = z.output<typeof listedRunSchema>;

/** Number of days for which an ended run is listed. */
export const endedRunDays = 180;

export const getPlaybookRuns = endpoint({
  method: 'GET',
  path: '/api/playbooks/runs',
  summary: 'List playbook runs that are active or ended in the last 180 days',
  response: createListAnswerSchema(listedRunSchema).extend({ today: day }),
});

const runParams = z.strictObject({ runId: z.uuid() });

export const runStepSchema = z.strictObject({
  stepId: z.uuid(),
  kind: z.enum(stepKinds),
  title: z.string(),
  startedAt: z.iso.datetime(),
  dueOn: day.nullable(),
  doneAt: z.iso.datetime().nullable(),
  outcome: z.enum(stepOutcomes).nullable(),
  assignee: personSchema.nullable(),
  /** Additional information, such as a replaced assignee. */
  note: z.string().nullable(),
  task: z
    .strictObject({ taskId: z.uuid(), status: z.enum(taskStatuses), version: z.int() })
    .nullable(),
});
export type RunStep = z.output<typeof runStepSchema>;

export const getPlaybookRun = endpoint({
  method: 'GET',
  path: '/api/playbooks/runs/:runId',
  summary: 'Get a run with the steps it has reached',
  params: runParams,
  response: z.strictObject({
    run: listedRunSchema,
    /** Steps in the order in which the run reached them. */
    steps: z.array(runStepSchema),
    /** Titles of the steps that the run can still reach. */
    ahead: z.array(z.string()),
  }),
});

export const maxStopReasonLength = 500;

export const postRunsStop = endpoint({
  method: 'POST',
  path: '/api/playbooks/runs/stop',
  summary: 'Stop runs and cancel their open tasks. Skips runs that have already ended',
  body: z.strictObject({
    runIds: z
      .array(z.uuid())
      .min(1)
      .max(maxBulkItems)
      .refine((ids) => new Set(ids).size === ids.length, 'must not contain a run twice'),
    reason: textSchema
      .trim()
      .min(1, 'must not be empty')
      .max(maxStopReasonLength, `must have at most ${maxStopReasonLength} characters`),
  }),
  response: z.strictObject({
    stopped: z.array(z.uuid()),
    /** Ids of runs that had already ended. */
    ended: z.array(z.uuid()),
  }),
});
