import { type Day, daysBetween } from './dates.ts';

/** How at-risk customers are put in order: the yearly revenue at stake, weighed by how near the renewal is. */
export const priorityRules = {
  /** Where no churn prediction exists, the chance of losing a customer is read off its score and kept within these. */
  scoreRisk: { least: 0.05, most: 0.9 },
  /** The nearest window that holds decides; without one the factor is 1. A renewal that is overdue is as near as can be. */
  renewalFactors: [
    { withinDays: 60, factor: 1.5 },
    { withinDays: 120, factor: 1.25 },
  ],
} as const;

/** The chance of losing a customer, 0.05 to 0.9: how far its score (percent of benchmark) lies below Healthy. */
export function lossChance(score: number, healthyFrom: number): number {
  const { least, most } = priorityRules.scoreRisk;
  return Math.min(most, Math.max(least, (healthyFrom - score) / healthyFrom));
}

/** 1.5, 1.25 or 1, by the days until the renewal; 1 where its day is not known. */
export function renewalFactor(renewalOn: Day | null, today: Day): number {
  if (renewalOn === null) return 1;
  const days = daysBetween(today, renewalOn);
  return priorityRules.renewalFactors.find(({ withinDays }) => days <= withinDays)?.factor ?? 1;
}
