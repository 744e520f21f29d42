import { paths } from '#shared/core/pages/paths.ts';
import type { ListColumn } from '#shared/list/column.ts';
import type { ListedRun } from './runs.ts';
import { runStateLabels, runStates } from './words.ts';

const hidden = { isHidden: true } as const;

/** Returns the current step of a run, such as '2 of 5: Call the office'. */
export const currentStepText = ({ place, steps, stepTitle }: ListedRun): string =>
  place === null ? 'Starts soon' : `${place} of ${steps}: ${stepTitle ?? ''}`;

export const runColumns: readonly ListColumn<ListedRun>[] = [
  {
    key: 'institutionName',
    label: 'Customer',
    kind: 'text',
    value: (row) => row.institutionName,
    isSearched: true,
    width: 200,
  },
  {
    key: 'playbookName',
    label: 'Playbook',
    kind: 'option',
    value: (row) => row.playbookName,
    isSearched: true,
    width: 180,
  },
  {
    key: 'state',
    label: 'State',
    kind: 'option',
    options: runStates.map((state) => runStateLabels[state]),
    value: (row) => runStateLabels[row.state],
    metric: 'playbookRun',
  },
  {
    key: 'step',
    label: 'Step',
    kind: 'text',
    value: (row) => currentStepText(row),
    path: (row) => `${paths.successOps}?part=playbooks&scope=all&run=${row.runId}`,
    isSearched: true,
    width: 240,
    hint: 'The run’s current step, or its last step if the run has ended.',
  },
  {
    key: 'until',
    label: 'Waiting until',
    kind: 'date',
    value: (row) => row.until,
    hint: 'The day on which a wait ends, or on which a task or checkpoint is due.',
  },
  {
    key: 'personName',
    label: 'Assignee',
    kind: 'option',
    value: (row) => row.personName,
    isPerson: true,
    isSearched: true,
    width: 150,
  },
  {
    key: 'ownerName',
    label: 'Owner',
    kind: 'option',
    value: (row) => row.ownerName,
    isPerson: true,
    isSearched: true,
    width: 150,
  },
  { key: 'startedOn', label: 'Started', kind: 'date', value: (row) => row.startedOn },
  {
    key: 'startedBy',
    label: 'Started by',
    kind: 'option',
    value: (row) => row.startedBy ?? 'Alert rule',
    isPerson: true,
    hint: 'The user or the alert rule that started the run.',
    ...hidden,
    width: 150,
  },
  { key: 'endedOn', label: 'Ended', kind: 'date', value: (row) => row.endedOn },
  {
    key: 'endReason',
    label: 'End reason',
    kind: 'text',
    value: (row) => row.endReason,
    ...hidden,
    width: 220,
  },
  { key: 'version', label: 'Version', kind: 'number', value: (row) => row.version, ...hidden },
  {
    key: 'startScore',
    label: 'Score at start',
    kind: 'percent',
    value: (row) => row.startScore,
    metric: 'adoptionScore',
    isScore: true,
    ...hidden,
  },
  {
    key: 'endScore',
    label: 'Score at end',
    kind: 'percent',
    value: (row) => row.endScore,
    metric: 'adoptionScore',
    isScore: true,
    ...hidden,
  },
  {
    key: 'hasImproved',
    label: 'Improved',
    kind: 'flag',
    value: (row) => row.hasImproved,
    metric: 'playbookImproved',
  },
];
