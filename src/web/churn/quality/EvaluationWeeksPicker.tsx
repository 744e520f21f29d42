import { SegmentedControl } from '@mantine/core';
import { type EvaluationWeekChoice, evaluationWeekChoices } from '#shared/churn/quality/quality.ts';
import { useUrlParameters } from '#web/ui/page/use-url-parameters.ts';

const lookBackNames: Record<EvaluationWeekChoice, string> = {
  13: 'Last 13 weeks',
  26: 'Last 26 weeks',
  all: 'All weeks',
};

/** Returns the number of evaluated weeks, taken from the URL. */
export function useEvaluationWeekChoice(): EvaluationWeekChoice {
  const { parameters } = useUrlParameters();
  return evaluationWeekChoices.find((each) => each === parameters.get('past')) ?? 'all';
}

export function EvaluationWeeksPicker() {
  const { change } = useUrlParameters();
  const past = useEvaluationWeekChoice();
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
