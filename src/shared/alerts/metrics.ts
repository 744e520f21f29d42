import { shareText } from '#shared/core/words.ts';
import type { MetricDefinitions } from '#shared/metrics/metric.ts';
import { alertRules } from './constants.ts';

const { againDays, quietDays, perPersonAndDay, leastShown, leastToMute, muteBelow } = alertRules;

export const metrics = {
  callFirings: () => ({
    formula: `How often an alert rule fired for an action item: once when it opened the action item, and once for every ${againDays} days the customer still matched while it was open.`,
    unit: 'Times',
    inputs: ['The rule’s conditions', 'Customers of the last official week'],
    exclusions: `A rule does not fire for a snoozed action item, or within ${quietDays} days after the action item was closed. It opens at most ${perPersonAndDay} new action items per person and day. Rules about a decline do not fire in a week with a seasonal drop.`,
    source: 'call_to_action.fired_count, call_firing',
  }),
  callOutcome: () => ({
    formula:
      'Outcome chosen when an action item is closed. Acted on: something was done about it. False alarm: there was nothing to do. No longer applies: it resolved itself.',
    unit: 'One of three outcomes',
    inputs: ['Closed action items'],
    exclusions: 'No outcome while the action item is open.',
    source: 'call_to_action.outcome',
  }),
  alertNoise: () => ({
    formula: `Share of closed action items that were acted on, among action items for which the rule fired in the last 28 days. Below ${shareText(muteBelow)}, muting the rule is suggested.`,
    unit: 'Percent',
    inputs: ['Firings of the last 28 days', 'Outcomes of their action items'],
    exclusions: `No share below ${leastShown} closed action items, and no suggestion below ${leastToMute}. Open action items do not count.`,
    source: 'ledgerOf in src/shared/alerts/rules.ts',
  }),
} satisfies Partial<MetricDefinitions>;
