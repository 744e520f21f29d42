import { smallestGroup } from '#shared/core/numbers/group-size.ts';
import type { MetricDefinitions } from '#shared/metrics/metric.ts';

export const metrics = {
  atRiskShare: () => ({
    formula:
      'Customers at risk, divided by all customers of the state. The state is that of the first open location.',
    unit: 'Percent',
    inputs: ['At risk', 'State'],
    exclusions: `No figure for a state with fewer than ${smallestGroup} customers.`,
    source: 'score_week.at_risk, location.state',
  }),
} satisfies Partial<MetricDefinitions>;
