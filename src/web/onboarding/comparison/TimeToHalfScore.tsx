import { Text } from '@mantine/core';
import { survivingShareAt } from '#shared/core/statistics/survival.ts';
import { shareText } from '#shared/core/words.ts';
import { type ComparisonGroup, compareTimesToScore } from '#shared/onboarding/comparison.ts';
import { MetricSectionCard } from '#web/metrics/MetricSectionCard.tsx';
import { ChartDataTable } from '#web/ui/chart/CollapsibleChartTable.tsx';
import { lineStyleAt, pValueText, survivalCurvePoints } from '#web/ui/chart/lines.ts';
import { ShareChart } from '#web/ui/chart/ShareChart.tsx';

const half = 50;
const lastDay = 180;
/** Time that each group takes to reach a score of 50%. */
export function TimeToHalfScore({ groups }: { groups: readonly ComparisonGroup[] }) {
  const { groups: times, test } = compareTimesToScore(groups, half);
  return (
    <div data-guide="onboarding-time-to-half">
      <MetricSectionCard title={`Time to ${half}%`} metric="onboardingFunnel">
        <figure style={{ margin: 0 }}>
          <ShareChart
            label={`Share below ${half}%: ${times.map(({ name, curve }) => `${name} ${shareText(survivingShareAt(curve, 60))} at day 60`).join(', ')}`}
            lines={times.map(({ name, curve }, at) => ({
              name,
              ...lineStyleAt(at),
              points: survivalCurvePoints(curve, lastDay),
            }))}
            until={lastDay}
            timeTicks={[0, 30, 60, 90, 120, 150, 180]}
            axis={`Share below ${half}%, by days from go-live`}
          />
          <Text size="xs" c="dimmed">
            The curves end when fewer than ten customers are counted.{' '}
            {test !== undefined &&
              `Log-rank test of the curves: ${pValueText(test.p)}. The “Adjust for mix” switch doesn’t apply to these curves.`}
          </Text>
          <ChartDataTable
            label={`Time to ${half}%`}
            columns={['Group', 'Median days', 'Not reached by day 60', 'Not reached by day 90']}
            rows={times.map(({ name, curve, median }) => [
              name,
              median === null ? 'reached by less than half' : Math.round(median),
              shareText(survivingShareAt(curve, 60)),
              shareText(survivingShareAt(curve, 90)),
            ])}
          />
        </figure>
      </MetricSectionCard>
    </div>
  );
}
