import { Text } from '@mantine/core';
import type { getChurnByTenure } from '#shared/churn/survival/survival.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { minimumCustomersPerCurvePoint } from '#shared/core/numbers/smallest-samples.ts';
import { numberText, shareRangeText, shareText } from '#shared/core/words.ts';
import { MetricSectionCard } from '#web/metrics/MetricSectionCard.tsx';
import { GridLine, ValueAxis } from '#web/ui/chart/axes.tsx';
import { ChartFrame, usePlotSize } from '#web/ui/chart/ChartFrame.tsx';
import { ChartDataTable } from '#web/ui/chart/CollapsibleChartTable.tsx';
import chart from '#web/ui/chart/chart.module.css';
import { createValueScale, niceCeiling } from '#web/ui/chart/plot.ts';

type Rate = ResponseOf<typeof getChurnByTenure>['rates'][number];

/** Monthly churn rate by months since go-live. */
export function ChurnByTenureChart({
  rates,
  withClosed,
}: {
  rates: readonly Rate[];
  withClosed: boolean;
}) {
  const known = rates.filter(({ rate }) => rate !== null);
  return (
    <div data-guide="survival-rates">
      <MetricSectionCard title="Churn by tenure" metric="leavingRate">
        {known.length === 0 ? (
          <Text c="dimmed">
            There are no churn rates yet. Each period since go-live has fewer than{' '}
            {minimumCustomersPerCurvePoint} observed customers.
          </Text>
        ) : (
          <figure style={{ margin: 0 }}>
            <RateChart rates={rates} />
            <ChartDataTable
              label="Churn by tenure"
              columns={[
                'Months since go-live',
                'Observed',
                'Left',
                'Monthly churn rate',
                '95% interval',
              ]}
              rows={rates.map(({ from, to, watched, left, rate }) => [
                `${from} to ${to}`,
                numberText(watched),
                numberText(left),
                rate === null ? '–' : shareText(rate.at, 2),
                rate === null ? '–' : shareRangeText(rate, 2),
              ])}
            />
          </figure>
        )}
        <Text size="xs" c="dimmed">
          {withClosed
            ? 'Sold or closed practices count as lost.'
            : 'Sold or closed practices do not count as lost.'}{' '}
          Periods with fewer than {minimumCustomersPerCurvePoint} customers are excluded.
        </Text>
      </MetricSectionCard>
    </div>
  );
}

/** Draws each range of months as a horizontal line at its rate, with the interval. */
function RateChart({ rates }: { rates: readonly Rate[] }) {
  const plot = usePlotSize(240, { top: 12, right: 14, bottom: 40, left: 48 });
  const known = rates.flatMap(({ from, to, rate }) =>
    rate === null ? [] : [{ from, to, ...rate }],
  );
  const most = niceCeiling(100 * Math.max(0.001, ...known.map(({ high }) => high)));
  const y = createValueScale(plot, most);
  const last = Math.max(...rates.map(({ to }) => to));
  const x = (month: number) => plot.left + (month / last) * (plot.right - plot.left);
  const peak = known.reduce((highest, each) => (each.at > highest.at ? each : highest));
  return (
    <ChartFrame
      plot={plot}
      label={`Monthly churn rate by months since go-live: highest at ${shareText(peak.at, 2)} from month ${peak.from} to ${peak.to}`}
    >
      {[0, most / 2, most].map((tick) => (
        <GridLine key={tick} plot={plot} y={y(tick)} />
      ))}
      <ValueAxis
        plot={plot}
        ticks={[0, most / 2, most].map((tick) => ({ y: y(tick), label: `${tick}%` }))}
      />
      {[0, 6, 12, 18, 24, 36, 48, 60].map((month) => (
        <text
          key={month}
          x={x(month)}
          y={plot.bottom + 16}
          textAnchor="middle"
          className={chart.axis}
        >
          {month}
        </text>
      ))}
      <text
        x={(plot.left + plot.right) / 2}
        y={plot.height - 6}
        textAnchor="middle"
        className={chart.axis}
      >
        Months since go-live
      </text>
      {known.map(({ from, to, at, low, high }) => (
        <g key={from} stroke="var(--accent)">
          <rect
            x={x(from) + 1}
            width={Math.max(1, x(to) - x(from) - 2)}
            y={y(100 * high)}
            height={y(100 * low) - y(100 * high)}
            fill="var(--accent)"
            fillOpacity={0.14}
            stroke="none"
          />
          <line
            x1={x(from) + 1}
            x2={x(to) - 1}
            y1={y(100 * at)}
            y2={y(100 * at)}
            strokeWidth={2.5}
          />
        </g>
      ))}
    </ChartFrame>
  );
}
