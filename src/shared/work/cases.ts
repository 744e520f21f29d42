import { z } from 'zod';
import {
  createListAnswerSchema,
  daySchema,
  endpoint,
  idSchema,
  institutionParamsSchema,
  textSchema,
  versionSchema,
} from '#shared/core/endpoint.ts';
import { personSchema } from '#shared/core/person.ts';
import type { HealthRules } from '#shared/core/scoring-rules.ts';
import { type HealthTier, healthTierSchema } from '#shared/core/tiers.ts';
import { numberText } from '#shared/core/words.ts';
import { bulkResultSchema, institutionIdsSchema, maxBulkItems } from './many.ts';

/** Reasons why a customer is at risk. */
export const riskReasonKeys = ['critical', 'declining', 'not_active'] as const;
export const riskReasonKeySchema = z.enum(riskReasonKeys);
export type RiskReasonKey = z.output<typeof riskReasonKeySchema>;

export const riskOutcomeKinds = [
  'contacted',
  'escalated',
  'recovering',
  'no_action',
  'wrong_alarm',
  'data_problem',
] as const;
const riskOutcomeKindSchema = z.enum(riskOutcomeKinds);
export type RiskOutcomeKind = z.output<typeof riskOutcomeKindSchema>;

/** Returns the reasons for which a week puts a customer at risk; empty when there is none. */
export function findRiskReasons(
  week: { healthTier: HealthTier; consecutiveWeeksDeclining: number; hasZeroUsage: boolean },
  rules: Pick<HealthRules, 'decliningWeeksAtRisk'>,
): RiskReasonKey[] {
  return riskReasonKeys.filter(
    (reason) =>
      ({
        critical: week.healthTier === 'Critical',
        declining: week.consecutiveWeeksDeclining >= rules.decliningWeeksAtRisk,
        not_active: week.hasZeroUsage,
      })[reason],
  );
}

export const riskOutcomeTexts: Record<RiskOutcomeKind, { name: string; meaning: string }> = {
  contacted: { name: 'Contacted', meaning: 'You reached the customer and informed them' },
  escalated: { name: 'Escalated', meaning: 'You asked others to help with this customer' },
  recovering: { name: 'Recovering', meaning: 'The customer’s usage is already improving' },
  no_action: {
    name: 'No action needed',
    meaning: 'The drop is seasonal, or the contact is away',
  },
  wrong_alarm: { name: 'False alarm', meaning: 'This customer is not at risk' },
  data_problem: { name: 'Data problem', meaning: 'Data about the customer is wrong' },
};

export const riskReasonNames: Record<RiskReasonKey, string> = {
  critical: 'Critical',
  declining: 'Declining',
  not_active: 'Not active',
};

export const maxSnoozeReasonLength = 300;
export const maxOutcomeNoteLength = 2000;

const riskOutcomeSchema = z.strictObject({
  outcomeId: z.uuid(),
  outcome: riskOutcomeKindSchema,
  note: z.string(),
  by: personSchema,
  at: z.iso.datetime(),
  /**
   * Last official week at the time of the outcome. This field and the next two are `null` for a
   * customer that was never scored.
   */
  judgedWeek: z.iso.date().nullable(),
  judgedScore: z.number().nullable(),
  judgedTier: healthTierSchema.nullable(),
  judgedReasons: z.array(riskReasonKeySchema),
});
export type RiskOutcome = z.output<typeof riskOutcomeSchema>;

export const riskCaseSchema = z.strictObject({
  institutionId: z.int(),
  assignee: personSchema.nullable(),
  /**
   * Active snooze; `null` when the case is not snoozed. A snooze ends after its last day, or when
   * the health tier falls.
   */
  snooze: z
    .strictObject({
      until: z.iso.date(),
      reason: z.string(),
      by: personSchema,
      at: z.iso.datetime(),
    })
    .nullable(),
  lastOutcome: riskOutcomeSchema.nullable(),
  /** Number of changes to the case; 0 for a new case. */
  version: z.int(),
});
export type RiskCase = z.output<typeof riskCaseSchema>;

export const getRiskCase = endpoint({
  method: 'GET',
  path: '/api/institution/:id/risk-case',
  summary: 'Risk case of an institution: assignee, snooze and outcomes',
  params: institutionParamsSchema,
  response: riskCaseSchema.extend({ outcomes: z.array(riskOutcomeSchema) }),
});

export const getRiskCases = endpoint({
  method: 'GET',
  path: '/api/work/risk-cases',
  summary: 'Risk cases of all institutions that were assigned, snoozed or given an outcome',
  response: createListAnswerSchema(riskCaseSchema),
});

const cases = z
  .array(z.strictObject({ institutionId: idSchema, version: versionSchema }))
  .min(1)
  .max(maxBulkItems)
  .refine(
    (list) => new Set(list.map(({ institutionId }) => institutionId)).size === list.length,
    'contains an institution twice',
  );

/**
 * Result of a change of risk cases. `conflicts` lists cases with a newer version, which were not
 * changed; when all cases conflict, the response is 409.
 */
const changedCases = z.strictObject({
  changed: z.array(riskCaseSchema),
  conflicts: z.array(riskCaseSchema),
  /** Name of the changed institution; `null` when several institutions changed. */
  institutionName: z.string().nullable(),
});

/**
 * Client-generated id of the change. It makes the request idempotent and identifies the change to
 * undo.
 */
const changeId = z.uuid();

export const postRiskAssignee = endpoint({
  method: 'POST',
  path: '/api/work/risk-cases/assign',
  summary: 'Assign risk cases to a user, or remove the assignee',
  body: z.strictObject({ changeId, cases, assigneeId: z.uuid().nullable() }),
  response: changedCases,
});

export const postRiskSnooze = endpoint({
  method: 'POST',
  path: '/api/work/risk-cases/snooze',
  summary: 'Snooze risk cases until a day, or until the customer’s health tier falls',
  body: z.strictObject({
    changeId,
    cases,
    until: daySchema,
    reason: textSchema
      .trim()
      .min(1, 'must not be empty')
      .max(maxSnoozeReasonLength, `must have at most ${maxSnoozeReasonLength} characters`),
  }),
  response: changedCases,
});

export const postRiskUnsnooze = endpoint({
  method: 'POST',
  path: '/api/work/risk-cases/unsnooze',
  summary: 'End the snooze of risk cases',
  body: z.strictObject({ changeId, cases }),
  response: changedCases,
});

/**
 * Stores an outcome with the customer's health at that time. Outcomes are never deleted. The client
 * generates the id, so that a repeated request adds one outcome.
 */
export const postRiskOutcomes = endpoint({
  method: 'POST',
  path: '/api/work/risk-cases/outcomes',
  summary: 'Record an outcome for at-risk institutions',
  body: z.strictObject({
    outcomeId: z.uuid(),
    institutionIds: institutionIdsSchema,
    outcome: riskOutcomeKindSchema,
    note: textSchema
      .trim()
      .max(maxOutcomeNoteLength, `must have at most ${numberText(maxOutcomeNoteLength)} characters`)
      .default(''),
  }),
  response: bulkResultSchema,
});
