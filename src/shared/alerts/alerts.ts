import { z } from 'zod';
import {
  actionItemMinutesSchema,
  actionItemTitleSchema,
} from '#shared/action-items/action-items.ts';
import { actionItemKindSchema, actionItemPrioritySchema } from '#shared/action-items/words.ts';
import { createListAnswerSchema, endpoint, versionSchema } from '#shared/core/endpoint.ts';
import type { CsvExport } from '#shared/list/csv-export.ts';
import { segmentSchema } from '#shared/portfolio/list.ts';

const day = z.iso.date();

export const maxDueDays = 90;

/**
 * Editable fields of an alert rule. The name is also the title of the action items that the rule
 * opens.
 */
export const alertRuleFieldsSchema = z.strictObject({
  name: actionItemTitleSchema,
  kind: actionItemKindSchema,
  /** Conditions as filters and search of the customer list in URL form. */
  conditions: segmentSchema.refine(
    (conditions) => conditions !== '',
    'must not be empty: the rule would fire for every customer',
  ),
  priority: actionItemPrioritySchema,
  /** Number of days from the opening of an action item until it is due. */
  dueDays: z.int().min(0).max(maxDueDays),
  minutes: actionItemMinutesSchema,
  isOn: z.boolean(),
});
export type AlertRuleFields = z.output<typeof alertRuleFieldsSchema>;

/** Number of action items for which the rule fired in the last 28 days, by outcome. */
const ledgerSchema = z.strictObject({
  fired: z.int(),
  calls: z.int(),
  acted: z.int(),
  falseAlarms: z.int(),
  lapsed: z.int(),
  open: z.int(),
});
export type RuleOutcomeCounts = z.output<typeof ledgerSchema>;

export const alertRuleSchema = alertRuleFieldsSchema.extend({
  conditions: z.string(),
  ruleId: z.uuid(),
  version: z.int(),
  changedBy: z.string(),
  changedAt: z.iso.datetime(),
  /** Number of customers that match now; `null` when a condition no longer works. */
  matching: z.int().nullable(),
  problems: z.array(z.string()),
  ledger: ledgerSchema,
});
export type AlertRule = z.output<typeof alertRuleSchema>;

export const getAlertRules = endpoint({
  method: 'GET',
  path: '/api/alerts/rules',
  summary:
    'List the alert rules with the outcomes of their action items, and the number of action items that the rules opened today for the current user',
  response: createListAnswerSchema(alertRuleSchema).extend({
    /** Number of active customers in the last official week. */
    customers: z.int(),
    /**
     * Results of the last evaluation for the user. Results of an evaluation between 18:00 and 08:00
     * are shown from 08:00 on. `null` when there are no results to show.
     */
    digest: z
      .strictObject({
        day,
        opened: z.int(),
        again: z.int(),
        /** Number of action items that were held back by the daily limit per user. */
        heldBack: z.int(),
        /**
         * Names of rules about declines that did not fire, because the peers' median fell in the
         * last official week.
         */
        silent: z.array(z.string()),
      })
      .nullable(),
  }),
});

export const exportAlertRules = {
  path: '/api/alerts/rules/export',
  summary:
    'Export alert rules with the outcomes of their action items as CSV, filtered and sorted by the search parameters',
  query: z.object({}),
} satisfies CsvExport;

const ruleParams = z.strictObject({ ruleId: z.uuid() });

export const postAlertRule = endpoint({
  method: 'POST',
  path: '/api/alerts/rules/:ruleId',
  role: 'admin',
  summary:
    'Create or update an alert rule. Returns 409 if its version differs from `version`, which is 0 for a new rule',
  params: ruleParams,
  body: z.strictObject({
    version: versionSchema,
    rule: alertRuleFieldsSchema,
    /**
     * `true` also opens action items for customers that already match when the rule starts to
     * apply.
     */
    includesPresent: z.boolean(),
    /** `true` when the user has confirmed that the rule matches many customers. */
    acceptsBroad: z.boolean(),
  }),
  response: z.strictObject({
    version: z.int(),
    /**
     * `opened`: number of action items opened now. `heldBack`: number of action items held back by
     * the daily limit. `isSilent`: `true` when a seasonal drop keeps the rule from firing.
     */
    opened: z.int(),
    heldBack: z.int(),
    isSilent: z.boolean(),
  }),
});

export const postAlertTrial = endpoint({
  method: 'POST',
  path: '/api/alerts/trials',
  summary:
    'Simulate a rule over the last 13 official weeks: which customers it would have fired for, and how often',
  body: z.strictObject({
    conditions: segmentSchema,
    /** Rule whose last test the result becomes; omitted when the result is not stored. */
    ruleId: z.uuid().optional(),
  }),
  response: z.strictObject({
    /** Number of active customers that match now; `customers` counts all active customers. */
    matching: z.int(),
    customers: z.int(),
    isBroad: z.boolean(),
    /**
     * Labels of conditions whose past values aren't stored. The trial uses today's values for them.
     */
    withoutPast: z.array(z.string()),
    problems: z.array(z.string()),
    /** Results by week, oldest first. Empty before the second official week. */
    weeks: z.array(
      z.strictObject({
        weekEnd: day,
        matching: z.int(),
        /** Number of action items that the rule would have opened. */
        calls: z.int(),
        /**
         * `true` when the rule would not have fired, because it is about a decline and the week has
         * a seasonal drop.
         */
        isSilent: z.boolean(),
      }),
    ),
    /**
     * Number of customers for which the rule would have fired. `often` has up to ten customers with
     * the most action items.
     */
    firedFor: z.int(),
    often: z.array(
      z.strictObject({ institutionId: z.int(), institutionName: z.string(), times: z.int() }),
    ),
    /** Up to ten current owners with the most action items. */
    people: z.array(z.strictObject({ name: z.string(), calls: z.int(), mostInAWeek: z.int() })),
  }),
});
export type AlertTrial = z.output<typeof postAlertTrial.response>;

export const getAlertRuleTest = endpoint({
  method: 'GET',
  path: '/api/alerts/rules/:ruleId/test',
  summary: 'Get the last test of an alert rule on past weeks',
  params: ruleParams,
  response: z.strictObject({
    /** `null` when the rule was never tested. */
    test: z
      .strictObject({
        /** Version of the rule that has the tested conditions. */
        version: z.int(),
        conditions: z.string(),
        testedBy: z.string(),
        testedAt: z.iso.datetime(),
        trial: postAlertTrial.response,
      })
      .nullable(),
  }),
});

/** Number of action items that a rule opens or has opened. */
const firingCounts = {
  opened: z.int(),
  /** Number of action items that wait for the next days because of the daily limit per user. */
  heldBack: z.int(),
  /** `true` when a seasonal drop keeps the rule from firing. */
  isSilent: z.boolean(),
};

export const postAlertPreview = endpoint({
  method: 'POST',
  path: '/api/alerts/rules/:ruleId/preview',
  summary:
    'Count the action items that a rule would open now for customers that already match. Opens nothing',
  params: ruleParams,
  body: alertRuleFieldsSchema.pick({ name: true, kind: true, conditions: true, priority: true }),
  response: z.strictObject({
    ...firingCounts,
    /** Number of customers for which the rule can fire now. */
    matching: z.int(),
  }),
});
export type AlertPreview = z.output<typeof postAlertPreview.response>;

export const postAlertRun = endpoint({
  method: 'POST',
  path: '/api/alerts/rules/:ruleId/run',
  role: 'admin',
  summary:
    'Evaluate one alert rule now, as every morning. A second run on the same day opens no further action items for the same customers',
  params: ruleParams,
  body: z.strictObject({}),
  response: z.strictObject({
    ...firingCounts,
    /** Number of open action items for which the rule fired again. */
    again: z.int(),
    matching: z.int(),
  }),
});
export type AlertRun = z.output<typeof postAlertRun.response>;

export const postAlertUndo = endpoint({
  method: 'POST',
  path: '/api/alerts/rules/:ruleId/undo',
  role: 'admin',
  summary:
    'Undo the save that turned a rule on: restores the previous version, and removes the action items that the rule opened since and that no user has changed. Returns 409 if the version differs, did not turn the rule on, or is more than 24 hours old',
  params: ruleParams,
  body: z.strictObject({ version: versionSchema }),
  response: z.strictObject({
    version: z.int(),
    removed: z.int(),
    /** Number of action items that users have changed, which stay open. */
    kept: z.int(),
  }),
});
