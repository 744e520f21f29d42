import type { MetricDefinitions } from '#shared/metrics/metric.ts';
import { prospectScoreLimits, defaultProspectScoreWeights as weights } from './score.ts';

export const metricExplanations = {
  prospectScore: () => ({
    formula: `The sum of the points of each part: dental or medical type (${weights.type}), 1 to 50 locations (${weights.size}), an EHR that customers use (${weights.ehr}), no online booking yet (${weights.booking}), missing phone or website (${weights.contact}), no evening or weekend hours (${weights.hours}), reviews compared with the state’s median (${weights.reviews}), growing reviews (${weights.growth}), and a Healthy customer within ${prospectScoreLimits.nearMiles} miles (${weights.reach}). A rating below ${prospectScoreLimits.lowRating} subtracts ${weights.lowRating}.`,
    unit: 'Points, 0–100',
    inputs: ['Facts of the prospect', 'Locations of customers', 'Health tiers'],
    exclusions: 'An unknown fact adds no points. The profile shows how many points are unknown.',
    source: 'computeProspectScoreParts in src/shared/prospects/score.ts',
  }),
  nearestCustomerMiles: () => ({
    formula: 'Great-circle distance to the nearest location of a customer.',
    unit: 'Miles',
    inputs: ['Coordinates of the prospect', 'Coordinates of customers’ locations'],
    exclusions: 'A prospect without coordinates has no distance.',
    source: 'toListedProspect in src/server/prospects/list-rules.ts',
  }),
} satisfies Partial<MetricDefinitions>;
