import classes from './chart.module.css';
import {
  bandPath,
  estimateTextWidth,
  linePath,
  type PlotSize,
  spreadLineEndLabels,
} from './plot.ts';

interface LineProperties {
  values: readonly (number | null)[];
  x: (index: number) => number;
  y: (value: number) => number;
  color: string;
  dashes?: string;
}

/** Line of weekly values. Missing values leave gaps in the line. */
export function Line({ values, x, y, color, dashes }: LineProperties) {
  const points = values.map((value, index) => ({
    x: x(index),
    y: value === null ? null : y(value),
  }));
  return (
    <path d={linePath(points)} className={classes.line} stroke={color} strokeDasharray={dashes} />
  );
}

/** Band between a low and a high value. Points without both values leave gaps in the band. */
export function Band({
  points,
  color,
  opacity,
}: {
  points: Parameters<typeof bandPath>[0];
  color: string;
  opacity: number;
}) {
  return <path d={bandPath(points)} fill={color} fillOpacity={opacity} />;
}

/** Vertical line at the pointer. */
export function PointerLine({ plot: { top, bottom }, x }: { plot: PlotSize; x: number }) {
  return <line x1={x} x2={x} y1={top} y2={bottom} className={classes.cursor} />;
}

interface LineEnd {
  value: number;
  text: string;
  look: { fontSize: number; fontWeight?: number; fill: string };
}

/**
 * Labels to the right of the last week, each at the height of its line. Overlapping labels are
 * moved apart.
 */
export function LineEndLabels({
  plot,
  y,
  ends,
}: {
  plot: PlotSize;
  y: (value: number) => number;
  ends: readonly LineEnd[];
}) {
  const labels = ends.map((end) => ({ ...end, at: y(end.value) }));
  return spreadLineEndLabels(labels, plot.bottom).map(({ text, at, look }) => (
    <text key={text} x={plot.right + 8} y={at} dy="0.35em" {...look}>
      {text}
    </text>
  ));
}

/** Returns the width in pixels of the right margin that fits the labels. */
export const computeLineEndLabelsWidth = (ends: readonly LineEnd[]): number =>
  12 + Math.max(0, ...ends.map(({ text, look }) => estimateTextWidth(text, look.fontSize)));
