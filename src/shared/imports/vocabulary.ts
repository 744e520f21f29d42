import type { ListVocabulary } from '#shared/list/vocabulary.ts';
import { exportImportRuns } from './runs.ts';

/** Words with which the assistant recognizes questions about imports. */
export const importRunsVocabulary: ListVocabulary = {
  key: 'imports',
  noun: {
    one: 'import',
    many: 'imports',
    synonyms: ['import runs', 'uploads', 'data imports', 'imported files'],
  },
  grain: 'one row for each import of the last 90 days',
  export: exportImportRuns,
  page: '/admin?part=imports',
  person: null,
  // The start of an import is a text column, so the list cannot be limited to a period.
  date: null,
  measure: 'read',
  customer: null,
  columns: {
    source: { ignoresLabel: true, words: ['file', 'file name', 'source', 'source file'] },
    kind: {
      reading: 'of {}',
      words: ['kind', 'kind of data', 'type', 'data type', 'type of data'],
      values: {
        Practices: ['practice', 'practice data', 'customer data'],
        Usage: ['usage data'],
        Entitlements: ['entitlement', 'product entitlements'],
        'Churn notices': ['churn notice', 'churn', 'churn data'],
        Contracts: ['contract', 'contract data'],
        Contacts: ['contact', 'contact data'],
        Prospects: ['prospect', 'prospect data'],
      },
    },
    state: {
      reading: '{} …',
      words: ['status', 'result', 'outcome'],
      values: {
        Running: ['in progress', 'active', 'ongoing', 'unfinished'],
        Paused: ['on hold'],
        Imported: ['successful', 'succeeded', 'completed', 'finished', 'done'],
        Stopped: ['failed', 'broken', 'unsuccessful', 'aborted'],
        Undone: ['reverted', 'rolled back', 'were undone'],
        Canceled: ['cancelled', 'were canceled', 'were cancelled'],
        Canceling: ['cancelling'],
      },
    },
    started: { words: ['start', 'start time', 'started', 'start date', 'date'] },
    read: {
      words: ['row', 'rows read', 'number of rows', 'size', 'records', 'lines'],
      isAdditive: true,
      highest: ['biggest', 'largest'],
      lowest: ['smallest'],
    },
    added: {
      words: [
        'rows added',
        'rows were added',
        'were added',
        'added rows',
        'new rows',
        'created rows',
        'inserted rows',
      ],
      isAdditive: true,
    },
    changed: {
      words: [
        'rows changed',
        'rows were changed',
        'were changed',
        'changed rows',
        'updated rows',
        'rows updated',
      ],
      isAdditive: true,
    },
    unchanged: { words: ['rows unchanged', 'unchanged rows'], isAdditive: true },
    rejected: {
      words: [
        'rows rejected',
        'rejected rows',
        'bad rows',
        'row errors',
        'failed rows',
        'rejects',
        'rows were rejected',
        'were rejected',
      ],
      isAdditive: true,
    },
    system: { reading: 'from {}', words: ['external source', 'source system', 'external system'] },
    error: { words: ['error message', 'errors', 'problem'] },
  },
  phrases: [],
  examples: [
    'How many imports failed?',
    'Imports with rejected rows',
    'Total rows added for each kind of import',
    'Largest imports',
  ],
};
