import { type JobRun, jobStates } from '#shared/core/jobs/job-runs.ts';
import type { ListColumn } from '#shared/list/column.ts';

export const jobStateNames: Record<JobRun['state'], string> = {
  queued: 'Waiting',
  running: 'Running',
  succeeded: 'Succeeded',
  failed: 'Failed',
  skipped: 'Skipped',
  cancelled: 'Cancelled',
};

/** Returns the duration of a run in seconds; `null` until it has ended. */
export const runDurationSeconds = ({
  startedAt,
  finishedAt,
}: Pick<JobRun, 'startedAt' | 'finishedAt'>): number | null =>
  startedAt === null || finishedAt === null
    ? null
    : Math.max(0, (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000);

export const jobRunColumns: readonly ListColumn<JobRun>[] = [
  {
    key: 'title',
    label: 'Job',
    kind: 'option',
    value: ({ title }) => title,
    isSearched: true,
    width: 190,
  },
  {
    key: 'job',
    label: 'Internal name',
    kind: 'option',
    value: ({ job }) => job,
    hint: 'The name of the job in logs and commands.',
    isSearched: true,
    isHidden: true,
    width: 190,
  },
  {
    key: 'state',
    label: 'State',
    kind: 'option',
    options: jobStates.map((state) => jobStateNames[state]),
    value: ({ state }) => jobStateNames[state],
    width: 110,
  },
  {
    key: 'due',
    label: 'Due',
    kind: 'text',
    value: ({ scheduledFor }) => scheduledFor.slice(0, 16).replace('T', ' '),
    hint: 'Filters for this date use UTC days.',
    width: 185,
  },
  {
    key: 'range',
    label: 'Backfill range',
    kind: 'text',
    value: ({ range }) => range && `${range.from} to ${range.to}`,
    hint: 'The past days that the backfill covers.',
    isHidden: true,
    width: 190,
  },
  {
    key: 'seconds',
    label: 'Took',
    kind: 'number',
    unit: ' s',
    digits: 1,
    value: runDurationSeconds,
    width: 90,
  },
  { key: 'attempt', label: 'Attempts', kind: 'number', value: ({ attempt }) => attempt, width: 90 },
  {
    key: 'result',
    label: 'Result',
    kind: 'text',
    value: ({ resultText }) => resultText,
    isSearched: true,
    width: 300,
  },
  {
    key: 'error',
    label: 'Error',
    kind: 'text',
    value: ({ error }) => error,
    isSearched: true,
    width: 300,
  },
  {
    key: 'source',
    label: 'Started by',
    kind: 'option',
    value: ({ schedule }) => (schedule === null ? 'A person' : 'Its schedule'),
    isHidden: true,
  },
];
