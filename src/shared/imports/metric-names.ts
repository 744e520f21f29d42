export const metricNames = {
  importAdded: 'Added by an import',
  importChanged: 'Changed by an import',
  importUnchanged: 'Unchanged by an import',
  importConflicts: 'Conflicts in a file',
  importRejected: 'Rejected rows',
  importSkipped: 'Rows left out',
} as const;

declare module '#shared/metrics/metric.ts' {
  interface MetricNames {
    imports: typeof metricNames;
  }
}
