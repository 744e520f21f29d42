import { minimumGroupSize } from '#shared/core/numbers/group-size.ts';
import type { MetricDefinitions } from '#shared/metrics/metric.ts';

const inputs = ['Contracts with monthly amounts', 'Losses by effective date'];
const source = 'contract, institution.churned_on';
const exclusions =
  'Usage-based fees, such as for payments. Customers that started during the period.';

export const metricExplanations = {
  grossRetention: () => ({
    formula:
      'Share of monthly revenue that remained after losses, at most 100%: (start − contraction − churn) ÷ start. Start is the monthly revenue on the first day of the period.',
    unit: 'Percent',
    inputs,
    exclusions: `${exclusions} Growth of existing customers (expansion).`,
    source,
  }),
  netRetention: () => ({
    formula:
      'Monthly revenue of existing customers after losses are subtracted and growth is added, as a share of the start: (start − contraction − churn + expansion) ÷ start. Start is the monthly revenue on the first day of the period.',
    unit: 'Percent',
    inputs,
    exclusions,
    source,
  }),
  logoChurn: () => ({
    formula:
      'Share of customers without a contract at the end of the period, among customers with a contract at its start.',
    unit: 'Percent',
    inputs,
    exclusions: `None. No share is given for fewer than ${minimumGroupSize} customers.`,
    source,
  }),
  renewalRate: () => ({
    formula:
      'Monthly amount renewed, divided by monthly amount due. The amount due comes from contracts that ended in the period. The amount renewed is the customer’s monthly amount for the same product on the day after the contract ended, up to the amount due.',
    unit: 'Percent',
    inputs: ['Contracts that ended in the period', 'Contracts in force on the following day'],
    exclusions:
      'Contracts without an end date. A contract that ended early counts as due on its last day.',
    source,
  }),
  revenueMovement: () => ({
    formula:
      'Change of a customer’s monthly revenue from the start to the end of the period. New: it was $0 at the start. Churn: it is $0 at the end. Expansion: it grew. Contraction: it shrank.',
    unit: 'New, expansion, contraction or churn',
    inputs,
    exclusions: 'Customers with unchanged revenue. Usage-based fees.',
    source,
  }),
} satisfies Partial<MetricDefinitions>;
