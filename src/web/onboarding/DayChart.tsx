import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { GridLine, ValueAxis } from '#web/ui/chart/axes.tsx';
import { ChartFrame, usePlot } from '#web/ui/chart/ChartFrame.tsx';
import chart from '#web/ui/chart/chart.module.css';
import { Band } from '#web/ui/chart/marks.tsx';
import { linePath, valueScale } from '#web/ui/chart/plot.ts';

export interface DayPoint {
  day: number;
  /** Percent, 0 to 100. */
  value: number;
  low: number | null;
  high: number | null;
}

export interface DayLine {
  name: string;
  color: string;
  dashes?: string;
  points: readonly DayPoint[];
}

interface Properties {
  /** In words, for those who hear it. */
  label: string;
  lines: readonly DayLine[];
  lastDay: number;
  dayTicks: readonly number[];
  axis: string;
  /** Where the axis begins. */
  from?: number;
  /** What is drawn under the lines. */
  children?: (scale: { x: (day: number) => number; y: (value: number) => number }) => ReactNode;
}

const quarters = [0, 25, 50, 75, 100];

/** Percentages by day, a line for each group with its band. The axis may begin above 0, and says so. */
export function DayChart({ label, lines, lastDay, dayTicks, axis, from = 0, children }: Properties) {
  const plot = usePlot(280, { top: 12, right: 14, bottom: 40, left: 44 });
  const ticks = from === 0 ? quarters : quarters.map((share) => from + ((100 - from) * share) / 100);
  const y = valueScale(plot, 100, from);
  const x = (day: number) => plot.left + (day / lastDay) * (plot.right - plot.left);
  return (
    <>
      <Legend lines={lines} />
      <ChartFrame plot={plot} label={label}>
        {ticks.map((tick) => (
          <GridLine key={tick} plot={plot} y={y(tick)} />
        ))}
        <ValueAxis plot={plot} ticks={ticks.map((tick) => ({ y: y(tick), label: `${tick}%` }))} />
        {dayTicks.map((day) => (
          <text key={day} x={x(day)} y={plot.bottom + 16} textAnchor="middle" className={chart.axis}>
            {day}
          </text>
        ))}
        <text x={(plot.left + plot.right) / 2} y={plot.height - 6} textAnchor="middle" className={chart.axis}>
          {axis}
        </text>
        {children?.({ x, y })}
        {lines.map(({ name, color, points }) => (
          <Band
            key={name}
            color={color}
            opacity={0.14}
            points={points.map(({ day, low, high }) => ({
              x: x(day),
              low: low === null ? null : y(Math.max(from, low)),
              high: high === null ? null : y(Math.min(100, high)),
            }))}
          />
        ))}
        {lines.map(({ name, color, dashes, points }) => (
          <path
            key={name}
            d={linePath(points.map(({ day, value }) => ({ x: x(day), y: y(Math.min(value, 100)) })))}
            className={chart.line}
            stroke={color}
            strokeDasharray={dashes}
          />
        ))}
      </ChartFrame>
    </>
  );
}

/** The names of the lines, each after a piece of it. */
function Legend({ lines }: { lines: readonly DayLine[] }) {
  return (
    <Group gap="md" mb="xs">
      {lines.map(({ name, color, dashes }) => (
        <Group key={name} gap={6} wrap="nowrap">
          <svg width={28} height={8} aria-hidden>
            <line x1={0} x2={28} y1={4} y2={4} className={chart.line} stroke={color} strokeDasharray={dashes} />
          </svg>
          <Text size="xs">{name}</Text>
        </Group>
      ))}
    </Group>
  );
}
