import type { ListVocabulary } from '#shared/list/vocabulary.ts';
import {
  customerNouns,
  customerOwnerWords,
  customerTierVocabulary,
  unassignedWords,
} from '#shared/portfolio/customer-words.ts';
import { exportTeamTasks, exportUntouched } from './rows.ts';
import { untouchedDays } from './rules.ts';

/** Words for the open tasks. */
export const teamTasksVocabulary: ListVocabulary = {
  key: 'team-tasks',
  noun: { one: 'task', many: 'tasks', synonyms: ['open tasks', 'to-dos', 'todos'] },
  grain: 'one row for each open task; done tasks are not listed',
  export: exportTeamTasks,
  page: '/customer-success-ops?part=team&rows=tasks',
  person: 'personName',
  date: 'dueOn',
  measure: null,
  duration: 'openDays',
  overdueBy: { column: 'overdueDays' },
  workload: [],
  missing: [
    {
      words: [
        ...['done', 'finished', 'completed', 'closed'],
        ...['finished', 'completed', 'closed', 'did'].flatMap((verb) => [
          `I ${verb}`,
          `we ${verb}`,
        ]),
      ],
      reason:
        'This list has only open tasks, so finished tasks can’t be counted. Finished action items are listed for 28 days: ask for “action items I closed this week”.',
    },
  ],
  customer: 'institutionName',
  columns: {
    title: { ignoresLabel: true, words: ['title', 'task name', 'task title'] },
    institutionName: { words: customerNouns },
    personName: {
      reading: 'assigned to {}',
      words: ['assigned to', 'responsible', 'owner', 'handled by', 'belong to', 'owned by'],
    },
    age: {
      ignoresLabel: true,
      words: ['age group', 'due group', 'aging', 'overdue group'],
      values: {
        'Over 30 days overdue': ['more than 30 days overdue', 'overdue by more than 30 days'],
        'No due day': ['without a due date', 'without due date', 'no due date'],
        'Due later': ['not due yet', 'not yet due'],
      },
    },
    overdueDays: {
      ignoresLabel: true,
      words: ['days overdue', 'days late', 'overdue by', 'late by', 'days past due'],
      highest: ['longest overdue'],
      lowest: ['least overdue'],
    },
    openDays: {
      words: ['open for', 'days old', 'age', 'age in days', 'old'],
      above: ['older than', 'open longer than', 'open for longer than', 'open for more than'],
      below: ['newer than', 'younger than'],
      highest: ['oldest', 'longest open'],
      lowest: ['newest', 'most recent'],
    },
    dueOn: {
      words: ['due day', 'deadline'],
      verbs: ['due', 'fall due', 'falling due'],
      lowest: ['earliest due', 'next due', 'first due', 'soonest due'],
    },
    createdOn: {
      ignoresLabel: true,
      words: ['created', 'creation date', 'date added'],
      verbs: ['added', 'created', 'assigned'],
    },
    isSnoozed: { words: ['on snooze', 'postponed', 'asleep'] },
  },
  phrases: [
    {
      words: ['overdue', 'late', 'past due', 'behind'],
      filters: [{ column: 'overdueDays', kind: 'range', from: 1, to: null }],
    },
    {
      words: ['not overdue', 'on time', 'not late'],
      filters: [{ column: 'overdueDays', kind: 'empty' }],
    },
    {
      words: unassignedWords,
      filters: [{ column: 'personName', kind: 'empty' }],
    },
  ],
  examples: [
    'How many tasks are overdue?',
    'Overdue tasks by assignee',
    'Show my tasks due this week',
    'Longest overdue tasks',
  ],
};

const withoutContact = [
  ...['nobody', 'no one'].flatMap((nobody) => [
    `${nobody} has contacted`,
    `${nobody} contacted`,
    `${nobody} has touched`,
    `${nobody} has talked to`,
    `${nobody} has spoken to`,
  ]),
  'we have not contacted',
  'we have not talked to',
  'we have not spoken to',
  'not talked to',
  'not contacted',
  'were not contacted',
  'had no contact',
  'not been contacted',
  'not touched',
  'not been touched',
  'not spoken to',
  'without contact',
  'without a contact',
  'without any contact',
  'without a touch',
  'without recent contact',
  'with no contact',
  'with no recent contact',
];

/** Words for the customers without recent contact. */
export const untouchedCustomersVocabulary: ListVocabulary = {
  key: 'untouched',
  noun: {
    one: 'untouched customer',
    many: 'untouched customers',
    synonyms: [
      'untouched accounts',
      'untouched practices',
      'untouched clients',
      'untouched',
      'neglected customers',
      'neglected accounts',
      'neglected',
      'uncontacted',
      ...['', `in ${untouchedDays} days`, `in the last ${untouchedDays} days`].flatMap((period) =>
        withoutContact.map((words) => `${words} ${period}`),
      ),
      ...withoutContact.map((words) => `${words} for more than ${untouchedDays} days`),
      ...withoutContact.map((words) => `${words} for over ${untouchedDays} days`),
    ],
  },
  grain: `one row for each customer without a contact in the last ${untouchedDays} days`,
  export: exportUntouched,
  page: '/customer-success-ops?part=team&rows=untouched',
  person: 'ownerName',
  hasCustomerRows: true,
  // Otherwise, “not contacted in the last 90 days” would be read as a last contact in these days.
  date: null,
  measure: null,
  customer: 'institutionName',
  columns: {
    institutionName: { words: [...customerNouns, 'name', 'customer name'] },
    ownerName: {
      reading: 'owned by {}',
      words: [...customerOwnerWords, 'belong to', 'assigned to'],
    },
    healthTier: { ...customerTierVocabulary, reading: '{} …' },
    adoptionScore: {
      words: ['adoption score', 'adoption', 'health score'],
      highest: ['best', 'healthiest', 'highest scoring'],
      lowest: ['worst', 'unhealthiest', 'lowest scoring'],
    },
    atRisk: { words: ['slipping', 'in danger', 'at-risk'] },
    lastTouchOn: {
      words: ['last touch', 'date of last contact', 'last contact date'],
      verbs: ['last contacted', 'last touched', 'last spoken to'],
    },
    untouchedDays: {
      // Customers that were never contacted have no value in this column. If the label “No contact
      // for” matched “no contact for 60 days”, the answer would leave these customers out.
      ignoresLabel: true,
      words: [
        'days since last contact',
        'days since the last contact',
        'days since last touch',
        'days since the last touch',
      ],
    },
    openTasks: {
      words: ['open task', 'task', 'number of tasks'],
      isAdditive: true,
    },
  },
  phrases: [
    {
      words: ['never contacted', 'never touched', 'never been contacted', 'never spoken to'],
      filters: [{ column: 'lastTouchOn', kind: 'empty' }],
    },
    {
      words: ['without an owner', 'unowned', 'unassigned'],
      filters: [{ column: 'ownerName', kind: 'empty' }],
    },
  ],
  examples: [
    'How many untouched customers are at risk?',
    'Untouched customers by owner',
    'Show critical untouched customers',
  ],
};
