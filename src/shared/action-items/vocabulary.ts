import type { ListVocabulary } from '#shared/list/vocabulary.ts';
import {
  customerNouns,
  customerOwnerWords,
  customerTierVocabulary,
  unassignedWords,
} from '#shared/portfolio/customer-words.ts';
import { exportActionItems } from './action-items.ts';
import { addedManuallyLabel } from './columns.ts';
import { listedClosedDays } from './rules.ts';
import { actionItemKindLabels, actionItemKinds } from './words.ts';

/** Filter for open action items that are not snoozed. */
const openItems = { column: 'state', kind: 'one-of', values: ['Open'] } as const;

/** Words for the queue of action items. */
export const actionItemsVocabulary: ListVocabulary = {
  key: 'action-items',
  noun: {
    one: 'action item',
    many: 'action items',
    synonyms: ['calls to action', 'call to action', 'cta', 'to-dos', 'todos', 'alerts'],
  },
  grain:
    'one row for each action item that is open, was closed in the last 28 days, or for which a rule fired in the last 28 days',
  export: exportActionItems,
  page: '/customer-success-ops?part=queue&scope=all',
  person: 'personName',
  date: 'dueOn',
  measure: null,
  duration: 'age',
  unfinished: openItems,
  workload: [openItems],
  customer: 'institutionName',
  columns: {
    title: { ignoresLabel: true, words: ['title', 'name'] },
    institutionName: { words: customerNouns },
    kind: {
      reading: '{} …',
      words: ['type', 'category', 'kind of action item'],
      // Otherwise, the words “at risk” in a question would select the kind Risk.
      valuesNeedName: true,
    },
    priority: {
      isScale: true,
      reading: 'with {} priority',
      words: ['urgency', 'severity'],
      values: {
        Urgent: ['critical', 'critical priority', 'p1'],
        High: ['high priority', 'important'],
        Normal: ['medium', 'normal priority', 'medium priority'],
        Low: ['low priority', 'minor'],
      },
    },
    dueOn: {
      historyDays: listedClosedDays,
      ignoresLabel: true,
      words: ['due date', 'deadline', 'due day'],
      verbs: ['due', 'fall due', 'falling due'],
      passedVerbs: ['overdue', 'past due', 'late', 'past their due date'],
      highest: ['latest due'],
      lowest: ['earliest due', 'next due', 'first due', 'soonest due'],
    },
    details: { words: ['details', 'description', 'explanation'] },
    personName: {
      reading: 'assigned to {}',
      words: [
        'owner',
        'assigned to',
        'responsible',
        'handled by',
        'belong to',
        ...customerOwnerWords,
      ],
    },
    healthTier: customerTierVocabulary,
    firedCount: {
      words: ['times fired', 'number of firings', 'firings', 'fired times'],
      highest: ['fired most often'],
    },
    state: {
      reading: '{} …',
      words: ['status'],
      values: {
        Open: ['not snoozed', 'outstanding'],
        Snoozed: ['on snooze', 'postponed', 'asleep'],
        Closed: ['done', 'completed', 'finished', 'resolved'],
      },
    },
    age: {
      above: ['older than', 'open longer than', 'open for longer than', 'open for more than'],
      below: ['newer than', 'younger than'],
      words: ['days old', 'age in days', 'days open', 'old'],
    },
    rule: {
      reading: 'from {}',
      words: ['alert rule', 'rule', 'triggered by', 'fired by', 'created by', 'came from', 'alert'],
    },
    minutes: {
      words: ['estimated minutes', 'effort', 'estimated time', 'time needed', 'estimate'],
      isAdditive: true,
    },
    adoptionScore: { words: ['adoption score', 'adoption', 'health score', 'customer score'] },
    recentFirings: {
      words: ['recent firings', 'firings in the last 28 days', 'firings'],
      isAdditive: true,
    },
    lastFiredOn: {
      isPast: true,
      words: ['last firing'],
      verbs: ['fired', 'last fired'],
      highest: ['most recently fired'],
    },
    openedOn: {
      isPast: true,
      historyDays: listedClosedDays,
      ignoresLabel: true,
      words: ['open date', 'opening date', 'created', 'creation date'],
      verbs: ['opened', 'created', 'added', 'raised'],
      highest: ['newest', 'latest', 'last', 'most recent'],
      lowest: ['oldest', 'earliest'],
    },
    snoozedUntil: {
      words: ['snooze end', 'end of snooze', 'wake-up date'],
      verbs: ['snoozed until', 'wake up', 'waking up', 'snooze ends', 'snooze ending'],
    },
    snoozeReason: { words: ['reason for snooze', 'reason for snoozing'] },
    outcome: {
      reading: 'with outcome {}',
      words: ['result', 'how it ended'],
      values: {
        'Acted on': ['acted upon', 'worked'],
        'False alarm': ['false alarms', 'false positive', 'false positives'],
        'No longer applies': ['lapsed', 'no longer relevant', 'resolved itself'],
      },
    },
    note: { words: ['closing note', 'comment', 'notes'] },
    closedOn: {
      isPast: true,
      actor: 'closedBy',
      historyDays: listedClosedDays,
      ignoresLabel: true,
      words: ['closing date', 'close date', 'closed date'],
      verbs: [
        'closed',
        'action items closed',
        'were closed',
        'was closed',
        'got closed',
        'been closed',
        'we closed',
        'did we close',
        'close',
        'finished',
        'finish',
        'completed',
        'complete',
        'done',
      ],
      highest: ['most recently closed', 'last closed'],
    },
    closedBy: {
      reading: 'closed by {}',
      words: ['closed by', 'completed by', 'finished by', 'done by'],
      valuesNeedName: true,
    },
  },
  phrases: [
    ...actionItemKinds.map((kind) => ({
      words: ['action item', 'call to action', 'cta', 'to-do', 'todo', 'alert'].map(
        (noun) => `${actionItemKindLabels[kind]} ${noun}`,
      ),
      filters: [{ column: 'kind', kind: 'one-of' as const, values: [actionItemKindLabels[kind]] }],
    })),
    {
      words: ['added manually', 'manually added', 'manual', 'added by hand'],
      filters: [{ column: 'rule', kind: 'one-of', values: [addedManuallyLabel] }],
    },
    {
      words: ['still open', 'unfinished', 'pending', 'active'],
      filters: [{ column: 'state', kind: 'one-of', values: ['Open', 'Snoozed'] }],
    },
    {
      words: unassignedWords,
      filters: [{ column: 'personName', kind: 'empty' }],
    },
    {
      words: ['fired again', 'fired more than once', 'repeated'],
      filters: [{ column: 'firedCount', kind: 'range', from: 2, to: null }],
    },
  ],
  examples: [
    'How many urgent action items are open?',
    'Open action items by assignee',
    'Show my open action items due this week',
    'Action items closed this month by outcome',
  ],
};
