import type { Day } from '#shared/core/dates.ts';
import classes from './chart.module.css';
import { monthAxisTicks, type PlotSize } from './plot.ts';

export function GridLine({
  plot: { left, right },
  y,
  dashes,
}: {
  plot: PlotSize;
  y: number;
  dashes?: string;
}) {
  return (
    <line
      x1={left}
      x2={right}
      y1={y}
      y2={y}
      className={classes.gridLine}
      strokeDasharray={dashes}
    />
  );
}

export function ValueAxis({
  plot: { left },
  ticks,
}: {
  plot: PlotSize;
  ticks: readonly { y: number; label: string }[];
}) {
  return ticks.map(({ y, label }) => (
    <text key={y} x={left - 6} y={y} dy="0.35em" textAnchor="end" className={classes.axis}>
      {label}
    </text>
  ));
}

/** Month labels below the first week of each month. */
export function MonthAxis({
  plot,
  weeks,
  x,
}: {
  plot: PlotSize;
  weeks: readonly Day[];
  x: (index: number) => number;
}) {
  return monthAxisTicks(weeks, x, plot.width).map((tick) => (
    <text key={tick.x} x={tick.x} y={plot.height - 6} textAnchor="middle" className={classes.axis}>
      {tick.label}
    </text>
  ));
}
