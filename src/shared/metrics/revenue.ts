import { smallestGroup } from '#shared/core/numbers/group-size.ts';
import type { MetricFamily } from './metric.ts';

const inputs = ['Contracts with monthly amounts', 'Losses, by the day on which they take effect'];
const source = 'contract, institution.churned_on';
const exclusions = 'Fees that depend on use, such as of payments: they are no contract. Customers who came in the period.';

export const revenueMetrics = {
  grossRetention: () => ({
    formula: '(start − contraction − churn) ÷ start, of the monthly revenue at the start of the period. Never above 100%.',
    unit: 'Percent',
    inputs,
    exclusions: `${exclusions} Expansion.`,
    source,
  }),
  netRetention: () => ({
    formula: '(start − contraction − churn + expansion) ÷ start, of the monthly revenue at the start of the period.',
    unit: 'Percent',
    inputs,
    exclusions,
    source,
  }),
  logoChurn: () => ({
    formula: 'Customers with a contract at the start of the period and none at its end, divided by those at the start.',
    unit: 'Percent',
    inputs,
    exclusions: `None. No share is given of fewer than ${smallestGroup} customers.`,
    source,
  }),
  renewalRate: () => ({
    formula:
      'Monthly amount renewed ÷ monthly amount due. Due is what ended in the period; renewed is what the customer pays for the same product on the day after, at most what was due.',
    unit: 'Percent',
    inputs: ['Contracts that ended in the period', 'Contracts that hold on the day after'],
    exclusions: 'Contracts without an end. One that was ended early is due on its last day.',
    source,
  }),
  revenueMovement: () => ({
    formula:
      'What a customer pays a month at the end of the period against the start: new if it paid nothing before, churn if it pays nothing now, otherwise expansion or contraction.',
    unit: 'New, expansion, contraction or churn',
    inputs,
    exclusions: 'Customers who pay the same. Fees that depend on use.',
    source,
  }),
} satisfies MetricFamily;
