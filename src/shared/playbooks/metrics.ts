import type { MetricDefinitions } from '#shared/metrics/metric.ts';

export const metricExplanations = {
  playbookRun: () => ({
    formula:
      'A run is the steps of a playbook for one customer. A run is completed when all its steps are done. It exits early when the customer meets the exit conditions or has left. A user can also stop a run. A run is active until it is completed, exits early or is stopped. A customer has at most one active run of a playbook.',
    unit: 'Runs',
    inputs: [
      'Firings of alert rules, and manual starts',
      'Closed tasks',
      'The customer’s current data',
    ],
    exclusions:
      'The list leaves out runs that ended more than 180 days ago. The numbers shown for a playbook include all its runs.',
    source: 'playbook_run.state, decideRunAdvance in src/server/playbooks/rules.ts',
  }),
  playbookImproved: ({ flatBand }) => ({
    formula: `Share of ended runs after which the customer’s adoption score was more than ${flatBand}% above its score at the start. It shows what happened after a playbook, not what the playbook caused.`,
    unit: 'Percent of ended runs',
    inputs: ['Adoption score of the last official week at the start and at the end of a run'],
    exclusions:
      'Active runs, stopped runs, and runs whose customer had no score at the start or the end. No share below 5 runs.',
    source: 'hasScoreImprovedSql in src/server/playbooks/queries.ts',
  }),
  playbookTrial: () => ({
    formula:
      'Number of runs that would have started in the last 13 official weeks. A run starts for each customer that newly matches the alert rule and meets the playbook’s own conditions, unless the playbook’s last run for that customer started too recently. A playbook that is only started manually is tested on its own conditions.',
    unit: 'Runs',
    inputs: [
      'Scores of the last 14 official weeks',
      'Today’s values of data that is not stored by week',
    ],
    exclusions:
      'The figure is a maximum, because it ignores snoozes, the alert rules’ daily limit and the length of runs.',
    source: 'simulatePlaybook in src/server/playbooks/trial.ts',
  }),
} satisfies Partial<MetricDefinitions>;
