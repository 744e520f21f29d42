import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { GridLine, ValueAxis } from '#web/ui/chart/axes.tsx';
import { ChartFrame, usePlotSize } from '#web/ui/chart/ChartFrame.tsx';
import chart from '#web/ui/chart/chart.module.css';
import { Band } from '#web/ui/chart/marks.tsx';
import { createValueScale, linePath } from '#web/ui/chart/plot.ts';

export interface ShareChartPoint {
  /** Time in the unit of the axis, which is days or months. */
  time: number;
  /** Percentage, 0–100. */
  value: number;
  low: number | null;
  high: number | null;
}

export interface ShareChartLine {
  name: string;
  color: string;
  dashes?: string;
  points: readonly ShareChartPoint[];
}

interface Properties {
  /** Description for screen readers. */
  label: string;
  lines: readonly ShareChartLine[];
  until: number;
  timeTicks: readonly number[];
  axis: string;
  /** Lowest value of the percentage axis; `to` is the highest. */
  from?: number;
  to?: number;
  /** Renders content behind the lines, using the chart's scales. */
  children?: (scale: { x: (time: number) => number; y: (value: number) => number }) => ReactNode;
}

const quarters = [0, 25, 50, 75, 100];

/**
 * Chart of percentages over time, with a line and a confidence band for each group. When `from` is
 * not 0, the page must state that the axis does not start at 0.
 */
export function ShareChart({
  label,
  lines,
  until,
  timeTicks,
  axis,
  from = 0,
  to = 100,
  children,
}: Properties) {
  const plot = usePlotSize(280, { top: 12, right: 14, bottom: 40, left: 44 });
  const ticks = quarters.map((share) => from + ((to - from) * share) / 100);
  const y = createValueScale(plot, to, from);
  const x = (time: number) => plot.left + (time / until) * (plot.right - plot.left);
  return (
    <>
      <Legend lines={lines} />
      <ChartFrame plot={plot} label={label}>
        {ticks.map((tick) => (
          <GridLine key={tick} plot={plot} y={y(tick)} />
        ))}
        <ValueAxis plot={plot} ticks={ticks.map((tick) => ({ y: y(tick), label: `${tick}%` }))} />
        {timeTicks.map((time) => (
          <text
            key={time}
            x={x(time)}
            y={plot.bottom + 16}
            textAnchor="middle"
            className={chart.axis}
          >
            {time}
          </text>
        ))}
        <text
          x={(plot.left + plot.right) / 2}
          y={plot.height - 6}
          textAnchor="middle"
          className={chart.axis}
        >
          {axis}
        </text>
        {children?.({ x, y })}
        {lines.map(({ name, color, points }) => (
          <Band
            key={name}
            color={color}
            opacity={0.14}
            points={points.map(({ time, low, high }) => ({
              x: x(time),
              low: low === null ? null : y(Math.max(from, low)),
              high: high === null ? null : y(Math.min(to, high)),
            }))}
          />
        ))}
        {lines.map(({ name, color, dashes, points }) => (
          <path
            key={name}
            d={linePath(
              points.map(({ time, value }) => ({ x: x(time), y: y(Math.min(value, to)) })),
            )}
            className={chart.line}
            stroke={color}
            strokeDasharray={dashes}
          />
        ))}
      </ChartFrame>
    </>
  );
}

function Legend({ lines }: { lines: readonly ShareChartLine[] }) {
  return (
    <Group gap="md" mb="xs">
      {lines.map(({ name, color, dashes }) => (
        <Group key={name} gap={6} wrap="nowrap">
          <svg width={28} height={8} aria-hidden>
            <line
              x1={0}
              x2={28}
              y1={4}
              y2={4}
              className={chart.line}
              stroke={color}
              strokeDasharray={dashes}
            />
          </svg>
          <Text size="xs">{name}</Text>
        </Group>
      ))}
    </Group>
  );
}
