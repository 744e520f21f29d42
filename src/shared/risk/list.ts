import { z } from 'zod';
import { createListAnswerSchema, endpoint, textSchema } from '#shared/core/endpoint.ts';
import type { CsvExport } from '#shared/list/csv-export.ts';
import { noticeSchema } from '#shared/notices/notices.ts';
import { listedInstitutionSchema } from '#shared/portfolio/list.ts';
import { riskReasonKeySchema } from '#shared/work/cases.ts';

/** Tabs of the at-risk page, as named in the URL. */
export const riskTabs = [
  'queue',
  'all',
  'snoozed',
  'leaving',
  'cannot-judge',
  'recovered',
] as const;
export type RiskTab = (typeof riskTabs)[number];

/** Number of official weeks in the score trend of a row. */
export const scoreTrendWeeks = 13;

export const listedRiskCustomerSchema = listedInstitutionSchema.extend({
  standing: z.enum(['at_risk', 'leaving', 'cannot_judge', 'recovered']),
  /** Notice of a leaving customer; otherwise `null`. */
  notice: noticeSchema.nullable(),
  /** Reasons for which the institution is at risk; empty when it is not at risk. */
  reasons: z.array(riskReasonKeySchema),
  /**
   * Scores of the last official weeks in percent of the benchmark, rounded down to one decimal,
   * oldest first; `null` for a week without a score.
   */
  trend: z.array(z.number().nullable()).max(scoreTrendWeeks),
  /**
   * Score change minus the peers' median score change, in points; `null` without a score change or
   * without peers.
   */
  relativeChange: z.number().nullable(),
  /** Dollars per year; `null` when the CRM has no value or is unavailable. */
  annualRevenue: z.number().nullable(),
  renewalOn: z.iso.date().nullable(),
  /**
   * `lastAtRiskOn`: end of the last official week at risk, for an institution that has recovered.
   * `weeksAtRiskBefore`: number of consecutive weeks at risk up to that week.
   */
  lastAtRiskOn: z.iso.date().nullable(),
  weeksAtRiskBefore: z.int(),
});
export type ListedRiskCustomer = z.output<typeof listedRiskCustomerSchema>;

export const getRiskList = endpoint({
  method: 'GET',
  path: '/api/risk/list',
  summary:
    'Customers that are at risk, leave, lack enough data, or have recovered, as of the last official week',
  response: createListAnswerSchema(listedRiskCustomerSchema).extend({
    /** Sunday of the last official week; `null` before the first official week. */
    weekStartDate: z.iso.date().nullable(),
    weekEndDate: z.iso.date().nullable(),
    /** Lowest score of the tier Healthy, in percent of benchmark, by the rules of that week. */
    healthyFrom: z.number(),
    /** Number of customers in grace. They are not on the list. */
    inGrace: z.int(),
  }),
});

export const exportRisks = {
  path: '/api/risk/list/export',
  summary: 'One tab of the at-risk customers as CSV',
  query: z.object({
    tab: z.enum(riskTabs).default('queue'),
    /** Name of the owner to filter by. */
    owner: textSchema.max(200).optional(),
  }),
} satisfies CsvExport;
