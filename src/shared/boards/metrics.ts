import { minimumGroupSize } from '#shared/core/numbers/group-size.ts';
import type { MetricDefinitions } from '#shared/metrics/metric.ts';

export const metricExplanations = {
  atRiskShare: () => ({
    formula:
      'Share of a state’s customers that are at risk. A customer belongs to the state of its first open location.',
    unit: 'Percent',
    inputs: ['At risk', 'State'],
    exclusions: `No figure for a state with fewer than ${minimumGroupSize} customers.`,
    source: 'score_week.at_risk, location.state',
  }),
} satisfies Partial<MetricDefinitions>;
