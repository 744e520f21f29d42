import { z } from 'zod';
import {
  createListAnswerSchema,
  daySchema,
  endpoint,
  idInUrlSchema,
  institutionParamsSchema,
  textSchema,
  versionSchema,
} from '#shared/core/endpoint.ts';
import { personSchema } from '#shared/core/person.ts';
import { churnTierSchema, healthTierSchema, sizeTierSchema } from '#shared/core/tiers.ts';
import type { CsvExport } from '#shared/list/csv-export.ts';
import { reportedDaysBeforeNotice } from '../constants.ts';
import { lossReasonKeys, subreasonsByLossReason } from './reasons.ts';

export const avoidableChoices = ['yes', 'partly', 'no'] as const;

/**
 * Health in the last official week that had ended 90, 60 or 30 days before the notice; `null` when
 * there was no such week.
 */
const healthThenSchema = z
  .strictObject({ score: z.number().nullable(), tier: healthTierSchema })
  .nullable();

export const lossSchema = z.strictObject({
  lossId: z.uuid(),
  institutionId: z.int(),
  institutionName: z.string(),
  noticedOn: z.iso.date(),
  effectiveOn: z.iso.date(),
  /** Reason given by the customer. */
  reason: z.string(),
  reasonDetail: z.string().nullable(),
  /** Reason found in the review. */
  foundReason: z.string().nullable(),
  foundDetail: z.string().nullable(),
  avoidable: z.enum(avoidableChoices).nullable(),
  competitor: z.string().nullable(),
  /** Dollars per month; `null` when unknown. */
  monthlyDollars: z.number().nullable(),
  locationsLost: z.int().nullable(),
  winBackOn: z.iso.date().nullable(),
  /** Months from go-live to the notice; `null` without a known go-live. */
  tenureMonths: z.int().nullable(),
  sizeTier: sizeTierSchema.nullable(),
  practiceType: z.string().nullable(),
  /** EHR of most of the customer's locations. */
  ehr: z.string().nullable(),
  /** Health 90, 60 and 30 days before the notice. */
  healthBefore: z.array(healthThenSchema).length(reportedDaysBeforeNotice.length),
  /**
   * First churn tier in the 60 days before the notice, and its number of days before the notice;
   * `null` without a tier.
   */
  predicted: z.strictObject({ tier: churnTierSchema, daysBefore: z.int() }).nullable(),
  /** Date of the last note, task or decision before the notice; `null` when there was none. */
  lastTouchOn: z.iso.date().nullable(),
  ownerName: z.string().nullable(),
  retroDueOn: z.iso.date(),
  retroDoneOn: z.iso.date().nullable(),
  /** Signal that the review named as missed, as text; `null` when none was named. */
  missedSignal: z.string().nullable(),
  takenBack: z
    .strictObject({ at: z.iso.datetime(), by: personSchema.nullable(), reason: z.string() })
    .nullable(),
  version: z.int(),
});
export type Loss = z.output<typeof lossSchema>;

export const getLosses = endpoint({
  method: 'GET',
  path: '/api/churn/losses',
  summary: 'Customers that have given notice, newest first, with their health before the notice',
  response: createListAnswerSchema(lossSchema),
});

export const exportLosses = {
  path: '/api/churn/losses/export',
  summary: 'Losses as CSV',
  query: z.object({}),
} satisfies CsvExport;

export const maxLossTextLengths = { competitor: 100, reason: 500, retro: 4000 } as const;

const facts = z.strictObject({
  noticedOn: daySchema,
  effectiveOn: daySchema,
  reason: z.enum(lossReasonKeys),
  reasonDetail: textSchema.max(100).nullable(),
  foundReason: z.enum(lossReasonKeys).nullable(),
  foundDetail: textSchema.max(100).nullable(),
  avoidable: z.enum(avoidableChoices).nullable(),
  competitor: textSchema.trim().max(maxLossTextLengths.competitor).nullable(),
  monthlyDollars: z.number().min(0).max(10_000_000).nullable(),
  locationsLost: z.int().min(0).max(10_000).nullable(),
  winBackOn: daySchema.nullable(),
});
export type LossInput = z.output<typeof facts>;

interface Dated {
  noticedOn: string;
  effectiveOn: string;
  reason: keyof typeof subreasonsByLossReason;
  reasonDetail: string | null;
  foundReason: keyof typeof subreasonsByLossReason | null;
  foundDetail: string | null;
}
const isDetailOf = (
  reason: keyof typeof subreasonsByLossReason | null,
  detail: string | null,
): boolean =>
  detail === null ||
  (reason !== null && (subreasonsByLossReason[reason] as readonly string[]).includes(detail));
const inOrder = <Schema extends z.ZodType<Dated>>(schema: Schema) =>
  schema
    .refine((loss) => loss.effectiveOn >= loss.noticedOn, {
      path: ['effectiveOn'],
      message: 'must not be before the notice',
    })
    .refine((loss) => isDetailOf(loss.reason, loss.reasonDetail), {
      path: ['reasonDetail'],
      message: 'is not a detail of the reason',
    })
    .refine((loss) => isDetailOf(loss.foundReason, loss.foundDetail), {
      path: ['foundDetail'],
      message: 'is not a detail of the actual reason',
    });

/** Values with which a new loss of a customer is prefilled; each is `null` when unknown. */
export const getLossDefaults = endpoint({
  method: 'GET',
  path: '/api/institution/:id/loss-defaults',
  summary: 'Monthly revenue and locations of a customer, for a new loss',
  params: institutionParamsSchema,
  response: z.strictObject({
    /** Dollars per month from the current contracts, otherwise from the next open renewal. */
    monthlyDollars: z.number().nullable(),
    /** Number of open locations. */
    locations: z.int().nullable(),
  }),
});

/** The client generates the loss id, so that a double click creates one loss. */
export const postLoss = endpoint({
  method: 'POST',
  path: '/api/institution/:id/losses',
  summary: 'Enter a notice; 409 while the institution has another active notice',
  params: institutionParamsSchema,
  body: inOrder(facts.extend({ lossId: z.uuid() })),
  response: lossSchema,
});

const lossParams = z.strictObject({ id: idInUrlSchema, lossId: z.uuid() });

export const patchLoss = endpoint({
  method: 'PATCH',
  path: '/api/institution/:id/losses/:lossId',
  summary: 'Edit a loss; 409 when it has changed since `version`',
  params: lossParams,
  body: inOrder(facts.extend({ version: versionSchema })),
  response: lossSchema,
});

export const postLossWithdrawal = endpoint({
  method: 'POST',
  path: '/api/institution/:id/losses/:lossId/take-back',
  summary:
    'Withdraw a loss because the customer stays; the record is kept. 409 when it has changed since `version`',
  params: lossParams,
  body: z.strictObject({
    version: versionSchema,
    reason: textSchema.trim().min(1, 'must not be empty').max(maxLossTextLengths.reason),
  }),
  response: lossSchema,
});
