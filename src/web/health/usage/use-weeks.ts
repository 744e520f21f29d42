import { useAddress } from '#web/ui/page/use-address.ts';

/** How many weeks a customer's page can look back. */
export const weekRanges = [13, 26, 52] as const;
const usualRange = 26;

/** The weeks that are looked back, kept in the address. */
export function useWeeks(): [number, (weeks: number) => void] {
  const { parameters, change } = useAddress();
  const weeks = weekRanges.find((each) => String(each) === parameters.get('weeks')) ?? usualRange;
  return [weeks, (next) => change({ weeks: next === usualRange ? null : String(next) }, { replace: true })];
}
