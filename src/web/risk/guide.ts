import { trendWeeks } from '#shared/risk/list.ts';
import { atRiskFigures } from '#web/ui/guide/figures.ts';
import type { GuideMaker } from '#web/ui/guide/guide.ts';
import { everywhere, listKeys, rowKeys, triageKeys } from '#web/ui/guide/keys.ts';
import { atRiskSection, graceSection, refreshSection, tierSection, trendSection } from '#web/ui/guide/scoring.ts';

export const atRiskGuide: GuideMaker = (facts) => ({
  features: [
    {
      title: 'My customers',
      text: 'Only the customers you own in the CRM. Your choice is remembered, also on the portfolio and the dashboard.',
      control: 'own-scope',
    },
    {
      title: 'Queue',
      text: 'At-risk customers without an outcome since the last official week, and not snoozed. Most urgent first.',
      control: 'at-risk-tabs',
    },
    {
      title: 'All, snoozed, cannot judge, recovered',
      text: 'The other tabs: everyone at risk; those put off until a date; those out of grace with not enough data to score; and those that recently left the queue.',
      control: 'at-risk-tabs',
    },
    {
      title: 'Reasons',
      text: `Why a customer is at risk: its score is below ${facts.rules.mediumFrom}%, it has declined for ${facts.rules.decliningWeeksAtRisk} weeks or more, or it is not active. The number on a reason counts what your search and the other filters leave.`,
      control: 'at-risk-reasons',
    },
    {
      title: 'A row',
      text: `Name with its tier, reasons, dollars at stake a year, the scores of the last ${trendWeeks} weeks, owner, who has it, and the next step. Click the dollars to see how they come about.`,
      control: 'at-risk-filters',
    },
    {
      title: 'Assign, snooze, outcome, note, task',
      text: 'From the menu at the end of a row, by a key on it, or for all selected customers together. Each goes on the customer’s timeline. Undo it from the message that appears; that works for a day.',
      control: 'at-risk-filters',
    },
    {
      title: 'Triage',
      text: 'One customer at a time, by keyboard. Record an outcome, snooze or skip each; u undoes the last step. Outcomes later show how good the alerts were.',
      control: 'at-risk-triage',
    },
    {
      title: 'Filters and export',
      text: 'Narrow the list by owner, size tier, reason or product, and export what is left as CSV.',
      control: 'at-risk-filters',
    },
  ],
  howItWorks: [
    {
      title: 'Who is on the list',
      blocks: [
        `At risk means below ${facts.rules.mediumFrom}%, or a decline of ${facts.rules.decliningWeeksAtRisk} or more weeks, in the last official week. Customers in their first ${facts.rules.graceDays} days and customers whose health is Unknown are never in the queue.`,
        { figures: atRiskFigures },
      ],
    },
    refreshSection(facts),
    {
      title: 'Definitions',
      blocks: [{ metrics: ['atRisk', 'weeksAtRisk', 'weeksDeclining', 'priority', 'lossChance', 'yearlyRevenue', 'recovered'] }],
    },
  ],
  healthScoring: [atRiskSection(facts), tierSection(facts), trendSection(facts), graceSection(facts)],
  keys: [...everywhere, ...listKeys, ...rowKeys, ...triageKeys],
});
