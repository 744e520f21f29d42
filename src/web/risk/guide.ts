import { trendWeeks } from '#shared/risk/list.ts';
import { atRiskFigures } from '#web/ui/guide/figures.ts';
import type { GuideMaker } from '#web/ui/guide/guide.ts';
import { everywhere, listKeys, rowKeys, triageKeys } from '#web/ui/guide/keys.ts';
import { atRiskSection, graceSection, refreshSection, tierSection, trendSection } from '#web/ui/guide/scoring.ts';

export const atRiskGuide: GuideMaker = (facts) => ({
  features: [
    {
      title: 'My customers',
      text: 'Only customers whose owner in the CRM has your name. The choice is remembered, and links to the portfolio, the queue and the dashboard carry it along.',
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
      text: `Why a customer is at risk: its score is below ${facts.rules.mediumFrom}%, it has declined for ${facts.rules.decliningWeeksAtRisk} weeks or more, or it is not active. The figure on a reason counts what the search and the other filters leave.`,
      control: 'at-risk-reasons',
    },
    {
      title: 'A row',
      text: `Name with its tier, reasons, dollars at stake a year, the scores of the last ${trendWeeks} weeks, owner, who has it, and the next step. Click the dollars to see how they come about.`,
      control: 'at-risk-filters',
    },
    {
      title: 'Assign, snooze, outcome, note, task',
      text: 'From the menu at the end of a row, by a key on it, or for all selected customers together. Each is kept on the customer’s timeline, and can be undone for a day from the message that says it.',
      control: 'at-risk-filters',
    },
    {
      title: 'Triage',
      text: 'One customer at a time, by keyboard. Each needs an outcome, a snooze, or is skipped; u undoes the last one. The outcomes show later how good the alerts were.',
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
