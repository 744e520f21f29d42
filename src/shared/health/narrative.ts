import { addDays } from '#shared/core/dates.ts';
import { dayInWords, shareText } from '#shared/core/words.ts';
import { longTermMonths, newCustomerMonths } from './constants.ts';
import { isReadyToExpand } from './expansion.ts';
import type { InstitutionHealth } from './health.ts';

type Facts = Pick<
  InstitutionHealth,
  | 'institutionName'
  | 'sizeTier'
  | 'locationCount'
  | 'monthsSinceGoLive'
  | 'tenure'
  | 'adoptionRate'
  | 'activeFeatures'
  | 'coverage'
  | 'measuredLocations'
  | 'lastReportOn'
  | 'weekEndDate'
  | 'churnedOn'
  | 'entitledFeatures'
  | 'healthTier'
  | 'adoptionScore'
  | 'scoreChange'
  | 'hasZeroUsage'
  | 'consecutiveWeeksAtRisk'
  | 'consecutiveWeeksDeclining'
  | 'consecutiveWeeksImproving'
>;

const mostFeaturesRate = 75;
const weeks = (count: number): string => `${count} week${count === 1 ? '' : 's'}`;

/** Returns how long the institution has been a customer, as of its last official week. */
export function tenureSentence({
  institutionName,
  monthsSinceGoLive,
  tenure,
  churnedOn,
}: Facts): string {
  if (churnedOn !== null)
    return `${institutionName} left on ${dayInWords(churnedOn)}${tenure === null ? '' : `, after ${tenure}`}. All other facts are from its last official week.`;
  if (monthsSinceGoLive === null)
    return `It is unknown how long ${institutionName} has been a customer.`;
  if (monthsSinceGoLive < newCustomerMonths)
    return `${institutionName} is a new customer, live for ${tenure}.`;
  if (monthsSinceGoLive < longTermMonths)
    return `${institutionName} has been a customer for ${tenure}.`;
  return `${institutionName} is a long-term customer of ${tenure}.`;
}

/** Explains why the week's usage could not be measured. */
function silenceSentence({ locationCount, lastReportOn, weekEndDate }: Facts): string {
  const feeds =
    locationCount === 1
      ? 'Its connection has'
      : `The connections of its ${locationCount} locations have`;
  if (lastReportOn === null) return `${feeds} never reported, so nothing can be measured.`;
  if (lastReportOn > weekEndDate)
    return `${feeds} reported again since the week ending ${dayInWords(weekEndDate)}, so its next official week can be scored.`;
  return `${feeds} been silent since ${dayInWords(addDays(lastReportOn, 1))}, so nothing can be measured.`;
}

function adoptionSentence(facts: Facts): string | undefined {
  const { adoptionRate, activeFeatures, entitledFeatures, hasZeroUsage, healthTier, coverage } =
    facts;
  if (entitledFeatures === 0) return 'It has no products yet.';
  if (facts.measuredLocations === 0) return silenceSentence(facts);
  if (healthTier === 'Unknown')
    return `Its score can’t be calculated, because only ${shareText(coverage)} of its products (counted by weight) can be measured.`;
  if (hasZeroUsage) return 'It doesn’t use any of its products.';
  if (adoptionRate >= 100) return 'It uses all features it is entitled to.';
  if (adoptionRate >= mostFeaturesRate)
    return `It uses most features it is entitled to (${activeFeatures} of ${entitledFeatures}).`;
  return `It uses ${activeFeatures} of the ${entitledFeatures} features it is entitled to.`;
}

function sizeSentence({ sizeTier, locationCount }: Facts): string | undefined {
  if (sizeTier === 'Enterprise')
    return `With ${locationCount} locations, it is an enterprise group, so a change here affects the whole portfolio.`;
  if (sizeTier === 'Large') return `With ${locationCount} locations, it is a large group.`;
  return undefined;
}

function trendSentence(facts: Facts): string | undefined {
  if (facts.consecutiveWeeksAtRisk > 0)
    return `It has been at risk for ${weeks(facts.consecutiveWeeksAtRisk)}.`;
  if (facts.consecutiveWeeksDeclining > 0)
    return `Its score has declined for ${weeks(facts.consecutiveWeeksDeclining)}.`;
  if (facts.consecutiveWeeksImproving > 0)
    return `Its score has improved for ${weeks(facts.consecutiveWeeksImproving)}.`;
  return undefined;
}

function upsellSentence(facts: Facts): string | undefined {
  if (facts.churnedOn !== null || !isReadyToExpand(facts)) return undefined;
  return 'The score is healthy and improving, so it’s a good time to offer more products.';
}

/**
 * Builds the text summary of a customer. A customer is new in the first 3 months after go-live and
 * long-term from month 12 on. It uses all features at an adoption rate of 100%, and most features
 * from 75%. A Healthy customer whose score rose by more than 5 points gets a sentence about
 * offering more products.
 */
export function healthNarrative(facts: Facts): string {
  return [
    tenureSentence(facts),
    adoptionSentence(facts),
    sizeSentence(facts),
    trendSentence(facts),
    upsellSentence(facts),
  ]
    .filter((sentence) => sentence !== undefined)
    .join(' ');
}
