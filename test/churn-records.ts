import type { Loss } from '#shared/churn/losses/losses.ts';
import type { ListedPrediction } from '#shared/churn/predictions/list.ts';
import type { ListedFlag } from '#shared/churn/quality/flags.ts';
import type { getPredictionQuality } from '#shared/churn/quality/quality.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { createListedInstitution } from './records.ts';

/**
 * Returns a prediction for one customer, with the tier HIGH and three patterns. Pass only the
 * fields under test.
 */
export function createListedPrediction(facts: Partial<ListedPrediction> = {}): ListedPrediction {
  return {
    ...createListedInstitution({ healthTier: 'Critical', adoptionScore: 38 }),
    tier: 'HIGH',
    chance30: 0.12,
    chance45: 0.19,
    chance60: 0.28,
    chanceLow: 0.2,
    chanceHigh: 0.37,
    daysLeft: 35,
    daysLow: 28,
    daysHigh: 48,
    evidence: [
      { pattern: 'low_score', value: 'score 38', normal: '50 or more', since: '2026-10-25' },
      { pattern: 'declining', value: '4 weeks', normal: 'under 3 weeks', since: '2026-10-18' },
      { pattern: 'unused_products', value: '2 products', normal: 'under 2', since: null },
    ],
    flaggedSince: '2026-11-16',
    isNew: false,
    annualRevenue: 12_000,
    renewalOn: null,
    verdict: null,
    ...facts,
  };
}

const measured = (value: number) => ({ value, low: value - 0.05, high: value + 0.05 });

/** Returns a flag for a customer that stayed. */
export const createListedFlag = (facts: Partial<ListedFlag> = {}): ListedFlag => ({
  institutionId: 1,
  institutionName: 'Flagged Dental',
  flaggedOn: '2026-08-30',
  tier: 'HIGH',
  chance60: 0.28,
  patterns: ['low_score', 'declining', 'no_use'],
  outcome: 'Stayed',
  noticedOn: null,
  daysToNotice: null,
  reason: null,
  isContacted: false,
  isInHeadline: true,
  sizeTier: 'Small',
  ehr: 'Dentrix',
  tenureDays: 400,
  ...facts,
});

/** Returns the quality of a model that is better than the simple rule. */
export function createChurnQuality(
  facts: Partial<ResponseOf<typeof getPredictionQuality>> = {},
): ResponseOf<typeof getPredictionQuality> {
  const candidate = {
    auc: measured(0.78),
    averagePrecision: measured(0.2),
    brier: 0.0123,
    calibrationError: 0.0045,
    lift: 4.2,
    isChosen: false,
  };
  return {
    hidden: null,
    model: {
      version: 3,
      trainedOn: '2026-11-15',
      rows: 90_000,
      customers: 2_400,
      notices: 180,
      from: '2025-12-28',
      until: '2026-11-15',
      baseRate: 0.016,
      candidates: [
        { ...candidate, name: 'logistic', isChosen: true },
        { ...candidate, name: 'boosted', auc: measured(0.77) },
        { ...candidate, name: 'rule', auc: measured(0.62), brier: null, calibrationError: null },
      ],
      beatsChance: true,
      beatsRule: true,
      reliability: [
        { predicted: 0.004, observed: 0.003, count: 9_000, low: 0.001, high: 0.008 },
        { predicted: 0.08, observed: 0.09, count: 9_000, low: 0.07, high: 0.11 },
      ],
      level: 0.11,
      drivers: [
        { feature: 'score', isUnknown: false, step: 18.4, oddsRatio: 0.52, low: 0.41, high: 0.66 },
        { feature: 'tickets', isUnknown: false, step: 1.2, oddsRatio: 1.1, low: 0.9, high: 1.3 },
      ],
      patterns: [
        { pattern: 'declining', customers: 300, left: 60 },
        { pattern: 'feeds_silent', customers: 3, left: 1 },
      ],
    },
    versions: [
      {
        version: 3,
        trainedOn: '2026-11-15',
        notices: 180,
        winner: { ...candidate, name: 'logistic' },
        isCurrent: true,
        chosen: null,
      },
      {
        version: 2,
        trainedOn: '2026-11-08',
        notices: 175,
        winner: { ...candidate, name: 'boosted', auc: measured(0.8) },
        isCurrent: false,
        chosen: null,
      },
    ],
    backtestedVersion: 3,
    maturedFrom: '2026-02-22',
    maturedUntil: '2026-09-13',
    weeks: 30,
    flagged: { of: 60, hits: 22 },
    losses: { of: 120, hits: 40 },
    stayed: { of: 2_200, hits: 75 },
    revenue: { of: 60_000, hits: 27_000, unpriced: 2 },
    rule: { flagged: { of: 400, hits: 50 }, losses: { of: 120, hits: 55 } },
    tiers: [{ tier: 'IMMEDIATE', flagged: { of: 20, hits: 10 } }],
    treated: { contacted: { of: 4, hits: 1 }, notContacted: { of: 56, hits: 21 } },
    capacity: [
      { k: 5, flagged: { of: 40, hits: 20 }, caught: 20 },
      { k: 25, flagged: { of: 100, hits: 32 }, caught: 31 },
      { k: 100, flagged: { of: 400, hits: 60 }, caught: 55 },
    ],
    leadDays: [3, 12, 18, 33, 41, 55],
    misses: [
      {
        institutionId: 7,
        institutionName: 'Missed Dental',
        on: '2026-10-01',
        chance: 0.02,
        patterns: 1,
      },
    ],
    falseAlarms: [
      {
        institutionId: 8,
        institutionName: 'Stayed Dental',
        on: '2026-08-30',
        chance: 0.3,
        patterns: 4,
      },
    ],
    flips: { of: 80, hits: 20 },
    segments: [{ segment: 'Small', flagged: { of: 50, hits: 20 }, losses: { of: 100, hits: 35 } }],
    verdicts: { accepted: 2, rejected: 3, rejectedAndLeft: 1 },
    mutes: [],
    ...facts,
  };
}

/** Returns a loss of an invented customer. */
export const createChurnLoss = (facts: Partial<Loss>): Loss => ({
  lossId: crypto.randomUUID(),
  institutionId: 1,
  institutionName: 'Left Dental',
  noticedOn: '2026-07-05',
  effectiveOn: '2026-08-05',
  reason: 'Low use',
  reasonDetail: null,
  foundReason: null,
  foundDetail: null,
  avoidable: 'yes',
  competitor: null,
  monthlyDollars: null,
  locationsLost: null,
  winBackOn: null,
  tenureMonths: null,
  sizeTier: 'Small',
  practiceType: 'Dental',
  ehr: 'Dentrix',
  healthBefore: [null, null, null],
  predicted: null,
  lastTouchOn: null,
  ownerName: null,
  retroDueOn: '2026-07-15',
  retroDoneOn: null,
  missedSignal: null,
  takenBack: null,
  version: 1,
  ...facts,
});
