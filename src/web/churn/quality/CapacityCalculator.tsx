import { numberText } from '#shared/core/words.ts';
import '@mantine/core/styles/Slider.css';
import { Slider, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { getPredictionQuality } from '#shared/churn/quality/quality.ts';
import { proportionText } from '#shared/churn/quality/share.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { minimumGroupSize } from '#shared/core/numbers/group-size.ts';
import { defaultConfidence, wilsonInterval } from '#shared/core/statistics/intervals.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { GridLine, ValueAxis } from '#web/ui/chart/axes.tsx';
import { ChartFrame, usePlotSize } from '#web/ui/chart/ChartFrame.tsx';
import { ChartDataTable } from '#web/ui/chart/CollapsibleChartTable.tsx';
import { Band, Line } from '#web/ui/chart/marks.tsx';
import { axisFontSize, createValueScale, niceCeiling } from '#web/ui/chart/plot.ts';

const usual = 25;

/**
 * Shows the share of contacted customers that left, for a team that contacts the k riskiest
 * customers of each week. The user chooses k.
 */
export function CapacityCalculator({
  capacity,
  losses,
}: {
  capacity: ResponseOf<typeof getPredictionQuality>['capacity'];
  losses: number;
}) {
  const [k, setK] = useState(usual);
  const plot = usePlotSize(196, { top: 10, right: 16, bottom: 40, left: 44 });
  const selected = capacity.find((each) => each.k === k) ?? capacity[0];
  const known = capacity.map(({ flagged: { of, hits } }) => {
    const interval =
      of < minimumGroupSize ? undefined : wilsonInterval(hits, of, defaultConfidence);
    return interval === undefined ? null : { share: (hits / of) * 100, ...interval };
  });
  const most = niceCeiling(
    Math.max(1, ...known.map((each) => (each === null ? 0 : each.high * 100))),
  );
  const y = createValueScale(plot, most);
  const x = (index: number) =>
    plot.left + ((capacity[index]?.k ?? 0) / (capacity.at(-1)?.k ?? 1)) * (plot.right - plot.left);
  if (selected === undefined) return <Text c="dimmed">No outcomes are known yet.</Text>;
  return (
    <Stack gap="xs" data-guide="quality-capacity">
      <Text size="sm">
        Working on <strong>{selected.k}</strong> customers per week:{' '}
        {proportionText(selected.flagged)} left within 60 days. These customers include{' '}
        {selected.caught} of all {numberText(losses)} losses. <MetricInfo metric="churnCapacity" />
      </Text>
      <Slider
        aria-label="Customers per week"
        maw={520}
        min={0}
        max={capacity.length - 1}
        step={1}
        value={capacity.indexOf(selected)}
        label={(at) => capacity[at]?.k}
        onChange={(at) => setK(capacity[at]?.k ?? usual)}
        thumbLabel="Customers per week"
      />
      <figure style={{ margin: 0 }}>
        <ChartFrame
          plot={plot}
          label="Share of contacted customers that left within 60 days, by number of customers contacted per week, with interval"
        >
          {[0, most / 2, most].map((tick) => (
            <GridLine key={tick} plot={plot} y={y(tick)} />
          ))}
          <ValueAxis
            plot={plot}
            ticks={[0, most / 2, most].map((tick) => ({ y: y(tick), label: `${tick}%` }))}
          />
          <Band
            points={known.map((each, at) => ({
              x: x(at),
              low: each === null ? null : y(each.low * 100),
              high: each === null ? null : y(each.high * 100),
            }))}
            color="var(--accent)"
            opacity={0.15}
          />
          <Line
            values={known.map((each) => each?.share ?? null)}
            x={x}
            y={y}
            color="var(--accent)"
          />
          {capacity.map((each, at) =>
            [5, 25, 50, 75, 100].includes(each.k) ? (
              <text
                key={each.k}
                x={x(at)}
                y={plot.bottom + 14}
                textAnchor="middle"
                fontSize={axisFontSize}
                fill="var(--mantine-color-dimmed)"
              >
                {each.k}
              </text>
            ) : null,
          )}
          <text
            x={(plot.left + plot.right) / 2}
            y={plot.height - 6}
            textAnchor="middle"
            fontSize={axisFontSize}
            fill="var(--mantine-color-dimmed)"
          >
            Customers per week
          </text>
        </ChartFrame>
        <ChartDataTable
          label="Precision by capacity"
          columns={['Customers per week', 'Left within 60 days', 'Losses included']}
          rows={capacity.map((each) => [String(each.k), proportionText(each.flagged), each.caught])}
        />
      </figure>
    </Stack>
  );
}
