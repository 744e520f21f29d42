import { SegmentedControl } from '@mantine/core';
import { useWeeks, weekRanges } from './use-weeks.ts';

/** Control for the number of weeks in the charts. */
export function WeeksControl() {
  const [weeks, setWeeks] = useWeeks();
  return (
    <SegmentedControl
      size="xs"
      aria-label="Weeks shown"
      value={String(weeks)}
      onChange={(value) => setWeeks(Number(value))}
      data={weekRanges.map((each) => ({ value: String(each), label: `${each} weeks` }))}
    />
  );
}
