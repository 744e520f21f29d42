import type { ListColumn } from '#shared/list/column.ts';
import { type ImportKind, importKinds } from './report.ts';
import type { ImportRun } from './runs.ts';

export const importKindNames: Record<ImportKind, string> = {
  practices: 'Practices',
  usage: 'Usage',
  entitlements: 'Entitlements',
  churn: 'Churn notices',
  contracts: 'Contracts',
  contacts: 'Contacts',
  prospects: 'Prospects',
};

export const runStateNames: Record<ImportRun['state'], string> = {
  running: 'Running',
  paused: 'Paused',
  succeeded: 'Imported',
  failed: 'Stopped',
  undone: 'Undone',
  undo: 'Undo',
  canceling: 'Canceling',
  canceled: 'Canceled',
};

const states = Object.values(runStateNames);
const count =
  (name: 'rowsRead' | 'added' | 'changed' | 'unchanged' | 'rejected') => (run: ImportRun) =>
    run.report?.[name] ?? null;

export const importRunColumns: readonly ListColumn<ImportRun>[] = [
  {
    key: 'source',
    label: 'From',
    kind: 'text',
    value: ({ source }) => source,
    isSearched: true,
    width: 240,
  },
  {
    key: 'kind',
    label: 'Data',
    kind: 'option',
    options: importKinds.map((kind) => importKindNames[kind]),
    value: ({ kind }) => importKindNames[kind],
    width: 130,
  },
  {
    key: 'state',
    label: 'State',
    kind: 'option',
    options: states,
    value: ({ state }) => runStateNames[state],
    width: 110,
  },
  {
    key: 'started',
    label: 'Began',
    kind: 'text',
    value: ({ startedAt }) => startedAt.slice(0, 16).replace('T', ' '),
    hint: 'Filters for this date use UTC days.',
    width: 185,
  },
  { key: 'read', label: 'Rows', kind: 'number', value: count('rowsRead'), width: 90 },
  { key: 'added', label: 'Added', kind: 'number', value: count('added'), width: 90 },
  { key: 'changed', label: 'Changed', kind: 'number', value: count('changed'), width: 90 },
  { key: 'unchanged', label: 'Unchanged', kind: 'number', value: count('unchanged'), width: 105 },
  { key: 'rejected', label: 'Rejected', kind: 'number', value: count('rejected'), width: 95 },
  {
    key: 'system',
    label: 'System',
    kind: 'option',
    value: ({ externalSource }) => externalSource,
    width: 110,
    isHidden: true,
  },
  {
    key: 'error',
    label: 'Error',
    kind: 'text',
    value: ({ error, undoError }) => error ?? undoError,
    isSearched: true,
    width: 260,
    isHidden: true,
  },
];
