import { smallestGroup } from '#shared/core/numbers/group-size.ts';
import type { MetricDefinitions } from '#shared/metrics/metric.ts';

const inputs = ['Contracts with monthly amounts', 'Losses by effective date'];
const source = 'contract, institution.churned_on';
const exclusions = 'Usage-based fees, such as for payments. Customers that started in the period.';

export const metrics = {
  grossRetention: () => ({
    formula:
      '(start − contraction − churn) ÷ start, based on monthly revenue at the start of the period. Never above 100%.',
    unit: 'Percent',
    inputs,
    exclusions: `${exclusions} Expansion.`,
    source,
  }),
  netRetention: () => ({
    formula:
      '(start − contraction − churn + expansion) ÷ start, based on monthly revenue at the start of the period.',
    unit: 'Percent',
    inputs,
    exclusions,
    source,
  }),
  logoChurn: () => ({
    formula:
      'Customers with a contract at the start of the period and none at its end, divided by all customers with a contract at the start.',
    unit: 'Percent',
    inputs,
    exclusions: `None. No share is given for fewer than ${smallestGroup} customers.`,
    source,
  }),
  renewalRate: () => ({
    formula:
      'Monthly amount renewed ÷ monthly amount due. Due: contracts that ended in the period. Renewed: the customer’s monthly amount for the same product on the day after the contract ended, at most the amount due.',
    unit: 'Percent',
    inputs: ['Contracts that ended in the period', 'Contracts in force on the following day'],
    exclusions:
      'Contracts without an end date. A contract that ended early is due on its last day.',
    source,
  }),
  revenueMovement: () => ({
    formula:
      'Monthly revenue of a customer at the end of the period compared with the start: new if it was 0 before, churn if it is 0 now, otherwise expansion or contraction.',
    unit: 'New, expansion, contraction or churn',
    inputs,
    exclusions: 'Customers with unchanged revenue. Usage-based fees.',
    source,
  }),
} satisfies Partial<MetricDefinitions>;
