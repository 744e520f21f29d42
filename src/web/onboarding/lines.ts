import type { SurvivalStep } from '#shared/core/statistics/survival.ts';
import type { DayPoint } from './DayChart.tsx';

/** Colours and dashes of up to four groups and of seven products; each line is named at its end too. */
export const lineLooks: readonly { color: string; dashes?: string }[] = [
  { color: 'var(--accent)' },
  { color: 'light-dark(#8a4b08, #e3ab4d)', dashes: '7 3' },
  { color: 'light-dark(#6a3d9a, #c3a3ea)', dashes: '2 3' },
  { color: 'light-dark(#2f5f9e, #8fb7ec)', dashes: '9 3 2 3' },
  { color: 'light-dark(#a92c1b, #f28b7b)', dashes: '5 2' },
  { color: 'light-dark(#4a5a67, #a4b5c1)', dashes: '3 5' },
  { color: 'light-dark(#17693f, #63c792)', dashes: '12 3' },
];

export const lineLook = (at: number) => lineLooks[at % lineLooks.length] ?? { color: 'var(--accent)' };

/** Below so many at risk a curve says too little to be drawn. */
const fewestAtRisk = 10;

/** A survival curve as the corners of its steps, in percent, as far as enough are at risk. */
export function stepPoints(curve: readonly SurvivalStep[], lastDay: number, from = 0): DayPoint[] {
  const points: DayPoint[] = [{ day: from, value: 100, low: null, high: null }];
  let last = points[0];
  for (const { time, atRisk, survival, low, high } of curve) {
    if (time > lastDay || atRisk < fewestAtRisk) break;
    const limits = { low: low === null ? null : 100 * low, high: high === null ? null : 100 * high };
    if (last !== undefined) points.push({ ...last, day: time });
    last = { day: time, value: 100 * survival, ...limits };
    points.push(last);
  }
  return points;
}

/** 'p = 0.03' */
export const chanceText = (p: number): string => (p < 0.001 ? 'p below 0.001' : `p = ${p.toFixed(p < 0.1 ? 3 : 2)}`);
