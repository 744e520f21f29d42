import { SegmentedControl } from '@mantine/core';
import { useWeekCount, weekCountChoices } from './use-week-count.ts';

/** Control for the number of weeks in the charts. */
export function WeekCountPicker() {
  const [weeks, setWeeks] = useWeekCount();
  return (
    <SegmentedControl
      size="xs"
      aria-label="Weeks shown"
      value={String(weeks)}
      onChange={(value) => setWeeks(Number(value))}
      data={weekCountChoices.map((each) => ({ value: String(each), label: `${each} weeks` }))}
    />
  );
}
