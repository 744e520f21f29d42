import { z } from 'zod';
import { endpoint, listAnswer, versionSchema } from '#shared/core/endpoint.ts';
import type { CsvExport } from '#shared/list/csv-export.ts';
import { segmentSchema } from '#shared/portfolio/list.ts';
import { callMinutesSchema, callTitleSchema } from '../calls/calls.ts';
import { callKindSchema, callPrioritySchema } from '../calls/words.ts';

const day = z.iso.date();

export const longestDueDays = 90;

/** What a rule says. Its name is the title of the calls that it opens. */
export const alertRuleFieldsSchema = z.strictObject({
  name: callTitleSchema,
  kind: callKindSchema,
  /** The customers, as a customer list's filters and search stand in an address. */
  conditions: segmentSchema.refine((conditions) => conditions !== '', 'must not be empty: it would fire for everyone'),
  priority: callPrioritySchema,
  /** Days from opening until a call is due. */
  dueDays: z.int().min(0).max(longestDueDays),
  minutes: callMinutesSchema,
  isOn: z.boolean(),
});
export type AlertRuleFields = z.output<typeof alertRuleFieldsSchema>;

/** Of the calls for which the rule has fired in the last 28 days. */
const ledgerSchema = z.strictObject({
  fired: z.int(),
  calls: z.int(),
  acted: z.int(),
  falseAlarms: z.int(),
  lapsed: z.int(),
  open: z.int(),
});
export type Ledger = z.output<typeof ledgerSchema>;

export const alertRuleSchema = alertRuleFieldsSchema.extend({
  conditions: z.string(),
  ruleId: z.uuid(),
  version: z.int(),
  changedBy: z.string(),
  changedAt: z.iso.datetime(),
  /** Customers that match now; null where a condition cannot be read any more. */
  matching: z.int().nullable(),
  problems: z.array(z.string()),
  ledger: ledgerSchema,
});
export type AlertRule = z.output<typeof alertRuleSchema>;

export const getAlertRules = endpoint({
  method: 'GET',
  path: '/api/alert-rules',
  summary: 'The alert rules, each with its noise ledger, and what they brought the viewer today',
  response: listAnswer(alertRuleSchema).extend({
    /** Present customers of the last official week. */
    customers: z.int(),
    /** Of the last evaluation that may be told: none is told between 18:00 and 08:00. null before the first. */
    digest: z
      .strictObject({
        day,
        opened: z.int(),
        again: z.int(),
        /** Held back by the cap a person and day. */
        heldBack: z.int(),
        /** Rules that were silent, since the peers' median fell in the last official week. */
        silent: z.array(z.string()),
      })
      .nullable(),
  }),
});

export const exportAlertRules = {
  path: '/api/alert-rules/export',
  summary: 'The alert rules with their noise ledger as CSV, as the search parameters say',
  query: z.object({}),
} satisfies CsvExport;

const ruleParams = z.strictObject({ ruleId: z.uuid() });

export const postAlertRule = endpoint({
  method: 'POST',
  path: '/api/alert-rules/:ruleId',
  role: 'admin',
  summary: 'Add or change an alert rule; 409 when it has changed since `version`, which is 0 for a new one',
  params: ruleParams,
  body: z.strictObject({
    version: versionSchema,
    rule: alertRuleFieldsSchema,
    /** When it is switched on or its conditions change: whether it fires for customers that match already. */
    includesPresent: z.boolean(),
    /** Somebody has seen that it matches many customers. */
    acceptsBroad: z.boolean(),
  }),
  response: z.strictObject({
    version: z.int(),
    /** Calls that were opened at once, those that the cap held back, and whether a season keeps the rule silent. */
    opened: z.int(),
    heldBack: z.int(),
    isSilent: z.boolean(),
  }),
});

export const postAlertTrial = endpoint({
  method: 'POST',
  path: '/api/alert-trials',
  summary: 'For whom a rule would have fired in the last 13 official weeks, and how often',
  body: z.strictObject({ conditions: segmentSchema }),
  response: z.strictObject({
    /** Present customers that match now, of how many. */
    matching: z.int(),
    customers: z.int(),
    isBroad: z.boolean(),
    /** Labels of the conditions whose past is not kept: for them the trial takes today's values. */
    withoutPast: z.array(z.string()),
    problems: z.array(z.string()),
    /** Oldest first; empty before the second official week. */
    weeks: z.array(
      z.strictObject({
        weekEnd: day,
        matching: z.int(),
        /** Calls that would have been opened. */
        calls: z.int(),
        /** The peers' median fell, and a rule of decline is silent. */
        isSilent: z.boolean(),
      }),
    ),
    /** Customers for which it would have fired, and those with the most calls; at most ten. */
    firedFor: z.int(),
    often: z.array(z.strictObject({ institutionId: z.int(), institutionName: z.string(), times: z.int() })),
    /** By the customers' owners of today, most first; at most ten. */
    people: z.array(z.strictObject({ name: z.string(), calls: z.int(), mostInAWeek: z.int() })),
  }),
});
export type AlertTrial = z.output<typeof postAlertTrial.response>;
