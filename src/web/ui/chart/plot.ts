import type { Day } from '#shared/core/dates.ts';
import { roundedUp } from '#shared/core/round-up.ts';

/** A value at a place in a picture; null where there is none. */
export interface PlotPoint {
  x: number;
  y: number | null;
}

const round = (value: number): string => String(Math.round(value * 10) / 10);

/** The path of a line that is broken where there is no value. */
export function linePath(points: readonly PlotPoint[]): string {
  let path = '';
  let isDrawing = false;
  for (const { x, y } of points) {
    if (y !== null) path += `${isDrawing ? 'L' : 'M'}${round(x)} ${round(y)}`;
    isDrawing = y !== null;
  }
  return path;
}

/** The outlines of a band between two values, one for each run of points that have both. */
export function bandPath(points: readonly { x: number; low: number | null; high: number | null }[]): string {
  let path = '';
  let run: { x: number; low: number; high: number }[] = [];
  const close = () => {
    if (run.length > 1) {
      const there = run.map(({ x, high }) => `${round(x)} ${round(high)}`).join('L');
      const back = run
        .toReversed()
        .map(({ x, low }) => `${round(x)} ${round(low)}`)
        .join('L');
      path += `M${there}L${back}Z`;
    }
    run = [];
  };
  for (const { x, low, high } of points) {
    if (low === null || high === null) close();
    else run.push({ x, low, high });
  }
  close();
  return path;
}

const readableSteps = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8];

/** The next number that people read at a glance, for the end of an axis: 1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8 times a power of ten. */
export function niceCeiling(value: number): number {
  if (value <= 0) return 1;
  return roundedUp(value, readableSteps);
}

/** The weeks with which a month begins, by the month's short name; the year stands with January. Those too near the last are left out. */
export function monthTicks(weeks: readonly Day[], xOf: (index: number) => number, leastApart: number): { x: number; label: string }[] {
  const ticks: { x: number; label: string }[] = [];
  for (const [index, week] of weeks.entries()) {
    const month = week.slice(0, 7);
    if (index === 0 || weeks[index - 1]?.slice(0, 7) === month) continue;
    const x = xOf(index);
    const last = ticks.at(-1);
    if (last !== undefined && x - last.x < leastApart) continue;
    const name = new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-US', { timeZone: 'UTC', month: 'short' });
    ticks.push({ x, label: month.endsWith('-01') ? `${name} ${month.slice(0, 4)}` : name });
  }
  return ticks;
}

/** Neighbours that are nearer than this to the first of their group are one group, which stands in the middle of them. */
export function clustered<Item>(items: readonly { x: number; item: Item }[], leastApart: number): { x: number; items: Item[] }[] {
  const groups: { from: number; to: number; items: Item[] }[] = [];
  for (const { x, item } of items.toSorted((a, b) => a.x - b.x)) {
    const last = groups.at(-1);
    if (last !== undefined && x - last.from < leastApart) {
      last.items.push(item);
      last.to = x;
    } else groups.push({ from: x, to: x, items: [item] });
  }
  return groups.map(({ from, to, items: found }) => ({ x: (from + to) / 2, items: found }));
}
