import { z } from 'zod';
import { countSchema, endpoint, idSchema, listAnswer, textSchema, versionSchema } from '#shared/core/endpoint.ts';
import { churnTierSchema, healthTierSchema } from '#shared/core/tiers.ts';
import type { CsvExport } from '#shared/list/csv-export.ts';
import { calls, checkpoints, decisions, forecasts, openStages, renewalStages, systemRisks } from './words.ts';

const day = z.iso.date();
const bulkResultSchema = z.strictObject({ on: day, by: z.string() });

/** A renewal of the CRM with what the team and the system say of it. Amounts are dollars for the year. */
export const listedRenewalSchema = z.strictObject({
  dealId: z.int(),
  institutionId: z.int(),
  institutionName: z.string(),
  adoptionScore: z.number().nullable(),
  healthTier: healthTierSchema,
  churnTier: churnTierSchema.nullable(),
  /** null where the deal has no date. */
  dueOn: day.nullable(),
  /** Negative once the day has passed; null without a date and once closed. */
  daysLeft: z.int().nullable(),
  /** null where neither the deal nor a contract names one that can be meant. */
  amountDue: z.number().nullable(),
  amountFrom: z.enum(['deal', 'contracts']).nullable(),
  expected: z.number().nullable(),
  stage: z.enum(renewalStages),
  forecast: z.enum(forecasts),
  systemRisk: z.enum(systemRisks),
  call: z.enum(calls).nullable(),
  callNote: z.string().nullable(),
  /** Call and risk say the opposite. */
  isOpposed: z.boolean(),
  /** Of this call and this risk; null once either has changed. */
  decision: z.enum(decisions).nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: z.iso.datetime().nullable(),
  sixMonths: bulkResultSchema.nullable(),
  threeMonths: bulkResultSchema.nullable(),
  ownerName: z.string().nullable(),
  /** The day it had when a person last changed something here, where the CRM has moved it since. */
  movedFrom: day.nullable(),
  nextStep: z.string().nullable(),
  version: z.int(),
});
export type ListedRenewal = z.output<typeof listedRenewalSchema>;

export const getRenewals = endpoint({
  method: 'GET',
  path: '/api/renewals',
  summary: 'The renewals of the next 180 days, those past their day that are still open, and those closed in the last 30',
  response: listAnswer(listedRenewalSchema).extend({ today: day }),
});

export const longestCallNote = 500;

export const renewalChangeSchema = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('stage'), stage: z.enum(openStages) }),
  z.strictObject({
    action: z.literal('call'),
    call: z.enum(calls),
    note: textSchema.trim().max(longestCallNote, `must have at most ${longestCallNote} characters`),
  }),
  z.strictObject({ action: z.literal('expected'), dollars: countSchema.nullable() }),
  z.strictObject({ action: z.literal('checkpoint'), checkpoint: z.enum(checkpoints), isDone: z.boolean() }),
  z.strictObject({ action: z.literal('decide'), decision: z.enum(decisions) }),
]);
export type RenewalChange = z.output<typeof renewalChangeSchema>;

export const postRenewalChange = endpoint({
  method: 'POST',
  path: '/api/renewals/change',
  summary: 'Change what the team says of a renewal; deciding between call and risk needs an admin',
  body: z.strictObject({
    /** The page makes the id, so that a double click changes once. */
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
  summary: 'The renewals as CSV, as the search parameters say',
  query: z.object({}),
} satisfies CsvExport;
