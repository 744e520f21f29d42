import { SegmentedControl } from '@mantine/core';
import { useWeekCount, weekRanges } from './use-week-count.ts';

/** Control for the number of weeks in the charts. */
export function WeeksControl() {
  const [weeks, setWeeks] = useWeekCount();
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
