import type { MetricFamily } from './metric.ts';

export const playbookMetrics = {
  playbookRun: () => ({
    formula:
      'A run is the steps of a playbook for one customer. It is active until it comes to the end of its steps, which completes it; until the customer fits the exit conditions or has left, which ends it early; or until a person stops it. A customer has at most one active run of a playbook.',
    unit: 'Runs',
    inputs: ['Firings of alert rules, and starts by hand', 'Closed tasks', 'The customer as it is listed now'],
    exclusions: 'The list holds ended runs for 180 days; the counts of a playbook are of all its runs.',
    source: 'playbook_run.state, moveOf in src/server/success-ops/playbooks/rules.ts',
  }),
  playbookImproved: ({ flatBand }) => ({
    formula: `Of the runs that were completed or exited early, the share whose customer’s adoption score at the end was more than ${flatBand}% above that at the start. It shows what happened after a playbook, not because of it.`,
    unit: 'Percent of ended runs',
    inputs: ['Adoption score of the last official week at the start and at the end of a run'],
    exclusions:
      'Runs that are active or were stopped, and those whose customer had no score at the start or at the end. No share below 5 runs.',
    source: 'hasImproved in src/server/success-ops/playbooks/queries.ts',
  }),
  playbookTrial: () => ({
    formula:
      'For each of the last 13 official weeks, the customers that came to match the alert rule in it, having not matched in the week before, and that fitted the playbook’s own conditions; each not again within the days that the playbook pauses. A playbook that people start is tried on its own conditions alone.',
    unit: 'Runs',
    inputs: ['Scores of the last 14 official weeks', 'Today’s values of what is not kept for each week'],
    exclusions:
      'Snoozes, the daily cap of the alert rules, and how long a run would have lasted are not part of it, so it shows the most that could have started.',
    source: 'trialOf in src/server/success-ops/playbooks/trial.ts',
  }),
} satisfies MetricFamily;
