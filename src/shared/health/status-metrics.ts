import { smallestGroup } from '#shared/core/numbers/group-size.ts';
import type { MetricDefinitions } from '#shared/metrics/metric.ts';
import { longTermMonths, newCustomerMonths, upsellChange } from './constants.ts';

export const metrics = {
  atRisk: ({ mediumFrom, decliningWeeksAtRisk, graceDays }) => ({
    formula: `Critical (below ${mediumFrom}), or declining for ${decliningWeeksAtRisk} official weeks or more.`,
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
    formula: `The official week's Saturday is at most ${graceDays} days after go-live, including day ${graceDays}.`,
    unit: 'Yes or no',
    inputs: ['Go-live date'],
    exclusions:
      'None. An institution without a known go-live date counts as past grace. In grace, an institution is scored, but is never at risk and never a peer.',
    source: 'score_week.in_grace',
  }),
  notActive: () => ({
    formula:
      'Every entitled product could be measured, and every one of them was used 0 times in 28 days.',
    unit: 'Yes or no',
    inputs: ['28-day usage', 'Entitlements'],
    exclusions:
      'Institutions with a silent connection, or without an entitled product that counts toward the score.',
    source: 'score_week.has_zero_usage',
  }),
  tenure: () => ({
    formula: `Whole months from go-live to the official week's Saturday. New under ${newCustomerMonths} months, long-term from ${longTermMonths}.`,
    unit: 'Years and months',
    inputs: ['Go-live date'],
    exclusions:
      'No tenure before go-live, or if neither the go-live nor the created date is known.',
    source: 'institution.live_on',
  }),
  tickets: () => ({
    formula: 'Support tickets of the institution in the CRM, open and closed.',
    unit: 'Tickets',
    inputs: ['Tickets of the CRM'],
    exclusions:
      'Tickets without an institution in the CRM. Tickets we opened for a campaign are counted.',
    source: 'crm_ticket',
  }),
  yearlyRevenue: () => ({
    formula: 'The amount of the open deal with the earliest close date in a renewal pipeline.',
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
    exclusions: `Institutions with a silent connection. No share is given for fewer than ${smallestGroup}.`,
    source: 'score_week.size_tier, product_week.entitled, product_week.usage',
  }),
  expansion: () => ({
    formula: `Healthy, with a score change above ${upsellChange} points.`,
    unit: 'Yes or no',
    inputs: ['Health tier', 'Score change'],
    exclusions: 'Institutions without a score change.',
    source: 'narrative in src/shared/health/narrative.ts',
  }),
} satisfies Partial<MetricDefinitions>;
