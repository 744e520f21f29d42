import { Text } from '@mantine/core';
import { churnPredictionRules } from '#shared/churn/pipeline/pipeline.ts';
import { proportionText } from '#shared/churn/quality/share.ts';
import { minimumGroupSize } from '#shared/core/numbers/group-size.ts';
import { quantile } from '#shared/core/numbers/median.ts';
import { countText } from '#shared/core/words.ts';
import { GridLine, ValueAxis } from '#web/ui/chart/axes.tsx';
import { ChartFrame, usePlotSize } from '#web/ui/chart/ChartFrame.tsx';
import { ChartDataTable } from '#web/ui/chart/CollapsibleChartTable.tsx';
import { axisFontSize, createValueScale, valueTicksUpTo } from '#web/ui/chart/plot.ts';

const binDays = 10;

/** Histogram of days from the flag to the notice for flagged customers that left. */
export function LeadTimeHistogram({ days }: { days: readonly number[] }) {
  const plot = usePlotSize(180, { top: 14, right: 8, bottom: 38, left: 36 });
  if (days.length < minimumGroupSize)
    return (
      <Text c="dimmed">
        Fewer than {minimumGroupSize} flagged customers have left, so lead times are not shown yet.
      </Text>
    );
  const bins = Array.from({ length: 60 / binDays }, (_, at) => ({
    name: `${at * binDays}–${(at + 1) * binDays - 1}`,
    customers: days.filter((day) => Math.floor(day / binDays) === at).length,
  }));
  const ticks = valueTicksUpTo(Math.max(...bins.map(({ customers }) => customers)), false);
  const y = createValueScale(plot, ticks.at(-1) ?? 1);
  const step = (plot.right - plot.left) / bins.length;
  return (
    <figure style={{ margin: 0 }} data-guide="quality-lead">
      <Text size="sm" mb={6}>
        Median {countText(Math.round(quantile(days, 0.5)), 'day')}; half of the lead times are
        between {Math.round(quantile(days, 0.25))} and {Math.round(quantile(days, 0.75))};{' '}
        {proportionText({
          of: days.length,
          hits: days.filter((day) => day >= churnPredictionRules.days.from).length,
        })}{' '}
        were flagged at least {churnPredictionRules.days.from} days before the notice.
      </Text>
      <ChartFrame
        plot={plot}
        label="Number of flagged customers that left, by days from the flag to the notice"
      >
        {ticks.map((tick) => (
          <GridLine key={tick} plot={plot} y={y(tick)} />
        ))}
        <ValueAxis plot={plot} ticks={ticks.map((tick) => ({ y: y(tick), label: String(tick) }))} />
        {bins.map(({ name, customers }, at) => (
          <g key={name}>
            <rect
              x={plot.left + at * step + 3}
              width={Math.max(1, step - 6)}
              y={y(customers)}
              height={y(0) - y(customers)}
              fill="var(--accent)"
              rx={2}
            />
            <text
              x={plot.left + (at + 0.5) * step}
              y={plot.bottom + 14}
              textAnchor="middle"
              fontSize={axisFontSize}
              fill="var(--mantine-color-dimmed)"
            >
              {name}
            </text>
          </g>
        ))}
        <text
          x={plot.left}
          y={plot.height - 6}
          fontSize={axisFontSize}
          fill="var(--mantine-color-dimmed)"
        >
          Days before the notice
        </text>
      </ChartFrame>
      <ChartDataTable
        label="Lead time"
        columns={['Days before the notice', 'Customers']}
        rows={bins.map((bin) => [bin.name, bin.customers])}
      />
    </figure>
  );
}
