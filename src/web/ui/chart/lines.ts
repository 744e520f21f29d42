import { minimumCustomersPerCurvePoint } from '#shared/core/numbers/smallest-samples.ts';
import type { SurvivalStep } from '#shared/core/statistics/survival.ts';
import type { ShareChartPoint } from './ShareChart.tsx';

/**
 * Colors and dash patterns, enough for four groups or seven products. Each line is also labeled at
 * its end.
 */
export const lineStyles: readonly { color: string; dashes?: string }[] = [
  { color: 'var(--accent)' },
  { color: 'light-dark(#8a4b08, #e3ab4d)', dashes: '7 3' },
  { color: 'light-dark(#6a3d9a, #c3a3ea)', dashes: '2 3' },
  { color: 'light-dark(#2f5f9e, #8fb7ec)', dashes: '9 3 2 3' },
  { color: 'light-dark(#a92c1b, #f28b7b)', dashes: '5 2' },
  { color: 'light-dark(#4a5a67, #a4b5c1)', dashes: '3 5' },
  { color: 'light-dark(#17693f, #63c792)', dashes: '12 3' },
];

export const lineStyleAt = (at: number) =>
  lineStyles[at % lineStyles.length] ?? { color: 'var(--accent)' };

/**
 * Returns the corner points of a step line that starts at `first`. The line ends at the last step,
 * or at `until` if given.
 */
export function stepLineCorners(
  first: ShareChartPoint,
  steps: readonly ShareChartPoint[],
  until?: number,
): ShareChartPoint[] {
  const points = [first];
  let last = first;
  for (const step of steps) {
    points.push({ ...last, time: step.time }, step);
    last = step;
  }
  return until === undefined ? points : [...points, { ...last, time: until }];
}

/**
 * Returns the points of a survival curve in percent. The curve ends where too few subjects remain
 * at risk.
 */
export function survivalCurvePoints(
  curve: readonly SurvivalStep[],
  until: number,
  from = 0,
): ShareChartPoint[] {
  const end = curve.findIndex(
    ({ time, atRisk }) => time > until || atRisk < minimumCustomersPerCurvePoint,
  );
  const steps = (end < 0 ? curve : curve.slice(0, end)).map(({ time, survival, low, high }) => ({
    time,
    value: 100 * survival,
    low: low === null ? null : 100 * low,
    high: high === null ? null : 100 * high,
  }));
  return stepLineCorners({ time: from, value: 100, low: null, high: null }, steps);
}

/** Formats a p-value: `p = 0.03`. */
export const pValueText = (p: number): string =>
  p < 0.001 ? 'p below 0.001' : `p = ${p.toFixed(p < 0.1 ? 3 : 2)}`;
