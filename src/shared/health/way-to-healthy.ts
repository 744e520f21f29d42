import { oneDecimalText } from '#shared/core/amount-words.ts';
import { type ProductKey, products } from '#shared/core/products.ts';
import {
  comparisonTolerance,
  type HealthRules,
  healthTierOf,
  productWeight,
} from '#shared/core/scoring-rules.ts';
import { openDaysIn28 } from '#shared/scoring/constants.ts';
import type { WayToHealthy } from './health.ts';
import { chooseUsageNoun, usageText } from './product-table.ts';
import { computeAdoptionScore, displayedScore, type MeasuredProduct } from './rules.ts';

/**
 * Finds the smallest extra usage that brings the adoption score to Healthy. Products are raised one
 * after the other up to their benchmark, starting with the fewest uses per point of score. This is
 * the optimum of a fractional knapsack; rounding to whole uses adds at most one use per product.
 * Products measured in dollars come last, because dollars can't be compared with uses. Returns
 * `null` for Healthy customers, and for Unknown customers, because more usage alone can't change
 * the tier Unknown.
 */
export function wayToHealthy(
  measured: readonly MeasuredProduct[],
  rules: Pick<HealthRules, 'weights' | 'healthyFrom' | 'mediumFrom' | 'minimumCoverage'>,
): WayToHealthy | null {
  const now = computeAdoptionScore(measured, rules);
  if (
    now.score === null ||
    now.coverage < rules.minimumCoverage - comparisonTolerance ||
    healthTierOf(now.score, rules) === 'Healthy'
  )
    return null;
  const raisable = measured
    .flatMap(({ product, entitled, usage, expected, score }) => {
      const weight = productWeight(product, rules);
      return !entitled || expected === null || score === null || score >= 100 || weight === 0
        ? []
        : [{ product, usage, expected, weight }];
    })
    .sort(
      (one, other) =>
        Number(isInDollars(one)) - Number(isInDollars(other)) ||
        one.expected / one.weight - other.expected / other.weight,
    );

  const after = new Map(measured.map((each) => [each.product, each]));
  const steps: WayToHealthy['steps'] = [];
  for (const { product, usage, expected, weight } of raisable) {
    const { score } = computeAdoptionScore([...after.values()], rules);
    if (score === null || healthTierOf(score, rules) === 'Healthy') break;
    const missingPoints = ((rules.healthyFrom - score) * totalWeight(measured, rules)) / weight;
    const goal = Math.min(100, (100 * usage) / expected + missingPoints);
    const extra = Math.max(1, Math.ceil((expected * goal) / 100 - usage - comparisonTolerance));
    const scoreAfter = (100 * (usage + extra)) / expected;
    after.set(product, {
      product,
      entitled: true,
      usage: usage + extra,
      benchmark: null,
      expected,
      score: scoreAfter,
    });
    steps.push({
      product,
      extraPer28Days: extra,
      extraPerOpenDay: extra / openDaysIn28,
      productScoreAfter: displayedScore(scoreAfter),
    });
  }
  return {
    steps,
    adoptionScoreAfter: computeAdoptionScore([...after.values()], rules).score ?? now.score,
  };
}

const isInDollars = ({ product }: { product: ProductKey }): boolean =>
  products[product].unit === 'dollars';

/** Returns the total weight of the products in the adoption score. */
const totalWeight = (
  measured: readonly MeasuredProduct[],
  rules: Pick<HealthRules, 'weights'>,
): number =>
  measured.reduce(
    (sum, { product, entitled, score }) =>
      sum + (entitled && score !== null ? productWeight(product, rules) : 0),
    0,
  );

/** Formats extra usage per open day: '1.5', '0.2', '$592'. */
export const perOpenDayText = (product: ProductKey, extra: number): string =>
  products[product].unit === 'dollars' ? usageText(product, extra) : oneDecimalText(extra);

/**
 * Describes the plan in a text for the customer. The text contains no tier, no score and nothing
 * about other customers.
 */
export function customerPlanText(
  institutionName: string,
  { steps }: Pick<WayToHealthy, 'steps'>,
): string {
  const lines = steps.map(({ product, extraPer28Days, extraPerOpenDay }) => {
    const more =
      `${usageText(product, extraPer28Days)} more ${chooseUsageNoun(product, extraPer28Days)}`.trimEnd();
    const daily =
      extraPerOpenDay < 1 ? '' : `, about ${perOpenDayText(product, extraPerOpenDay)} per open day`;
    return `• ${products[product].name}: ${more} in four weeks${daily}`;
  });
  return [
    `Here is how ${institutionName} can get more out of the tools it already has:`,
    ...lines,
    'Similar practices already do this. We’re happy to help you set it up.',
  ].join('\n');
}
