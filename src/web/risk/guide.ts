import { atRiskFigures } from '#web/ui/guide/figures.ts';
import type { GuideMaker } from '#web/ui/guide/guide.ts';
import { everywhere, listKeys, triageKeys } from '#web/ui/guide/keys.ts';
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
      text: 'At-risk customers that need somebody: those that nobody has judged since the last official week, nor put off. Most urgent first.',
      control: 'at-risk-tabs',
    },
    {
      title: 'All, snoozed, cannot judge, recovered',
      text: 'The other tabs: everyone at risk; those put off until a date; those whose health is Unknown; and those that were at risk and are not any more.',
      control: 'at-risk-tabs',
    },
    {
      title: 'Reasons',
      text: `Each customer has its reasons as chips: the score is below ${facts.rules.mediumFrom}%, or it has declined for ${facts.rules.decliningWeeksAtRisk} weeks or more.`,
      control: 'at-risk-reasons',
    },
    {
      title: 'Priority',
      text: 'The order of the queue. The row shows the factors it was made of.',
      control: 'at-risk-priority',
    },
    {
      title: 'Assign, snooze, note',
      text: 'Select one customer or many: give them to a colleague, put them off until a date with a reason, say what was found, or write a note. Each is kept on the customer’s timeline.',
      control: 'at-risk-actions',
    },
    {
      title: 'Triage',
      text: 'One customer at a time, by keyboard. Each needs an outcome, a snooze, or is skipped; the outcomes show later how good the alerts were.',
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
  keys: [...everywhere, ...listKeys, ...triageKeys],
});
