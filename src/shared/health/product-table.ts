import { type ProductKey, productKeys, products } from '#shared/core/products.ts';
import type { HealthTier } from '#shared/core/tiers.ts';
import { numberText } from '#shared/core/words.ts';
import {
  combinedTargetMarker,
  type FeatureTarget,
  type FeatureTargets,
  goalMetMarker,
  type InstitutionHealth,
} from './health.ts';

export interface ProductRow {
  product: ProductKey;
  name: string;
  isSubItem: boolean;
  entitled: boolean;
  /** 28-day usage; dollars for payments. */
  previous: number | undefined;
  current: number | undefined;
  /** Percent change of usage; `undefined` without earlier usage. */
  change: number | undefined;
  /** Whole percent of the benchmark; `undefined` when it could not be measured. */
  score: number | undefined;
  /** Tier of the score; Unknown without a score. */
  tier: HealthTier;
}

const fixedFirst: ProductKey[] = ['onlineBooking', 'recalls', 'waitlist'];

/**
 * Returns the table's rows: online booking first, then its sub-products, then the other products by
 * descending score. A product that is neither entitled nor used is left out.
 */
export function productRows(health: InstitutionHealth): ProductRow[] {
  const rows = productKeys
    .filter((key) => health.featureEntitlements[key] || (health.featureUsage[key] ?? 0) > 0)
    .map(
      (key): ProductRow => ({
        product: key,
        name: products[key].name,
        isSubItem: products[key].parent !== undefined,
        entitled: health.featureEntitlements[key] ?? false,
        previous: health.previousFeatureUsage[key],
        current: health.featureUsage[key],
        change: health.featureChanges[key] ?? undefined,
        score: health.featureScores[key],
        tier: health.featureTiers[key] ?? 'Unknown',
      }),
    );
  const place = (row: ProductRow) =>
    fixedFirst.includes(row.product) ? fixedFirst.indexOf(row.product) : fixedFirst.length;
  return rows.sort(
    (a, b) =>
      place(a) - place(b) || (b.score ?? -1) - (a.score ?? -1) || a.name.localeCompare(b.name),
  );
}

/** Formats usage as a whole number, with a dollar sign for payments. */
export function usageText(product: ProductKey, value: number): string {
  const whole = numberText(Math.round(value));
  return products[product].unit === 'dollars' ? `$${whole}` : whole;
}

/** Returns the noun for one or more uses: 'booking', 'bookings'. Empty for payments. */
export function chooseUsageNoun(product: ProductKey, value: number): string {
  const { use } = products[product];
  if (use === null) return '';
  return Math.round(value) === 1 ? use : `${use}s`;
}

/** Returns the caption below the Target heading. */
export function targetCaption(tier: HealthTier): string {
  if (tier === 'Healthy') return 'Maintain';
  return tier === 'Medium' ? 'to Healthy' : 'to Medium';
}

/**
 * Returns the 28-day usage to reach. It is the rounded benchmark times the multiplier, and for a
 * per-location product also times the measured locations.
 */
export function targetUsage(
  target: FeatureTarget,
  targets: Pick<FeatureTargets, 'targetMultiplier' | 'measuredLocations'>,
): number | undefined {
  if (target.benchmark === null) return undefined;
  return (
    Math.round(target.benchmark) *
    (target.isPerLocation ? targets.measuredLocations : 1) *
    targets.targetMultiplier
  );
}

/**
 * Returns a note below the targets when only some locations were measured; `null` when all or none
 * were measured.
 */
export function measuredLocationsText({
  locationCount,
  measuredLocations,
}: Pick<FeatureTargets, 'locationCount' | 'measuredLocations'>): string | null {
  if (measuredLocations === 0 || measuredLocations >= locationCount) return null;
  return `Targets cover the ${measuredLocations} of ${locationCount} locations that reported.`;
}

/**
 * Formats a product's target. `targets` is `undefined` while loading and `null` after a failed
 * request.
 */
export function targetText(
  product: ProductKey,
  targets: FeatureTargets | null | undefined,
): string {
  if (targets === undefined) return 'Loading...';
  const target = targets?.featureTargets[product];
  if (targets === null || target === undefined) return '–';
  if (target.target === goalMetMarker) return 'Goal met';
  if (target.target === combinedTargetMarker)
    return products[product].parent === undefined ? 'See above' : 'Included above';
  const usage = targetUsage(target, targets);
  return usage === undefined ? '–' : usageText(product, usage);
}
