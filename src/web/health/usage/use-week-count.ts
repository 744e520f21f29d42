import { useUrlParameters } from '#web/ui/page/use-url-parameters.ts';

/** Selectable numbers of weeks. */
export const weekCountChoices = [13, 26, 52] as const;
const defaultRange = 26;

/** Holds the number of weeks in the URL. */
export function useWeekCount(): [number, (weeks: number) => void] {
  const { parameters, change } = useUrlParameters();
  const weeks =
    weekCountChoices.find((each) => String(each) === parameters.get('weeks')) ?? defaultRange;
  return [
    weeks,
    (next) => change({ weeks: next === defaultRange ? null : String(next) }, { replace: true }),
  ];
}
