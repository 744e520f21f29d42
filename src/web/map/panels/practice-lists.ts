import { foldText } from '#shared/core/text.ts';
import { type HealthTier, healthTiers } from '#shared/core/tiers.ts';
import { countText, numberText } from '#shared/core/words.ts';
import type { Practice } from '#shared/institutions/institutions.ts';
import type { UnplottableReasonKey } from '../draw/point-table.ts';

export type ScoreOrder = 'lowest' | 'highest';

function byName(a: Practice, b: Practice): number {
  if (a.institutionName !== b.institutionName)
    return a.institutionName < b.institutionName ? -1 : 1;
  if (a.locationName !== b.locationName) return a.locationName < b.locationName ? -1 : 1;
  return a.locationId - b.locationId;
}

/**
 * Sorts practices by adoption score. Practices without a score come last; equal scores are sorted
 * by name, so that the order is stable.
 */
export function sortByScore(practices: readonly Practice[], order: ScoreOrder): Practice[] {
  const direction = order === 'lowest' ? 1 : -1;
  return practices.toSorted((a, b) => {
    if (a.healthScore === b.healthScore) return byName(a, b);
    if (a.healthScore === null) return 1;
    return b.healthScore === null ? -1 : (a.healthScore - b.healthScore) * direction;
  });
}

function countPracticesByTier(practices: readonly Practice[]): Record<HealthTier, number> {
  const counts: Record<HealthTier, number> = { Healthy: 0, Medium: 0, Critical: 0, Unknown: 0 };
  for (const practice of practices) counts[practice.healthTier]++;
  return counts;
}

/** Formats counts: '112 customers, 180 locations'. */
export const customerLocationCountText = (customers: number, locations: number): string =>
  `${countText(customers, 'customer')}, ${countText(locations, 'location')}`;

export const customersAndPracticesText = (practices: readonly Practice[]): string =>
  customerLocationCountText(
    new Set(practices.map(({ institutionId }) => institutionId)).size,
    practices.length,
  );

/**
 * Formats the tiers that occur, in tier order, and how many practices are in grace, which the
 * legend counts separately: '12 Healthy, 3 Critical, 1 of them in grace'.
 */
export function tierCountsText(practices: readonly Practice[]): string {
  const counts = countPracticesByTier(practices);
  const inGrace = practices.filter((practice) => practice.inGrace).length;
  return [
    ...healthTiers
      .filter((tier) => counts[tier] > 0)
      .map((tier) => `${numberText(counts[tier])} ${tier}`),
    ...(inGrace === 0 ? [] : [`${numberText(inGrace)} of them in grace`]),
  ].join(', ');
}

export function isPracticeMatch(practice: Practice, text: string): boolean {
  const needle = foldText(text).trim();
  const { institutionName, locationName, streetAddress, city, state, zip } = practice;
  return [institutionName, locationName, streetAddress, city, state, zip].some((part) =>
    foldText(part ?? '').includes(needle),
  );
}

/**
 * Returns the location's name without the institution's: 'Austin' for 'Alder Dental - Austin';
 * `null` when it adds nothing.
 */
export function locationTitle({ locationName, institutionName }: Practice): string | null {
  if (locationName.trim() === '' || locationName === institutionName) return null;
  return locationName.startsWith(`${institutionName} - `)
    ? locationName.slice(institutionName.length + 3)
    : locationName;
}

export function milesText(miles: number): string {
  if (miles < 0.1) return 'Less than 0.1 miles away';
  return `${miles < 10 ? miles.toFixed(1) : numberText(Math.round(miles))} miles away`;
}

export const unplottableReasonTexts: Record<UnplottableReasonKey, string> = {
  missing: 'No coordinates and no known ZIP code',
  origin: 'Coordinates are 0, 0',
  outside: 'Coordinates are outside the map',
};

/** Returns the institution's practice that is nearest to the coordinates. */
export function nearestPractice(
  practices: readonly Practice[],
  institutionId: number,
  latitude: number,
  longitude: number,
): Practice | undefined {
  const distance = (practice: Practice) =>
    Math.hypot((practice.latitude ?? 90) - latitude, (practice.longitude ?? 180) - longitude);
  let nearest: Practice | undefined;
  for (const practice of practices) {
    if (
      practice.institutionId !== institutionId ||
      practice.latitude === null ||
      practice.longitude === null
    )
      continue;
    if (!nearest || distance(practice) < distance(nearest)) nearest = practice;
  }
  return nearest;
}
