import { addDays, type Day } from '#shared/core/dates.ts';
import type { DepartedRenewal } from '#shared/renewals/renewals.ts';
import { renewalListDayLimits } from '#shared/renewals/rules.ts';
import type { ComparedRenewal } from './snapshot-queries.ts';

/**
 * Returns the open renewals of a snapshot that are not among the listed deals. A renewal that came
 * into view only because the snapshot looks further ahead than the list is left out.
 */
export function findDepartedRenewals(
  snapshot: readonly ComparedRenewal[],
  listedDealIds: ReadonlySet<number>,
  today: Day,
): DepartedRenewal[] {
  const lastListedDay = addDays(today, renewalListDayLimits.ahead);
  return snapshot.flatMap(
    ({ dealId, institutionId, institutionName, ownerName, dueOn, expected, ...row }) => {
      const wasOpen = row.stage !== 'signed' && row.stage !== 'lost';
      const wasInView = dueOn === null || dueOn <= lastListedDay;
      if (listedDealIds.has(dealId) || !wasOpen || !wasInView) return [];
      return [
        {
          ...{ dealId, institutionId, institutionName, ownerName },
          dueBefore: dueOn,
          expectedBefore: expected,
          why: !row.hasDeal ? 'Removed from the CRM' : row.hasLeft ? 'Lost' : 'Slipped',
        },
      ];
    },
  );
}
