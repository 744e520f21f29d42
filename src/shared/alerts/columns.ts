import {
  actionItemKindLabels,
  actionItemKinds,
  actionItemPriorities,
  actionItemPriorityLabels,
} from '#shared/action-items/words.ts';
import { createColumnsByTimeZone } from '#shared/list/zoned-columns.ts';
import type { AlertRule } from './alerts.ts';
import { actedOnShare, isNoisyRule } from './rules.ts';

export const alertRuleColumns = createColumnsByTimeZone<AlertRule>((dayOf) => [
  {
    key: 'name',
    label: 'Rule',
    kind: 'text',
    value: (rule) => rule.name,
    isSearched: true,
    width: 200,
  },
  { key: 'isOn', label: 'On', kind: 'flag', value: (rule) => rule.isOn },
  {
    key: 'kind',
    label: 'Kind',
    kind: 'option',
    options: actionItemKinds.map((kind) => actionItemKindLabels[kind]),
    value: (rule) => actionItemKindLabels[rule.kind],
  },
  {
    key: 'priority',
    label: 'Priority',
    kind: 'option',
    options: actionItemPriorities.map((priority) => actionItemPriorityLabels[priority]),
    value: (rule) => actionItemPriorityLabels[rule.priority],
  },
  {
    key: 'matching',
    label: 'Matching now',
    kind: 'number',
    value: (rule) => rule.matching,
    hint: 'Number of customers that match in the last official week. Empty if a condition of the rule no longer works.',
  },
  {
    key: 'fired',
    label: 'Firings in 28 days',
    kind: 'number',
    unit: '×',
    value: (rule) => rule.ledger.fired,
    metric: 'callFirings',
  },
  {
    key: 'calls',
    label: 'Action items',
    kind: 'number',
    value: (rule) => rule.ledger.calls,
    hint: 'Number of action items for which the rule fired in the last 28 days.',
  },
  {
    key: 'acted',
    label: 'Acted on',
    kind: 'percent',
    value: (rule) => {
      const share = actedOnShare(rule.ledger);
      return share === null ? null : 100 * share;
    },
    metric: 'alertNoise',
  },
  {
    key: 'falseAlarms',
    label: 'False alarms',
    kind: 'number',
    value: (rule) => rule.ledger.falseAlarms,
    metric: 'callOutcome',
  },
  {
    key: 'lapsed',
    label: 'No longer applies',
    kind: 'number',
    value: (rule) => rule.ledger.lapsed,
    metric: 'callOutcome',
    isHidden: true,
  },
  {
    key: 'open',
    label: 'Open',
    kind: 'number',
    value: (rule) => rule.ledger.open,
    hint: 'Number of the rule’s action items that are still open.',
  },
  {
    key: 'isNoisy',
    label: 'Mostly noise',
    kind: 'flag',
    value: (rule) => isNoisyRule(rule.ledger),
    metric: 'alertNoise',
    isHidden: true,
  },
  {
    key: 'dueDays',
    label: 'Days until due',
    kind: 'number',
    unit: ' d',
    value: (rule) => rule.dueDays,
    isHidden: true,
  },
  {
    key: 'minutes',
    label: 'Minutes',
    kind: 'number',
    value: (rule) => rule.minutes,
    isHidden: true,
  },
  {
    key: 'changedBy',
    label: 'Changed by',
    kind: 'option',
    value: (rule) => rule.changedBy,
    isPerson: true,
    isHidden: true,
  },
  {
    key: 'changedAt',
    label: 'Changed',
    kind: 'date',
    value: (rule) => dayOf(rule.changedAt),
    isHidden: true,
  },
]);
