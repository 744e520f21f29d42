import { actionItemKindLabels, actionItemKinds } from '#shared/action-items/words.ts';
import type { ListVocabulary } from '#shared/list/vocabulary.ts';
import { exportAlertRules } from './alerts.ts';

/** Words for the alert rules. */
export const alertRulesVocabulary: ListVocabulary = {
  key: 'alert-rules',
  noun: { one: 'alert rule', many: 'alert rules', synonyms: ['alerts', 'rules'] },
  grain: 'one row for each alert rule, not for each action item that it opened',
  export: exportAlertRules,
  page: '/customer-success-ops?part=alerts',
  person: null,
  date: null,
  measure: 'fired',
  customer: null,
  columns: {
    name: { ignoresLabel: true, words: ['rule name', 'name', 'title'], hasValues: true },
    isOn: {
      ignoresLabel: true,
      words: ['turned on', 'switched on', 'enabled', 'active', 'live', 'not muted', 'are on'],
    },
    kind: {
      reading: '{} …',
      words: ['type', 'category', 'kind of rule'],
      // Otherwise, “at-risk customers” would be read as the kind Risk.
      valuesNeedName: true,
    },
    priority: {
      reading: 'with {} priority',
      words: ['urgency', 'severity'],
      values: {
        Urgent: ['critical', 'critical priority'],
        High: ['high priority', 'important'],
        Normal: ['medium', 'normal priority', 'medium priority'],
        Low: ['low priority', 'minor'],
      },
    },
    matching: {
      words: [
        'matching customers',
        'customers matching',
        'matches',
        'customers that match',
        'number of customers',
        'customer',
      ],
      highest: ['broadest'],
      lowest: ['narrowest'],
    },
    fired: {
      words: [
        'firings',
        'times fired',
        'number of firings',
        'fired',
        'firings in the last 28 days',
      ],
      isAdditive: true,
      highest: [
        'busiest',
        'fired most often',
        'fired the most',
        'fire the most',
        'fire most often',
      ],
      lowest: ['quietest'],
    },
    calls: {
      words: ['action item', 'number of action items', 'calls to action', 'action items opened'],
      isAdditive: true,
    },
    acted: {
      words: ['acted on share', 'share acted on', 'action rate', 'acted on rate'],
    },
    falseAlarms: {
      words: ['false alarm', 'false positives', 'number of false alarms'],
      isAdditive: true,
    },
    lapsed: { words: ['lapsed', 'lapsed action items'], isAdditive: true },
    open: {
      ignoresLabel: true,
      words: ['open action items', 'action items still open', 'still open', 'open items'],
      isAdditive: true,
    },
    isNoisy: { words: ['noisy', 'noise', 'too noisy', 'mostly noisy'] },
    dueDays: { words: ['days to act', 'due after', 'due days'] },
    minutes: { words: ['estimated minutes', 'effort', 'estimated time'] },
    changedBy: {
      reading: 'last changed by {}',
      words: ['edited by', 'modified by', 'updated by', 'last changed by'],
    },
    changedAt: {
      ignoresLabel: true,
      words: ['last changed', 'last change', 'change date'],
      verbs: ['changed', 'edited', 'modified', 'updated', 'last changed'],
      highest: ['most recently changed', 'last edited'],
      lowest: ['least recently changed'],
    },
  },
  phrases: [
    ...actionItemKinds.map((kind) => ({
      words: ['alert rule', 'rule', 'alert'].map((noun) => `${actionItemKindLabels[kind]} ${noun}`),
      filters: [{ column: 'kind', kind: 'one-of' as const, values: [actionItemKindLabels[kind]] }],
    })),
    {
      words: ['turned off', 'switched off', 'disabled', 'muted', 'inactive', 'are off', 'not on'],
      filters: [{ column: 'isOn', kind: 'is', value: false }],
    },
    {
      words: ['never fired', 'not fired', 'did not fire', 'have not fired', 'without firings'],
      filters: [{ column: 'fired', kind: 'range', from: 0, to: 0 }],
    },
    {
      words: ['broken', 'with a broken condition', 'no longer work', 'not working'],
      filters: [{ column: 'matching', kind: 'empty' }],
    },
  ],
  examples: [
    'How many alert rules are turned on?',
    'Noisy alert rules',
    'Top 5 alert rules by firings',
    'Total false alarms of alert rules by kind',
  ],
};
