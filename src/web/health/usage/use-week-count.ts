import { useAddress } from '#web/ui/page/use-address.ts';

/** Selectable numbers of weeks. */
export const weekCountChoices = [13, 26, 52] as const;
const defaultRange = 26;

/** Holds the number of weeks in the URL. */
export function useWeekCount(): [number, (weeks: number) => void] {
  const { parameters, change } = useAddress();
  const weeks =
    weekCountChoices.find((each) => String(each) === parameters.get('weeks')) ?? defaultRange;
  return [
    weeks,
    (next) => change({ weeks: next === defaultRange ? null : String(next) }, { replace: true }),
  ];
}
