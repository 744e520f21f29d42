import { shareText } from '#shared/core/words.ts';
import { alertRules } from './constants.ts';
import type { MetricFamily } from './metric.ts';

const { againDays, quietDays, perPersonAndDay, leastShown, leastToMute, muteBelow } = alertRules;

export const callMetrics = {
  callFirings: () => ({
    formula: `How often an alert rule has fired for a call to action: once when it opened the call, and once for every ${againDays} days in which the customer still matched while the call was open.`,
    unit: 'Times',
    inputs: ['The rule’s conditions', 'Customers of the last official week'],
    exclusions: `A rule does not fire for a snoozed call, within ${quietDays} days after its call was closed, past ${perPersonAndDay} new calls a person and day, nor, where it asks for a decline, for a season’s week.`,
    source: 'call_to_action.fired_count, call_firing',
  }),
  callOutcome: () => ({
    formula:
      'What came of a call, said by whoever closed it. Acted on: somebody did something about it. False alarm: there was nothing to do. No longer applies: it resolved itself.',
    unit: 'One of three',
    inputs: ['Closed calls'],
    exclusions: 'None while the call is open.',
    source: 'call_to_action.outcome',
  }),
  alertNoise: () => ({
    formula: `Of the calls for which a rule fired in the last 28 days and that are closed, the share that was acted on. Below ${shareText(muteBelow)} the rule is proposed to be muted.`,
    unit: 'Percent',
    inputs: ['Firings of the last 28 days', 'Outcomes of their calls'],
    exclusions: `No share below ${leastShown} closed calls, and no proposal below ${leastToMute}. Open calls do not count.`,
    source: 'ledgerOf in src/shared/success-ops/alerts/rules.ts',
  }),
} satisfies MetricFamily;
