import { productKeys, products } from '#shared/core/products.ts';
import { computeTierTargetMultiplier } from '#shared/core/scoring-rules.ts';
import { shareText } from '#shared/core/words.ts';
import type { MetricDefinitions } from '#shared/metrics/metric.ts';
import { highestDisplayedScore, openDaysIn28 } from './constants.ts';

const subProducts = productKeys
  .filter((key) => products[key].parent !== undefined)
  .map((key) => products[key].name)
  .join(' and ');

export const metricExplanations = {
  productScore: () => ({
    formula: `28-day usage as a percentage of expected usage. The score is displayed as a whole number up to ${highestDisplayedScore} and stored unrounded.`,
    unit: 'Percent of benchmark',
    inputs: ['28-day usage', 'Expected usage'],
    exclusions:
      'Products that are not sold to the institution, have a silent connection or have too few peers.',
    source: 'product_week.score',
  }),
  adoptionScore: ({ weights }) => ({
    formula: `The ${Object.keys(weights).length === 0 ? '' : 'weighted '}mean of the product scores, each counted up to 100.`,
    unit: 'Percent of benchmark, 0 to 100',
    inputs: [
      'Product scores',
      ...Object.entries(weights).map(
        ([key, weight]) => `Weight ${weight} for ${products[key as keyof typeof products].name}`,
      ),
    ],
    exclusions: `${subProducts} have a score but do not count. Products that are not sold to the institution or cannot be measured are left out.`,
    source: 'score_week.adoption_score',
  }),
  healthTier: ({ healthyFrom, mediumFrom, minimumCoverage }) => ({
    formula: `Critical below ${mediumFrom}, Medium from ${mediumFrom} and below ${healthyFrom}, Healthy from ${healthyFrom}. The unrounded adoption score decides.`,
    unit: 'Healthy, Medium, Critical or Unknown',
    inputs: ['Adoption score', 'Measurable share'],
    exclusions: `Unknown if the measurable share is below ${shareText(minimumCoverage)} or no product is sold to the institution.`,
    source: 'score_week.health_tier',
  }),
  measurableShare: ({ minimumCoverage }) => ({
    formula:
      'Weight of the entitled products that could be measured, divided by the weight of all entitled products.',
    unit: 'Percent',
    inputs: ['Entitlements', 'Product scores'],
    exclusions: `${subProducts} have no weight. Below ${shareText(minimumCoverage)}, the tier is Unknown.`,
    source: 'score_week.coverage',
  }),
  target: (rules) => ({
    formula: `The benchmark, rounded first, then multiplied by a factor: ${computeTierTargetMultiplier('Critical', rules)} for a Critical institution (“to Medium”), ${computeTierTargetMultiplier('Medium', rules)} for a Medium or Healthy institution (“to Healthy”, “Maintain”). For per-location products, the result is also multiplied by the measured locations.`,
    unit: 'Number of uses in 28 days, or dollars for Payments',
    inputs: ['Benchmark', 'Measured locations', 'Health tier'],
    exclusions: `${subProducts} are part of Online Booking’s target.`,
    source:
      'computeFeatureTarget in src/shared/health/rules.ts, computeTierTargetMultiplier in src/shared/core/scoring-rules.ts',
  }),
  improvement: ({ mediumFrom, healthyFrom }) => ({
    formula: `Extra usage in 28 days that raises a product’s score to the next tier. Medium begins at ${mediumFrom} and Healthy at ${healthyFrom}. The figure per open day is 1/${openDaysIn28} of the 28-day figure. The product with the least extra usage comes first.`,
    unit: 'Number of uses, or dollars for Payments',
    inputs: ['28-day usage', 'Expected usage', 'Product weights'],
    exclusions: `Products with a score of ${healthyFrom} or more, and products that cannot be measured.`,
    source: 'findImprovements in src/shared/health/rules.ts',
  }),
  wayToHealthy: ({ healthyFrom }) => ({
    formula: `The smallest extra usage that brings the adoption score to ${healthyFrom}. Products are raised up to their benchmark, starting with the product that needs the fewest uses per point. The figure per open day is 1/${openDaysIn28} of the 28-day figure.`,
    unit: 'Number of uses, or dollars for Payments',
    inputs: ['28-day usage', 'Expected usage', 'Product weights'],
    exclusions:
      'Healthy and Unknown customers. Payments comes last because dollars cannot be compared with uses.',
    source: 'wayToHealthy in src/shared/health/way-to-healthy.ts',
  }),
  provisionalScore: () => ({
    formula:
      'The adoption score for the last 28 days. The 28 days end yesterday, or on the last day on which any connection reported.',
    unit: 'Percent of benchmark, 0 to 100',
    inputs: ['Usage of the current week', 'Provisional benchmarks'],
    exclusions:
      'Provisional scores never open action items and do not count in figures about consecutive weeks.',
    source: 'score_provisional',
  }),
  averageScore: () => ({
    formula: 'Mean adoption score of all customers in an official week.',
    unit: 'Percent of benchmark, 0 to 100',
    inputs: ['Adoption scores'],
    exclusions:
      'Institutions without a score, and institutions that have left since the week ended.',
    source: 'compareWithPreviousWeek in src/server/health/weekly-rules.ts',
  }),
} satisfies Partial<MetricDefinitions>;
