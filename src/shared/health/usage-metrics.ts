import { productKeys, products } from '#shared/core/products.ts';
import type { MetricDefinitions } from '#shared/metrics/metric.ts';

const named = (keys: readonly (keyof typeof products)[]) =>
  keys.map((key) => products[key].name).join(' and ');
const wholeInstitution = named(productKeys.filter((key) => !products[key].isPerLocation));
const inDollars = named(productKeys.filter((key) => products[key].unit === 'dollars'));
const subProducts = named(productKeys.filter((key) => products[key].parent !== undefined));

export const metricExplanations = {
  usage: () => ({
    formula: `How often the product was used in the four weeks that end on the official week’s Saturday, summed over the measured locations. “Per month” always means these 28 days.`,
    unit: `Number of uses, or dollars for ${inDollars}`,
    inputs: ['Usage per location, product and week'],
    exclusions:
      'Locations whose connection did not report in the week. A silent connection does not count as zero usage.',
    source: 'usage_week, product_week.usage',
  }),
  previousUsage: () => ({
    formula: 'Usage in the 28 days before the 28 days of the current usage.',
    unit: `Number of uses, or dollars for ${inDollars}`,
    inputs: ['28-day usage of the official week four weeks earlier'],
    exclusions: 'No value if that week was not scored.',
    source: 'product_week.usage',
  }),
  usageChange: () => ({
    formula:
      'Change of usage from the 28 days before to the last 28 days, as a percentage of the usage before. All pages and the practice’s insights compare these periods.',
    unit: 'Percent',
    inputs: ['28-day usage', 'Previous usage'],
    exclusions: 'No value if previous usage is 0. The table then shows “new”.',
    source: 'percentChange in src/shared/health/rules.ts',
  }),
  locationCount: () => ({
    formula: `Number of locations that are open on the official week’s Saturday.`,
    unit: 'Locations',
    inputs: ['Opening and closing dates of locations'],
    exclusions: 'Locations that have closed or haven’t opened yet.',
    source: 'location, score_week.location_count',
  }),
  sizeTier: ({ sizeTierFrom: from }) => ({
    formula: `By active locations: Small under ${from.Medium}, Medium from ${from.Medium}, Large from ${from.Large}, Enterprise from ${from.Enterprise}.`,
    unit: 'Small, Medium, Large or Enterprise',
    inputs: ['Locations', 'Health rules'],
    exclusions: 'None.',
    source: 'score_week.size_tier',
  }),
  peers: ({ minimumPeers, graceDays }) => ({
    formula: `The first group with at least ${minimumPeers} institutions among these: same size tier and practice type; same size tier; all. The institution itself belongs to its peers.`,
    unit: 'Institutions',
    inputs: ['Size tier', 'Practice type', 'Entitlements'],
    exclusions: `Institutions without the product, in their first ${graceDays} days, or with a silent connection. With fewer than ${minimumPeers} institutions in total, the product cannot be measured.`,
    source: 'product_week.peers, product_week.peer_level',
  }),
  benchmark: () => ({
    formula: `Median of the peers’ 28-day usage per measured location. For ${wholeInstitution}, it is the median of the institutions’ total usage.`,
    unit: `Number of uses in 28 days, or dollars for ${inDollars}`,
    inputs: ['28-day usage of the peers', 'Measured locations of the peers'],
    exclusions: 'Peers in grace or with a silent connection.',
    source: 'benchmark_week, benchmark_provisional',
  }),
  peerPlace: () => ({
    formula: `Number of peers that use the product more, plus one. Usage is compared per measured location, and for ${wholeInstitution} by institution. Peers with equal usage have the same rank.`,
    unit: 'Rank among all peers',
    inputs: ['28-day usage', '28-day usage of the peers'],
    exclusions:
      'Products that could not be measured. An institution in grace gets the rank that it would have as a peer.',
    source: 'toPeerPosition in src/server/health/usage-rules.ts',
  }),
  locationUsage: () => ({
    formula: `Usage of the location in the 28 days that end on the official week’s Saturday. The percentage is the change from the previous 28 days.`,
    unit: `Number of uses, or dollars for ${inDollars}`,
    inputs: ['Usage per location, product and week'],
    exclusions:
      'No percentage if usage in the previous 28 days was below 5, or if the connection did not report in the week.',
    source: 'usage_week.value',
  }),
  quietLocation: () => ({
    formula:
      'A location that was used in the previous 28 days but not in the last 28 days. A location whose connection did not report in the last official week is counted too, because its usage is not known; it is marked No data.',
    unit: 'Locations',
    inputs: ['Usage per location, product and week', 'Last report of the location’s connection'],
    exclusions: 'Closed locations, and reporting locations without usage in the previous 28 days.',
    source:
      'classifyLocationActivity in src/server/health/usage-rules.ts, feed_week.last_report_on',
  }),
  expectedUsage: () => ({
    formula: `The benchmark, multiplied by the measured locations. For ${wholeInstitution}, the benchmark itself.`,
    unit: `Number of uses in 28 days, or dollars for ${inDollars}`,
    inputs: ['Benchmark', 'Measured locations'],
    exclusions: 'If the expected usage is 0, the product cannot be measured.',
    source: 'product_week.expected',
  }),
  activeFeatures: () => ({
    formula: 'Number of entitled products with a 28-day usage above 0.',
    unit: 'Products',
    inputs: ['28-day usage', 'Entitlements'],
    exclusions: 'Products that are not sold to the institution.',
    source: 'score_week.active_features',
  }),
  entitledFeatures: () => ({
    formula: `Number of products that the institution may use on the official week’s Saturday, including ${subProducts}.`,
    unit: 'Products',
    inputs: ['Entitlements'],
    exclusions: 'Entitlements that start later or have ended.',
    source: 'entitlement, score_week.entitled_features',
  }),
  adoptionRate: () => ({
    formula: 'Active features, divided by entitled features.',
    unit: 'Percent',
    inputs: ['Active features', 'Entitled features'],
    exclusions: 'The rate is 0 if no product is sold to the institution.',
    source: 'score_week.active_features, score_week.entitled_features',
  }),
} satisfies Partial<MetricDefinitions>;
