import { z } from 'zod';
import { endpoint, textSchema, versionSchema } from '#shared/core/endpoint.ts';
import { patternKeys } from '../patterns/pattern-names.ts';
import { churnFeatureKeys } from '../patterns/signals.ts';
import { tiersHiddenReasons } from '../predictions/list.ts';

/** Value with its 95% interval. */
const measured = z.strictObject({ value: z.number(), low: z.number(), high: z.number() });
export type IntervalEstimate = z.output<typeof measured>;

/** Number of hits in a total of `of`. */
const partSchema = z.strictObject({ of: z.int(), hits: z.int() });
export type HitsOfTotal = z.output<typeof partSchema>;

export const modelCandidateNames = ['logistic', 'boosted', 'rule'] as const;
export const modelCandidateSchema = z.strictObject({
  name: z.enum(modelCandidateNames),
  auc: measured,
  averagePrecision: measured,
  /** Brier score; `null` for the simple rule, which predicts no chances. */
  brier: z.number().nullable(),
  calibrationError: z.number().nullable(),
  lift: z.number(),
  isChosen: z.boolean(),
});
export type ModelCandidate = z.output<typeof modelCandidateSchema>;

const binSchema = z.strictObject({
  predicted: z.number(),
  observed: z.number(),
  count: z.int(),
  low: z.number(),
  high: z.number(),
});

/**
 * Results of a pattern on past Sundays with known outcomes: number of customers with the pattern,
 * and number of these that left within 60 days.
 */
export const patternLossCountsSchema = z.strictObject({
  pattern: z.enum(patternKeys),
  customers: z.int(),
  left: z.int(),
});
export type PatternLossCounts = z.output<typeof patternLossCountsSchema>;

/**
 * Odds ratio of a notice for one feature, while all other features stay the same. Compares values
 * that are one `step` apart. When `isUnknown` is `true`, compares unknown values with known values.
 */
const driverSchema = z.strictObject({
  feature: z.enum(churnFeatureKeys),
  isUnknown: z.boolean(),
  /** One standard deviation, in the unit of the feature. */
  step: z.number(),
  oddsRatio: z.number(),
  low: z.number(),
  high: z.number(),
});
export type ChurnDriver = z.output<typeof driverSchema>;

/** Training results saved with the model. */
export const modelReportSchema = z.strictObject({
  rows: z.int(),
  customers: z.int(),
  notices: z.int(),
  from: z.iso.date(),
  until: z.iso.date(),
  baseRate: z.number(),
  candidates: z.array(modelCandidateSchema),
  /**
   * `beatsChance`: `true` when the chosen model ranks significantly better than chance.
   * `beatsRule`: `true` when it ranks significantly better than the simple rule.
   */
  beatsChance: z.boolean(),
  beatsRule: z.boolean(),
  reliability: z.array(binSchema),
  /** Minimum chance of a notice at which customers are flagged. */
  level: z.number(),
  /** Drivers, strongest first. Empty for models that were saved before drivers existed. */
  drivers: z.array(driverSchema).default([]),
  patterns: z.array(patternLossCountsSchema),
  bins: z.array(z.strictObject({ ends: z.array(z.number()), shares: z.array(z.number()) })),
  deviations: z.array(z.number()),
});
export type ModelReport = z.output<typeof modelReportSchema>;

const namedCaseSchema = z.strictObject({
  institutionId: z.int(),
  institutionName: z.string(),
  /** Date of the flag, or date of the notice for a missed loss. */
  on: z.iso.date(),
  chance: z.number().nullable(),
  patterns: z.int(),
});
export type FlagOutcomeCustomer = z.output<typeof namedCaseSchema>;

const segmentSchema = z.strictObject({
  segment: z.string(),
  flagged: partSchema,
  losses: partSchema,
});

const trainedVersionSchema = z.strictObject({
  version: z.int(),
  trainedOn: z.iso.date(),
  /** Number of notices used for training. */
  notices: z.int(),
  /** Model type that was chosen, with its quality on weeks outside its training data. */
  winner: modelCandidateSchema,
  isCurrent: z.boolean(),
  /**
   * Admin who chose this version instead of a newer version, with the time and the reason; `null`
   * when the version was not chosen.
   */
  chosen: z.strictObject({ by: z.string(), at: z.iso.datetime(), reason: z.string() }).nullable(),
});
export type ModelVersion = z.output<typeof trainedVersionSchema>;

/**
 * Options for the number of evaluated Sundays, counted back from the newest with a known outcome.
 */
export const evaluationWeekChoices = ['13', '26', 'all'] as const;
export type EvaluationWeekChoice = (typeof evaluationWeekChoices)[number];

export const getPredictionQuality = endpoint({
  method: 'GET',
  path: '/api/churn/quality',
  summary: 'Quality of the churn predictions with known outcomes',
  query: z.object({ past: z.enum(evaluationWeekChoices).default('all') }),
  response: z.strictObject({
    hidden: z.enum(tiersHiddenReasons).nullable(),
    model: z
      .strictObject({ version: z.int(), trainedOn: z.iso.date() })
      .extend(modelReportSchema.omit({ bins: true, deviations: true }).shape)
      .nullable(),
    /** Trained versions, newest first. */
    versions: z.array(trainedVersionSchema),
    /** Version used for the back-test of past Sundays; `null` before the first back-test. */
    backtestedVersion: z.int().nullable(),
    /** First and last evaluated day with known outcomes; `null` before the first outcome. */
    maturedFrom: z.iso.date().nullable(),
    maturedUntil: z.iso.date().nullable(),
    weeks: z.int(),
    /** Flagged customers in total, and those that left within 60 days. */
    flagged: partSchema,
    /** Losses in total, and those flagged at least a week before the notice. */
    losses: partSchema,
    /** Customers that stayed in total, and those with a tier on an evaluated Sunday. */
    stayed: partSchema,
    /**
     * Monthly revenue in dollars of all losses (`of`) and of losses flagged in time (`hits`).
     * `unpriced` is the number of losses without a known revenue.
     */
    revenue: z.strictObject({ of: z.number(), hits: z.number(), unpriced: z.int() }),
    /** Results of the rule 'score below 50' in the same weeks. */
    rule: z.strictObject({ flagged: partSchema, losses: partSchema }),
    tiers: z.array(z.strictObject({ tier: z.string(), flagged: partSchema })),
    treated: z.strictObject({ contacted: partSchema, notContacted: partSchema }),
    /**
     * Results for a team that contacts the `k` customers with the highest chances each week.
     * `flagged` counts entries into the top `k`, and entries of customers that left within 60 days.
     * `caught` is the number of lost customers that were in the top `k`.
     */
    capacity: z.array(z.strictObject({ k: z.int(), flagged: partSchema, caught: z.int() })),
    leadDays: z.array(z.int()),
    misses: z.array(namedCaseSchema),
    falseAlarms: z.array(namedCaseSchema),
    /** Churn tiers assigned in total, and those that ended within three weeks. */
    flips: partSchema,
    segments: z.array(segmentSchema),
    verdicts: z.strictObject({ accepted: z.int(), rejected: z.int(), rejectedAndLeft: z.int() }),
    mutes: z.array(
      z.strictObject({ pattern: z.enum(patternKeys), reason: z.string(), by: z.string() }),
    ),
  }),
});

const modelVersionSchema = versionSchema.min(1);

export const postModelVersionChoice = endpoint({
  method: 'POST',
  path: '/api/churn/model-choices',
  summary:
    'Activate a version of the churn model; a version other than the newest stays active until an admin chooses again',
  role: 'admin',
  body: z.strictObject({
    modelVersion: modelVersionSchema,
    /** Version that was active when the user opened the page. */
    versionInUse: modelVersionSchema,
    reason: textSchema
      .trim()
      .min(1, 'must not be empty')
      .max(500, 'must have at most 500 characters'),
  }),
  response: z.strictObject({ modelVersion: z.int() }),
});

export const postPatternMute = endpoint({
  method: 'POST',
  path: '/api/churn/pattern-mutes',
  summary: 'Mute or unmute a pattern',
  role: 'admin',
  body: z.strictObject({
    pattern: z.enum(patternKeys),
    isMuted: z.boolean(),
    reason: textSchema.trim().max(500, 'must have at most 500 characters').default(''),
  }),
  response: z.strictObject({ pattern: z.enum(patternKeys), isMuted: z.boolean() }),
});
