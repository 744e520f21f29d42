export const metricNames = {
  usage: '28-day usage',
  previousUsage: 'Previous usage',
  usageChange: 'Usage change',
  locationCount: 'Locations',
  sizeTier: 'Size tier',
  peers: 'Peers',
  benchmark: 'Benchmark',
  peerPlace: 'Rank among peers',
  locationUsage: 'Usage of a location',
  quietLocation: 'Location that went quiet',
  expectedUsage: 'Expected usage',
  activeFeatures: 'Active features',
  entitledFeatures: 'Entitled features',
  adoptionRate: 'Adoption rate',
  atRisk: 'At risk',
  weeksAtRisk: 'Weeks at risk',
  grace: 'In grace',
  notActive: 'Not active',
  tenure: 'Tenure',
  tickets: 'Tickets',
  yearlyRevenue: 'Yearly revenue',
  customers: 'Customers',
  peersUsing: 'Peers that use the product',
  expansion: 'Ready to expand',
} as const;

declare module '#shared/metrics/metric.ts' {
  interface MetricNames {
    health: typeof metricNames;
  }
}
