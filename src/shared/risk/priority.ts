import { type Day, daysBetween } from '#shared/core/dates.ts';
import { priorityRules } from './constants.ts';

/**
 * Estimates the chance of losing a customer, 0.05–0.9, from the distance of its score (percent of
 * the benchmark) below `healthyFrom`.
 */
export function lossChance(score: number, healthyFrom: number): number {
  const { least, most } = priorityRules.scoreRisk;
  return Math.min(most, Math.max(least, (healthyFrom - score) / healthyFrom));
}

/**
 * Returns 1.5, 1.25 or 1 depending on the days until the renewal; 1 when the renewal date is
 * unknown.
 */
export function renewalFactor(renewalOn: Day | null, today: Day): number {
  if (renewalOn === null) return 1;
  const days = daysBetween(today, renewalOn);
  return priorityRules.renewalFactors.find(({ withinDays }) => days <= withinDays)?.factor ?? 1;
}
