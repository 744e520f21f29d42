import { z } from 'zod';
import {
  countSchema,
  createListAnswerSchema,
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
  renewalStages,
} from './words.ts';

const day = z.iso.date();
const bulkResultSchema = z.strictObject({ on: day, by: z.string() });

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
  expected: z.number().nullable(),
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
  nextStep: z.string().nullable(),
  version: z.int(),
});
export type ListedRenewal = z.output<typeof listedRenewalSchema>;

export const getRenewals = endpoint({
  method: 'GET',
  path: '/api/renewals',
  summary:
    'List the renewals of the next 180 days, overdue open renewals, and renewals closed in the last 30 days',
  response: createListAnswerSchema(listedRenewalSchema).extend({ today: day }),
});

export const maxForecastNoteLength = 500;

export const renewalChangeSchema = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('stage'), stage: z.enum(openRenewalStages) }),
  z.strictObject({
    action: z.literal('call'),
    call: z.enum(ownerForecasts),
    note: textSchema
      .trim()
      .max(maxForecastNoteLength, `must have at most ${maxForecastNoteLength} characters`),
  }),
  z.strictObject({ action: z.literal('expected'), dollars: countSchema.nullable() }),
  z.strictObject({
    action: z.literal('checkpoint'),
    checkpoint: z.enum(renewalCheckpointKeys),
    isDone: z.boolean(),
  }),
  z.strictObject({ action: z.literal('decide'), decision: z.enum(forecastConflictDecisions) }),
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
