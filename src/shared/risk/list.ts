import { z } from 'zod';
import { endpoint, listAnswer, textSchema } from '#shared/core/endpoint.ts';
import type { CsvExport } from '#shared/list/csv-export.ts';
import { listedInstitutionSchema } from '#shared/portfolio/list.ts';
import { riskReasonSchema } from '#shared/work/cases.ts';

/** Tabs of the at-risk customers, as the address names them. */
export const riskTabs = ['queue', 'all', 'snoozed', 'cannot-judge', 'recovered'] as const;
export type RiskTab = (typeof riskTabs)[number];

/** Official weeks whose scores a row tells. */
export const trendWeeks = 13;

export const listedRiskSchema = listedInstitutionSchema.extend({
  standing: z.enum(['at_risk', 'cannot_judge', 'recovered']),
  /** Why it is at risk; empty for one that is not. */
  reasons: z.array(riskReasonSchema),
  /** Scores of the last official weeks, oldest first, in whole percents of benchmark; null for a week without one. */
  trend: z.array(z.int().nullable()).max(trendWeeks),
  /** Points: its change in score minus its peers' median one; null without a change or without peers. */
  relativeChange: z.number().nullable(),
  /** Dollars; null where the CRM names none or could not be asked. */
  annualRevenue: z.number().nullable(),
  renewalOn: z.iso.date().nullable(),
  /** Of a recovered one: the end of the last official week in which it was at risk, and how many weeks it had been by then. */
  lastAtRiskOn: z.iso.date().nullable(),
  weeksAtRiskBefore: z.int(),
});
export type ListedRisk = z.output<typeof listedRiskSchema>;

export const getRiskList = endpoint({
  method: 'GET',
  path: '/api/risk-list',
  summary: 'Customers that are at risk, cannot be judged, or have recovered, as of the last official week',
  response: listAnswer(listedRiskSchema).extend({
    /** null before the first official week. */
    weekStartDate: z.iso.date().nullable(),
    weekEndDate: z.iso.date().nullable(),
    /** Percent of benchmark from which a customer is Healthy, by that week's rules. */
    healthyFrom: z.number(),
    /** Customers in their first days, who are not on the list. */
    inGrace: z.int(),
  }),
});

export const exportRisks = {
  path: '/api/risk-list/export',
  summary: 'One tab of the at-risk customers as CSV, as the search parameters say',
  query: z.object({
    tab: z.enum(riskTabs).default('queue'),
    /** The customers of this owner alone. */
    owner: textSchema.max(200).optional(),
  }),
} satisfies CsvExport;
