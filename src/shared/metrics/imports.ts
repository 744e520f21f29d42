import type { MetricFamily } from './metric.ts';

const rows = { unit: 'Rows', inputs: ['The file', 'What is known'] };

export const importMetrics = {
  importAdded: () => ({
    ...rows,
    formula: 'Rows of something that is not known yet: a practice, a day of usage of a product, a period, a contract or a notice.',
    exclusions: 'Rows that cannot be used, and rows that a later row of the file replaces.',
    source: 'import_run',
  }),
  importChanged: () => ({
    ...rows,
    formula: 'Rows of something that is known with other values. A blank cell and a column that the file lacks may leave what is known.',
    exclusions: 'Rows that say what is known already.',
    source: 'import_run',
  }),
  importUnchanged: () => ({
    ...rows,
    formula: 'Rows that say what is known already, or what another row of the file says too.',
    exclusions: 'None.',
    source: 'import_run',
  }),
  importConflicts: () => ({
    ...rows,
    formula: 'Rows that speak of the same thing as a row further down in the file and say something else. The one further down counts.',
    exclusions: 'Rows that say the same.',
    source: 'import_run',
  }),
  importRejected: () => ({
    ...rows,
    formula: 'Rows that cannot be used, each with its line and the reason. They are left out; the others are imported.',
    exclusions: 'Rows of which only a cell is left out.',
    source: 'import_run',
  }),
  importSkipped: () => ({
    ...rows,
    formula:
      'Usable rows that are left out as it was asked for: known ones that are not to be changed, or new ones that are not to be added.',
    exclusions: 'None.',
    source: 'import_run',
  }),
} satisfies MetricFamily;
