import { minimumGroupSize } from '#shared/core/numbers/group-size.ts';
import type { MetricDefinitions } from '#shared/metrics/metric.ts';
import { benchmarkComparedAndLoggedWeeks, minimumLoggedChangePercent } from './constants.ts';

export const metricExplanations = {
  quartiles: () => ({
    formula:
      'The range from the 25th to the 75th percentile of the peers’ usage. A quarter of the peers use less and a quarter use more.',
    unit: 'Number of uses in 28 days, or dollars for Payments',
    inputs: ['28-day usage of the peers', 'Measured locations of the peers'],
    exclusions: `Peers in grace or with a silent connection. No range is shown for fewer than ${minimumGroupSize} peers.`,
    source: 'benchmark_week.quartile_low, benchmark_week.quartile_high',
  }),
  benchmarkChange: () => ({
    formula: `Change of the benchmark over the last ${benchmarkComparedAndLoggedWeeks.compared} official weeks, as a percentage of the earlier benchmark.`,
    unit: 'Percent',
    inputs: ['Benchmark', `Benchmark ${benchmarkComparedAndLoggedWeeks.compared} weeks before`],
    exclusions: `No value if the earlier benchmark was 0, or if the peers were fewer than ${minimumGroupSize} institutions at either time.`,
    source: 'benchmark_week.benchmark',
  }),
  comparedWith: ({ minimumPeers }) => ({
    formula: `Number of institutions of the size tier that are compared with each peer group. An institution is compared with institutions of its size and type. If there are fewer than ${minimumPeers} of these, it is compared with all of its size; if there are still too few, with all institutions.`,
    unit: 'Institutions',
    inputs: ['Peers of each institution'],
    exclusions: 'Institutions without the product or with a silent connection.',
    source: 'product_week.peer_level',
  }),
  benchmarkCause: () => ({
    formula: `What caused most of a benchmark’s change. Usage: the median change of institutions that were peers in both weeks. Members: the effect of peers that joined or left the group. Changes of ${minimumLoggedChangePercent}% or more are logged.`,
    unit: 'Usage, members, peer group or rules',
    inputs: ['28-day usage of the peers in both weeks'],
    exclusions:
      'The change is not split if the size tier is now compared with another peer group, or if the rules for peers changed.',
    source: 'addCauseToChange in src/server/benchmarks/table-rules.ts',
  }),
  percentile: () => ({
    formula:
      'Share of the peer group with lower usage than the customer. A peer with equal usage counts half.',
    unit: 'Percent',
    inputs: ['28-day usage of the group', '28-day usage of the customer'],
    exclusions: `No value for a group of fewer than ${minimumGroupSize} institutions, or for a customer without the product or with a silent connection.`,
    source: 'percentileInGroup in src/server/benchmarks/distribution-rules.ts',
  }),
} satisfies Partial<MetricDefinitions>;
