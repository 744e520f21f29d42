import type { MetricDefinitions } from '#shared/metrics/metric.ts';
import { maxRouteStops, pointsPerDrivingMinute } from './route/planner.ts';
import { routeSettingsSchema } from './route/settings.ts';
import { visitPoints } from './route/worth.ts';

const { risk, renewal, onboarding, prospect, regular } = visitPoints;
const settings = routeSettingsSchema.parse({});

export const metricExplanations = {
  visitWorth: () => ({
    formula: `For a customer, the points for risk, renewal and onboarding add up. Risk: Critical ${risk.critical}, not active ${risk.not_active}, declining ${risk.declining}; the highest counts, and each further reason adds ${risk.further}. Renewal: ${renewal.most} when it is due, falling to 0 at ${renewal.days} days before. Onboarding: up to ${onboarding.stuck} by its state, and ${onboarding.blocked} more when it is blocked. A customer without any of these gets ${regular}. For a prospect: ${prospect.scoreShare * 100}% of its score, and up to ${prospect.stage.Proposal} by its stage. The planner looks for the route with the most points, minus ${pointsPerDrivingMinute} points per minute of driving.`,
    unit: 'Points',
    inputs: [
      'Risk reasons of the last official week',
      'Renewal date',
      'Onboarding case',
      'Prospect score and stage',
    ],
    exclusions: `A customer that has given notice gets 0 points. Prospects marked as do not contact, won or lost are never stops. The planner chooses at most ${maxRouteStops} stops; you can pin or add more.`,
    source: 'visitValue in src/shared/map/route/worth.ts',
  }),
  drivingEstimate: () => ({
    formula: `Straight-line distance times the road factor (${settings.routeDetourFactor} by default), divided by the average speed (${settings.routeMilesPerHour} mph by default).`,
    unit: 'Minutes, and road miles',
    inputs: ['Coordinates of the stops', 'Settings for routes'],
    exclusions: 'Traffic and real roads are not considered.',
    source: 'estimateDrive in src/shared/map/route/plan.ts',
  }),
} satisfies Partial<MetricDefinitions>;
