import type { ListColumn } from '#shared/list/column.ts';
import type { ListedRun } from './runs.ts';
import { runStates, stateWords } from './words.ts';

const hidden = { isHidden: true } as const;

export const runColumns: readonly ListColumn<ListedRun>[] = [
  { key: 'institutionName', label: 'Customer', kind: 'text', value: (row) => row.institutionName, isSearched: true, width: 200 },
  { key: 'playbookName', label: 'Playbook', kind: 'option', value: (row) => row.playbookName, isSearched: true, width: 180 },
  {
    key: 'state',
    label: 'State',
    kind: 'option',
    options: runStates.map((state) => stateWords[state]),
    value: (row) => stateWords[row.state],
    metric: 'playbookRun',
  },
  {
    key: 'step',
    label: 'Step',
    kind: 'text',
    value: (row) => (row.place === null ? null : `${row.place} of ${row.steps}: ${row.stepTitle ?? ''}`),
    isSearched: true,
    width: 240,
    hint: 'The current step, or the last one of a run that has ended.',
  },
  {
    key: 'until',
    label: 'Waiting until',
    kind: 'date',
    value: (row) => row.until,
    hint: 'The day on which a wait ends or a task or checkpoint is due.',
  },
  { key: 'personName', label: 'Assignee', kind: 'option', value: (row) => row.personName, isPerson: true, isSearched: true, width: 150 },
  { key: 'ownerName', label: 'Owner', kind: 'option', value: (row) => row.ownerName, isPerson: true, isSearched: true, width: 150 },
  { key: 'startedOn', label: 'Started', kind: 'date', value: (row) => row.startedOn },
  {
    key: 'startedBy',
    label: 'Started by',
    kind: 'option',
    value: (row) => row.startedBy ?? 'Alert rule',
    isPerson: true,
    hint: 'A person or the alert rule.',
    ...hidden,
    width: 150,
  },
  { key: 'endedOn', label: 'Ended', kind: 'date', value: (row) => row.endedOn },
  { key: 'endReason', label: 'End reason', kind: 'text', value: (row) => row.endReason, ...hidden, width: 220 },
  { key: 'version', label: 'Version', kind: 'number', value: (row) => row.version, ...hidden },
  { key: 'startScore', label: 'Score at start', kind: 'percent', value: (row) => row.startScore, metric: 'adoptionScore', ...hidden },
  { key: 'endScore', label: 'Score at end', kind: 'percent', value: (row) => row.endScore, metric: 'adoptionScore', ...hidden },
  { key: 'hasImproved', label: 'Improved', kind: 'flag', value: (row) => row.hasImproved, metric: 'playbookImproved' },
];
