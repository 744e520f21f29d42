import { productKeys, products } from '#shared/core/products.ts';
import { targetMultiplierOf } from '#shared/core/scoring-rules.ts';
import { shareText } from '#shared/core/words.ts';
import { highestShownScore, openDaysIn28 } from './constants.ts';
import type { MetricFamily } from './metric.ts';

const subProducts = productKeys
  .filter((key) => products[key].parent !== undefined)
  .map((key) => products[key].name)
  .join(' and ');

export const scoreMetrics = {
  productScore: () => ({
    formula: `28-day usage as a percentage of expected usage. Shown as a whole number up to ${highestShownScore}; kept unrounded.`,
    unit: 'Percent of benchmark',
    inputs: ['28-day usage', 'Expected usage'],
    exclusions: 'Products that are not sold, whose feed is silent, or with too few peers.',
    source: 'product_week.score',
  }),
  adoptionScore: ({ weights }) => ({
    formula: `The ${Object.keys(weights).length === 0 ? '' : 'weighted '}mean of the product scores, each counted up to 100.`,
    unit: 'Percent of benchmark, 0 to 100',
    inputs: [
      'Product scores',
      ...Object.entries(weights).map(([key, weight]) => `Weight ${weight} for ${products[key as keyof typeof products].name}`),
    ],
    exclusions: `${subProducts} are shown and not counted. Products that are not sold or cannot be measured are left out.`,
    source: 'score_week.adoption_score',
  }),
  healthTier: ({ healthyFrom, mediumFrom, minimumCoverage }) => ({
    formula: `Critical below ${mediumFrom}, Medium from ${mediumFrom} and below ${healthyFrom}, Healthy from ${healthyFrom}, on the unrounded adoption score.`,
    unit: 'Healthy, Medium, Critical or Unknown',
    inputs: ['Adoption score', 'Measurable share'],
    exclusions: `Unknown where the measurable share is under ${shareText(minimumCoverage)}, or nothing is sold.`,
    source: 'score_week.health_tier',
  }),
  measurableShare: ({ minimumCoverage }) => ({
    formula: 'The weight of the entitled products that could be measured, divided by the weight of all entitled products.',
    unit: 'Percent',
    inputs: ['Entitlements', 'Product scores'],
    exclusions: `${subProducts} have no weight. Under ${shareText(minimumCoverage)} the tier is Unknown.`,
    source: 'score_week.coverage',
  }),
  target: (rules) => ({
    formula: `The whole-number benchmark, times the measured locations for per-location products, times ${targetMultiplierOf('Critical', rules)} for a Critical institution (“to Medium”) and ${targetMultiplierOf('Medium', rules)} for a Medium or Healthy one (“to Healthy”, “Maintain”).`,
    unit: 'Uses per 28 days; dollars for Payments',
    inputs: ['Benchmark', 'Measured locations', 'Health tier'],
    exclusions: `${subProducts} are part of Online Booking's target. Healthy itself starts at a score of ${rules.healthyFrom}.`,
    source: 'featureTargetOf in src/shared/health/rules.ts, targetMultiplierOf in src/shared/core/scoring-rules.ts',
  }),
  improvement: ({ mediumFrom, healthyFrom }) => ({
    formula: `For each product below ${healthyFrom}: the extra use in 28 days that lifts it to ${mediumFrom}, or from there to ${healthyFrom}; per open day that is a ${openDaysIn28}th of it. Cheapest first.`,
    unit: 'Uses; dollars for Payments',
    inputs: ['28-day usage', 'Expected usage', 'Product weights'],
    exclusions: `Products at ${healthyFrom} or more, and products that cannot be measured.`,
    source: 'improvements in src/shared/health/rules.ts',
  }),
  wayToHealthy: ({ healthyFrom }) => ({
    formula: `The fewest extra uses that together take the adoption score to ${healthyFrom}: products are raised up to their benchmark, those first that need the fewest uses for a point. Per open day that is a ${openDaysIn28}th of 28 days’ use.`,
    unit: 'Uses; dollars for Payments',
    inputs: ['28-day usage', 'Expected usage', 'Product weights'],
    exclusions: 'Healthy and Unknown customers. Dollars cannot be counted in uses, so Payments comes last.',
    source: 'wayToHealthy in src/shared/health/way-to-healthy.ts',
  }),
  provisionalScore: () => ({
    formula: 'The adoption score of the 28 days up to yesterday, or to the last day that any feed has reported.',
    unit: 'Percent of benchmark, 0 to 100',
    inputs: ['Usage of the running week', 'Provisional benchmarks'],
    exclusions: 'Never used for alerts, and never part of a run of weeks.',
    source: 'score_provisional',
  }),
  averageScore: () => ({
    formula: 'The mean of the adoption scores of an official week.',
    unit: 'Percent of benchmark, 0 to 100',
    inputs: ['Adoption scores'],
    exclusions: 'Institutions without a score, and those that have left since the week ended.',
    source: 'weeklyComparison in src/server/health/weekly-rules.ts',
  }),
} satisfies MetricFamily;
