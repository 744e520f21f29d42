import { z } from 'zod';
import { daySchema, endpoint, idSchema, institutionParams, listAnswer, textSchema, versionSchema } from '#shared/core/endpoint.ts';
import { personSchema } from '#shared/core/person.ts';
import type { HealthRules } from '#shared/core/scoring-rules.ts';
import { type HealthTier, healthTierSchema } from '#shared/core/tiers.ts';
import { doneSchema, institutionIdsSchema, mostAtOnce } from './many.ts';

/** Why a customer stood in the queue. */
export const riskReasons = ['critical', 'declining', 'not_active'] as const;
export const riskReasonSchema = z.enum(riskReasons);
export type RiskReason = z.output<typeof riskReasonSchema>;

export const riskOutcomes = ['contacted', 'escalated', 'recovering', 'no_action', 'wrong_alarm', 'data_problem'] as const;
const riskOutcomeKindSchema = z.enum(riskOutcomes);
export type RiskOutcomeKind = z.output<typeof riskOutcomeKindSchema>;

/** Why a week puts a customer in the queue; empty when it does not look at risk. */
export function riskReasonsOf(
  week: { healthTier: HealthTier; consecutiveWeeksDeclining: number; hasZeroUsage: boolean },
  rules: Pick<HealthRules, 'decliningWeeksAtRisk'>,
): RiskReason[] {
  return riskReasons.filter(
    (reason) =>
      ({
        critical: week.healthTier === 'Critical',
        declining: week.consecutiveWeeksDeclining >= rules.decliningWeeksAtRisk,
        not_active: week.hasZeroUsage,
      })[reason],
  );
}

export const outcomeWords: Record<RiskOutcomeKind, { name: string; meaning: string }> = {
  contacted: { name: 'Contacted', meaning: 'The customer was reached and knows about it' },
  escalated: { name: 'Escalated', meaning: 'It needs more than the owner can do' },
  recovering: { name: 'Recovering', meaning: 'It is already improving' },
  no_action: { name: 'No action needed', meaning: 'A known season, or someone is away' },
  wrong_alarm: { name: 'Wrong alarm', meaning: 'This customer is not at risk' },
  data_problem: { name: 'Data problem', meaning: 'The figures are wrong, not the customer' },
};

export const reasonWords: Record<RiskReason, string> = { critical: 'Critical', declining: 'Declining', not_active: 'Not active' };

export const longestSnoozeReason = 300;
export const longestOutcomeNote = 2000;

const riskOutcomeSchema = z.strictObject({
  outcomeId: z.uuid(),
  outcome: riskOutcomeKindSchema,
  note: z.string(),
  by: personSchema,
  at: z.iso.datetime(),
  /** What the customer was when it was judged; nulls for one that was never scored. */
  judgedWeek: z.iso.date().nullable(),
  judgedScore: z.number().nullable(),
  judgedTier: healthTierSchema.nullable(),
  judgedReasons: z.array(riskReasonSchema),
});
export type RiskOutcome = z.output<typeof riskOutcomeSchema>;

export const riskCaseSchema = z.strictObject({
  institutionId: z.int(),
  assignee: personSchema.nullable(),
  /** The snooze that holds now; null when there is none, its day has come, or the customer got worse since. */
  snooze: z.strictObject({ until: z.iso.date(), reason: z.string(), by: personSchema, at: z.iso.datetime() }).nullable(),
  lastOutcome: riskOutcomeSchema.nullable(),
  /** 0 for a customer that nobody has touched. */
  version: z.int(),
});
export type RiskCase = z.output<typeof riskCaseSchema>;

export const getRiskCase = endpoint({
  method: 'GET',
  path: '/api/institution/:id/risk-case',
  summary: 'Who looks after an institution, whether it is snoozed, and what was found',
  params: institutionParams,
  response: riskCaseSchema.extend({ outcomes: z.array(riskOutcomeSchema) }),
});

export const getRiskCases = endpoint({
  method: 'GET',
  path: '/api/risk-cases',
  summary: 'The case of every institution that somebody has assigned, snoozed or judged',
  response: listAnswer(riskCaseSchema),
});

const cases = z
  .array(z.strictObject({ institutionId: idSchema, version: versionSchema }))
  .min(1)
  .max(mostAtOnce)
  .refine((list) => new Set(list.map(({ institutionId }) => institutionId)).size === list.length, 'names an institution twice');

/** `conflicts` are those that somebody else changed since the given version; they stay as they are. When all are, the answer is 409. */
const changedCases = z.strictObject({
  changed: z.array(riskCaseSchema),
  conflicts: z.array(riskCaseSchema),
  /** Of the only one that was changed; null for several. */
  institutionName: z.string().nullable(),
});

/** The page makes the id, so that a double click changes once, and undoes the change by it. */
const changeId = z.uuid();

export const postRiskAssignee = endpoint({
  method: 'POST',
  path: '/api/risk-cases/assign',
  summary: 'Give institutions to a person, or to nobody',
  body: z.strictObject({ changeId, cases, assigneeId: z.uuid().nullable() }),
  response: changedCases,
});

export const postRiskSnooze = endpoint({
  method: 'POST',
  path: '/api/risk-cases/snooze',
  summary: 'Leave institutions in peace until a day, or until they get worse',
  body: z.strictObject({
    changeId,
    cases,
    until: daySchema,
    reason: textSchema.trim().min(1, 'must not be empty').max(longestSnoozeReason, `must have at most ${longestSnoozeReason} characters`),
  }),
  response: changedCases,
});

export const postRiskUnsnooze = endpoint({
  method: 'POST',
  path: '/api/risk-cases/unsnooze',
  summary: 'Bring snoozed institutions back into the queue',
  body: z.strictObject({ changeId, cases }),
  response: changedCases,
});

/** Kept for good beside what each customer was judged at. The page makes the id, so that a double click makes one. */
export const postRiskOutcomes = endpoint({
  method: 'POST',
  path: '/api/risk-cases/outcomes',
  summary: 'Say what was found of at-risk institutions',
  body: z.strictObject({
    outcomeId: z.uuid(),
    institutionIds: institutionIdsSchema,
    outcome: riskOutcomeKindSchema,
    note: textSchema
      .trim()
      .max(longestOutcomeNote, `must have at most ${longestOutcomeNote.toLocaleString('en-US')} characters`)
      .default(''),
  }),
  response: doneSchema,
});
