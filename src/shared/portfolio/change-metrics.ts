import type { MetricDefinitions } from '#shared/metrics/metric.ts';
import { seasonFall } from './constants.ts';

export const metrics = {
  scoreChange: () => ({
    formula: 'The adoption score minus the score of the official week before.',
    unit: 'Points',
    inputs: ['Adoption score', 'Adoption score of the week before'],
    exclusions: 'No value in the first scored week, or if either week has no score.',
    source: 'score_week.score_change',
  }),
  percentChange: ({ flatBand }) => ({
    formula: `Score change as a percentage of the score before. A change of at most ±${flatBand}% counts as flat.`,
    unit: 'Percent',
    inputs: ['Score change', 'Adoption score of the week before'],
    exclusions: 'No value if the previous score was missing or 0.',
    source: 'score_week.percent_change',
  }),
  scoreChangeCauses: () => ({
    formula:
      'The score change, split between own usage, peers, entitlements and locations. Each part is the effect of that input, averaged over all 24 orders in which the four can change (Shapley values). The parts sum to the change.',
    unit: 'Points',
    inputs: ['28-day usage', 'Benchmarks', 'Entitlements and weights', 'Measured locations'],
    exclusions:
      'No value if either week has no score. The sentence leaves out parts that round to 0.0.',
    source:
      'score_week.change_by_usage, score_week.change_by_peers, score_week.change_by_entitlements, score_week.change_by_locations',
  }),
  averageCauses: () => ({
    formula:
      'The change of the average adoption score between two official weeks, split into parts that sum to it. The parts for own usage, peers, entitlements and locations are means of the customers’ parts (Shapley values between the two weeks) over the customers with a score in both weeks. The other parts come from customers in only one of the averages: new customers, customers that left, and customers that could be measured in only one of the weeks.',
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
    formula: `An official week in which benchmarks fell by ${seasonFall}% or more. The fall is the median, over all products, of the weekly change of the benchmark over all peers.`,
    unit: 'Percent',
    inputs: ['Benchmarks over all peers'],
    exclusions: 'The first official week. Sub-products.',
    source: 'benchmark_week.benchmark',
  }),
  tierTrend: () => ({
    formula: 'Customers in each health tier by official week.',
    unit: 'Customers',
    inputs: ['Health tier'],
    exclusions:
      'Churned customers in a scope smaller than all customers. For all customers, churned customers count in the weeks in which they were customers.',
    source: 'score_week.health_tier',
  }),
  tierChange: () => ({
    formula: 'Up or down when the health tier differs from the week before, else flat.',
    unit: 'Up, down or flat',
    inputs: ['Health tier', 'Health tier of the week before'],
    exclusions: 'A change to or from Unknown counts as flat.',
    source: 'score_week.tier_change',
  }),
  tierMovement: () => ({
    formula:
      'Institutions by their health tier in one official week and their health tier in the next.',
    unit: 'Institutions',
    inputs: ['Health tier', 'Health tier of the week before'],
    exclusions: 'Institutions that were not scored in both weeks.',
    source: 'score_week.health_tier, score_week.previous_health_tier',
  }),
  weeksDeclining: ({ flatBand, decliningWeeksAtRisk }) => ({
    formula: `Number of consecutive official weeks, up to this one, with a percent change below −${flatBand}%. After ${decliningWeeksAtRisk} weeks the institution is at risk.`,
    unit: 'Weeks',
    inputs: ['Percent change of each official week'],
    exclusions: 'Any other week resets the count. The current week is not counted.',
    source: 'score_week.weeks_declining',
  }),
  weeksImproving: ({ flatBand }) => ({
    formula: `Number of consecutive official weeks, up to this one, with a percent change above ${flatBand}%.`,
    unit: 'Weeks',
    inputs: ['Percent change of each official week'],
    exclusions: 'Any other week resets the count. The current week is not counted.',
    source: 'score_week.weeks_improving',
  }),
  relativeChange: ({ minimumPeers }) => ({
    formula: `The score change minus the median score change of the peers. Peers are the first group with at least ${minimumPeers} customers among these: same size tier and practice type; same size tier; all. The list of movers leaves out changes from products and locations that were added or removed, unless you include them.`,
    unit: 'Points',
    inputs: ['Score change', 'Score change of the peers'],
    exclusions: 'No value without a score change.',
    source: 'score_week.score_change',
  }),
} satisfies Partial<MetricDefinitions>;
