import { Paper, Text, Title } from '@mantine/core';
import type { RevenuePeriod } from '#shared/churn/contracts/contracts.ts';
import {
  grossRetention,
  netRetention,
  renewalRate,
  revenuePeriodName,
} from '#shared/churn/contracts/rules.ts';
import type { MetricKey } from '#shared/metrics/metric.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { GridLine, ValueAxis } from '#web/ui/chart/axes.tsx';
import { ChartFrame, usePlotSize } from '#web/ui/chart/ChartFrame.tsx';
import chart from '#web/ui/chart/chart.module.css';
import { computeLineEndLabelsWidth, Line, LineEndLabels } from '#web/ui/chart/marks.tsx';
import {
  axisFontSize,
  createValueScale,
  createWeekScale,
  estimateTextWidth,
  valueTicksUpTo,
  zoomedValueTicks,
} from '#web/ui/chart/plot.ts';

export type RetentionDenominator = 'base' | 'renewals';

interface Series {
  name: string;
  short: string;
  metric: MetricKey;
  color: string;
  of: (period: RevenuePeriod) => number | null;
}
const seriesOf: Record<RetentionDenominator, readonly Series[]> = {
  base: [
    {
      name: 'Net revenue retention',
      short: 'Net',
      metric: 'netRetention',
      color: 'var(--mantine-color-dimmed)',
      of: netRetention,
    },
    {
      name: 'Gross revenue retention',
      short: 'Gross',
      metric: 'grossRetention',
      color: 'var(--accent)',
      of: grossRetention,
    },
  ],
  renewals: [
    {
      name: 'Gross renewal rate',
      short: 'Renewed',
      metric: 'renewalRate',
      color: 'var(--accent)',
      of: renewalRate,
    },
  ],
};

/**
 * Chart of retention by period, as a share of revenue at the start or of the amount due. The table
 * below the chart has the figures.
 */
export function RetentionChart({
  periods,
  definition,
}: {
  periods: readonly RevenuePeriod[];
  definition: RetentionDenominator;
}) {
  const series = seriesOf[definition].map((each) => ({
    ...each,
    values: periods.map((period) => {
      const share = each.of(period);
      return share === null ? null : share * 100;
    }),
  }));
  const ends = series.flatMap(({ short, values, color }) => {
    const value = values.at(-1);
    return typeof value === 'number'
      ? [
          {
            value,
            text: `${short} ${value.toFixed(1)}%`,
            look: { fontSize: 12, fontWeight: 600, fill: color },
          },
        ]
      : [];
  });
  const plot = usePlotSize(220, {
    top: 14,
    right: computeLineEndLabelsWidth(ends),
    bottom: 26,
    left: 48,
  });
  const known = series.flatMap(({ values }) => values.filter((value) => value !== null));
  const zoomed = zoomedValueTicks(Math.min(...known), Math.max(...known));
  const ticks = zoomed ?? valueTicksUpTo(Math.max(0, ...known), true);
  const y = createValueScale(plot, ticks.at(-1) ?? 100, ticks[0]);
  const x = createWeekScale(plot.left + 8, plot.right, periods.length);
  const names = periods.map(revenuePeriodName);
  const every = Math.max(
    1,
    Math.ceil(
      (Math.max(...names.map((name) => estimateTextWidth(name, axisFontSize))) + 10) /
        Math.max(1, x.at(1) - x.at(0)),
    ),
  );
  return (
    <Paper p={{ base: 'md', sm: 'lg' }} bg="var(--surface)" data-guide="revenue-retention">
      <Title order={2} size="h4" mb="sm">
        {series.map(({ name, metric }, at) => (
          <span key={metric}>
            {at > 0 && ' and '}
            {at > 0 ? name.toLowerCase() : name} <MetricInfo metric={metric} />
          </span>
        ))}
      </Title>
      <figure className={chart.figure}>
        <ChartFrame
          plot={plot}
          label={`${series.map(({ name }) => name).join(' and ')}, from ${names[0]} to ${names.at(-1)}`}
        >
          {ticks.map((tick) => (
            <GridLine
              key={tick}
              plot={plot}
              y={y(tick)}
              {...(tick === 100 ? { dashes: '4 3' } : {})}
            />
          ))}
          <ValueAxis plot={plot} ticks={ticks.map((tick) => ({ y: y(tick), label: `${tick}%` }))} />
          {series.map(({ name, values, color }) => (
            <Line key={name} values={values} x={x.at} y={y} color={color} />
          ))}
          <LineEndLabels plot={plot} y={y} ends={ends} />
          {names.map((name, at) =>
            (names.length - 1 - at) % every === 0 ? (
              <text
                key={name}
                x={x.at(at)}
                y={plot.height - 6}
                textAnchor={at === 0 ? 'start' : 'middle'}
                className={chart.axis}
              >
                {name}
              </text>
            ) : null,
          )}
        </ChartFrame>
      </figure>
      {zoomed !== undefined && (
        <Text size="xs" c="dimmed">
          The axis starts at {zoomed[0]}%, not 0.
        </Text>
      )}
    </Paper>
  );
}
