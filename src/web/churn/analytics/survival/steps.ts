import type { ShareStep } from '#shared/churn/survival/survival.ts';
import { cornersOf } from '#web/ui/chart/lines.ts';
import type { SharePoint } from '#web/ui/chart/ShareChart.tsx';

export const lastMonth = 84;
export const monthTicks = [0, 12, 24, 36, 48, 60, 72, 84];

/** Steps of shares as corners in percent, from the first month that enough customers are watched to the last that is drawn. */
export function monthCorners(steps: readonly ShareStep[], span: { from: number; to: number }, first: number): SharePoint[] {
  const until = Math.min(span.to, lastMonth);
  const drawn = steps
    .filter(({ month }) => month <= until)
    .map(({ month, share, low, high }) => ({
      time: month,
      value: 100 * share,
      low: low === null ? null : 100 * low,
      high: high === null ? null : 100 * high,
    }));
  return cornersOf({ time: span.from, value: first, low: null, high: null }, drawn, until);
}

/** The share at a month, 0 to 1; undefined where too few are watched then. */
export const shareAt = (
  steps: readonly ShareStep[],
  span: { from: number; to: number },
  month: number,
  first: number,
): number | undefined =>
  month < span.from || month > span.to ? undefined : (steps.findLast((step) => step.month <= month)?.share ?? first);
