import { smallestGroup } from '#shared/core/numbers/group-size.ts';
import { defaultConfidence, wilson } from '#shared/core/statistics/intervals.ts';
import type { BackTest } from './retro.ts';

/** What a back-test says of a candidate pattern, in a sentence: the interval of its precision beside the share among all. */
export function backTestVerdict({ came, left, all, allLeft }: BackTest): string {
  if (all === 0) return 'Nothing to try it on yet: no past week of the predictions has a known outcome.';
  if (came < smallestGroup) return `It came fewer than ${smallestGroup} times: too few to tell.`;
  const interval = wilson(left, came, defaultConfidence);
  const usual = allLeft / all;
  if (interval === undefined) return 'It says nothing.';
  if (interval.low > usual) return `It would have helped: a notice follows ${(left / came / usual).toFixed(1)} times as often as usual.`;
  if (interval.high < usual) return 'It points the other way: a notice follows less often than usual.';
  return 'It does not tell who leaves: the interval includes the usual rate.';
}
