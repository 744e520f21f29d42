import { healthTiers } from '#shared/core/tiers.ts';
import { type ListColumn, renameValues } from '#shared/list/column.ts';
import type { ListedActionItem } from './action-items.ts';
import { stateOf } from './rules.ts';
import {
  actionItemKinds,
  actionItemOutcomes,
  actionItemPriorities,
  actionItemStates,
  kindWords,
  outcomeWords,
  priorityWords,
} from './words.ts';

const hidden = { isHidden: true } as const;
export const addedManually = 'Added manually';

export const actionItemColumns: readonly ListColumn<ListedActionItem>[] = [
  { key: 'title', label: 'Action item', kind: 'text', value: (row) => row.title, isSearched: true, width: 220 },
  { key: 'institutionName', label: 'Customer', kind: 'text', value: (row) => row.institutionName, isSearched: true, width: 200 },
  {
    key: 'kind',
    label: 'Kind',
    kind: 'option',
    options: actionItemKinds.map((kind) => kindWords[kind]),
    value: (row) => kindWords[row.kind],
  },
  {
    key: 'priority',
    label: 'Priority',
    kind: 'option',
    options: actionItemPriorities.map((priority) => priorityWords[priority]),
    value: (row) => priorityWords[row.priority],
  },
  { key: 'dueOn', label: 'Due', kind: 'date', value: (row) => row.dueOn },
  { key: 'details', label: 'Why', kind: 'text', value: (row) => row.details, isSearched: true, width: 260 },
  { key: 'personName', label: 'Assignee', kind: 'option', value: (row) => row.personName, isPerson: true, isSearched: true, width: 150 },
  { key: 'healthTier', label: 'Tier', kind: 'option', options: healthTiers, value: (row) => row.healthTier, metric: 'healthTier' },
  { key: 'firedCount', label: 'Fired', kind: 'number', unit: '×', value: (row) => row.firedCount, metric: 'callFirings' },
  { key: 'state', label: 'State', kind: 'option', options: actionItemStates, value: stateOf },
  {
    key: 'age',
    label: 'Age',
    kind: 'number',
    unit: ' d',
    value: (row) => row.ageDays,
    hint: 'Days since it was opened. For a closed action item, days from opening to closing.',
  },
  {
    key: 'rule',
    label: 'Source',
    kind: 'option',
    value: (row) => row.rule?.name ?? addedManually,
    currentValue: renameValues({ 'By hand': addedManually }),
    hint: 'The rule that fired.',
    width: 180,
  },
  { key: 'minutes', label: 'Minutes', kind: 'number', value: (row) => row.minutes, hint: 'Estimated time needed.', ...hidden },
  { key: 'adoptionScore', label: 'Score', kind: 'percent', value: (row) => row.adoptionScore, metric: 'adoptionScore', ...hidden },
  {
    key: 'recentFirings',
    label: 'Fired in 28 days',
    kind: 'number',
    unit: '×',
    value: (row) => row.recentFirings,
    metric: 'callFirings',
    ...hidden,
  },
  { key: 'lastFiredOn', label: 'Last fired', kind: 'date', value: (row) => row.lastFiredOn, ...hidden },
  { key: 'openedOn', label: 'Opened', kind: 'date', value: (row) => row.openedOn, ...hidden },
  { key: 'snoozedUntil', label: 'Snoozed until', kind: 'date', value: (row) => row.snooze?.until ?? null, ...hidden },
  { key: 'snoozeReason', label: 'Snoozed because', kind: 'text', value: (row) => row.snooze?.reason ?? null, ...hidden },
  {
    key: 'outcome',
    label: 'Outcome',
    kind: 'option',
    options: actionItemOutcomes.map((outcome) => outcomeWords[outcome].name),
    value: (row) => (row.outcome === null ? null : outcomeWords[row.outcome].name),
    metric: 'callOutcome',
    ...hidden,
  },
  { key: 'note', label: 'Note', kind: 'text', value: (row) => row.note, ...hidden },
  { key: 'closedOn', label: 'Closed', kind: 'date', value: (row) => row.closedOn, ...hidden },
  { key: 'closedBy', label: 'Closed by', kind: 'option', value: (row) => row.closedBy, isPerson: true, ...hidden },
];
