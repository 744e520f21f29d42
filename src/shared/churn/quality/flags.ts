import { z } from 'zod';
import { createListAnswerSchema, endpoint } from '#shared/core/endpoint.ts';
import { churnTierNames, sizeTiers } from '#shared/core/tiers.ts';
import type { ListColumn } from '#shared/list/column.ts';
import type { CsvExport } from '#shared/list/csv-export.ts';
import { patternKeys, patternNames, renameFormerPattern } from '../patterns/pattern-names.ts';

export const flagOutcomes = ['Left', 'Stayed', 'Too early to tell'] as const;

const flagSchema = z.strictObject({
  institutionId: z.int(),
  institutionName: z.string(),
  /** Sunday on which the customer entered a tier. */
  flaggedOn: z.iso.date(),
  tier: z.enum(churnTierNames),
  chance60: z.number().min(0).max(1),
  patterns: z.array(z.enum(patternKeys)),
  outcome: z.enum(flagOutcomes),
  noticedOn: z.iso.date().nullable(),
  daysToNotice: z.int().nullable(),
  reason: z.string().nullable(),
  isContacted: z.boolean(),
  /**
   * `true` when the flag is among the last flags with an outcome, which the headline figure counts.
   */
  isInHeadline: z.boolean(),
  sizeTier: z.enum(sizeTiers).nullable(),
  ehr: z.string().nullable(),
  tenureDays: z.int().nullable(),
});
export type ListedFlag = z.output<typeof flagSchema>;

export const getFlags = endpoint({
  method: 'GET',
  path: '/api/churn/flags',
  summary:
    'Churn flags with their outcomes. A customer is flagged each time it enters a churn tier',
  response: createListAnswerSchema(flagSchema),
});

export const exportFlags = {
  path: '/api/churn/flags/export',
  summary: 'Flags and their outcomes as CSV',
  query: z.object({}),
} satisfies CsvExport;

export const flagColumns: readonly ListColumn<ListedFlag>[] = [
  {
    key: 'institutionName',
    label: 'Customer',
    kind: 'text',
    value: (row) => row.institutionName,
    width: 220,
    isSearched: true,
  },
  {
    key: 'flaggedOn',
    label: 'Flagged',
    kind: 'date',
    value: (row) => row.flaggedOn,
    width: 130,
    metric: 'churnFlagged',
  },
  {
    key: 'tier',
    label: 'Tier when flagged',
    kind: 'option',
    options: churnTierNames,
    value: (row) => row.tier,
    width: 130,
    metric: 'churnTier',
  },
  {
    key: 'chance60',
    label: 'Chance when flagged',
    kind: 'percent',
    value: (row) => row.chance60 * 100,
    metric: 'churnChance',
    width: 130,
  },
  {
    key: 'patterns',
    label: 'Patterns',
    kind: 'text',
    value: ({ patterns }) => patterns.map((pattern) => patternNames[pattern]).join(', '),
    currentValue: renameFormerPattern,
    metric: 'churnPatterns',
    width: 260,
  },
  {
    key: 'outcome',
    label: 'Outcome',
    kind: 'option',
    options: flagOutcomes,
    value: (row) => row.outcome,
    hint: 'Left: the customer gave notice within 60 days after the flag. Stayed: it did not. Too early to tell: the 60 days are not over yet.',
    width: 160,
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
    key: 'daysToNotice',
    label: 'Days until notice',
    kind: 'number',
    value: (row) => row.daysToNotice,
    metric: 'churnLeadTime',
    width: 130,
  },
  {
    key: 'reason',
    label: 'Reason',
    kind: 'option',
    value: (row) => row.reason,
    metric: 'lossReason',
    width: 170,
  },
  {
    key: 'isContacted',
    label: 'Contacted',
    kind: 'flag',
    value: (row) => row.isContacted,
    hint: 'A user recorded a note, task or decision within 60 days after the flag, before any notice.',
  },
  {
    key: 'isInHeadline',
    label: 'Included in the headline figure',
    kind: 'flag',
    value: (row) => row.isInHeadline,
    hint: 'The flag is one of the last 60 with an outcome. The headline figure counts these flags.',
    isHidden: true,
  },
  {
    key: 'sizeTier',
    label: 'Size tier',
    kind: 'option',
    options: sizeTiers,
    value: (row) => row.sizeTier,
    metric: 'sizeTier',
    isHidden: true,
  },
  { key: 'ehr', label: 'EHR', kind: 'option', value: (row) => row.ehr, isHidden: true },
  {
    key: 'tenureDays',
    label: 'Tenure',
    kind: 'number',
    unit: ' days',
    value: (row) => row.tenureDays,
    hint: 'Days from go-live to the flag.',
    isHidden: true,
  },
];
