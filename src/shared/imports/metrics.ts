import type { MetricDefinitions } from '#shared/metrics/metric.ts';

const rows = { unit: 'Rows', inputs: ['The file', 'Existing data'] };

export const metricExplanations = {
  importAdded: () => ({
    ...rows,
    formula:
      'Rows that add something new: a practice, a day of usage of a product, a period, a contract or a notice.',
    exclusions: 'Rejected rows, and rows replaced by a later row of the file.',
    source: 'import_run',
  }),
  importChanged: () => ({
    ...rows,
    formula:
      'Rows that change existing data. Depending on the import options, blank cells and missing columns keep existing values.',
    exclusions: 'Rows that match existing data.',
    source: 'import_run',
  }),
  importUnchanged: () => ({
    ...rows,
    formula: 'Rows that match existing data or repeat another row of the file.',
    exclusions: 'None.',
    source: 'import_run',
  }),
  importConflicts: () => ({
    ...rows,
    formula:
      'Rows whose values differ from those of a later row for the same record. The later row is imported.',
    exclusions: 'Rows with the same values as the later row.',
    source: 'import_run',
  }),
  importRejected: () => ({
    ...rows,
    formula:
      'Rows that cannot be imported, listed with line and reason. All other rows are imported.',
    exclusions: 'Rows that have an unusable value but were imported without that value.',
    source: 'import_run',
  }),
  importSkipped: () => ({
    ...rows,
    formula:
      'Rows that were left out because the import options say so: existing data should not change, or new data should not be added.',
    exclusions: 'None.',
    source: 'import_run',
  }),
} satisfies Partial<MetricDefinitions>;
