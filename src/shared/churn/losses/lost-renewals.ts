import { z } from 'zod';
import { createListAnswerSchema, endpoint } from '#shared/core/endpoint.ts';

/** Number of days for which lost renewals are listed. */
export const listedLostRenewalDays = 180;

/** Renewal that the CRM marks as lost, of a customer without an active notice. */
const lostRenewalSchema = z.strictObject({
  institutionId: z.int(),
  institutionName: z.string(),
  dealName: z.string(),
  lostOn: z.iso.date(),
  /** Last day of the customer's contracts, or the renewal date when there are no contracts. */
  endsOn: z.iso.date(),
  /** Dollars per month; `null` when the deal has no amount. */
  monthlyDollars: z.number().nullable(),
});
export type LostRenewal = z.output<typeof lostRenewalSchema>;

export const getLostRenewals = endpoint({
  method: 'GET',
  path: '/api/churn/lost-renewals',
  summary: `Renewals that were marked as lost in the CRM in the last ${listedLostRenewalDays} days, of customers without an active notice`,
  response: createListAnswerSchema(lostRenewalSchema),
});
