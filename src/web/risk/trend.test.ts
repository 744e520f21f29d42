import { expect, it } from 'vitest';
import { trendLineSize, trendPath, trendText } from './trend.ts';

it('draws all scores on one scale, with gaps', () => {
  expect(trendPath([70, 60, 30])).toEqual({ path: 'M3 3h0L42 7.5L81 21', end: { x: 81, y: 21 } });
  expect(trendPath([70, null, 30])?.path).toBe('M3 3h0M81 21h0');
  expect(trendText([70, null, 30])).toBe(
    'Score from 70% to 30% in 3 weeks, between 30% and 70%, 1 week without a score',
  );
});

it('is nearly flat and centered for a small change', () => {
  const ends = [trendPath([50, 51]), trendPath([51, 50])].map((line) => line?.end.y ?? 0);
  for (const y of ends) expect(Math.abs(y - trendLineSize.height / 2)).toBeLessThan(1);
});

it('is empty without scores', () => {
  expect(trendPath([])).toBeUndefined();
  expect(trendPath([null, null])).toBeUndefined();
  expect(trendText([null])).toBe('No score');
});

it('is a dot for one score', () => expect(trendPath([999])?.end).toEqual({ x: 3, y: 12 }));
