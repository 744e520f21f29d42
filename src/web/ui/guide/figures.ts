import type { FigureLine } from './guide.ts';

/**
 * Example figures from the specification. Guides show them only as reference, never as current
 * figures.
 */
const reference = {
  bookings: '43 bookings per month across 4,429 locations',
  confidence: '89.56% average confidence',
  highRisk: '73 high-risk customers',
  churnEvents: '240 or more churn events',
} as const;

export const exampleBenchmark: readonly FigureLine[] = [
  {
    what: 'Online bookings per location and month (28 days), median of all peers',
    figure: 'bookingsPerLocation',
    unit: 'bookings per month',
    digits: 1,
    reference: reference.bookings,
  },
  { what: 'Locations in that median', figure: 'bookingLocations', unit: 'locations' },
];

export const portfolioFigures: readonly FigureLine[] = [
  {
    what: 'Customers, including customers added since the last official week',
    figure: 'customers',
    unit: 'customers',
  },
  {
    what: 'Average adoption score',
    figure: 'averageScore',
    unit: 'percent of benchmark',
    digits: 1,
  },
  { what: 'At risk', figure: 'customersAtRisk', unit: 'customers' },
  { what: 'In grace', figure: 'customersInGrace', unit: 'customers' },
  {
    what: 'Unknown, including customers without a score yet',
    figure: 'customersUnknown',
    unit: 'customers',
  },
];

export const atRiskFigures: readonly FigureLine[] = [
  { what: 'At risk in the last official week', figure: 'customersAtRisk', unit: 'customers' },
  { what: 'Of these, Critical', figure: 'customersCritical', unit: 'customers' },
  { what: 'Of these, declining', figure: 'customersDeclining', unit: 'customers' },
  {
    what: 'In grace period, so not counted as at risk',
    figure: 'customersInGrace',
    unit: 'customers',
  },
];

export const onboardingFigures: readonly FigureLine[] = [
  { what: 'Customers being onboarded today', figure: 'customersInOnboarding', unit: 'customers' },
];

export const churnFigures: readonly FigureLine[] = [
  {
    what: 'Average confidence of the predictions',
    figure: 'averageConfidence',
    unit: 'percent',
    digits: 2,
    reference: reference.confidence,
  },
  {
    what: 'High-risk customers',
    figure: 'highRiskCustomers',
    unit: 'customers',
    reference: reference.highRisk,
  },
  {
    what: 'Churn events to learn from',
    figure: 'churnEvents',
    unit: 'churn events',
    reference: reference.churnEvents,
  },
];
