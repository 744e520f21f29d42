import { z } from 'zod';
import {
  createListAnswerSchema,
  endpoint,
  idSchema,
  textSchema,
  versionSchema,
} from '#shared/core/endpoint.ts';
import type { CsvExport } from '#shared/list/csv-export.ts';
import { segmentSchema } from '#shared/portfolio/list.ts';
import { institutionIdsSchema } from '#shared/work/many.ts';
import { maxPlaybookSteps, stepSchema } from './steps.ts';
import { stepOutcomes } from './words.ts';

const day = z.iso.date();

export const maxPlaybookNameLength = 80;
export const maxDaysBetweenRuns = 365;
/** Number of past official weeks that a dry run covers (91 days). */
export const playbookTrialWeeks = 13;
export const maxTrialCustomers = 200;
/**
 * Share of customers, 0–1, above which a warning says that the playbook matches too many customers.
 */
export const broadMatchWarningShare = 0.1;

export const playbookFieldsSchema = z.strictObject({
  name: textSchema
    .trim()
    .min(1, 'must not be empty')
    .max(maxPlaybookNameLength, `must have at most ${maxPlaybookNameLength} characters`)
    .regex(/^[^\r\n]*$/, 'must be one line'),
  /** Alert rule that starts runs; `null` for a playbook that is started manually. */
  ruleId: z.uuid().nullable(),
  /**
   * Conditions that a customer must match, as filters and search of the customer list in URL form.
   * Empty for all customers.
   */
  conditions: segmentSchema,
  /** Minimum number of days between the starts of two runs for the same customer. */
  againDays: z
    .int('must be a whole number')
    .min(0, 'must be at least 0')
    .max(maxDaysBetweenRuns, `must be at most ${maxDaysBetweenRuns}`),
  /** User who gets the work when the assignee or owner is no longer active. */
  fallbackId: z.uuid('must be a user'),
  /** Conditions under which a run ends early; empty for never. */
  exit: segmentSchema,
  steps: z
    .array(stepSchema)
    .min(1, 'must have at least one step')
    .max(maxPlaybookSteps, `must have at most ${maxPlaybookSteps} steps`),
});
export type PlaybookFields = z.output<typeof playbookFieldsSchema>;

export const playbookSchema = z.strictObject({
  playbookId: z.uuid(),
  version: z.int(),
  isOn: z.boolean(),
  fields: playbookFieldsSchema.extend({ conditions: z.string(), exit: z.string() }),
  /** Name of the alert rule; `null` for a playbook that is started manually. */
  ruleName: z.string().nullable(),
  /** Messages about conditions that no longer work. */
  problems: z.array(z.string()),
  /** Number of customers that match the playbook's conditions now. */
  matching: z.int(),
  /** Number of active runs, including runs of earlier versions. */
  active: z.int(),
  completed: z.int(),
  exited: z.int(),
  stopped: z.int(),
  /**
   * `judged`: number of runs that ended automatically and whose customer has a score at start and
   * end. `improved`: number of these runs in which the score rose enough.
   */
  judged: z.int(),
  improved: z.int(),
  changedBy: z.string(),
  changedAt: z.iso.datetime(),
});
export type Playbook = z.output<typeof playbookSchema>;

export const getPlaybooks = endpoint({
  method: 'GET',
  path: '/api/playbooks',
  summary: 'List the playbooks with the results of their runs',
  response: createListAnswerSchema(playbookSchema).extend({
    /** Minimum rise of the score, in percent, that counts as improved. */
    improvedFrom: z.number(),
    /** Alert rules that can start a playbook. */
    rules: z.array(z.strictObject({ ruleId: z.uuid(), name: z.string(), isOn: z.boolean() })),
  }),
});

const playbookParams = z.strictObject({ playbookId: z.uuid() });

/**
 * The client generates the id of a new playbook, so that a repeated request has no further effect.
 */
export const postPlaybook = endpoint({
  method: 'POST',
  path: '/api/playbooks/:playbookId',
  summary:
    'Create or update a playbook, or turn it on or off. Returns 409 if its version differs from `version`, which is 0 for a new playbook',
  role: 'admin',
  params: playbookParams,
  body: z.strictObject({ version: versionSchema, isOn: z.boolean(), fields: playbookFieldsSchema }),
  response: z.strictObject({ version: z.int() }),
});

export const getPlaybookVersions = endpoint({
  method: 'GET',
  path: '/api/playbooks/:playbookId/versions',
  summary: 'List all versions of a playbook, newest first, with their numbers of active runs',
  params: playbookParams,
  response: createListAnswerSchema(
    z.strictObject({
      version: z.int(),
      isOn: z.boolean(),
      fields: playbookSchema.shape.fields,
      active: z.int(),
      changedBy: z.string(),
      changedAt: z.iso.datetime(),
    }),
  ),
});

/** Reasons why no run was started for a customer. */
export const noRunReasons = ['active', 'recent', 'unfit', 'leaving', 'gone'] as const;
export type NoRunReason = (typeof noRunReasons)[number];
export const noRunReasonLabels: Record<NoRunReason, string> = {
  active: 'has an active run of this playbook',
  recent: 'had a run of this playbook recently',
  unfit: 'doesn’t match the playbook’s conditions',
  leaving: 'has given notice',
  gone: 'is no longer a customer',
};

export const postPlaybookStart = endpoint({
  method: 'POST',
  path: '/api/playbooks/:playbookId/start',
  summary:
    'Start a playbook manually for one or more customers. Skips customers that have an active run or don’t match its conditions',
  params: playbookParams,
  /** The client generates the id, so that a repeated request has no further effect. */
  body: z.strictObject({ startId: z.uuid(), institutionIds: institutionIdsSchema }),
  response: z.strictObject({
    started: z.array(z.int()),
    leftOut: z.array(z.strictObject({ institutionId: z.int(), why: z.enum(noRunReasons) })),
  }),
});

export const postPlaybookTrial = endpoint({
  method: 'POST',
  path: '/api/playbooks/trial',
  summary:
    'Simulate a playbook over the last 13 official weeks: for which customers it would have started, and how often. Starts nothing',
  body: playbookFieldsSchema.pick({ ruleId: true, conditions: true, againDays: true }),
  response: z.strictObject({
    problems: z.array(z.string()),
    /** `true` when the playbook would start for more than a tenth of the customers. */
    isBroad: z.boolean(),
    /** Number of active customers. */
    all: z.int(),
    runs: z.int(),
    /** Number of customers for which a run would have started. */
    started: z.int(),
    /**
     * Labels of conditions whose past values aren't stored. The dry run uses today's values for
     * them.
     */
    withoutPast: z.array(z.string()),
    /** Number of runs by week, oldest week first. */
    weeks: z.array(z.strictObject({ weekStart: day, runs: z.int() })),
    /** Up to 200 customers with the most runs. */
    customers: z.array(
      z.strictObject({
        institutionId: z.int(),
        institutionName: z.string(),
        times: z.int(),
        lastWeek: day,
      }),
    ),
  }),
});

export const postPlaybookPath = endpoint({
  method: 'POST',
  path: '/api/playbooks/trial/path',
  summary:
    'Simulate a run of a playbook for one customer: the steps that it takes, with their days. Assumes that tasks and checkpoints are done on their due days. Starts nothing',
  body: playbookFieldsSchema
    .pick({ ruleId: true, conditions: true, againDays: true, exit: true, steps: true })
    /** `null` for a sample: the customer for which the playbook would have started last. */
    .extend({ institutionId: idSchema.nullable() }),
  response: z.strictObject({
    /** `null` when there are no customers. */
    customer: z.strictObject({ institutionId: z.int(), institutionName: z.string() }).nullable(),
    startedOn: day,
    /** `true` when the playbook would have started for the customer in the last 13 weeks. */
    isPastStart: z.boolean(),
    /** `true` when the customer matches the playbook's conditions now. */
    fits: z.boolean(),
    /** Steps in the order in which the run reaches them. */
    path: z.array(
      z.strictObject({
        stepId: z.uuid(),
        on: day,
        /** Day on which the step is left; `null` when the run doesn't leave it within a year. */
        leftOn: day.nullable(),
        outcome: z.enum(stepOutcomes).nullable(),
      }),
    ),
    end: z
      .strictObject({
        on: day,
        state: z.enum(['completed', 'exited']),
        reason: z.string().nullable(),
      })
      .nullable(),
  }),
});
export type PlaybookPath = z.output<typeof postPlaybookPath.response>;

export const exportPlaybookRuns = {
  path: '/api/playbooks/runs/export',
  summary: 'Export playbook runs as CSV, filtered and sorted by the search parameters',
  query: z.object({}),
} satisfies CsvExport;
