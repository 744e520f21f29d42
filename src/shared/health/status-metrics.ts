import { minimumGroupSize } from '#shared/core/numbers/group-size.ts';
import type { MetricDefinitions } from '#shared/metrics/metric.ts';
import { longTermMonths, minimumUpsellScoreRise, newCustomerMonths } from './constants.ts';

export const metricExplanations = {
  atRisk: ({ mediumFrom, decliningWeeksAtRisk, graceDays }) => ({
    formula: `The customer’s tier is Critical (a score below ${mediumFrom}), or its score has been declining for ${decliningWeeksAtRisk} official weeks or more.`,
    unit: 'Yes or no',
    inputs: ['Health tier', 'Weeks declining', 'Go-live date'],
    exclusions: `Institutions in grace (the first ${graceDays} days after go-live). Provisional scores are not considered.`,
    source: 'score_week.at_risk',
  }),
  weeksAtRisk: () => ({
    formula:
      'Number of consecutive official weeks, up to this one, in which the institution was at risk.',
    unit: 'Weeks',
    inputs: ['At risk in each official week'],
    exclusions: 'A week in which the customer was not at risk resets the count.',
    source: 'score_week.weeks_at_risk',
  }),
  grace: ({ graceDays }) => ({
    formula: `An institution is in grace for its first ${graceDays} days after go-live, including day ${graceDays}. For each official week, grace is checked on the week’s Saturday.`,
    unit: 'Yes or no',
    inputs: ['Go-live date'],
    exclusions:
      'None. An institution without a known go-live date counts as past grace. An institution in grace is scored, but it is never at risk and never a peer.',
    source: 'score_week.in_grace',
  }),
  notActive: () => ({
    formula:
      'The institution did not use any of its entitled products in 28 days, and all of them could be measured.',
    unit: 'Yes or no',
    inputs: ['28-day usage', 'Entitlements'],
    exclusions:
      'Institutions with a silent connection, or without an entitled product that counts toward the score.',
    source: 'score_week.has_zero_usage',
  }),
  tenure: () => ({
    formula: `Whole months from go-live to the official week’s Saturday. New: under ${newCustomerMonths} months. Long-term: ${longTermMonths} months or more.`,
    unit: 'Years and months',
    inputs: ['Go-live date'],
    exclusions:
      'No tenure before go-live, or if both the go-live date and the created date are unknown.',
    source: 'institution.live_on',
  }),
  tickets: () => ({
    formula: 'Number of the institution’s support tickets in the CRM, open and closed.',
    unit: 'Tickets',
    inputs: ['Tickets of the CRM'],
    exclusions:
      'Tickets without an institution in the CRM are left out. Tickets that we opened for a campaign are included.',
    source: 'crm_ticket',
  }),
  yearlyRevenue: () => ({
    formula:
      'Amount of the customer’s open renewal deal in the CRM. If there are several, the deal with the earliest close date counts.',
    unit: 'Dollars per year',
    inputs: ['Deals of the CRM'],
    exclusions: 'Customers without an open renewal, and renewals without an amount.',
    source: 'crm_deal.amount_cents',
  }),
  customers: () => ({
    formula:
      'Institutions that have not left. Institutions added after the last official week have no score yet and are Unknown.',
    unit: 'Institutions',
    inputs: ['The day an institution left'],
    exclusions:
      'Institutions that have left, even if they were still scored in the last official week.',
    source: 'institution.churned_on',
  }),
  peersUsing: () => ({
    formula:
      'Share of institutions of the same size tier that are entitled to the product and used it in the 28 days of the last official week.',
    unit: 'Percent',
    inputs: ['Size tier', 'Entitlements', '28-day usage'],
    exclusions: `Institutions with a silent connection. No share is given for fewer than ${minimumGroupSize} institutions.`,
    source: 'score_week.size_tier, product_week.entitled, product_week.usage',
  }),
  expansion: () => ({
    formula: `The institution is Healthy and its score rose by more than ${minimumUpsellScoreRise} points.`,
    unit: 'Yes or no',
    inputs: ['Health tier', 'Score change'],
    exclusions: 'Institutions without a score change.',
    source: 'healthNarrative in src/shared/health/narrative.ts',
  }),
} satisfies Partial<MetricDefinitions>;
