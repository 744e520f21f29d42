import { SegmentedControl } from '@mantine/core';
import { useWeeks, weekRanges } from './use-weeks.ts';

/** How far back the pictures of this page go. */
export function WeeksControl() {
  const [weeks, setWeeks] = useWeeks();
  return (
    <SegmentedControl
      size="xs"
      aria-label="How far back"
      value={String(weeks)}
      onChange={(value) => setWeeks(Number(value))}
      data={weekRanges.map((each) => ({ value: String(each), label: `${each} weeks` }))}
    />
  );
}
