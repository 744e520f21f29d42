import type { ListVocabulary } from '#shared/list/vocabulary.ts';
import {
  customerNouns,
  customerOwnerWords,
  unassignedWords,
} from '#shared/portfolio/customer-words.ts';
import { exportPlaybookRuns } from './playbooks.ts';
import { endedRunDays } from './runs.ts';

/** Words for the runs of playbooks. */
export const playbookRunsVocabulary: ListVocabulary = {
  key: 'playbook-runs',
  noun: {
    one: 'playbook run',
    many: 'playbook runs',
    synonyms: ['runs of playbooks', 'runs'],
  },
  grain: 'one row for each playbook run that is active or ended in the last 180 days',
  export: exportPlaybookRuns,
  page: '/customer-success-ops?part=playbooks&scope=all',
  person: 'personName',
  // “Runs completed last month” are the runs that ended then.
  date: 'endedOn',
  measure: null,
  customer: 'institutionName',
  columns: {
    institutionName: { words: customerNouns },
    playbookName: { reading: 'of {}', words: ['playbook name', 'kind of playbook'] },
    state: {
      reading: '{} …',
      words: ['status'],
      values: {
        Active: ['running', 'ongoing', 'in progress', 'open', 'under way', 'current'],
        Completed: ['complete', 'finished', 'done', 'successful'],
        'Exited early': ['exited', 'left early', 'ended early'],
        Stopped: ['canceled', 'cancelled', 'aborted'],
      },
    },
    step: { words: ['current step', 'last step'] },
    until: {
      ignoresLabel: true,
      words: ['waiting until', 'next date'],
      verbs: ['waiting until', 'due'],
      lowest: ['next due', 'earliest due'],
    },
    personName: {
      reading: 'assigned to {}',
      words: ['assigned to', 'responsible', 'handled by'],
    },
    ownerName: { reading: 'owned by {}', words: customerOwnerWords },
    startedOn: {
      actor: 'startedBy',
      isPast: true,
      historyDays: endedRunDays,
      ignoresLabel: true,
      words: ['start date', 'start'],
      verbs: ['started', 'begun', 'began', 'launched', 'triggered', 'kicked off'],
      highest: ['newest', 'latest', 'last', 'most recent', 'most recently started'],
      lowest: ['oldest', 'earliest'],
    },
    startedBy: {
      reading: 'started by {}',
      words: ['begun by', 'launched by', 'triggered by', 'starter'],
      values: {
        'Alert rule': ['an alert rule', 'alert rules', 'a rule', 'rules', 'automatically'],
      },
      valuesNeedName: true,
    },
    endedOn: {
      isPast: true,
      historyDays: endedRunDays,
      ignoresLabel: true,
      words: ['end date', 'end'],
      verbs: ['ended'],
      highest: ['most recently ended'],
    },
    endReason: { words: ['reason for ending', 'reason'] },
    version: { words: ['playbook version'] },
    startScore: { words: ['start score', 'starting score', 'score at the start', 'initial score'] },
    endScore: { words: ['final score', 'ending score', 'score at the end'] },
    hasImproved: {
      words: ['score improved', 'improved the score', 'with improvement', 'that helped', 'helped'],
    },
  },
  phrases: [
    {
      words: ['not active', 'inactive', 'no longer active', 'no longer running'],
      filters: [{ column: 'state', kind: 'none-of', values: ['Active'] }],
    },
    {
      words: [
        'started automatically',
        'started by alert rules',
        'started by an alert rule',
        'started by a rule',
        'automatic',
      ],
      filters: [{ column: 'startedBy', kind: 'one-of', values: ['Alert rule'] }],
    },
    {
      words: ['started manually', 'manual', 'started by hand', 'started by users'],
      filters: [{ column: 'startedBy', kind: 'none-of', values: ['Alert rule'] }],
    },
    {
      words: unassignedWords,
      filters: [{ column: 'personName', kind: 'empty' }],
    },
  ],
  examples: [
    'How many playbook runs are active?',
    'Active playbook runs by playbook',
    'What share of completed playbook runs have improved?',
    'Playbook runs started this month by owner',
  ],
};
