import { smallestGroup } from '#shared/core/numbers/group-size.ts';
import { benchmarkWeeks, loggedChange } from './constants.ts';
import type { MetricFamily } from './metric.ts';

export const peerMetrics = {
  quartiles: () => ({
    formula: 'The 25th to the 75th percentile of the peers: a quarter of them use less, a quarter use more.',
    unit: 'Uses per 28 days; dollars for Payments',
    inputs: ['28-day usage of the peers', 'Their measured locations'],
    exclusions: `Peers that are in grace or whose feed is silent. Nothing is shown for fewer than ${smallestGroup}.`,
    source: 'benchmark_week.quartile_low, benchmark_week.quartile_high',
  }),
  benchmarkChange: () => ({
    formula: `The benchmark against that of ${benchmarkWeeks.compared} official weeks before, as a percentage of the one before.`,
    unit: 'Percent',
    inputs: ['Benchmark', `Benchmark ${benchmarkWeeks.compared} weeks before`],
    exclusions: `None where the benchmark before was 0, or either group has fewer than ${smallestGroup} institutions.`,
    source: 'benchmark_week.benchmark',
  }),
  comparedWith: ({ minimumPeers }) => ({
    formula: `How many institutions of the size tier are compared with which group: the first with at least ${minimumPeers} of same size and type, same size, and everybody.`,
    unit: 'Institutions',
    inputs: ['Peers of each institution'],
    exclusions: 'Institutions without the product or with a silent feed.',
    source: 'product_week.peer_level',
  }),
  benchmarkCause: () => ({
    formula: `The change of the median of those who were peers in both weeks is usage; the rest is the effect of those who came and went. The larger part is the cause. Logged from ${loggedChange}% on.`,
    unit: 'Usage, members, peer level or rules',
    inputs: ['28-day usage of the peers in both weeks'],
    exclusions: 'Not split where another group stands for the size tier now, or the rules say differently who is a peer.',
    source: 'explainedStep in src/server/benchmarks/table-rules.ts',
  }),
  percentile: () => ({
    formula: 'The share of the group whose usage lies below that of the customer, with equals counted half.',
    unit: 'Percent',
    inputs: ['28-day usage of the group', '28-day usage of the customer'],
    exclusions: `None in a group of fewer than ${smallestGroup}, and for a customer without the product or with a silent feed.`,
    source: 'percentileIn in src/server/benchmarks/distribution-rules.ts',
  }),
} satisfies MetricFamily;
