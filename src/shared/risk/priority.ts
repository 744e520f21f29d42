import { type Day, daysBetween } from '#shared/core/dates.ts';
import { priorityRules } from './constants.ts';

/**
 * Estimates the chance of losing a customer, 0.05–0.9 in steps of 0.01, so that the printed percent
 * is the value that priorities are computed with. It grows with the distance of the score below
 * `healthyFrom`; both are in percent of benchmark.
 */
export function estimateLossChance(score: number, healthyFrom: number): number {
  const { least, most } = priorityRules.scoreRisk;
  const chance = Math.min(most, Math.max(least, (healthyFrom - score) / healthyFrom));
  return Math.round(100 * chance) / 100;
}

/**
 * Returns the dollars at stake: chance of loss × yearly revenue in whole dollars × renewal factor.
 * The printed factors multiply to the printed result.
 */
export const computePriority = (chance: number, annualRevenue: number, factor: number): number =>
  chance * Math.round(annualRevenue) * factor;

/**
 * Returns the renewal factor 1.5, 1.25 or 1 for the days until the renewal. It is 1 when the
 * renewal date is unknown.
 */
export function findRenewalFactor(renewalOn: Day | null, today: Day): number {
  if (renewalOn === null) return 1;
  const days = daysBetween(today, renewalOn);
  return priorityRules.renewalFactors.find(({ withinDays }) => days <= withinDays)?.factor ?? 1;
}
