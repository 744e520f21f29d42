import { scoreTrendWeeks } from '#shared/risk/list.ts';
import { atRiskGuideFigures } from '#web/ui/guide/figures.ts';
import type { GuideFactory } from '#web/ui/guide/guide.ts';
import { atRiskRowKeys, globalKeys, listKeys, triageKeys } from '#web/ui/guide/keys.ts';
import {
  createAtRiskSection,
  createGracePeriodSection,
  createRefreshTimesSection,
  createScoreTrendSection,
  createTierSection,
} from '#web/ui/guide/scoring.ts';

export const createAtRiskGuide: GuideFactory = (facts) => ({
  features: [
    {
      title: 'My customers',
      text: 'Shows only the customers that you own in the CRM. Your choice also applies to the portfolio and the dashboard.',
      control: 'own-scope',
    },
    {
      title: 'Queue',
      text: 'At-risk customers that have not given notice, are not snoozed and have no outcome since the last official week. The most urgent customers come first.',
      control: 'at-risk-tabs',
    },
    {
      title: 'All, snoozed, leaving, not enough data, recovered',
      text: 'The other tabs show all customers at risk, customers snoozed until a date, customers that have given notice, customers past grace without enough data for a score, and customers that recently left the queue.',
      control: 'at-risk-tabs',
    },
    {
      title: 'Reasons',
      text: `Why a customer is at risk: its score is below ${facts.rules.mediumFrom}%, its score has declined for ${facts.rules.decliningWeeksAtRisk} weeks or more, or the customer is not active. The number on a reason counts the customers that match your search and the other filters.`,
      control: 'at-risk-reasons',
    },
    {
      title: 'A row',
      text: `Name and tier, reasons, dollars at stake per year, scores of the last ${scoreTrendWeeks} weeks, owner, assignee and next step. Click the dollars to see how they are calculated.`,
      control: 'at-risk-filters',
    },
    {
      title: 'Assign, snooze, outcome, note, task',
      text: 'Use a row’s menu, a keyboard shortcut on the row, or the buttons for all selected customers. Each action appears on the customer’s timeline. The message after an action lets you undo it.',
      control: 'at-risk-filters',
    },
    {
      title: 'Triage',
      text: 'Shows one customer at a time. Record an outcome, snooze the customer or skip it; u undoes your last action. Outcomes show how accurate the alerts were.',
      control: 'at-risk-triage',
    },
    {
      title: 'Filters and export',
      text: 'Filter the list by owner, size tier, reason or product. Export the result as CSV.',
      control: 'at-risk-filters',
    },
  ],
  howItWorks: [
    {
      title: 'Customers on the list',
      blocks: [
        `A customer is at risk if its score in the last official week is below ${facts.rules.mediumFrom}%, or has declined for ${facts.rules.decliningWeeksAtRisk} or more weeks. Customers in their first ${facts.rules.graceDays} days and customers with tier Unknown are never in the queue.`,
        { figures: atRiskGuideFigures },
      ],
    },
    createRefreshTimesSection(facts),
    {
      title: 'Definitions',
      blocks: [
        {
          metrics: [
            'atRisk',
            'weeksAtRisk',
            'weeksDeclining',
            'priority',
            'lossChance',
            'yearlyRevenue',
            'recovered',
          ],
        },
      ],
    },
  ],
  healthScoring: [
    createAtRiskSection(facts),
    createTierSection(facts),
    createScoreTrendSection(facts),
    createGracePeriodSection(facts),
  ],
  keys: [...globalKeys, ...listKeys, ...atRiskRowKeys, ...triageKeys],
});
