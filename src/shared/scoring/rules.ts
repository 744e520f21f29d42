import { z } from 'zod';
import { endpoint, listAnswer, textSchema } from '#shared/core/endpoint.ts';
import { personSchema } from '#shared/core/person.ts';
import { topLevelProducts } from '#shared/core/products.ts';
import { type HealthRules, healthRulesSchema } from '#shared/core/scoring-rules.ts';
import { healthTierSchema } from '#shared/core/tiers.ts';

/** Stored weeks that a trial scores again: half a year, so that what became of most of them is known. */
export const trialWeeks = 26;
/** Customers of a trial that are named; the rest are counted. */
export const mostTrialChanges = 500;
export const longestRulesNote = 300;

/** What each rule may be, so that no rule can make the others senseless. */
export const ruleLimits = {
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

const within = (value: number, { from, to }: { from: number; to: number }): boolean => value >= from && value <= to;

/** What is wrong with rules that somebody proposes, a sentence for each field; empty when they can be tried. */
export function rulesProblems(rules: HealthRules): { field: string; problem: string }[] {
  const { sizeTierFrom: sizes, weights } = rules;
  const out = (field: string, value: number, limits: { from: number; to: number }) =>
    within(value, limits) ? [] : [{ field, problem: `must be from ${limits.from} to ${limits.to}` }];
  const whole = (field: string, value: number) => (Number.isInteger(value) ? [] : [{ field, problem: 'must be a whole number' }]);
  return [
    ...out('healthyFrom', rules.healthyFrom, ruleLimits.healthyFrom),
    ...out('mediumFrom', rules.mediumFrom, ruleLimits.mediumFrom),
    ...(rules.mediumFrom < rules.healthyFrom ? [] : [{ field: 'mediumFrom', problem: 'must be below where Healthy begins' }]),
    ...(['Medium', 'Large', 'Enterprise'] as const).flatMap((size) => [
      ...out(`sizeTierFrom.${size}`, sizes[size], ruleLimits.sizeTierFrom),
      ...whole(`sizeTierFrom.${size}`, sizes[size]),
    ]),
    ...(sizes.Medium < sizes.Large ? [] : [{ field: 'sizeTierFrom.Large', problem: 'must be above where Medium begins' }]),
    ...(sizes.Large < sizes.Enterprise ? [] : [{ field: 'sizeTierFrom.Enterprise', problem: 'must be above where Large begins' }]),
    ...out('minimumPeers', rules.minimumPeers, ruleLimits.minimumPeers),
    ...whole('minimumPeers', rules.minimumPeers),
    ...out('graceDays', rules.graceDays, ruleLimits.graceDays),
    ...whole('graceDays', rules.graceDays),
    ...out('flatBand', rules.flatBand, ruleLimits.flatBand),
    ...out('decliningWeeksAtRisk', rules.decliningWeeksAtRisk, ruleLimits.decliningWeeksAtRisk),
    ...whole('decliningWeeksAtRisk', rules.decliningWeeksAtRisk),
    ...out('minimumCoverage', rules.minimumCoverage, ruleLimits.minimumCoverage),
    ...Object.entries(weights).flatMap(([product, weight]) =>
      topLevelProducts.some((key) => key === product)
        ? out(`weights.${product}`, weight, ruleLimits.weight)
        : [{ field: `weights.${product}`, problem: 'is a sub-product: it is shown and not counted' }],
    ),
  ];
}

const proposedRulesSchema = healthRulesSchema.superRefine((rules, context) => {
  for (const { field, problem } of rulesProblems(rules)) context.addIssue({ code: 'custom', path: field.split('.'), message: problem });
});

const nowAndTrialSchema = <Value extends z.ZodType>(value: Value) => z.strictObject({ now: value, trial: value });

/** Customers that were at risk in a judged week, and those of them that left within the horizon after such a week. */
const alertsSchema = z.strictObject({ alerts: z.int(), right: z.int() });
export type TrialAlerts = z.output<typeof alertsSchema>;

const trialChangeSchema = z.strictObject({
  institutionId: z.int(),
  institutionName: z.string(),
  tier: nowAndTrialSchema(healthTierSchema),
  score: nowAndTrialSchema(z.number().nullable()),
  atRisk: nowAndTrialSchema(z.boolean()),
});

const trialResultSchema = z.strictObject({
  firstWeek: z.iso.date(),
  /** The newest official week; tiers, changes and the average are of it. */
  lastWeek: z.iso.date(),
  weeks: z.int(),
  institutions: z.int(),
  averageScore: nowAndTrialSchema(z.number().nullable()),
  atRisk: nowAndTrialSchema(z.int()),
  movement: z.array(z.strictObject({ from: healthTierSchema, to: healthTierSchema, institutions: z.int() })),
  /** Customers whose tier would be another one, those with most points between first. */
  changes: z.array(trialChangeSchema),
  changesInAll: z.int(),
  /** Over the weeks that ended a horizon or longer ago; null when there is none, or nobody left after them. */
  churn: nowAndTrialSchema(alertsSchema).extend({ losses: z.int(), firstWeek: z.iso.date(), lastWeek: z.iso.date() }).nullable(),
});
export type TrialResult = z.output<typeof trialResultSchema>;

const trialSchema = z.strictObject({
  trialId: z.uuid(),
  rules: healthRulesSchema,
  /** The version that was the newest when the trial was asked for. */
  basedOn: z.int(),
  requestedBy: personSchema,
  requestedAt: z.iso.datetime(),
  weeksDone: z.int(),
  /** 0 until it begins. */
  weeksTotal: z.int(),
  error: z.string().nullable(),
  /** null until it is done. */
  result: trialResultSchema.nullable(),
});
export type RulesTrial = z.output<typeof trialSchema>;

const rulesVersionSchema = z.strictObject({
  version: z.int(),
  rules: healthRulesSchema,
  note: z.string(),
  createdAt: z.iso.datetime(),
  /** null: came with the product. */
  createdBy: personSchema.nullable(),
  /** Official weeks that were made with it; none for rules that wait for the next one. */
  weeks: z.int(),
  firstWeek: z.iso.date().nullable(),
  lastWeek: z.iso.date().nullable(),
});
export type RulesVersion = z.output<typeof rulesVersionSchema>;

export const getScoringRules = endpoint({
  method: 'GET',
  path: '/api/scoring-rules',
  summary: 'Every version of the scoring rules, newest first, with the official weeks made with it',
  response: listAnswer(rulesVersionSchema),
});

const trialParams = z.strictObject({ trialId: z.uuid() });

/** The page makes the id, so that a double click makes one. */
export const postRulesTrial = endpoint({
  method: 'POST',
  path: '/api/scoring-rules/trials',
  summary: 'Try other rules over the stored weeks; nothing that people see changes',
  role: 'admin',
  body: z.strictObject({ trialId: z.uuid(), rules: proposedRulesSchema }),
  response: trialSchema,
});

export const getRulesTrial = endpoint({
  method: 'GET',
  path: '/api/scoring-rules/trials/:trialId',
  summary: 'How far a trial is, and what it found',
  role: 'admin',
  params: trialParams,
  response: trialSchema,
});

/** Only what was tried can be saved. 409 when somebody saved other rules since the trial was asked for. null while it waits for a second administrator. */
export const postScoringRules = endpoint({
  method: 'POST',
  path: '/api/scoring-rules',
  summary: 'Save tried rules, once a second administrator approves; they apply from the next official week on',
  role: 'admin',
  body: z.strictObject({
    trialId: z.uuid(),
    note: textSchema.trim().min(1, 'must say what is changed').max(longestRulesNote, `must have at most ${longestRulesNote} characters`),
  }),
  response: rulesVersionSchema.nullable(),
});
