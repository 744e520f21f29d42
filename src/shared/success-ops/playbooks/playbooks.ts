import { z } from 'zod';
import { endpoint, listAnswer, textSchema, versionSchema } from '#shared/core/endpoint.ts';
import type { CsvExport } from '#shared/list/csv-export.ts';
import { segmentSchema } from '#shared/portfolio/list.ts';
import { institutionIdsSchema } from '#shared/work/many.ts';
import { mostSteps, stepSchema } from './steps.ts';

const day = z.iso.date();

export const longestPlaybookName = 80;
export const longestPause = 365;
/** Official weeks that a dry run looks back over: 91 days. */
export const trialWeeks = 13;
export const mostTrialCustomers = 200;
/** Share of the customers above which a playbook is broad. */
export const broadFrom = 0.1;

export const playbookFieldsSchema = z.strictObject({
  name: textSchema
    .trim()
    .min(1, 'must not be empty')
    .max(longestPlaybookName, `must have at most ${longestPlaybookName} characters`)
    .regex(/^[^\r\n]*$/, 'must be one line'),
  /** The alert rule whose firing starts a run; null when people start it. */
  ruleId: z.uuid().nullable(),
  /** Only for these customers, as a customer list’s filters and search stand in an address; empty is all. */
  conditions: segmentSchema,
  /** Days after the start of a run for which a firing starts no other for the customer. */
  againDays: z.int('must be a whole number').min(0, 'must be at least 0').max(longestPause, `must be at most ${longestPause}`),
  /** Who gets the work where the owner or the named person has left. */
  fallbackId: z.uuid('must be somebody'),
  /** A run ends once its customer is one of these; empty: never early. */
  exit: segmentSchema,
  steps: z.array(stepSchema).min(1, 'must have at least one step').max(mostSteps, `must have at most ${mostSteps} steps`),
});
export type PlaybookFields = z.output<typeof playbookFieldsSchema>;

export const playbookSchema = z.strictObject({
  playbookId: z.uuid(),
  version: z.int(),
  isOn: z.boolean(),
  fields: playbookFieldsSchema.extend({ conditions: z.string(), exit: z.string() }),
  /** null when people start it. */
  ruleName: z.string().nullable(),
  /** Parts of its conditions that cannot be read any more. */
  problems: z.array(z.string()),
  /** Customers that fit its conditions now. */
  matching: z.int(),
  /** Of all its versions. */
  active: z.int(),
  completed: z.int(),
  exited: z.int(),
  stopped: z.int(),
  /** Of the runs that ended by themselves: those of a customer with a score then and at the start, and of these, those that improved. */
  judged: z.int(),
  improved: z.int(),
  changedBy: z.string(),
  changedAt: z.iso.datetime(),
});
export type Playbook = z.output<typeof playbookSchema>;

export const getPlaybooks = endpoint({
  method: 'GET',
  path: '/api/playbooks',
  summary: 'The playbooks, each with what became of its runs',
  response: listAnswer(playbookSchema).extend({
    /** Percent by which a score has to rise for the customer to have improved. */
    improvedFrom: z.number(),
    /** The alert rules that a playbook can follow. */
    rules: z.array(z.strictObject({ ruleId: z.uuid(), name: z.string(), isOn: z.boolean() })),
  }),
});

const playbookParams = z.strictObject({ playbookId: z.uuid() });

/** The page makes the id of a new one, so that a double click adds once. */
export const postPlaybook = endpoint({
  method: 'POST',
  path: '/api/playbooks/:playbookId',
  summary: 'Add or change a playbook, or switch it on or off; 409 when it has changed since `version`, which is 0 for a new one',
  role: 'admin',
  params: playbookParams,
  body: z.strictObject({ version: versionSchema, isOn: z.boolean(), fields: playbookFieldsSchema }),
  response: z.strictObject({ version: z.int() }),
});

export const getPlaybookVersions = endpoint({
  method: 'GET',
  path: '/api/playbooks/:playbookId/versions',
  summary: 'Every version of a playbook, newest first, with how many of its runs are active',
  params: playbookParams,
  response: listAnswer(
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

/** Why a customer got no run. */
export const leftOutReasons = ['active', 'recent', 'unfit', 'gone'] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];
export const leftOutWords: Record<LeftOutReason, string> = {
  active: 'has an active run of it',
  recent: 'had a run of it recently',
  unfit: 'does not fit its conditions',
  gone: 'is no longer a customer',
};

export const postPlaybookStart = endpoint({
  method: 'POST',
  path: '/api/playbooks/:playbookId/start',
  summary: 'Start a playbook by hand for one or several customers; those that have an active run or do not fit its conditions are left out',
  params: playbookParams,
  /** The page makes the id, so that a double click starts once. */
  body: z.strictObject({ startId: z.uuid(), institutionIds: institutionIdsSchema }),
  response: z.strictObject({
    started: z.array(z.int()),
    leftOut: z.array(z.strictObject({ institutionId: z.int(), why: z.enum(leftOutReasons) })),
  }),
});

export const postPlaybookTrial = endpoint({
  method: 'POST',
  path: '/api/playbooks/trial',
  summary: 'For whom a playbook would have started in the last 13 official weeks, and how often; nothing is started',
  body: playbookFieldsSchema.pick({ ruleId: true, conditions: true, againDays: true }),
  response: z.strictObject({
    problems: z.array(z.string()),
    /** Would start for more than a tenth of the customers. */
    isBroad: z.boolean(),
    /** Present customers. */
    all: z.int(),
    runs: z.int(),
    /** Customers for whom one would have started. */
    started: z.int(),
    /** Labels of the conditions whose past is not kept: the trial takes today’s values. */
    withoutPast: z.array(z.string()),
    /** Oldest first. */
    weeks: z.array(z.strictObject({ weekStart: day, runs: z.int() })),
    /** Those with the most runs first; at most 200. */
    customers: z.array(z.strictObject({ institutionId: z.int(), institutionName: z.string(), times: z.int(), lastWeek: day })),
  }),
});

export const exportPlaybookRuns = {
  path: '/api/playbook-runs/export',
  summary: 'The runs of playbooks as CSV, as the search parameters say',
  query: z.object({}),
} satisfies CsvExport;
