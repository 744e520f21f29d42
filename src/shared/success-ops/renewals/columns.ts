import { churnTierNames, healthTiers } from '#shared/core/tiers.ts';
import type { ListColumn } from '#shared/list/column.ts';
import type { ListedRenewal } from './renewals.ts';
import { monthOf } from './rules.ts';
import { calls, callWords, forecasts, renewalStages, stageWords, systemRisks } from './words.ts';

const noCall = 'No forecast yet';
const hidden = { isHidden: true } as const;

export const renewalColumns: readonly ListColumn<ListedRenewal>[] = [
  { key: 'institutionName', label: 'Customer', kind: 'text', value: (row) => row.institutionName, isSearched: true, width: 200 },
  {
    key: 'stage',
    label: 'Stage',
    kind: 'option',
    options: renewalStages.map((stage) => stageWords[stage]),
    value: (row) => stageWords[row.stage],
    metric: 'renewalStage',
  },
  { key: 'dueOn', label: 'Renewal', kind: 'date', value: (row) => row.dueOn, hint: 'Close date of the deal in the CRM.' },
  {
    key: 'daysLeft',
    label: 'Days left',
    kind: 'number',
    value: (row) => row.daysLeft,
    hint: 'Negative if the date has passed; empty for a closed renewal.',
  },
  {
    key: 'nextStep',
    label: 'Next step',
    kind: 'text',
    value: (row) => row.nextStep,
    width: 250,
    isSearched: true,
    hint: 'The next thing to do.',
  },
  { key: 'amountDue', label: 'Amount due', kind: 'number', prefix: '$', value: (row) => row.amountDue, metric: 'renewalAmount' },
  { key: 'expected', label: 'Expected', kind: 'number', prefix: '$', value: (row) => row.expected, metric: 'renewalAmount' },
  { key: 'forecast', label: 'Forecast', kind: 'option', options: forecasts, value: (row) => row.forecast, metric: 'renewalForecast' },
  {
    key: 'systemRisk',
    label: 'Predicted risk',
    kind: 'option',
    options: systemRisks,
    value: (row) => row.systemRisk,
    metric: 'renewalRisk',
  },
  {
    key: 'call',
    label: 'Owner’s forecast',
    kind: 'option',
    options: [...calls.map((call) => callWords[call]), noCall],
    value: (row) => (row.call === null ? noCall : callWords[row.call]),
    metric: 'renewalRisk',
  },
  { key: 'callNote', label: 'Forecast note', kind: 'text', value: (row) => row.callNote, ...hidden, width: 220 },
  {
    key: 'isUndecided',
    label: 'Needs a decision',
    kind: 'flag',
    value: (row) => row.isOpposed && row.decision === null,
    metric: 'renewalRisk',
  },
  {
    key: 'decision',
    label: 'Decision',
    kind: 'option',
    options: ['Owner’s forecast', 'Predicted risk'],
    value: (row) => (row.decision === null ? null : row.decision === 'call' ? 'Owner’s forecast' : 'Predicted risk'),
    hint: 'Which of the two an admin decided to use.',
    ...hidden,
  },
  { key: 'decidedBy', label: 'Decided by', kind: 'option', value: (row) => row.decidedBy, isPerson: true, ...hidden, width: 150 },
  { key: 'ownerName', label: 'Owner', kind: 'option', value: (row) => row.ownerName, isPerson: true, isSearched: true, width: 150 },
  { key: 'adoptionScore', label: 'Score', kind: 'percent', value: (row) => row.adoptionScore, metric: 'adoptionScore' },
  {
    key: 'healthTier',
    label: 'Tier',
    kind: 'option',
    options: healthTiers,
    value: (row) => row.healthTier,
    metric: 'healthTier',
    ...hidden,
  },
  {
    key: 'churnTier',
    label: 'Churn tier',
    kind: 'option',
    options: churnTierNames,
    value: (row) => row.churnTier,
    metric: 'churnTier',
    ...hidden,
  },
  { key: 'month', label: 'Month', kind: 'option', value: (row) => monthOf(row.dueOn), hint: 'The month of the renewal.', ...hidden },
  {
    key: 'sixMonthsOn',
    label: 'Six-month check-in',
    kind: 'date',
    value: (row) => row.sixMonths?.on ?? null,
    hint: 'When the check-in was done.',
    ...hidden,
  },
  {
    key: 'threeMonthsOn',
    label: 'Three-month check-in',
    kind: 'date',
    value: (row) => row.threeMonths?.on ?? null,
    hint: 'When the check-in was done.',
    ...hidden,
  },
  {
    key: 'movedFrom',
    label: 'Moved from',
    kind: 'date',
    value: (row) => row.movedFrom,
    hint: 'The previous date, if the CRM has moved it since the renewal was last changed here.',
    ...hidden,
  },
];
