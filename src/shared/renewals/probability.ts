import type { ChurnTier, HealthTier } from '#shared/core/tiers.ts';
import { countText, dollarsText } from '#shared/core/words.ts';
import type { ListedRenewal } from './renewals.ts';
import type { ForecastCategory } from './words.ts';

/** Probability in percent that a renewal is signed, by forecast category, before deductions. */
export const categoryPercents: Record<ForecastCategory, number> = {
  Closed: 100,
  Commit: 95,
  'Most likely': 90,
  'Best case': 60,
  'At risk': 30,
  Lost: 0,
};

/** Deductions from the category's probability, in percentage points. */
export const probabilityDeductions = {
  /** The churn prediction shows a tier. */
  churnTier: 20,
  critical: 15,
  medium: 5,
  /** The customer has given notice, and a user tries to keep it. */
  notice: 40,
} as const;

/** Lowest probability in percent of an open renewal that is not Lost. */
export const lowestOpenPercent = 5;

interface ProbabilityFacts {
  forecast: ForecastCategory;
  /** `true` when the risk already determined the category; its deduction is then omitted. */
  isForecastFromRisk: boolean;
  churnTier: ChurnTier | null;
  healthTier: HealthTier;
  leavesOn: string | null;
}

interface Deduction {
  name: string;
  points: number;
}

function riskDeduction({ churnTier, healthTier }: ProbabilityFacts): Deduction[] {
  if (churnTier !== null)
    return [{ name: `churn tier ${churnTier}`, points: probabilityDeductions.churnTier }];
  if (healthTier === 'Critical')
    return [{ name: 'Critical', points: probabilityDeductions.critical }];
  return healthTier === 'Medium' ? [{ name: 'Medium', points: probabilityDeductions.medium }] : [];
}

/**
 * Returns the probability in percent, 0–100, that a renewal is signed, with its calculation in
 * words. The probability of the forecast category is reduced by the risk, unless the risk determined
 * the category, and by a notice. An open renewal keeps at least `lowestOpenPercent`.
 */
export function computeRenewalProbability(facts: ProbabilityFacts): {
  percent: number;
  text: string;
} {
  const { forecast, leavesOn } = facts;
  const base = categoryPercents[forecast];
  if (forecast === 'Closed' || forecast === 'Lost')
    return { percent: base, text: `${forecast} ${base}%` };
  const deductions = [
    ...(facts.isForecastFromRisk ? [] : riskDeduction(facts)),
    ...(leavesOn === null ? [] : [{ name: 'notice', points: probabilityDeductions.notice }]),
  ];
  const reduced = base - deductions.reduce((sum, { points }) => sum + points, 0);
  const text = [
    `${forecast} ${base}%`,
    ...deductions.map(({ name, points }) => `${name} ${countText(points, 'point')}`),
  ].join(' − ');
  return reduced < lowestOpenPercent
    ? { percent: lowestOpenPercent, text: `${text}, at least ${lowestOpenPercent}%` }
    : { percent: reduced, text };
}

type ExpectedFacts = Pick<
  ListedRenewal,
  'amountDue' | 'probability' | 'probabilityText' | 'expectedOverride'
>;

/**
 * Returns the default expected amount in dollars per year, in whole cents; `null` without an amount
 * due.
 */
export const defaultExpected = ({
  amountDue,
  probability,
}: Pick<ExpectedFacts, 'amountDue' | 'probability'>): number | null =>
  amountDue === null ? null : Math.round(amountDue * probability) / 100;

/** Formats the default: '$13,248 × 75%: Most likely 90% − Critical 15 points'. */
export const defaultExpectedText = ({
  amountDue,
  probability,
  probabilityText,
}: Omit<ExpectedFacts, 'expectedOverride'>): string =>
  amountDue === null
    ? 'The renewal has no amount'
    : `${dollarsText(amountDue)} × ${probability}%: ${probabilityText}`;

/** Formats how the expected amount came about: the reason of an override, otherwise the default. */
export const expectedText = (row: ExpectedFacts): string =>
  row.expectedOverride === null
    ? defaultExpectedText(row)
    : `Set by ${row.expectedOverride.by}${row.expectedOverride.reason === '' ? '' : `: ${row.expectedOverride.reason}`}`;
