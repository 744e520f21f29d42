import { churnTierNames, healthTiers } from '#shared/core/tiers.ts';
import type { ListColumn } from '#shared/list/column.ts';
import type { ListedRenewal } from './renewals.ts';
import { monthOf } from './rules.ts';
import { calls, callWords, forecasts, renewalStages, stageWords, systemRisks } from './words.ts';

const noCall = 'No call';
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
  { key: 'dueOn', label: 'Renewal', kind: 'date', value: (row) => row.dueOn, hint: 'When the deal closes, according to the CRM.' },
  {
    key: 'daysLeft',
    label: 'Days left',
    kind: 'number',
    value: (row) => row.daysLeft,
    hint: 'Negative once the day has passed; empty once it is closed.',
  },
  {
    key: 'nextStep',
    label: 'Next step',
    kind: 'text',
    value: (row) => row.nextStep,
    width: 250,
    isSearched: true,
    hint: 'What is due first.',
  },
  { key: 'amountDue', label: 'Amount due', kind: 'number', prefix: '$', value: (row) => row.amountDue, metric: 'renewalAmount' },
  { key: 'expected', label: 'Expected', kind: 'number', prefix: '$', value: (row) => row.expected, metric: 'renewalAmount' },
  { key: 'forecast', label: 'Forecast', kind: 'option', options: forecasts, value: (row) => row.forecast, metric: 'renewalForecast' },
  { key: 'systemRisk', label: 'System risk', kind: 'option', options: systemRisks, value: (row) => row.systemRisk, metric: 'renewalRisk' },
  {
    key: 'call',
    label: 'Owner’s call',
    kind: 'option',
    options: [...calls.map((call) => callWords[call]), noCall],
    value: (row) => (row.call === null ? noCall : callWords[row.call]),
    metric: 'renewalRisk',
  },
  { key: 'callNote', label: 'Note on the call', kind: 'text', value: (row) => row.callNote, ...hidden, width: 220 },
  {
    key: 'isUndecided',
    label: 'To decide',
    kind: 'flag',
    value: (row) => row.isOpposed && row.decision === null,
    metric: 'renewalRisk',
  },
  {
    key: 'decision',
    label: 'Decision',
    kind: 'option',
    options: ['For the call', 'For the risk'],
    value: (row) => (row.decision === null ? null : row.decision === 'call' ? 'For the call' : 'For the risk'),
    hint: 'What an admin decided about this call and risk.',
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
    label: 'Six-month checkpoint',
    kind: 'date',
    value: (row) => row.sixMonths?.on ?? null,
    hint: 'When it was done.',
    ...hidden,
  },
  {
    key: 'threeMonthsOn',
    label: 'Three-month checkpoint',
    kind: 'date',
    value: (row) => row.threeMonths?.on ?? null,
    hint: 'When it was done.',
    ...hidden,
  },
  {
    key: 'movedFrom',
    label: 'Moved from',
    kind: 'date',
    value: (row) => row.movedFrom,
    hint: 'The CRM moved its date since it was last changed here.',
    ...hidden,
  },
];
