import type { MetricDefinitions } from '#shared/metrics/metric.ts';
import { minimumSeasonalFallPercent } from './constants.ts';

export const metricExplanations = {
  scoreChange: () => ({
    formula: 'The adoption score minus the adoption score of the previous official week.',
    unit: 'Points',
    inputs: ['Adoption score', 'Adoption score of the week before'],
    exclusions: 'No value in the first scored week, or if either week has no score.',
    source: 'score_week.score_change',
  }),
  percentChange: ({ flatBand }) => ({
    formula: `Score change as a percentage of the previous week’s score. A change of at most ±${flatBand}% counts as flat.`,
    unit: 'Percent',
    inputs: ['Score change', 'Adoption score of the week before'],
    exclusions: 'No value if the previous score was missing or 0.',
    source: 'score_week.percent_change',
  }),
  scoreChangeCauses: () => ({
    formula:
      'The score change, split into the effects of own usage, peers, entitlements and locations. Each effect is averaged over all 24 orders in which the four inputs can change (Shapley values). The effects sum to the score change.',
    unit: 'Points',
    inputs: ['28-day usage', 'Benchmarks', 'Entitlements and weights', 'Measured locations'],
    exclusions:
      'No value if either week has no score. The displayed sentence leaves out effects that round to 0.0.',
    source:
      'score_week.change_by_usage, score_week.change_by_peers, score_week.change_by_entitlements, score_week.change_by_locations',
  }),
  averageCauses: () => ({
    formula:
      'The change of the average adoption score between two official weeks, split into parts that sum to the change. The parts for own usage, peers, entitlements and locations are averages over customers with a score in both weeks (Shapley values). The other parts come from customers with a score in only one of the weeks: new customers, customers that left, and customers that could not be measured in the other week.',
    unit: 'Points',
    inputs: [
      'Adoption score of both weeks',
      '28-day usage',
      'Benchmarks',
      'Entitlements and weights',
      'Measured locations',
    ],
    exclusions: 'With “same customers only”, customers without a score in one of the weeks.',
    source:
      'score_week.adoption_score, score_week.measured_locations, product_week.usage, product_week.benchmark, product_week.entitled',
  }),
  season: () => ({
    formula: `An official week in which benchmarks fell by ${minimumSeasonalFallPercent}% or more. The fall is the median of all products’ weekly benchmark changes. These benchmarks compare all institutions.`,
    unit: 'Percent',
    inputs: ['Benchmarks over all institutions'],
    exclusions: 'The first official week and sub-products are left out.',
    source: 'benchmark_week.benchmark',
  }),
  tierTrend: () => ({
    formula: 'Number of customers in each health tier, by official week.',
    unit: 'Customers',
    inputs: ['Health tier'],
    exclusions:
      'The trend of all customers includes churned customers in the weeks before they left. The trend of a smaller group leaves churned customers out.',
    source: 'score_week.health_tier',
  }),
  tierChange: () => ({
    formula:
      'Direction in which the health tier changed since the previous official week. Flat means that the tier did not change.',
    unit: 'Up, down or flat',
    inputs: ['Health tier', 'Health tier of the week before'],
    exclusions: 'A change to or from Unknown counts as flat.',
    source: 'score_week.tier_change',
  }),
  tierMovement: () => ({
    formula:
      'Number of institutions for each combination of health tier in one official week and health tier in the next week.',
    unit: 'Institutions',
    inputs: ['Health tier', 'Health tier of the week before'],
    exclusions: 'Institutions that were scored in only one of the two weeks.',
    source: 'score_week.health_tier, score_week.previous_health_tier',
  }),
  weeksDeclining: ({ flatBand, decliningWeeksAtRisk }) => ({
    formula: `Number of consecutive official weeks, up to this one, in which the score fell by more than ${flatBand}%. After ${decliningWeeksAtRisk} declining weeks, the institution is at risk.`,
    unit: 'Weeks',
    inputs: ['Percent change of each official week'],
    exclusions:
      'The first week without such a fall resets the count. The current, unfinished week is ignored.',
    source: 'score_week.weeks_declining',
  }),
  weeksImproving: ({ flatBand }) => ({
    formula: `Number of consecutive official weeks, up to this one, in which the score rose by more than ${flatBand}%.`,
    unit: 'Weeks',
    inputs: ['Percent change of each official week'],
    exclusions:
      'The first week without such a rise resets the count. The current, unfinished week is ignored.',
    source: 'score_week.weeks_improving',
  }),
  relativeChange: ({ minimumPeers }) => ({
    formula: `The customer’s score change minus the median score change of its peers. Peers are the first group with at least ${minimumPeers} customers among these: same size tier and practice type; same size tier; all. The list of movers ignores changes caused by added or removed products and locations, unless you include them.`,
    unit: 'Points',
    inputs: ['Score change', 'Score change of the peers'],
    exclusions: 'No value without a score change.',
    source: 'score_week.score_change',
  }),
} satisfies Partial<MetricDefinitions>;
