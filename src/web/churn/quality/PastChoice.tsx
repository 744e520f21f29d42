import { SegmentedControl } from '@mantine/core';
import { type LookBack, lookBackChoices } from '#shared/churn/quality/quality.ts';
import { useAddress } from '#web/ui/page/use-address.ts';

const lookBackNames: Record<LookBack, string> = {
  13: 'Last 13 weeks',
  26: 'Last 26 weeks',
  all: 'All weeks',
};

/** Returns the number of evaluated weeks, taken from the URL. */
export function useEvaluationWeeks(): LookBack {
  const { parameters } = useAddress();
  return lookBackChoices.find((each) => each === parameters.get('past')) ?? 'all';
}

export function PastChoice() {
  const { change } = useAddress();
  const past = useEvaluationWeeks();
  return (
    <SegmentedControl
      size="xs"
      w="fit-content"
      maw="100%"
      aria-label="Evaluation period"
      data-guide="quality-past"
      value={past}
      data={lookBackChoices.map((value) => ({ value, label: lookBackNames[value] }))}
      onChange={(value) => change({ past: value === 'all' ? null : value })}
    />
  );
}
