import { z } from 'zod';
import { lossReasonKeys } from '#shared/churn/losses/reasons.ts';
import {
  countSchema,
  createListAnswerSchema,
  daySchema,
  endpoint,
  idSchema,
  textSchema,
  versionSchema,
} from '#shared/core/endpoint.ts';
import { churnTierSchema, healthTierSchema } from '#shared/core/tiers.ts';
import type { CsvExport } from '#shared/list/csv-export.ts';
import {
  forecastCategories,
  forecastConflictDecisions,
  openRenewalStages,
  ownerForecasts,
  predictedRiskLevels,
  renewalCheckpointKeys,
  renewalOutcomes,
  renewalStages,
  renewalWeekChanges,
} from './words.ts';

const day = z.iso.date();
const bulkResultSchema = z.strictObject({ on: day, by: z.string() });
const expectedOverrideSchema = z.strictObject({
  dollars: z.number(),
  reason: z.string(),
  by: z.string(),
});

/** State of a renewal in the weekly snapshot with which it is compared. */
const renewalBeforeSchema = z.strictObject({
  dueOn: day.nullable(),
  amountDue: z.number().nullable(),
  expected: z.number().nullable(),
  forecast: z.enum(forecastCategories),
  stage: z.enum(renewalStages),
});
export type RenewalBefore = z.output<typeof renewalBeforeSchema>;

/** Signed or lost, as recorded here by a user. */
const recordedOutcomeSchema = z.strictObject({
  outcome: z.enum(renewalOutcomes),
  on: day,
  /** Reason of a lost renewal; `null` for a signed one. */
  reason: z.string().nullable(),
  note: z.string().nullable(),
  by: z.string(),
});

/**
 * Renewal deal of the CRM, with the owner's forecast and the predicted risk. Amounts are in dollars
 * per year.
 */
export const listedRenewalSchema = z.strictObject({
  dealId: z.int(),
  institutionId: z.int(),
  institutionName: z.string(),
  adoptionScore: z.number().nullable(),
  healthTier: healthTierSchema,
  churnTier: churnTierSchema.nullable(),
  /** Renewal date; `null` when the deal has none. */
  dueOn: day.nullable(),
  /**
   * Days until the renewal date, negative when it has passed; `null` without a date, and for a
   * closed renewal.
   */
  daysLeft: z.int().nullable(),
  /**
   * Amount due in dollars per year; `null` when neither the deal nor a contract has a plausible
   * amount.
   */
  amountDue: z.number().nullable(),
  amountFrom: z.enum(['deal', 'contracts']).nullable(),
  /** Probability that the renewal is signed, in percent, 0–100. */
  probability: z.int(),
  /** Calculation of the probability in words: 'Most likely 90% − Critical 15 points'. */
  probabilityText: z.string(),
  /**
   * Expected amount in dollars per year: the amount that a user set, otherwise the amount due
   * multiplied by the probability. `null` when neither is known.
   */
  expected: z.number().nullable(),
  /** Expected amount set by a user; `null` when the default applies. */
  expectedOverride: expectedOverrideSchema.nullable(),
  stage: z.enum(renewalStages),
  forecast: z.enum(forecastCategories),
  systemRisk: z.enum(predictedRiskLevels),
  call: z.enum(ownerForecasts).nullable(),
  callNote: z.string().nullable(),
  /** `true` when the owner's forecast and the predicted risk contradict each other. */
  isOpposed: z.boolean(),
  /**
   * Admin's decision between forecast and risk; `null` when there is no decision, or when the
   * forecast or the risk has changed since the decision.
   */
  decision: z.enum(forecastConflictDecisions).nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: z.iso.datetime().nullable(),
  sixMonths: bulkResultSchema.nullable(),
  threeMonths: bulkResultSchema.nullable(),
  ownerName: z.string().nullable(),
  /** Last day as a customer; `null` for a customer that has not given notice. */
  leavesOn: day.nullable(),
  /** Day until which a user tries to keep the leaving customer; `null` without an attempt. */
  saveAttemptUntil: day.nullable(),
  /**
   * Renewal date before the CRM changed it; `null` when the date has not changed since the renewal
   * was last edited here.
   */
  movedFrom: day.nullable(),
  /** Outcome recorded here; `null` for an open renewal and for a deal that the CRM closed. */
  recordedOutcome: recordedOutcomeSchema.nullable(),
  /**
   * State in the snapshot with which the renewal is compared; `null` when the snapshot does not
   * contain the renewal, and when there is no snapshot.
   */
  before: renewalBeforeSchema.nullable(),
  /** Change since the snapshot; `null` when there is no snapshot. */
  weekChange: z.enum(renewalWeekChanges).nullable(),
  nextStep: z.string().nullable(),
  version: z.int(),
});
export type ListedRenewal = z.output<typeof listedRenewalSchema>;

/** Open renewal of the snapshot that is no longer listed. */
const departedRenewalSchema = z.strictObject({
  dealId: z.int(),
  institutionId: z.int(),
  institutionName: z.string(),
  ownerName: z.string().nullable(),
  /** Renewal date in the snapshot. */
  dueBefore: day.nullable(),
  expectedBefore: z.number().nullable(),
  /** `Slipped`: beyond the listed days. `Lost`: the customer has left. */
  why: z.enum(['Slipped', 'Lost', 'Removed from the CRM']),
});
export type DepartedRenewal = z.output<typeof departedRenewalSchema>;

export const getRenewals = endpoint({
  method: 'GET',
  path: '/api/renewals',
  summary:
    'List the renewals of the next 180 days, overdue open renewals, and renewals that were closed in the last 30 days or were due earlier in the current quarter',
  response: createListAnswerSchema(listedRenewalSchema).extend({
    today: day,
    /** Day of the snapshot with which the renewals are compared; `null` without a snapshot. */
    comparedWith: day.nullable(),
    nextSnapshotOn: day,
    departed: z.array(departedRenewalSchema),
    /** Where a renewal is closed as signed or lost: in HubSpot, or on the page. */
    outcomesFrom: z.enum(['hubspot', 'page']),
  }),
});

export const maxForecastNoteLength = 500;

const noteSchema = textSchema
  .trim()
  .max(maxForecastNoteLength, `must have at most ${maxForecastNoteLength} characters`);

export const renewalChangeSchema = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('stage'), stage: z.enum(openRenewalStages) }),
  z.strictObject({
    action: z.literal('call'),
    /** `null` removes the owner's forecast. */
    call: z.enum(ownerForecasts).nullable(),
    note: noteSchema,
  }),
  z.strictObject({
    action: z.literal('expected'),
    /** `null` resets the expected amount to its default. */
    dollars: countSchema.nullable(),
    /** Required unless `dollars` is `null`. */
    reason: noteSchema,
  }),
  z.strictObject({
    action: z.literal('checkpoint'),
    checkpoint: z.enum(renewalCheckpointKeys),
    isDone: z.boolean(),
  }),
  z.strictObject({
    action: z.literal('decide'),
    /** `null` removes the decision. */
    decision: z.enum(forecastConflictDecisions).nullable(),
  }),
  z.strictObject({
    action: z.literal('outcome'),
    outcome: z.enum(renewalOutcomes),
    on: daySchema,
    /** Amount in dollars per year that was signed or lost; `null` keeps the amount of the deal. */
    dollars: countSchema.nullable(),
    /** Required for a lost renewal; `null` for a signed one. */
    reason: z.enum(lossReasonKeys).nullable(),
    note: noteSchema,
  }),
  /** Reopens a renewal whose outcome was recorded here. */
  z.strictObject({ action: z.literal('reopen') }),
]);
export type RenewalChange = z.output<typeof renewalChangeSchema>;

export const postRenewalChange = endpoint({
  method: 'POST',
  path: '/api/renewals/change',
  summary:
    'Change the team’s data of a renewal. Only an admin can decide between the owner’s forecast and the predicted risk',
  body: z.strictObject({
    /** The client generates the id, so that a repeated request has no further effect. */
    changeId: z.uuid(),
    institutionId: idSchema,
    dealId: idSchema,
    version: versionSchema,
    change: renewalChangeSchema,
  }),
  response: z.strictObject({ version: z.int() }),
});

export const exportRenewals = {
  path: '/api/renewals/export',
  summary: 'Export renewals as CSV, filtered and sorted by the search parameters',
  query: z.object({}),
} satisfies CsvExport;
