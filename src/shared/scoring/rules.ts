import { z } from 'zod';
import { createListAnswerSchema, endpoint, textSchema } from '#shared/core/endpoint.ts';
import { personSchema } from '#shared/core/person.ts';
import { topLevelProductKeys } from '#shared/core/products.ts';
import { type HealthRules, healthRulesSchema } from '#shared/core/scoring-rules.ts';
import { healthTierSchema } from '#shared/core/tiers.ts';

/**
 * Number of official weeks that a trial rescores: half a year. For most of these weeks, the losses
 * within `lossConfirmationDays` are known.
 */
export const rulesTrialWeeks = 26;
/** Maximum number of customers listed in a trial result; the rest are only counted. */
export const maxListedTrialCustomers = 500;
export const maxRulesNoteLength = 300;

/** Allowed range of each rule. Values outside it could make other rules meaningless. */
export const scoringRuleLimits = {
  healthyFrom: { from: 1, to: 100 },
  mediumFrom: { from: 1, to: 100 },
  sizeTierFrom: { from: 2, to: 1000 },
  minimumPeers: { from: 5, to: 500 },
  graceDays: { from: 0, to: 365 },
  flatBand: { from: 0, to: 50 },
  decliningWeeksAtRisk: { from: 1, to: 26 },
  minimumCoverage: { from: 0, to: 1 },
  weight: { from: 0.1, to: 10 },
} as const;

const within = (value: number, { from, to }: { from: number; to: number }): boolean =>
  value >= from && value <= to;

/** Validates proposed rules and returns one message per invalid field; empty for valid rules. */
export function findRulesProblems(rules: HealthRules): { field: string; problem: string }[] {
  const { sizeTierFrom: sizes, weights } = rules;
  const out = (field: string, value: number, limits: { from: number; to: number }) =>
    within(value, limits)
      ? []
      : [{ field, problem: `must be from ${limits.from} to ${limits.to}` }];
  const whole = (field: string, value: number) =>
    Number.isInteger(value) ? [] : [{ field, problem: 'must be a whole number' }];
  return [
    ...out('healthyFrom', rules.healthyFrom, scoringRuleLimits.healthyFrom),
    ...out('mediumFrom', rules.mediumFrom, scoringRuleLimits.mediumFrom),
    ...(rules.mediumFrom < rules.healthyFrom
      ? []
      : [{ field: 'mediumFrom', problem: 'must be below the start of Healthy' }]),
    ...(['Medium', 'Large', 'Enterprise'] as const).flatMap((size) => [
      ...out(`sizeTierFrom.${size}`, sizes[size], scoringRuleLimits.sizeTierFrom),
      ...whole(`sizeTierFrom.${size}`, sizes[size]),
    ]),
    ...(sizes.Medium < sizes.Large
      ? []
      : [{ field: 'sizeTierFrom.Large', problem: 'must be above the start of Medium' }]),
    ...(sizes.Large < sizes.Enterprise
      ? []
      : [{ field: 'sizeTierFrom.Enterprise', problem: 'must be above the start of Large' }]),
    ...out('minimumPeers', rules.minimumPeers, scoringRuleLimits.minimumPeers),
    ...whole('minimumPeers', rules.minimumPeers),
    ...out('graceDays', rules.graceDays, scoringRuleLimits.graceDays),
    ...whole('graceDays', rules.graceDays),
    ...out('flatBand', rules.flatBand, scoringRuleLimits.flatBand),
    ...out(
      'decliningWeeksAtRisk',
      rules.decliningWeeksAtRisk,
      scoringRuleLimits.decliningWeeksAtRisk,
    ),
    ...whole('decliningWeeksAtRisk', rules.decliningWeeksAtRisk),
    ...out('minimumCoverage', rules.minimumCoverage, scoringRuleLimits.minimumCoverage),
    ...Object.entries(weights).flatMap(([product, weight]) =>
      topLevelProductKeys.some((key) => key === product)
        ? out(`weights.${product}`, weight, scoringRuleLimits.weight)
        : [{ field: `weights.${product}`, problem: 'is a sub-product, which has no weight' }],
    ),
  ];
}

const proposedRulesSchema = healthRulesSchema.superRefine((rules, context) => {
  for (const { field, problem } of findRulesProblems(rules))
    context.addIssue({ code: 'custom', path: field.split('.'), message: problem });
});

const nowAndTrialSchema = <Value extends z.ZodType>(value: Value) =>
  z.strictObject({ now: value, trial: value });

/**
 * `alerts`: number of alerts, which are customers at risk in an evaluated week. `right`: number of
 * alerts whose customer left within `lossConfirmationDays` days after the week.
 */
const alertsSchema = z.strictObject({ alerts: z.int(), right: z.int() });
export type TrialAlertCounts = z.output<typeof alertsSchema>;

const trialChangeSchema = z.strictObject({
  institutionId: z.int(),
  institutionName: z.string(),
  tier: nowAndTrialSchema(healthTierSchema),
  score: nowAndTrialSchema(z.number().nullable()),
  atRisk: nowAndTrialSchema(z.boolean()),
});

const trialResultSchema = z.strictObject({
  firstWeek: z.iso.date(),
  /** Newest official week, for which tiers, changes and the average are reported. */
  lastWeek: z.iso.date(),
  weeks: z.int(),
  institutions: z.int(),
  averageScore: nowAndTrialSchema(z.number().nullable()),
  atRisk: nowAndTrialSchema(z.int()),
  movement: z.array(
    z.strictObject({ from: healthTierSchema, to: healthTierSchema, institutions: z.int() }),
  ),
  /** Customers whose tier would change, largest score difference first. */
  changes: z.array(trialChangeSchema),
  changesInAll: z.int(),
  /**
   * Alert quality over weeks that ended at least `lossConfirmationDays` ago; `null` when there are no
   * such weeks or no losses after them.
   */
  churn: nowAndTrialSchema(alertsSchema)
    .extend({ losses: z.int(), firstWeek: z.iso.date(), lastWeek: z.iso.date() })
    .nullable(),
});
export type TrialResult = z.output<typeof trialResultSchema>;

const trialSchema = z.strictObject({
  trialId: z.uuid(),
  rules: healthRulesSchema,
  /** Newest rules version when the trial was requested. */
  basedOn: z.int(),
  requestedBy: personSchema,
  requestedAt: z.iso.datetime(),
  weeksDone: z.int(),
  /** 0 until the trial starts. */
  weeksTotal: z.int(),
  error: z.string().nullable(),
  /** `null` until the trial is done. */
  result: trialResultSchema.nullable(),
});
export type RulesTrial = z.output<typeof trialSchema>;

const rulesVersionSchema = z.strictObject({
  version: z.int(),
  rules: healthRulesSchema,
  note: z.string(),
  createdAt: z.iso.datetime(),
  /** `null` for the default rules of the product. */
  createdBy: personSchema.nullable(),
  /**
   * Number of official weeks scored with the version; 0 for rules that apply from the next week.
   */
  weeks: z.int(),
  firstWeek: z.iso.date().nullable(),
  lastWeek: z.iso.date().nullable(),
});
export type RulesVersion = z.output<typeof rulesVersionSchema>;

export const getScoringRules = endpoint({
  method: 'GET',
  path: '/api/scoring/rules',
  summary: 'Versions of the scoring rules, newest first, with the official weeks they scored',
  response: createListAnswerSchema(rulesVersionSchema),
});

const trialParams = z.strictObject({ trialId: z.uuid() });

/** The client generates the id, so that a double click creates one trial. */
export const postRulesTrial = endpoint({
  method: 'POST',
  path: '/api/scoring/trials',
  summary: 'Start a trial of changed rules on past weeks; visible scores don’t change',
  role: 'admin',
  body: z.strictObject({ trialId: z.uuid(), rules: proposedRulesSchema }),
  response: trialSchema,
});

export const getRulesTrial = endpoint({
  method: 'GET',
  path: '/api/scoring/trials/:trialId',
  summary: 'Progress and findings of a trial',
  role: 'admin',
  params: trialParams,
  response: trialSchema,
});

/**
 * Saves tested rules. Answers 409 when other rules were saved since the trial started, and `null`
 * while a second administrator has to approve.
 */
export const postScoringRules = endpoint({
  method: 'POST',
  path: '/api/scoring/rules',
  summary:
    'Save tested rules; where required, a second administrator has to approve them. They apply from the next official week',
  role: 'admin',
  body: z.strictObject({
    trialId: z.uuid(),
    note: textSchema
      .trim()
      .min(1, 'is required')
      .max(maxRulesNoteLength, `must have at most ${maxRulesNoteLength} characters`),
  }),
  response: rulesVersionSchema.nullable(),
});
