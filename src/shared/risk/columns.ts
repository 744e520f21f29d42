import { createValueRenamer, type ListColumn } from '#shared/list/column.ts';
import { noticeReasonText } from '#shared/notices/notices.ts';
import { institutionColumns } from '#shared/portfolio/columns.ts';
import { riskOutcomeKinds, riskOutcomeTexts } from '#shared/work/cases.ts';
import { type RiskTab, scoreTrendWeeks } from './list.ts';
import type { RiskRow } from './rows.ts';

type Column = ListColumn<RiskRow>;
const dollars = { kind: 'number', prefix: '$' } as const;
const points = { kind: 'change', unit: ' pts', digits: 1 } as const;

const riskOnlyColumns: readonly Column[] = [
  {
    key: 'reasons',
    label: 'Reasons',
    kind: 'text',
    value: (row) => row.reasonText,
    width: 235,
    metric: 'atRisk',
  },
  {
    key: 'priority',
    label: 'At stake',
    ...dollars,
    value: (row) => row.priority,
    width: 100,
    metric: 'priority',
  },
  {
    key: 'trend',
    label: `${scoreTrendWeeks} weeks`,
    kind: 'change',
    unit: ' pts',
    value: (row) => row.trendChange,
    width: 114,
    hint: `Scores of the last ${scoreTrendWeeks} official weeks, and the change in points from the first to the last.`,
  },
  {
    key: 'nextStep',
    label: 'Next step',
    kind: 'text',
    value: (row) => row.nextStep,
    width: 205,
    isSearched: true,
    hint: 'The customer’s next open task. Without a task, the end of the customer’s snooze. Past outcomes are in the column Last outcome.',
  },
  {
    key: 'relativeChange',
    label: 'Change vs. peers',
    ...points,
    value: (row) => row.relativeChange,
    metric: 'relativeChange',
  },
  {
    key: 'weakestProduct',
    label: 'Weakest product',
    kind: 'option',
    value: (row) => row.weakestProduct,
    width: 150,
    hint: 'The entitled product with the lowest score.',
  },
  {
    key: 'assigneeName',
    label: 'Assigned to',
    kind: 'option',
    value: (row) => row.assigneeName,
    isPerson: true,
    isSearched: true,
    width: 150,
    hint: 'User who works on this risk case in place of the customer’s owner. Empty: the owner works on it.',
  },
  {
    key: 'annualRevenue',
    label: 'Yearly revenue',
    ...dollars,
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
    key: 'lossChance',
    label: 'Chance of loss',
    kind: 'percent',
    value: (row) => (row.lossChance === null ? null : row.lossChance * 100),
    metric: 'lossChance',
  },
  {
    key: 'renewalFactor',
    label: 'Renewal factor',
    kind: 'number',
    digits: 2,
    value: (row) => row.renewalFactor,
    hint: 'Multiplies the priority when the customer’s renewal is near.',
  },
  {
    key: 'lastTouchOn',
    label: 'Last touch',
    kind: 'date',
    value: (row) => row.lastTouchOn,
    hint: 'Date of the last note, completed task or decision.',
  },
  {
    key: 'nextTask',
    label: 'Next task',
    kind: 'text',
    value: (row) => row.nextTask,
    hint: 'The customer’s open task with the earliest due date.',
  },
  { key: 'nextTaskDueOn', label: 'Task due', kind: 'date', value: (row) => row.nextTaskDueOn },
  {
    key: 'lastOutcome',
    label: 'Last outcome',
    kind: 'option',
    options: riskOutcomeKinds.map((outcome) => riskOutcomeTexts[outcome].name),
    value: (row) => row.lastOutcome,
    currentValue: createValueRenamer({ 'Wrong alarm': riskOutcomeTexts.wrong_alarm.name }),
    width: 190,
  },
  { key: 'lastOutcomeOn', label: 'Outcome date', kind: 'date', value: (row) => row.lastOutcomeOn },
  { key: 'snoozedUntil', label: 'Snoozed until', kind: 'date', value: (row) => row.snoozedUntil },
  {
    key: 'snoozeReason',
    label: 'Snooze reason',
    kind: 'text',
    value: (row) => row.snoozeReason,
    isSearched: true,
  },
  {
    key: 'noticeReason',
    label: 'Reason for leaving',
    kind: 'text',
    value: ({ notice }) => notice && noticeReasonText(notice),
    isSearched: true,
    width: 200,
    hint: 'Reason that the customer gave.',
  },
  {
    key: 'saveAttemptOwner',
    label: 'Save attempt by',
    kind: 'option',
    value: ({ notice }) => notice?.saveAttempt?.owner.name ?? null,
    isPerson: true,
    width: 150,
    hint: 'User who tries to keep the customer.',
  },
  {
    key: 'saveAttemptDueOn',
    label: 'Save attempt until',
    kind: 'date',
    value: ({ notice }) => notice?.saveAttempt?.dueOn ?? null,
    hint: 'Day by which the outcome of the save attempt should be known.',
  },
  {
    key: 'lastAtRiskOn',
    label: 'At risk until',
    kind: 'date',
    value: (row) => row.lastAtRiskOn,
    hint: 'End of the last official week in which the customer was at risk.',
  },
  {
    key: 'weeksAtRiskBefore',
    label: 'Was at risk for',
    kind: 'number',
    unit: ' wk',
    value: (row) => (row.lastAtRiskOn === null ? null : row.weeksAtRiskBefore),
    metric: 'weeksAtRisk',
  },
];

/** Columns of every customer list, followed by the columns about risk. */
export const riskColumns: readonly Column[] = [...institutionColumns, ...riskOnlyColumns];

/** Default columns of each tab. */
export const riskTabColumns: Record<RiskTab, readonly string[]> = {
  queue: [
    'institutionName',
    'reasons',
    'priority',
    'trend',
    'ownerName',
    'nextStep',
    'lastOutcome',
  ],
  all: ['institutionName', 'reasons', 'priority', 'trend', 'ownerName', 'nextStep', 'lastOutcome'],
  snoozed: ['institutionName', 'reasons', 'snoozedUntil', 'snoozeReason', 'trend', 'ownerName'],
  leaving: [
    'institutionName',
    'leavesOn',
    'noticeReason',
    'saveAttemptOwner',
    'saveAttemptDueOn',
    'annualRevenue',
    'ownerName',
    'nextStep',
  ],
  'cannot-judge': [
    'institutionName',
    'coverage',
    'previousScore',
    'annualRevenue',
    'trend',
    'ownerName',
    'nextStep',
  ],
  recovered: [
    'institutionName',
    'lastAtRiskOn',
    'weeksAtRiskBefore',
    'adoptionScore',
    'trend',
    'ownerName',
    'lastOutcome',
    'annualRevenue',
  ],
};
