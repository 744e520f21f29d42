import { healthTiers } from '#shared/core/tiers.ts';
import { zonedColumns } from '#shared/list/zoned-columns.ts';
import type { SlaClock } from './clocks.ts';
import { pauseReasons, pauseReasonWords, slaKinds, slaKindWords, slaStatuses } from './words.ts';

const hidden = { isHidden: true } as const;
const hours = { kind: 'number', unit: ' h', digits: 1 } as const;
const inHours = (minutes: number | null) => (minutes === null ? null : minutes / 60);

export const slaColumns = zonedColumns<SlaClock>((dayOf) => [
  { key: 'institutionName', label: 'Customer', kind: 'text', value: (row) => row.institutionName, isSearched: true, width: 200 },
  {
    key: 'status',
    label: 'Status',
    kind: 'option',
    options: slaStatuses,
    value: (row) => row.status,
    metric: 'slaStatus',
    width: 120,
  },
  { key: 'policyName', label: 'Policy', kind: 'option', value: (row) => row.policyName, metric: 'slaTarget', width: 170 },
  { key: 'subject', label: 'About', kind: 'text', value: (row) => row.subject, isSearched: true, hint: 'What has to be done.', width: 240 },
  { ...hours, key: 'leftMinutes', label: 'Time left', value: (row) => inHours(row.leftMinutes), metric: 'slaTimeLeft', width: 130 },
  {
    key: 'dueOn',
    label: 'Due',
    kind: 'date',
    value: (row) => row.dueOn,
    hint: 'The day on which its time ends; none while it is paused.',
  },
  {
    key: 'ownerName',
    label: 'Who',
    kind: 'option',
    value: (row) => row.ownerName,
    isPerson: true,
    isSearched: true,
    width: 150,
    hint: 'To whom the risk case or the task is given, or whose ticket or customer it is.',
  },
  {
    key: 'kind',
    label: 'Kind',
    kind: 'option',
    options: slaKinds.map((kind) => slaKindWords[kind].name),
    value: (row) => slaKindWords[row.kind].name,
    metric: 'slaTarget',
    ...hidden,
  },
  {
    key: 'decidedOn',
    label: 'Decided',
    kind: 'date',
    value: (row) => row.decidedOn,
    hint: 'The day on which it was met, missed or dropped.',
    ...hidden,
  },
  {
    key: 'beganOn',
    label: 'Began',
    kind: 'date',
    value: (row) => dayOf(row.beganAt),
    hint: 'The day on which the clock began.',
    ...hidden,
  },
  { key: 'endedBy', label: 'Ended by', kind: 'option', value: (row) => row.endedBy, hint: 'What ended the clock.', ...hidden, width: 200 },
  { ...hours, key: 'usedMinutes', label: 'Time used', value: (row) => inHours(row.usedMinutes), metric: 'slaTimeLeft', ...hidden },
  { ...hours, key: 'pausedMinutes', label: 'Time paused', value: (row) => inHours(row.pausedMinutes), metric: 'slaPause', ...hidden },
  {
    key: 'pauseReason',
    label: 'Pause',
    kind: 'option',
    options: pauseReasons.map((reason) => pauseReasonWords[reason]),
    value: (row) => row.pauseReason,
    metric: 'slaPause',
    width: 190,
  },
  { key: 'isPaused', label: 'Paused now', kind: 'flag', value: (row) => row.isPaused, metric: 'slaPause', ...hidden },
  {
    key: 'pauseNote',
    label: 'Note on the pause',
    kind: 'text',
    value: (row) => row.pauseNote,
    hint: 'What was written when it was paused.',
    ...hidden,
    width: 220,
  },
  {
    key: 'pausedBy',
    label: 'Paused by',
    kind: 'option',
    value: (row) => row.pausedBy,
    isPerson: true,
    hint: 'Who stopped the clock last.',
    ...hidden,
    width: 150,
  },
  { key: 'policyVersion', label: 'Version', kind: 'number', value: (row) => row.policyVersion, metric: 'slaTarget', ...hidden },
  {
    key: 'healthTier',
    label: 'Tier',
    kind: 'option',
    options: healthTiers,
    value: (row) => row.healthTier,
    metric: 'healthTier',
    ...hidden,
  },
]);
