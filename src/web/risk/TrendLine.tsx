import type { RiskRow } from '#shared/risk/rows.ts';
import { tierTextColor } from '#web/ui/tier/tiers.ts';
import classes from './risk.module.css';
import { trendLineSize, trendPath, trendText } from './trend.ts';

/**
 * Small line chart of the last weekly scores. Missing weeks are gaps, and the last score is a dot.
 */
export function TrendLine({ row }: { row: Pick<RiskRow, 'trend' | 'healthTier'> }) {
  const line = trendPath(row.trend);
  const text = trendText(row.trend);
  if (line === undefined) return null;
  return (
    <svg
      className={classes.trend}
      viewBox={`0 0 ${trendLineSize.width} ${trendLineSize.height}`}
      role="img"
      aria-label={text}
    >
      <title>{text}</title>
      <path d={line.path} />
      <circle cx={line.end.x} cy={line.end.y} r={2.4} fill={tierTextColor(row.healthTier)} />
    </svg>
  );
}
