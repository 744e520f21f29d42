import type { ShareStep } from '#shared/churn/survival/survival.ts';
import { stepLineCorners } from '#web/ui/chart/lines.ts';
import type { ShareChartPoint } from '#web/ui/chart/ShareChart.tsx';

export const lastTenureMonth = 84;
export const tenureMonthTicks = [0, 12, 24, 36, 48, 60, 72, 84];

/**
 * Converts the steps of a curve to chart corners in percent, from the first observed month to the
 * last visible month.
 */
export function computeSurvivalCurveCorners(
  steps: readonly ShareStep[],
  span: { from: number; to: number },
  first: number,
): ShareChartPoint[] {
  const until = Math.min(span.to, lastTenureMonth);
  const drawn = steps
    .filter(({ month }) => month <= until)
    .map(({ month, share, low, high }) => ({
      time: month,
      value: 100 * share,
      low: low === null ? null : 100 * low,
      high: high === null ? null : 100 * high,
    }));
  return stepLineCorners({ time: span.from, value: first, low: null, high: null }, drawn, until);
}

/**
 * Returns the share at a month, 0–1; `undefined` when too few customers are observed at that month.
 */
export const shareAtMonth = (
  steps: readonly ShareStep[],
  span: { from: number; to: number },
  month: number,
  first: number,
): number | undefined =>
  month < span.from || month > span.to
    ? undefined
    : (steps.findLast((step) => step.month <= month)?.share ?? first);
