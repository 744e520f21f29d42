import type { MetricDefinitions } from '#shared/metrics/metric.ts';

const rows = { unit: 'Rows', inputs: ['The file', 'Existing data'] };

export const metrics = {
  importAdded: () => ({
    ...rows,
    formula:
      'Rows about something new: a practice, a day of usage of a product, a period, a contract or a notice.',
    exclusions: 'Rejected rows, and rows replaced by a later row of the file.',
    source: 'import_run',
  }),
  importChanged: () => ({
    ...rows,
    formula:
      'Rows that change existing data. Blank cells and missing columns may leave existing values unchanged.',
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
      'Rows that contradict a later row of the file about the same thing. The later row counts.',
    exclusions: 'Rows with equal values.',
    source: 'import_run',
  }),
  importRejected: () => ({
    ...rows,
    formula:
      'Rows that cannot be used, listed with line and reason. They are left out; the others are imported.',
    exclusions: 'Rows that were imported without an unusable cell.',
    source: 'import_run',
  }),
  importSkipped: () => ({
    ...rows,
    formula:
      'Usable rows left out on request: existing data that should not change, or new data that should not be added.',
    exclusions: 'None.',
    source: 'import_run',
  }),
} satisfies Partial<MetricDefinitions>;
