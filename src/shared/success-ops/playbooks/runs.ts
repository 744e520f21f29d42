import { z } from 'zod';
import { endpoint, listAnswer, textSchema } from '#shared/core/endpoint.ts';
import { personSchema } from '#shared/core/person.ts';
import { bulkLimit } from '#shared/work/many.ts';
import { taskStatuses } from '#shared/work/tasks.ts';
import { runStates, stepKinds, stepOutcomes } from './words.ts';

const day = z.iso.date();

/** A run of a playbook for one customer. */
export const listedRunSchema = z.strictObject({
  runId: z.uuid(),
  institutionId: z.int(),
  institutionName: z.string(),
  playbookId: z.uuid(),
  playbookName: z.string(),
  version: z.int(),
  state: z.enum(runStates),
  /** Place of the step it stands at among the steps of its version, from 1; of an ended run, of the last that it came to. null before the first. */
  place: z.int().nullable(),
  steps: z.int(),
  stepTitle: z.string().nullable(),
  /** The day until which it waits, or on which its step is due; null where it has none. */
  until: day.nullable(),
  /** Whose turn it is; null where no person’s. */
  personName: z.string().nullable(),
  /** Of the customer. */
  ownerName: z.string().nullable(),
  startedOn: day,
  /** null when an alert rule did. */
  startedBy: z.string().nullable(),
  endedOn: day.nullable(),
  endReason: z.string().nullable(),
  startScore: z.number().nullable(),
  endScore: z.number().nullable(),
  hasImproved: z.boolean().nullable(),
});
export type ListedRun = z.output<typeof listedRunSchema>;

/** Days for which an ended run stays in the list. */
export const endedRunDays = 180;

export const getPlaybookRuns = endpoint({
  method: 'GET',
  path: '/api/playbook-runs',
  summary: 'Active runs of playbooks, and those that ended in the last 180 days',
  response: listAnswer(listedRunSchema).extend({ today: day }),
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
  /** Such as to whom the work went instead. */
  note: z.string().nullable(),
  task: z.strictObject({ taskId: z.uuid(), status: z.enum(taskStatuses), version: z.int() }).nullable(),
});
export type RunStep = z.output<typeof runStepSchema>;

export const getPlaybookRun = endpoint({
  method: 'GET',
  path: '/api/playbook-runs/:runId',
  summary: 'One run with the steps that it came to',
  params: runParams,
  response: z.strictObject({
    run: listedRunSchema,
    /** In the order in which it came to them. */
    steps: z.array(runStepSchema),
    /** Titles of the steps of its version that it may still come to. */
    ahead: z.array(z.string()),
  }),
});

export const longestStopReason = 500;

export const postRunsStop = endpoint({
  method: 'POST',
  path: '/api/playbook-runs/stop',
  summary: 'Stop runs and drop their open tasks; runs that have ended otherwise stay as they ended',
  body: z.strictObject({
    runIds: z
      .array(z.uuid())
      .min(1)
      .max(bulkLimit)
      .refine((ids) => new Set(ids).size === ids.length, 'names a run twice'),
    reason: textSchema.trim().min(1, 'must not be empty').max(longestStopReason, `must have at most ${longestStopReason} characters`),
  }),
  response: z.strictObject({
    stopped: z.array(z.uuid()),
    /** They had ended before. */
    ended: z.array(z.uuid()),
  }),
});
