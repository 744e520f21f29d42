import { z } from 'zod';
import { endpoint, textSchema, versionSchema } from '#shared/core/endpoint.ts';
import { patternKeys } from '../patterns/pattern-names.ts';
import { featureKeys } from '../patterns/signals.ts';
import { hiddenReasons } from '../predictions/list.ts';

/** A measure between two ends of an interval of 95%. */
const measured = z.strictObject({ value: z.number(), low: z.number(), high: z.number() });
export type Measured = z.output<typeof measured>;

/** How many of how many. */
const partSchema = z.strictObject({ of: z.int(), hits: z.int() });
export type Part = z.output<typeof partSchema>;

export const candidateNames = ['logistic', 'boosted', 'rule'] as const;
export const candidateSchema = z.strictObject({
  name: z.enum(candidateNames),
  auc: measured,
  averagePrecision: measured,
  /** null for the rule, which gives no chances. */
  brier: z.number().nullable(),
  calibrationError: z.number().nullable(),
  lift: z.number(),
  isChosen: z.boolean(),
});
export type Candidate = z.output<typeof candidateSchema>;

const binSchema = z.strictObject({ predicted: z.number(), observed: z.number(), count: z.int(), low: z.number(), high: z.number() });

/** How a pattern did on past Sundays whose outcome is known: customers that it came to, and how many of them left within 60 days. */
export const patternRecordSchema = z.strictObject({ pattern: z.enum(patternKeys), customers: z.int(), left: z.int() });
export type PatternRecord = z.output<typeof patternRecordSchema>;

/** How the odds of a notice differ for one step more of a feature, or where it is not known, all else being alike. */
const driverSchema = z.strictObject({
  feature: z.enum(featureKeys),
  isUnknown: z.boolean(),
  /** One standard deviation, in the unit of the feature. */
  step: z.number(),
  oddsRatio: z.number(),
  low: z.number(),
  high: z.number(),
});
export type ChurnDriver = z.output<typeof driverSchema>;

/** What training found, kept with the model. */
export const modelReportSchema = z.strictObject({
  rows: z.int(),
  customers: z.int(),
  notices: z.int(),
  from: z.iso.date(),
  until: z.iso.date(),
  baseRate: z.number(),
  candidates: z.array(candidateSchema),
  /** Whether the chosen one ranks better than chance, and than the rule; by intervals. */
  beatsChance: z.boolean(),
  beatsRule: z.boolean(),
  reliability: z.array(binSchema),
  /** The chance at which alerts begin. */
  level: z.number(),
  /** The strongest first; none of a model from before they were kept. */
  drivers: z.array(driverSchema).default([]),
  patterns: z.array(patternRecordSchema),
  bins: z.array(z.strictObject({ ends: z.array(z.number()), shares: z.array(z.number()) })),
  deviations: z.array(z.number()),
});
export type ModelReport = z.output<typeof modelReportSchema>;

const namedCaseSchema = z.strictObject({
  institutionId: z.int(),
  institutionName: z.string(),
  /** When it was flagged, or when its notice came. */
  on: z.iso.date(),
  chance: z.number().nullable(),
  patterns: z.int(),
});
export type NamedCase = z.output<typeof namedCaseSchema>;

const segmentSchema = z.strictObject({ segment: z.string(), flagged: partSchema, losses: partSchema });

const trainedVersionSchema = z.strictObject({
  version: z.int(),
  trainedOn: z.iso.date(),
  /** Notices that it learned from. */
  notices: z.int(),
  /** What won, with how good it was on weeks that it had not seen. */
  winner: candidateSchema,
  isCurrent: z.boolean(),
  /** Who put it in use in place of newer ones, and why. */
  chosen: z.strictObject({ by: z.string(), at: z.iso.datetime(), reason: z.string() }).nullable(),
});
export type ModelVersion = z.output<typeof trainedVersionSchema>;

/** How many of the Sundays with an outcome are looked back on. */
export const lookBacks = ['13', '26', 'all'] as const;
export type LookBack = (typeof lookBacks)[number];

export const getQuality = endpoint({
  method: 'GET',
  path: '/api/churn/quality',
  summary: 'How good the churn predictions were, as far as their outcome is known',
  query: z.object({ past: z.enum(lookBacks).default('all') }),
  response: z.strictObject({
    hidden: z.enum(hiddenReasons).nullable(),
    model: z
      .strictObject({ version: z.int(), trainedOn: z.iso.date() })
      .extend(modelReportSchema.omit({ bins: true, deviations: true }).shape)
      .nullable(),
    /** Newest first. */
    versions: z.array(trainedVersionSchema),
    /** The version that the past Sundays are back-tested with; null before the first. */
    backtestedVersion: z.int().nullable(),
    /** Flags from the one to the other day are looked back on, and have an outcome; null before there are any. */
    maturedFrom: z.iso.date().nullable(),
    maturedUntil: z.iso.date().nullable(),
    weeks: z.int(),
    /** Customers that a tier was given to, and that left within 60 days. */
    flagged: partSchema,
    /** Losses, and those of them flagged a week or more before the notice. */
    losses: partSchema,
    /** Customers that are there still, and those of them that stood in a tier on a Sunday that is looked back on. */
    stayed: partSchema,
    /** Dollars a month of those losses, and of those of them that were flagged in time; of how many nobody knows what they paid. */
    revenue: z.strictObject({ of: z.number(), hits: z.number(), unpriced: z.int() }),
    /** The rule "score below 50" in the same weeks. */
    rule: z.strictObject({ flagged: partSchema, losses: partSchema }),
    tiers: z.array(z.strictObject({ tier: z.string(), flagged: partSchema })),
    treated: z.strictObject({ contacted: partSchema, notContacted: partSchema }),
    /** By how many customers a week the team can see to: entries among the first k, and how many of them left. */
    capacity: z.array(z.strictObject({ k: z.int(), flagged: partSchema, caught: z.int() })),
    leadDays: z.array(z.int()),
    misses: z.array(namedCaseSchema),
    falseAlarms: z.array(namedCaseSchema),
    /** Customers whose tier came and went within three weeks, of all that a tier was given to. */
    flips: partSchema,
    segments: z.array(segmentSchema),
    verdicts: z.strictObject({ accepted: z.int(), rejected: z.int(), rejectedAndLeft: z.int() }),
    mutes: z.array(z.strictObject({ pattern: z.enum(patternKeys), reason: z.string(), by: z.string() })),
  }),
});

const modelVersionSchema = versionSchema.min(1);

export const postModelChoice = endpoint({
  method: 'POST',
  path: '/api/churn/model-choices',
  summary: 'Put a version of the churn model in use; one that is not the newest stays until somebody chooses again',
  role: 'admin',
  body: z.strictObject({
    modelVersion: modelVersionSchema,
    /** The version that was in use when the person chose. */
    versionInUse: modelVersionSchema,
    reason: textSchema.trim().min(1, 'must not be empty').max(500, 'must have at most 500 characters'),
  }),
  response: z.strictObject({ modelVersion: z.int() }),
});

export const postPatternMute = endpoint({
  method: 'POST',
  path: '/api/churn/pattern-mutes',
  summary: 'Leave a pattern out of the tiers, or count it again',
  role: 'admin',
  body: z.strictObject({
    pattern: z.enum(patternKeys),
    isMuted: z.boolean(),
    reason: textSchema.trim().max(500, 'must have at most 500 characters').default(''),
  }),
  response: z.strictObject({ pattern: z.enum(patternKeys), isMuted: z.boolean() }),
});
