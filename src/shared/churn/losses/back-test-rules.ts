import { smallestGroup } from '#shared/core/numbers/group-size.ts';
import { defaultConfidence, wilson } from '#shared/core/statistics/intervals.ts';
import type { BackTest } from './review.ts';

/** Summarizes a back-test by comparing the interval of its precision with the overall share. */
export function backTestVerdict({ came, left, all, allLeft }: BackTest): string {
  if (all === 0) return 'Can’t be tested yet: no past week of predictions has a known outcome.';
  if (came < smallestGroup)
    return `The signal appeared fewer than ${smallestGroup} times, too few to tell.`;
  const interval = wilson(left, came, defaultConfidence);
  const usual = allLeft / all;
  if (interval === undefined) return 'No result.';
  if (interval.low > usual)
    return `This signal would have helped: customers with it gave notice ${(left / came / usual).toFixed(1)} times as often as the average customer.`;
  if (interval.high < usual)
    return 'It points the other way: a notice followed less often than usual.';
  return 'It doesn’t predict losses: the interval includes the usual rate.';
}
