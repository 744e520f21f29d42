import { Text } from '@mantine/core';
import { countText, shareRangeText, shareText } from '#shared/core/words.ts';
import {
  type CaseWithHistory,
  compareRetentionByEarlyScore,
  type RetentionGroup,
  retentionDay,
} from '#shared/onboarding/analytics.ts';
import { retentionComparisonLandmark } from '#shared/onboarding/constants.ts';
import { MetricSectionCard } from '#web/metrics/MetricSectionCard.tsx';
import { ChartDataTable } from '#web/ui/chart/CollapsibleChartTable.tsx';
import { lineStyleAt, pValueText, survivalCurvePoints } from '#web/ui/chart/lines.ts';
import { ShareChart } from '#web/ui/chart/ShareChart.tsx';

function retainedText({ share, count }: RetentionGroup): string {
  if (share === undefined) return `not yet known for ${countText(count, 'customer')}`;
  const limits =
    share.low === undefined || share.high === undefined
      ? ''
      : ` (${shareRangeText({ low: share.low, high: share.high })})`;
  return `${shareText(share.at)}${limits} of ${countText(count, 'customer')}`;
}

/** Compares retention of customers above and below a score of 50% at day 60. */
export function RetentionByScore({ cases }: { cases: readonly CaseWithHistory[] }) {
  const { reached, missed, test } = compareRetentionByEarlyScore(cases);
  const lowest = Math.min(
    ...[reached, missed].flatMap(({ curve }) =>
      survivalCurvePoints(curve, retentionDay, retentionComparisonLandmark.day).map(
        ({ low, value }) => low ?? value,
      ),
    ),
  );
  // When few customers leave, the axis starts above 0, so that the curves are distinguishable.
  const from = lowest >= 80 ? 80 : lowest >= 60 ? 60 : 0;
  const groups = [
    { name: '50% by day 60', of: reached },
    { name: 'Below 50%', of: missed },
  ];
  return (
    <div data-guide="onboarding-retention">
      <MetricSectionCard title="Retention by score at day 60" metric="onboardingRetention">
        <Text size="sm" mb="xs">
          Stayed 12 months after go-live: {retainedText(reached)} that had reached 50% at day 60,
          and {retainedText(missed)} that had not.
          {test !== undefined && ` Log-rank test of the curves: ${pValueText(test.p)}.`} This is an
          association; it doesn’t prove that a higher score causes retention.
        </Text>
        <figure style={{ margin: 0 }}>
          <ShareChart
            label={`Share of customers that stayed, by days from go-live: ${groups.map(({ name, of }) => `${name} ${retainedText(of)}`).join('; ')}`}
            lines={groups.map(({ name, of }, at) => ({
              name,
              ...lineStyleAt(at),
              points: survivalCurvePoints(of.curve, retentionDay, retentionComparisonLandmark.day),
            }))}
            until={retentionDay}
            timeTicks={[60, 120, 180, 240, 300, 365]}
            axis="Days from go-live"
            from={from}
          />
          <ChartDataTable
            label="Retention by score at day 60"
            columns={['At day 60', 'Customers', 'Left', 'Stayed 12 months']}
            rows={groups.map(({ name, of }) => [name, of.count, of.left, retainedText(of)])}
          />
        </figure>
        <Text size="xs" c="dimmed">
          The curves end when fewer than ten customers are counted.
          {from > 0 && ` The axis starts at ${from}%, not 0.`}
        </Text>
      </MetricSectionCard>
    </div>
  );
}
