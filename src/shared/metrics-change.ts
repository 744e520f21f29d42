import type { MetricFamily } from './metric.ts';

export const changeMetrics = {
  scoreChange: () => ({
    name: 'Score change',
    formula: 'The adoption score minus that of the official week before.',
    unit: 'Points',
    inputs: ['Adoption score', 'Adoption score of the week before'],
    exclusions: 'None in the first scored week, and where either week has no score.',
    source: 'score_week.score_change',
  }),
  percentChange: ({ flatBand }) => ({
    name: 'Percent change',
    formula: `Score change as a percentage of the score before. Within ±${flatBand}%, the limits included, a score is flat.`,
    unit: 'Percent',
    inputs: ['Score change', 'Adoption score of the week before'],
    exclusions: 'None where the score before was missing or 0.',
    source: 'score_week.percent_change',
  }),
  scoreChangeCauses: () => ({
    name: 'Why it moved',
    formula:
      'The score change, split between own usage, peers, entitlements and locations. Each part is the effect of that input, averaged over all 24 orders in which the four can change (Shapley values). The parts sum to the change.',
    unit: 'Points',
    inputs: ['28-day usage', 'Benchmarks', 'Entitlements and weights', 'Measured locations'],
    exclusions: 'None where either week has no score. The sentence leaves out parts that round to 0.0.',
    source: 'score_week.change_by_usage, score_week.change_by_peers, score_week.change_by_entitlements, score_week.change_by_locations',
  }),
  tierChange: () => ({
    name: 'Tier change',
    formula: 'Up or down when the health tier differs from the week before, else flat.',
    unit: 'Up, down or flat',
    inputs: ['Health tier', 'Health tier of the week before'],
    exclusions: 'To or from Unknown is flat.',
    source: 'score_week.tier_change',
  }),
  tierMovement: () => ({
    name: 'Tier movement',
    formula: 'Institutions by their health tier in one official week and their health tier in the next.',
    unit: 'Institutions',
    inputs: ['Health tier', 'Health tier of the week before'],
    exclusions: 'Institutions that were not scored in both weeks.',
    source: 'score_week.health_tier, score_week.previous_health_tier',
  }),
  weeksDeclining: ({ flatBand, decliningWeeksAtRisk }) => ({
    name: 'Weeks declining',
    formula: `The run of official weeks, up to this one, with a percent change below −${flatBand}%. From ${decliningWeeksAtRisk} weeks on the institution is at risk.`,
    unit: 'Weeks',
    inputs: ['Percent change of each official week'],
    exclusions: 'Any other week ends the run. The running week is not counted.',
    source: 'score_week.weeks_declining',
  }),
  weeksImproving: ({ flatBand }) => ({
    name: 'Weeks improving',
    formula: `The run of official weeks, up to this one, with a percent change above ${flatBand}%.`,
    unit: 'Weeks',
    inputs: ['Percent change of each official week'],
    exclusions: 'Any other week ends the run. The running week is not counted.',
    source: 'score_week.weeks_improving',
  }),
  relativeChange: () => ({
    name: 'Change relative to peers',
    formula:
      'The own score change minus the median score change of the peers: the same size tier and practice type, else the same size tier, else all, whichever first has 20.',
    unit: 'Points',
    inputs: ['Score change', 'Score change of the peers'],
    exclusions: 'None where the own score change is missing.',
    source: 'score_week.score_change',
  }),
} satisfies MetricFamily;
