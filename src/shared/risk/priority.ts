import { type Day, daysBetween } from '#shared/core/dates.ts';
import { priorityRules } from '#shared/metrics/constants.ts';

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
