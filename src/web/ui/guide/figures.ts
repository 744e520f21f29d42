import type { GuideFigureRow } from './guide.ts';

/**
 * Example figures from the specification. Guides show them as a reference next to the current
 * figures.
 */
const reference = {
  bookings: '43 bookings per month across 4,429 locations',
  confidence: '89.56% average confidence',
  highRisk: '73 high-risk customers',
  churnEvents: '240 or more churn events',
} as const;

export const benchmarkGuideFigures: readonly GuideFigureRow[] = [
  {
    what: 'Median online bookings per location in 28 days, across all peers',
    figure: 'bookingsPerLocation',
    unit: 'bookings per month',
    digits: 1,
    reference: reference.bookings,
  },
  {
    what: 'Locations included in the median of online bookings',
    figure: 'bookingLocations',
    unit: 'locations',
  },
];

export const portfolioGuideFigures: readonly GuideFigureRow[] = [
  {
    what: 'Customers, including those added since the last official week',
    figure: 'customers',
    unit: 'customers',
  },
  {
    what: 'Average adoption score',
    figure: 'averageScore',
    unit: 'percent of benchmark',
    digits: 1,
  },
  { what: 'Customers at risk', figure: 'customersAtRisk', unit: 'customers' },
  { what: 'Customers in grace', figure: 'customersInGrace', unit: 'customers' },
  {
    what: 'Customers with tier Unknown, including customers without a score yet',
    figure: 'customersUnknown',
    unit: 'customers',
  },
];

export const atRiskGuideFigures: readonly GuideFigureRow[] = [
  {
    what: 'Customers at risk in the last official week',
    figure: 'customersAtRisk',
    unit: 'customers',
  },
  { what: 'Customers at risk with tier Critical', figure: 'customersCritical', unit: 'customers' },
  {
    what: 'Customers at risk with a declining score',
    figure: 'customersDeclining',
    unit: 'customers',
  },
  {
    what: 'Customers in their grace period, which are never at risk',
    figure: 'customersInGrace',
    unit: 'customers',
  },
];

export const onboardingGuideFigures: readonly GuideFigureRow[] = [
  { what: 'Customers being onboarded today', figure: 'customersInOnboarding', unit: 'customers' },
];

export const churnGuideFigures: readonly GuideFigureRow[] = [
  {
    what: 'Average confidence of churn predictions',
    figure: 'averageConfidence',
    unit: 'percent',
    digits: 2,
    reference: reference.confidence,
  },
  {
    what: 'Customers with high churn risk',
    figure: 'highRiskCustomers',
    unit: 'customers',
    reference: reference.highRisk,
  },
  {
    what: 'Churn events from which the model learns',
    figure: 'churnEvents',
    unit: 'churn events',
    reference: reference.churnEvents,
  },
];
