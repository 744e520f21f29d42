import type { PeerPosition } from '#shared/health/usage.ts';
import chart from '#web/ui/chart/chart.module.css';

const width = 150;
const height = 22;
const inset = 6;

interface Properties {
  range: Pick<PeerPosition, 'usage' | 'median' | 'low' | 'high'>;
  /** Color of the dot. */
  color: string;
}

/**
 * Small chart of the peers' typical range and median, with the customer's usage as a dot. The chart
 * is decorative, because the columns beside it have the figures.
 */
export function RangePlot({ range: { usage, median, low, high }, color }: Properties) {
  const most = Math.max(usage, high * 1.25, 1e-9);
  const xOf = (value: number) => inset + (value / most) * (width - 2 * inset);
  const middle = height / 2;
  return (
    <svg width={width} height={height} aria-hidden className={chart.picture}>
      <line
        x1={inset}
        x2={width - inset}
        y1={middle}
        y2={middle}
        stroke="var(--line)"
        strokeWidth={2}
      />
      <rect
        x={xOf(low)}
        width={Math.max(xOf(high) - xOf(low), 1)}
        y={middle - 7}
        height={14}
        rx={3}
        fill="var(--accent)"
        fillOpacity={0.16}
      />
      <line
        x1={xOf(median)}
        x2={xOf(median)}
        y1={middle - 9}
        y2={middle + 9}
        stroke="var(--accent)"
        strokeWidth={2}
      />
      <circle
        cx={xOf(usage)}
        cy={middle}
        r={5}
        fill={color}
        stroke="var(--surface)"
        strokeWidth={1.5}
      />
    </svg>
  );
}
