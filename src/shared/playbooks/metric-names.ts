export const metricNames = {
  playbookRun: 'Runs of a playbook',
  playbookImproved: 'Improved after a playbook',
  playbookTrial: 'Dry run of a playbook',
} as const;

declare module '#shared/metrics/metric.ts' {
  interface MetricNames {
    playbooks: typeof metricNames;
  }
}
