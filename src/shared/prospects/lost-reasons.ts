import { z } from 'zod';
import { resolveMainReason } from '#shared/churn/losses/columns.ts';
import type { Loss } from '#shared/churn/losses/losses.ts';
import { type LossReasonKey, lossReasonKeys } from '#shared/churn/losses/reasons.ts';
import { filterActiveLosses } from '#shared/churn/losses/rules.ts';
import type { Day } from '#shared/core/dates.ts';
import { endpoint } from '#shared/core/endpoint.ts';
import type { ListedProspect } from './rows.ts';
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

const lostReasonCountSchema = z.strictObject({
  reason: z.enum(prospectLostReasons),
  prospects: z.int(),
  /** Reason of customers that corresponds; `null` when none does. */
  lossReason: z.enum(lossReasonKeys).nullable(),
  /** Customers that gave notice for that reason; `null` without a corresponding reason. */
  customers: z.int().nullable(),
});
type LostReasonCount = z.output<typeof lostReasonCountSchema>;

/**
 * Counts the prospects that are lost and have been for at most `lostReasonDays` by reason, most
 * frequent first, with the customers that gave notice on or after `from` for the corresponding
 * reason.
 */
export function countLostReasons(
  prospects: readonly Pick<ListedProspect, 'stage' | 'lostReason' | 'daysInStage'>[],
  losses: readonly Loss[],
  from: Day,
): LostReasonCount[] {
  const lost = prospects.filter(
    ({ stage, daysInStage }) => stage === 'Lost' && daysInStage <= lostReasonDays,
  );
  const leaving = filterActiveLosses(losses).filter(({ noticedOn }) => noticedOn >= from);
  return prospectLostReasons
    .map((reason) => {
      const lossReason = lossReasonByLostReason[reason];
      return {
        reason,
        prospects: lost.filter(({ lostReason }) => lostReason === reason).length,
        lossReason,
        customers:
          lossReason && leaving.filter((loss) => resolveMainReason(loss) === lossReason).length,
      };
    })
    .toSorted((one, other) => other.prospects - one.prospects);
}

export const getLostReasons = endpoint({
  method: 'GET',
  path: '/api/prospects/lost-reasons',
  summary:
    'Prospects lost in the last 365 days by reason, and customers that gave notice for the corresponding reason',
  response: z.strictObject({
    /** First day of these days. */
    from: z.iso.date(),
    rows: z.array(lostReasonCountSchema),
  }),
});
