import { Text } from '@mantine/core';
import { activeLossesFilter } from '#shared/churn/losses/rules.ts';
import { reasonGroupNames, reasonGroups } from '#shared/churn/survival/reason-groups.ts';
import type { getChurnByTenure } from '#shared/churn/survival/survival.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { minimumCustomersPerCurvePoint } from '#shared/core/numbers/smallest-samples.ts';
import { numberText, shareText } from '#shared/core/words.ts';
import { useToday } from '#web/core/days.ts';
import { MetricSectionCard } from '#web/metrics/MetricSectionCard.tsx';
import { ChartDataTable } from '#web/ui/chart/CollapsibleChartTable.tsx';
import { lineStyleAt } from '#web/ui/chart/lines.ts';
import { ShareChart } from '#web/ui/chart/ShareChart.tsx';
import { LossesLink } from '../causes/LossesLink.tsx';
import {
  computeSurvivalCurveCorners,
  lastTenureMonth,
  shareAtMonth,
  tenureMonthTicks,
} from './steps.ts';

type Properties = Pick<ResponseOf<typeof getChurnByTenure>, 'incidence' | 'span'>;

const reportedMonths = [12, 24, 36];
/**
 * Possible maximums of the axis in percent. All are multiples of 4, so that the axis ticks at the
 * quarters are whole numbers.
 */
const tops = [8, 12, 16, 20, 24, 32, 40, 60, 80];

/**
 * Share of customers lost by group of reasons. The groups are competing risks: a customer leaves
 * for only one of them.
 */
export function ReasonIncidenceChart({ incidence, span }: Properties) {
  return (
    <div data-guide="survival-reasons">
      <MetricSectionCard title="Losses by reason" metric="cumulativeIncidence">
        {span === null || incidence.length === 0 ? (
          <Text c="dimmed">
            {span === null
              ? `Fewer than ${minimumCustomersPerCurvePoint} customers are observed at one time.`
              : 'No customers have left yet.'}
          </Text>
        ) : (
          <Curves incidence={incidence} span={span} />
        )}
      </MetricSectionCard>
    </div>
  );
}

function Curves({
  incidence,
  span,
}: {
  incidence: Properties['incidence'];
  span: NonNullable<Properties['span']>;
}) {
  const today = useToday();
  const lines = incidence.map(({ reasonGroup, steps }, at) => ({
    name: reasonGroup,
    ...lineStyleAt(at),
    points: computeSurvivalCurveCorners(steps, span, 0),
  }));
  const most = Math.max(
    ...lines.flatMap(({ points }) => points.map(({ value, high }) => high ?? value)),
  );
  const goneText = (steps: Properties['incidence'][number]['steps'], month: number) => {
    const share = shareAtMonth(steps, span, month, 0);
    return share === undefined ? '–' : shareText(share, 1);
  };
  return (
    <figure style={{ margin: 0 }}>
      <Text size="sm" mb="sm">
        The shares of all reasons and of the customers that stayed add up to 100%. Sold or closed
        practices are always included here.
      </Text>
      <ShareChart
        label={`Share of customers lost by months since go-live; after 12 months: ${incidence.map(({ reasonGroup, steps }) => `${reasonGroup} ${goneText(steps, 12)}`).join(', ')}`}
        lines={lines}
        until={lastTenureMonth}
        timeTicks={tenureMonthTicks}
        axis="Months since go-live"
        to={tops.find((top) => top >= most) ?? 100}
      />
      <ChartDataTable
        label="Losses by reason"
        columns={[
          'Reasons',
          'Left',
          ...reportedMonths.map((month) => `Lost after ${month} months`),
        ]}
        rows={incidence.map(({ reasonGroup, left, steps }) => [
          reasonGroup,
          <LossesLink
            key="left"
            of={`left: ${reasonGroup}`}
            filters={[
              { column: 'mainReason', kind: 'one-of', values: reasonsOf(reasonGroup) },
              { column: 'effectiveOn', kind: 'dates', from: null, to: today },
              activeLossesFilter,
            ]}
          >
            {numberText(left)}
          </LossesLink>,
          ...reportedMonths.map((month) => goneText(steps, month)),
        ])}
      />
    </figure>
  );
}

const reasonsOf = (name: string): readonly string[] =>
  reasonGroupNames.flatMap((each) => (each === name ? reasonGroups[each] : []));
