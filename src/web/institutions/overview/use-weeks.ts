import { useSearchParams } from 'react-router';

/** How many weeks a customer's page can look back. */
export const weekRanges = [13, 26, 52] as const;
const usualRange = 26;

/** The weeks that are looked back, kept in the address. */
export function useWeeks(): [number, (weeks: number) => void] {
  const [parameters, setParameters] = useSearchParams();
  const weeks = weekRanges.find((each) => String(each) === parameters.get('weeks')) ?? usualRange;
  const setWeeks = (next: number) =>
    setParameters(
      (before) => {
        const after = new URLSearchParams(before);
        if (next === usualRange) after.delete('weeks');
        else after.set('weeks', String(next));
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  return [weeks, setWeeks];
}
