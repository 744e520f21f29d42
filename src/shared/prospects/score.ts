import { countText } from '#shared/core/words.ts';

/** Points of each part of the prospect score. Without the deduction, the points add up to 100. */
export const defaultProspectScoreWeights = {
  type: 15,
  size: 10,
  ehr: 15,
  booking: 15,
  contact: 5,
  hours: 10,
  reviews: 10,
  growth: 10,
  reach: 10,
  lowRating: 10,
} as const;
export type ProspectScoreWeights = Readonly<
  Record<keyof typeof defaultProspectScoreWeights, number>
>;
export type ProspectScorePartKey = keyof ProspectScoreWeights;

/** Rating below which points are deducted, miles to a near customer, and most locations. */
export const defaultProspectScoreLimits = {
  lowRating: 3.5,
  nearMiles: 10,
  mostLocations: 50,
} as const;

/** Returns the highest possible score: the sum of all points without the deduction. */
export const sumProspectScoreWeights = (weights: ProspectScoreWeights): number =>
  Object.values(weights).reduce((sum, points) => sum + points, 0) - weights.lowRating;

/** Points and limits of the prospect score. */
export interface ProspectScoreRules {
  weights: ProspectScoreWeights;
  limits: Readonly<Record<keyof typeof defaultProspectScoreLimits, number>>;
}

/** Facts from which a prospect's score is computed. `null` means unknown. */
export interface ProspectScoreFacts {
  businessType: string;
  locationCount: number | null;
  ehr: string | null;
  /** `true` when our customers use this EHR. */
  isEhrInUse: boolean;
  hasOnlineBooking: boolean | null;
  phone: string | null;
  website: string | null;
  /** Opening hours, one line for each day. */
  openingHours: readonly string[] | null;
  /** Average rating, 0–5. */
  rating: number | null;
  totalRatings: number | null;
  /** Median number of ratings of the prospects in the same state; `null` with fewer than five. */
  medianRatings: number | null;
  /** Distance to the nearest Healthy customer; `null` without coordinates. */
  healthyCustomerMiles: number | null;
  /** `true` when distances are measured from the center of the ZIP code. */
  isPlacedByZip: boolean;
}

export interface ProspectScorePart {
  key: ProspectScorePartKey;
  label: string;
  /** Points of the part; negative for the deduction, and `null` while the fact is unknown. */
  points: number | null;
  /** Highest possible points. */
  most: number;
  reason: string;
}

const healthWords =
  /dent|orthodon|periodon|endodon|oral|doctor|clinic|medic|physician|pediatric|dermatolog|optometr|ophthalm|therap|chiropract|hospital|surgeon|health/i;

const servesEveningOrWeekend = (lines: readonly string[]): boolean =>
  lines.some(
    (line) =>
      (/^(sat|sun)/i.test(line) && !/closed/i.test(line)) ||
      /([6-9]|1[0-2])(:\d\d)?\s*PM$/i.test(line),
  );

/** Returns the parts of a prospect's score. `sumProspectScore` adds them up. */
export function computeProspectScoreParts(
  facts: ProspectScoreFacts,
  { weights, limits }: ProspectScoreRules,
): ProspectScorePart[] {
  const part = (
    key: ProspectScorePartKey,
    label: string,
    share: number | null,
    reason: string,
  ): ProspectScorePart => ({
    key,
    label,
    points: share === null ? null : Math.round(weights[key] * share),
    most: weights[key],
    reason,
  });
  const met = (isMet: boolean): number => Number(isMet);
  const { businessType, locationCount, ehr, hasOnlineBooking, phone, website, openingHours } =
    facts;
  const { rating, healthyCustomerMiles } = facts;
  const isHealthPractice = healthWords.test(businessType);
  const parts = [
    part(
      'type',
      'Practice type',
      businessType === '' ? null : met(isHealthPractice),
      businessType === ''
        ? 'The type is unknown.'
        : `${businessType} is ${isHealthPractice ? '' : 'not '}a dental or medical practice.`,
    ),
    part(
      'size',
      'Locations',
      locationCount === null
        ? null
        : met(locationCount >= 1 && locationCount <= limits.mostLocations),
      locationCount === null
        ? 'The number of locations is unknown.'
        : sizeReason(locationCount, limits.mostLocations),
    ),
    part(
      'ehr',
      'EHR',
      ehr === null ? null : met(facts.isEhrInUse),
      ehr === null
        ? 'The EHR is unknown.'
        : `${facts.isEhrInUse ? 'Customers use' : 'No customer uses'} ${ehr}.`,
    ),
    part(
      'booking',
      'No online booking yet',
      hasOnlineBooking === null ? null : met(!hasOnlineBooking),
      hasOnlineBooking === null
        ? 'Whether patients can book online is unknown.'
        : `Patients can${hasOnlineBooking ? '' : 'not'} book online today.`,
    ),
    part('contact', 'Hard to reach', met(phone === null || website === null), contactReason(facts)),
    part(
      'hours',
      'No evening or weekend hours',
      openingHours === null ? null : met(!servesEveningOrWeekend(openingHours)),
      openingHours === null
        ? 'The opening hours are unknown.'
        : servesEveningOrWeekend(openingHours)
          ? 'The practice is open in the evening or on the weekend.'
          : 'Patients cannot reach the practice in the evening or on the weekend.',
    ),
    part('reviews', 'Reviews', reviewShare(facts), reviewReason(facts)),
    part('growth', 'Growing reviews', null, 'The number of reviews a year ago is unknown.'),
    part(
      'reach',
      'Near a Healthy customer',
      healthyCustomerMiles === null ? null : met(healthyCustomerMiles <= limits.nearMiles),
      healthyCustomerMiles === null
        ? 'The coordinates are unknown.'
        : `The nearest Healthy customer is ${facts.isPlacedByZip ? 'about ' : ''}${healthyCustomerMiles.toFixed(1)} miles away.`,
    ),
  ];
  if (rating !== null && rating < limits.lowRating)
    parts.push({
      key: 'lowRating',
      label: 'Low rating',
      points: -weights.lowRating,
      most: 0,
      reason: `The rating of ${rating.toFixed(1)} is below ${limits.lowRating}.`,
    });
  return parts;
}

const sizeReason = (count: number, most: number): string =>
  count > most
    ? `${count} locations are more than we serve well.`
    : `${count === 1 ? 'One location is' : `${count} locations are`} a size that we serve.`;

function contactReason({ phone, website }: ProspectScoreFacts): string {
  if (phone === null && website === null) return 'Neither a phone number nor a website is known.';
  if (phone === null) return 'No phone number is known.';
  return website === null ? 'No website is known.' : 'Phone number and website are known.';
}

/** Returns the share of the points for reviews, 0–1; 0.5 at the state's median. */
function reviewShare({ totalRatings, medianRatings }: ProspectScoreFacts): number | null {
  if (totalRatings === null || medianRatings === null) return null;
  const ratio = Math.log1p(totalRatings) / Math.max(Math.log1p(medianRatings), Math.LN2);
  return Math.min(1, Math.max(0, ratio / 2));
}

function reviewReason({ totalRatings, medianRatings }: ProspectScoreFacts): string {
  if (totalRatings === null) return 'The number of reviews is unknown.';
  if (medianRatings === null)
    return `${countText(totalRatings, 'review')}. The state’s median is unknown, because it needs five prospects with reviews.`;
  return `${countText(totalRatings, 'review')}; the median of prospects in the state is ${Math.round(medianRatings)}.`;
}

/** Returns the score, 0–100: the sum of the known points. */
export const sumProspectScore = (parts: readonly ProspectScorePart[]): number =>
  Math.max(
    0,
    parts.reduce((sum, { points }) => sum + (points ?? 0), 0),
  );

/** Returns the points that unknown facts could still add. */
export const sumUnknownPoints = (parts: readonly ProspectScorePart[]): number =>
  parts.reduce((sum, { points, most }) => sum + (points === null ? most : 0), 0);
