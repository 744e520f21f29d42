import type { ReactNode } from 'react';
import { GridLine, ValueAxis } from '#web/ui/chart/axes.tsx';
import { ChartFrame, usePlot } from '#web/ui/chart/ChartFrame.tsx';
import chart from '#web/ui/chart/chart.module.css';
import { Band, endsWidth, LineEnds } from '#web/ui/chart/marks.tsx';
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
  /** What is drawn under the lines. */
  children?: (scale: { x: (day: number) => number; y: (value: number) => number }) => ReactNode;
}

const ticks = [0, 25, 50, 75, 100];
const narrowest = 110;

/** Percentages by day, a line for each group with its band, named at its end. */
export function DayChart({ label, lines, lastDay, dayTicks, axis, children }: Properties) {
  const ends = lines.flatMap(({ name, points }) => {
    const last = points.at(-1);
    const text = name.length > 16 ? `${name.slice(0, 15)}…` : name;
    return last === undefined
      ? []
      : [{ value: Math.min(last.value, 100), text, look: { fontSize: 12, fontWeight: 600, fill: 'var(--mantine-color-text)' } }];
  });
  const plot = usePlot(280, { top: 12, right: Math.min(endsWidth(ends), narrowest + 40), bottom: 40, left: 44 });
  const y = valueScale(plot, 100);
  const x = (day: number) => plot.left + (day / lastDay) * (plot.right - plot.left);
  return (
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
            low: low === null ? null : y(Math.max(0, low)),
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
      <LineEnds plot={plot} y={y} ends={ends} />
    </ChartFrame>
  );
}
