import { productKeys, products } from '#shared/core/products.ts';
import type { MetricFamily } from './metric.ts';

const named = (keys: readonly (keyof typeof products)[]) => keys.map((key) => products[key].name).join(' and ');
const wholeInstitution = named(productKeys.filter((key) => !products[key].isPerLocation));
const inDollars = named(productKeys.filter((key) => products[key].unit === 'dollars'));
const subProducts = named(productKeys.filter((key) => products[key].parent !== undefined));

export const usageMetrics = {
  usage: () => ({
    formula: `How often the product was used in the four weeks that end on the official week's Saturday, summed over the measured locations. This is what “per month” means everywhere.`,
    unit: `Uses; dollars for ${inDollars}`,
    inputs: ['Usage per location, product and week'],
    exclusions: 'Locations whose feed did not report in the week. A silent feed does not count as zero.',
    source: 'usage_week, product_week.usage',
  }),
  previousUsage: () => ({
    formula: 'The 28-day usage of the official week before.',
    unit: `Uses; dollars for ${inDollars}`,
    inputs: ['28-day usage of the week before'],
    exclusions: 'None where the week before was not scored.',
    source: 'product_week.usage',
  }),
  usageChange: () => ({
    formula: '28-day usage minus previous usage, as a percentage of previous usage.',
    unit: 'Percent',
    inputs: ['28-day usage', 'Previous usage'],
    exclusions: 'None where previous usage is 0; the table then says “new”.',
    source: 'percentChange in src/shared/health/rules.ts',
  }),
  locationCount: () => ({
    formula: `Locations that have opened and not closed by the official week's Saturday.`,
    unit: 'Locations',
    inputs: ['Opening and closing dates of locations'],
    exclusions: 'Locations that have closed, or open later.',
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
    formula: `The first of these groups with at least ${minimumPeers} institutions: same size tier and practice type; same size tier; all. The institution itself is one of them.`,
    unit: 'Institutions',
    inputs: ['Size tier', 'Practice type', 'Entitlements'],
    exclusions: `Institutions without the product, in their first ${graceDays} days, or with a silent feed. With fewer than ${minimumPeers} among all, the product cannot be measured.`,
    source: 'product_week.peers, product_week.peer_level',
  }),
  benchmark: () => ({
    formula: `The median of the peers' 28-day usage, per measured location. ${wholeInstitution} are compared by the institution's whole usage.`,
    unit: `Uses per 28 days; dollars for ${inDollars}`,
    inputs: ['28-day usage of the peers', 'Their measured locations'],
    exclusions: 'Peers that are in grace or whose feed is silent.',
    source: 'benchmark_week, benchmark_provisional',
  }),
  peerPlace: () => ({
    formula: `The number of peers that use the product more, plus one. Usage is per measured location, except for ${wholeInstitution}. Equal usage shares a rank.`,
    unit: 'Rank among all peers',
    inputs: ['28-day usage', '28-day usage of the peers'],
    exclusions: 'Products that could not be measured. An institution in grace gets the rank it would have.',
    source: 'standingOf in src/server/health/usage-rules.ts',
  }),
  locationUsage: () => ({
    formula: `What the location used in the 28 days that end on the official week's Saturday. The percentage is the change against the 28 days before.`,
    unit: `Uses; dollars for ${inDollars}`,
    inputs: ['Usage per location, product and week'],
    exclusions: 'No percentage where it was under 5 before, or the feed did not report in the week.',
    source: 'usage_week.value',
  }),
  quietLocation: () => ({
    formula:
      'Its feed reports, something was used in the 28 days before the last 28, and nothing since. A location whose feed did not report in the last official week counts as well, and is said to have no data.',
    unit: 'Locations',
    inputs: ['Usage per location, product and week', 'Last report of its feed'],
    exclusions: 'Locations that have closed, and those where nothing was used before either.',
    source: 'activityOf in src/server/health/usage-rules.ts, feed_week.last_report_on',
  }),
  expectedUsage: () => ({
    formula: `The benchmark times the measured locations. For ${wholeInstitution} it is the benchmark itself.`,
    unit: `Uses per 28 days; dollars for ${inDollars}`,
    inputs: ['Benchmark', 'Measured locations'],
    exclusions: 'Where nothing is expected the product cannot be measured.',
    source: 'product_week.expected',
  }),
  activeFeatures: () => ({
    formula: 'Entitled products with a 28-day usage above 0.',
    unit: 'Products',
    inputs: ['28-day usage', 'Entitlements'],
    exclusions: 'Products that are not sold to the institution.',
    source: 'score_week.active_features',
  }),
  entitledFeatures: () => ({
    formula: `Products that the institution may use on the official week's Saturday, ${subProducts} included.`,
    unit: 'Products',
    inputs: ['Entitlements'],
    exclusions: 'Entitlements that start later or have ended.',
    source: 'entitlement, score_week.entitled_features',
  }),
  adoptionRate: () => ({
    formula: 'Active features divided by entitled features.',
    unit: 'Percent',
    inputs: ['Active features', 'Entitled features'],
    exclusions: '0 where nothing is sold.',
    source: 'score_week.active_features, score_week.entitled_features',
  }),
} satisfies MetricFamily;
