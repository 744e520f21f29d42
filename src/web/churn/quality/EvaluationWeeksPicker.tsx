import { SegmentedControl } from '@mantine/core';
import { type EvaluationWeekChoice, evaluationWeekChoices } from '#shared/churn/quality/quality.ts';
import { useAddress } from '#web/ui/page/use-address.ts';

const lookBackNames: Record<EvaluationWeekChoice, string> = {
  13: 'Last 13 weeks',
  26: 'Last 26 weeks',
  all: 'All weeks',
};

/** Returns the number of evaluated weeks, taken from the URL. */
export function useEvaluationWeeks(): EvaluationWeekChoice {
  const { parameters } = useAddress();
  return evaluationWeekChoices.find((each) => each === parameters.get('past')) ?? 'all';
}

export function EvaluationWeeksPicker() {
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
      data={evaluationWeekChoices.map((value) => ({ value, label: lookBackNames[value] }))}
      onChange={(value) => change({ past: value === 'all' ? null : value })}
    />
  );
}
