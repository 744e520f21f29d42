import { z } from 'zod';
import { createListAnswerSchema, endpoint } from '#shared/core/endpoint.ts';
import { sizeTiers } from '#shared/core/tiers.ts';
import type { ListColumn } from '#shared/list/column.ts';
import type { CsvExport } from '#shared/list/csv-export.ts';
import { evaluationWeekChoices } from './quality.ts';

/**
 * Combinations of flag and outcome: losses flagged in time, missed losses, false alarms, and
 * customers correctly not flagged.
 */
export const flagOutcomeCombinations = [
  'Flagged, left',
  'Not flagged, left',
  'Flagged, stayed',
  'Not flagged, stayed',
] as const;
export type FlagOutcomeCombination = (typeof flagOutcomeCombinations)[number];

const outcomeSchema = z.strictObject({
  institutionId: z.int(),
  institutionName: z.string(),
  outcome: z.enum(flagOutcomeCombinations),
  /**
   * First Sunday with a tier. For a lost customer, the first within the 60 days before its notice;
   * `null` when never flagged.
   */
  flaggedOn: z.iso.date().nullable(),
  noticedOn: z.iso.date().nullable(),
  daysBefore: z.int().nullable(),
  /** Highest chance of a notice, 0–1; `null` when it was too low to be stored. */
  chance: z.number().min(0).max(1).nullable(),
  patterns: z.int(),
  sizeTier: z.enum(sizeTiers).nullable(),
  ehr: z.string().nullable(),
  tenureDays: z.int().nullable(),
});
export type ListedCustomerOutcome = z.output<typeof outcomeSchema>;

const query = z.object({ past: z.enum(evaluationWeekChoices).default('all') });

export const getCustomerOutcomes = endpoint({
  method: 'GET',
  path: '/api/churn/outcomes',
  summary: 'All customers of the evaluated weeks by flag and outcome',
  query,
  response: createListAnswerSchema(outcomeSchema),
});

export const exportCustomerOutcomes = {
  path: '/api/churn/outcomes/export',
  summary: 'Customers by flag and outcome as CSV',
  query,
} satisfies CsvExport;

export const customerOutcomeColumns: readonly ListColumn<ListedCustomerOutcome>[] = [
  {
    key: 'institutionName',
    label: 'Customer',
    kind: 'text',
    value: (row) => row.institutionName,
    width: 240,
    isSearched: true,
  },
  {
    key: 'outcome',
    label: 'Outcome',
    kind: 'option',
    options: flagOutcomeCombinations,
    value: (row) => row.outcome,
    metric: 'churnOutcomes',
    width: 180,
  },
  {
    key: 'flaggedOn',
    label: 'First flagged',
    kind: 'date',
    value: (row) => row.flaggedOn,
    hint: 'First Sunday with a churn tier. For lost customers, only the 60 days before the notice count.',
    width: 140,
  },
  {
    key: 'noticedOn',
    label: 'Notice',
    kind: 'date',
    value: (row) => row.noticedOn,
    metric: 'lossNotice',
    width: 130,
  },
  {
    key: 'daysBefore',
    label: 'Days from flag to notice',
    kind: 'number',
    value: (row) => row.daysBefore,
    metric: 'churnLeadTime',
    width: 130,
  },
  {
    key: 'chance',
    label: 'Highest chance',
    kind: 'percent',
    digits: 1,
    value: (row) => (row.chance === null ? null : row.chance * 100),
    metric: 'churnChance',
    width: 150,
  },
  {
    key: 'patterns',
    label: 'Highest number of patterns',
    kind: 'number',
    value: (row) => row.patterns,
    metric: 'churnPatterns',
    width: 150,
  },
  {
    key: 'sizeTier',
    label: 'Size tier',
    kind: 'option',
    options: sizeTiers,
    value: (row) => row.sizeTier,
    metric: 'sizeTier',
  },
  { key: 'ehr', label: 'EHR', kind: 'option', value: (row) => row.ehr, width: 150 },
  {
    key: 'tenureDays',
    label: 'Tenure',
    kind: 'number',
    unit: ' days',
    value: (row) => row.tenureDays,
    hint: 'Days from go-live to the notice, or until today for customers that stayed.',
  },
];
