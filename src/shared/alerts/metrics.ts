import { shareText } from '#shared/core/words.ts';
import type { MetricDefinitions } from '#shared/metrics/metric.ts';
import { alertRuleParameters } from './constants.ts';

const { againDays, quietDays, perPersonAndDay, leastShown, leastToMute, muteBelow } =
  alertRuleParameters;

export const metricExplanations = {
  callFirings: () => ({
    formula: `Number of times an alert rule fired for an action item. The rule fires once when it opens the action item. While the action item stays open, the rule fires again every ${againDays} days if the customer still matches.`,
    unit: 'Times',
    inputs: ['The rule’s conditions', 'Scores of the last official week'],
    exclusions: `A rule does not fire for a snoozed action item, or within ${quietDays} days after the action item was closed. Rules open at most ${perPersonAndDay} new action items per user and day. Rules about a decline do not fire in a week with a seasonal drop. A rule does not fire for a customer that has given notice, unless it has a condition about the leaving date.`,
    source: 'call_to_action.fired_count, call_firing',
  }),
  callOutcome: () => ({
    formula:
      'The outcome that a user chose when closing the action item. Acted on: the user did something about it. False alarm: there was nothing to do. No longer applies: the problem resolved itself.',
    unit: 'One of three outcomes',
    inputs: ['Closed action items'],
    exclusions: 'No outcome while the action item is open.',
    source: 'call_to_action.outcome',
  }),
  alertNoise: () => ({
    formula: `Share of closed action items that were acted on. It covers action items for which the rule fired in the last 28 days. Below ${shareText(muteBelow)}, we suggest muting the rule.`,
    unit: 'Percent',
    inputs: ['Firings of the last 28 days', 'Outcomes of the action items'],
    exclusions: `No share below ${leastShown} closed action items, and no suggestion to mute below ${leastToMute}. Open action items do not count.`,
    source: 'countRuleOutcomes in src/shared/alerts/rules.ts',
  }),
} satisfies Partial<MetricDefinitions>;
