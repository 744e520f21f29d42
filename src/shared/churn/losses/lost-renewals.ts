import { z } from 'zod';
import { endpoint, listAnswer } from '#shared/core/endpoint.ts';

/** Renewals that were lost longer ago than this are not asked about any more. */
export const lostRenewalDays = 180;

/** A renewal that the CRM has as lost, while no notice of the customer holds. */
const lostRenewalSchema = z.strictObject({
  institutionId: z.int(),
  institutionName: z.string(),
  dealName: z.string(),
  lostOn: z.iso.date(),
  /** When the contracts end; the day of the renewal where there are none. */
  endsOn: z.iso.date(),
  /** Dollars a month; null where the deal names no amount. */
  monthlyDollars: z.number().nullable(),
});
export type LostRenewal = z.output<typeof lostRenewalSchema>;

export const getLostRenewals = endpoint({
  method: 'GET',
  path: '/api/churn/lost-renewals',
  summary: `Renewals that the CRM has as lost in the last ${lostRenewalDays} days, of customers without a notice that holds`,
  response: listAnswer(lostRenewalSchema),
});
