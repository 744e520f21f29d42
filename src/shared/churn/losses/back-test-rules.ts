import { minimumGroupSize } from '#shared/core/numbers/group-size.ts';
import { defaultConfidence, wilsonInterval } from '#shared/core/statistics/intervals.ts';
import type { SignalBackTest } from './review.ts';

/**
 * Summarizes a back-test in a sentence. Compares how often customers with the signal gave notice
 * (95% interval) with how often all customers did.
 */
export function summarizeSignalBackTest({ came, left, all, allLeft }: SignalBackTest): string {
  if (all === 0) return 'The signal can’t be tested yet, because no past week has a known outcome.';
  if (came < minimumGroupSize)
    return `The signal appeared fewer than ${minimumGroupSize} times, which is too few for a result.`;
  const interval = wilsonInterval(left, came, defaultConfidence);
  const usual = allLeft / all;
  if (interval === undefined) return 'No result.';
  if (interval.low > usual)
    return `This signal would have helped: customers with it gave notice ${(left / came / usual).toFixed(1)} times as often as the average customer.`;
  if (interval.high < usual)
    return 'This signal points the other way: customers with it gave notice less often than the average customer.';
  return 'This signal doesn’t predict losses: customers with it gave notice about as often as the average customer.';
}
