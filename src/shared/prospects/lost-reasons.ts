import { z } from 'zod';
import { type LossReasonKey, lossReasonKeys } from '#shared/churn/losses/reasons.ts';
import { endpoint } from '#shared/core/endpoint.ts';
import { type ProspectLostReason, prospectLostReasons } from './stages.ts';

/** Reason for which customers leave that corresponds to a reason of a lost prospect. */
export const lossReasonByLostReason: Readonly<Record<ProspectLostReason, LossReasonKey | null>> = {
  Price: 'Price or terms',
  'Uses a competitor': 'Competitor',
  'EHR is not supported': 'EHR switch',
  'Missing feature': 'Product gap',
  'No decision': null,
  'Bad timing': null,
  'Closed or sold': 'Practice sold or closed',
  'Not a fit': null,
};

/** Number of days for which lost prospects and notices are counted. */
export const lostReasonDays = 365;

export const getLostReasons = endpoint({
  method: 'GET',
  path: '/api/prospects/lost-reasons',
  summary:
    'Prospects lost in the last 365 days by reason, and customers that gave notice for the corresponding reason',
  response: z.strictObject({
    /** First day of these days. */
    from: z.iso.date(),
    rows: z.array(
      z.strictObject({
        reason: z.enum(prospectLostReasons),
        prospects: z.int(),
        /** Reason of customers that corresponds; `null` when none does. */
        lossReason: z.enum(lossReasonKeys).nullable(),
        /** Customers that gave notice for that reason; `null` without a corresponding reason. */
        customers: z.int().nullable(),
      }),
    ),
  }),
});
