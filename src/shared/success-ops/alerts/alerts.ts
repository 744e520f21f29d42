import { z } from 'zod';
import { endpoint, listAnswer, versionSchema } from '#shared/core/endpoint.ts';
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
  summary: 'The alert rules, each with its noise ledger, and the digest of the day',
  response: listAnswer(alertRuleSchema).extend({
    today: day,
    /** What the rules brought the viewer in their last nightly run; null before the first, and before 08:00 that of the day before. */
    digest: z
      .strictObject({
        day,
        opened: z.int(),
        again: z.int(),
        /** Held back by the cap a person and day. */
        heldBack: z.int(),
        /** The rules of decline were silent, since the median customer fell as well. */
        isSeason: z.boolean(),
      })
      .nullable(),
  }),
});

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
    /** Calls are opened for customers that match already, not only for those that come to match. */
    includesPresent: z.boolean(),
  }),
  response: z.strictObject({ version: z.int(), opened: z.int(), heldBack: z.int() }),
});

export const postAlertTrial = endpoint({
  method: 'POST',
  path: '/api/alert-rules/trial',
  summary: 'For whom a rule would have fired in the last 13 official weeks, and how often',
  body: z.strictObject({ conditions: segmentSchema }),
  response: z.strictObject({
    matching: z.int(),
    customers: z.int(),
    /** Matches more than a tenth of the customers. */
    isBroad: z.boolean(),
    /** Labels of the conditions whose past is not kept: the trial takes today's values. */
    withoutPast: z.array(z.string()),
    problems: z.array(z.string()),
    /** Oldest first. */
    weeks: z.array(
      z.strictObject({
        weekStart: day,
        matching: z.int(),
        /** Customers that came to match: calls that would have been opened. */
        newly: z.int(),
        /** A week in which a rule of decline is silent. */
        isSilent: z.boolean(),
      }),
    ),
    /** Customers for whom it would have fired, those with the most calls first; at most ten. */
    often: z.array(z.strictObject({ institutionId: z.int(), institutionName: z.string(), times: z.int() })),
    /** Calls by whose they would have been, most first; at most ten. */
    people: z.array(z.strictObject({ name: z.string(), calls: z.int() })),
  }),
});
