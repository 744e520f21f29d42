import type { MetricDefinitions } from '#shared/metrics/metric.ts';

export const metrics = {
  playbookRun: () => ({
    formula:
      'A run is the steps of a playbook for one customer. It is active until its steps are done (completed), until the customer meets the exit conditions or has left (exited early), or until a user stops it. A customer has at most one active run of a playbook.',
    unit: 'Runs',
    inputs: [
      'Firings of alert rules, and starts by hand',
      'Closed tasks',
      'The customer’s current data',
    ],
    exclusions:
      'The list shows ended runs for 180 days. The counts of a playbook include all runs.',
    source: 'playbook_run.state, moveOf in src/server/playbooks/rules.ts',
  }),
  playbookImproved: ({ flatBand }) => ({
    formula: `Share of the runs that were completed or exited early in which the customer’s adoption score at the end was more than ${flatBand}% above its score at the start. It shows what happened after a playbook, not because of it.`,
    unit: 'Percent of ended runs',
    inputs: ['Adoption score of the last official week at the start and at the end of a run'],
    exclusions:
      'Runs that are active or were stopped, and runs whose customer had no score at the start or the end. No share below 5 runs.',
    source: 'hasImproved in src/server/playbooks/queries.ts',
  }),
  playbookTrial: () => ({
    formula:
      'For each of the last 13 official weeks, customers that newly matched the alert rule and met the playbook’s own conditions. A customer does not count again within the playbook’s pause. A playbook started by hand is tested on its own conditions only.',
    unit: 'Runs',
    inputs: [
      'Scores of the last 14 official weeks',
      'Today’s values of data that is not stored by week',
    ],
    exclusions:
      'Snoozes, the daily limit of the alert rules and the length of runs are not considered, so the figure is the maximum that could have started.',
    source: 'trialOf in src/server/playbooks/trial.ts',
  }),
} satisfies Partial<MetricDefinitions>;
