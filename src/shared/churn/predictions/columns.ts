import { churnTierNames } from '#shared/core/tiers.ts';
import { dayInWords } from '#shared/core/words.ts';
import { createValueRenamer, type ListColumn } from '#shared/list/column.ts';
import { institutionColumns } from '#shared/portfolio/columns.ts';
import { renameFormerPattern } from '../patterns/pattern-names.ts';
import type { PredictionRow } from './rows.ts';

type Column = ListColumn<PredictionRow>;

const percent = (chance: number) => Math.round(chance * 100);

/** Formats the range of days left: '12 to 25 days' or '40 to over 60 days'. */
export const formatDaysUntilNotice = ({
  daysLow,
  daysHigh,
}: Pick<PredictionRow, 'daysLow' | 'daysHigh'>): string =>
  daysHigh === null
    ? `${daysLow} to over 60 days`
    : daysLow === daysHigh
      ? `${daysLow} days`
      : `${daysLow} to ${daysHigh} days`;

const own: readonly Column[] = [
  {
    key: 'tier',
    label: 'Churn tier',
    kind: 'option',
    options: churnTierNames,
    value: (row) => row.tier,
    width: 120,
    metric: 'churnTier',
  },
  {
    key: 'daysLeft',
    label: 'Days remaining',
    kind: 'number',
    value: (row) => row.daysLeft,
    width: 144,
    metric: 'churnDaysLeft',
  },
  {
    key: 'chance60',
    label: 'Chance of notice in 60 days',
    kind: 'percent',
    value: (row) => percent(row.chance60),
    width: 210,
    metric: 'churnChance',
  },
  {
    key: 'chance30',
    label: 'Chance of notice in 30 days',
    kind: 'percent',
    value: (row) => percent(row.chance30),
    metric: 'churnChance',
    isHidden: true,
  },
  {
    key: 'chance45',
    label: 'Chance of notice in 45 days',
    kind: 'percent',
    value: (row) => percent(row.chance45),
    metric: 'churnChance',
    isHidden: true,
  },
  {
    key: 'patterns',
    label: 'Patterns',
    kind: 'text',
    value: (row) => row.patternText,
    currentValue: renameFormerPattern,
    width: 230,
    isSearched: true,
    metric: 'churnPatterns',
  },
  {
    key: 'patternCount',
    label: 'Number of patterns',
    kind: 'number',
    value: (row) => row.evidence.length,
    metric: 'churnPatterns',
    isHidden: true,
  },
  {
    key: 'flaggedSince',
    label: 'Flagged since',
    kind: 'date',
    value: (row) => row.flaggedSince,
    hint: 'First day of the current period in a churn tier.',
  },
  {
    key: 'isNew',
    label: 'New',
    kind: 'flag',
    value: (row) => row.isNew,
    hint: 'The customer had no churn tier on the previous day.',
  },
  {
    key: 'annualRevenue',
    label: 'Yearly revenue',
    kind: 'number',
    prefix: '$',
    value: (row) => row.annualRevenue,
    metric: 'yearlyRevenue',
  },
  {
    key: 'renewalOn',
    label: 'Renewal',
    kind: 'date',
    value: (row) => row.renewalOn,
    hint: 'Close date of the open renewal in the CRM.',
  },
  {
    key: 'nextStep',
    label: 'Next step',
    kind: 'text',
    value: (row) => row.nextStep,
    width: 220,
    isSearched: true,
    hint: 'The customer’s next open task. Without a task, the end of the customer’s snooze; without a snooze, the customer’s last outcome.',
  },
  {
    key: 'isContacted',
    label: 'Contacted',
    kind: 'flag',
    value: (row) => row.isContacted,
    hint: 'A user recorded a note, task or decision after the flag.',
  },
  {
    key: 'lastTouchOn',
    label: 'Last touch',
    kind: 'date',
    value: (row) => row.lastTouchOn,
    hint: 'Date of the last note, completed task or decision.',
  },
  {
    key: 'assigneeName',
    label: 'Assigned to',
    kind: 'option',
    value: (row) => row.assigneeName,
    isPerson: true,
    isSearched: true,
    width: 150,
  },
  { key: 'snoozedUntil', label: 'Snoozed until', kind: 'date', value: (row) => row.snoozedUntil },
  { key: 'snoozeReason', label: 'Snooze reason', kind: 'text', value: (row) => row.snoozeReason },
  {
    key: 'verdictReason',
    label: 'Reason for the verdict',
    kind: 'text',
    value: (row) => row.verdict?.reason ?? null,
    width: 220,
  },
  {
    key: 'verdictBy',
    label: 'Decided by',
    kind: 'option',
    value: (row) => row.verdict?.by.name ?? null,
    currentValue: createValueRenamer({ Somebody: 'Former user' }),
    isPerson: true,
    width: 150,
  },
];

/** Columns of every customer list plus the columns of the prediction. */
export const predictionColumns: readonly Column[] = [
  ...institutionColumns.filter(({ key }) => key !== 'churnTier'),
  ...own,
];

/** Formats the date since which a pattern has lasted; empty when unknown. */
export const patternStartText = (since: string | null): string =>
  since === null ? '' : `since ${dayInWords(since)}`;
