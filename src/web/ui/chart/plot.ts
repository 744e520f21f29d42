import type { Day } from '#shared/core/dates.ts';
import { roundedUp } from '#shared/core/numbers/round-up.ts';

/** The size of a picture, and the edges of the part of it that values are drawn in, in pixels. */
export interface Plot {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** How high values stand: `lowest` on the ground, `highest` at the top. */
export const valueScale =
  ({ top, bottom }: Pick<Plot, 'top' | 'bottom'>, highest: number, lowest = 0) =>
  (value: number): number =>
    bottom - ((value - lowest) / (highest - lowest)) * (bottom - top);

/** Where weeks stand, evenly from the first to the last; a single one stands where the last would. */
export function weekScale(first: number, last: number, weeks: number) {
  const step = (last - first) / Math.max(weeks - 1, 1);
  return {
    at: (index: number): number => last - (weeks - 1 - index) * step,
    /** The week that is nearest to a place, which may be outside of them. */
    nearest: (x: number): number => (step === 0 ? 0 : Math.min(Math.max(weeks - 1 - Math.round((last - x) / step), 0), weeks - 1)),
  };
}

/** About how wide a text is: letters and figures of the product's typeface are 0.575 of their size wide, those in bold included. */
export const textWidth = (text: string, fontSize: number): number => text.length * fontSize * 0.575;

const round = (value: number): string => String(Math.round(value * 10) / 10);

/** The path of a line that is broken where there is no value. */
export function linePath(points: readonly { x: number; y: number | null }[]): string {
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

const wantedTicks = 4;

/** Ticks from 0 to the first round one that is not below `highest`; percentages end at 100 where they can. */
export function ticksUpTo(highest: number, isPercent: boolean): number[] {
  if (isPercent && highest <= 100) return [0, 25, 50, 75, 100];
  const step = Math.max(1, roundedUp(Math.max(highest, 1) / wantedTicks));
  return Array.from({ length: Math.ceil(Math.max(highest, 1) / step) + 1 }, (_, index) => index * step);
}

/**
 * Ticks for a line that hardly moves: from the last round one not above `lowest` to the first not below `highest`, so that its
 * movement can be seen. Below a tenth of `highest` a line counts as flat; else undefined, and the axis begins at 0.
 */
export function zoomedTicks(lowest: number, highest: number): number[] | undefined {
  const span = highest - lowest;
  if (lowest <= 0 || span > highest / 10) return undefined;
  const step = roundedUp(Math.max(span, highest / 100) / wantedTicks);
  const first = Math.floor(lowest / step);
  const last = Math.max(Math.ceil(highest / step), first + 1);
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

const readableSteps = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8];

/** The next number that people read at a glance, for the end of an axis: 1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8 times a power of ten. */
export function niceCeiling(value: number): number {
  if (value <= 0) return 1;
  return roundedUp(value, readableSteps);
}

/** The size of what is written on an axis. */
export const axisFontSize = 11;
const monthsApart = 44;
/** Between what is written of two months. */
const monthGap = 6;

/**
 * The weeks with which a month begins, by the month's short name; the year stands with January. Those too near the last are left
 * out, and none is nearer to an edge of the picture than half of its name.
 */
export function monthTicks(weeks: readonly Day[], xOf: (index: number) => number, width: number): { x: number; label: string }[] {
  const ticks: { x: number; label: string }[] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const [index, week] of weeks.entries()) {
    const month = week.slice(0, 7);
    if (index === 0 || weeks[index - 1]?.slice(0, 7) === month) continue;
    const name = new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-US', { timeZone: 'UTC', month: 'short' });
    const label = month.endsWith('-01') ? `${name} ${month.slice(0, 4)}` : name;
    const half = textWidth(label, axisFontSize) / 2;
    const x = Math.max(half, Math.min(xOf(index), width - half));
    const last = ticks.at(-1);
    if (x - half < end + monthGap || x - (last?.x ?? Number.NEGATIVE_INFINITY) < monthsApart) continue;
    ticks.push({ x, label });
    end = x + half;
  }
  return ticks;
}

/**
 * The first of some boxes, by their lower left corners, that a line does not run through; where it runs through all, the first.
 * Lines are straight between neighbours and broken where there is no value.
 */
export function clearOf<Box extends { x: number; y: number; width: number; height: number }>(
  boxes: readonly [Box, ...Box[]],
  line: readonly { x: number; y: number | null }[],
): Box {
  return boxes.find((box) => !line.some((point, index) => runsThrough(box, line[index - 1] ?? point, point))) ?? boxes[0];
}

function runsThrough(
  box: { x: number; y: number; width: number; height: number },
  from: { x: number; y: number | null },
  to: { x: number; y: number | null },
): boolean {
  const start = Math.max(from.x, box.x);
  const end = Math.min(to.x, box.x + box.width);
  if (start > end || to.y === null) return false;
  const left = from.y ?? to.y;
  const right = to.y;
  const heightAt = (x: number) => (to.x === from.x ? right : left + ((x - from.x) / (to.x - from.x)) * (right - left));
  return Math.min(heightAt(start), heightAt(end)) < box.y && Math.max(heightAt(start), heightAt(end)) > box.y - box.height;
}

const labelHeight = 15;

/** Labels at the ends of lines, moved apart so that none covers another; none is moved below `lowest`. */
export function endLabels<Label extends { at: number }>(labels: readonly Label[], lowest: number): Label[] {
  const falling: Label[] = [];
  for (const label of labels.toSorted((one, other) => one.at - other.at))
    falling.push({ ...label, at: Math.max(label.at, (falling.at(-1)?.at ?? -Infinity) + labelHeight) });
  const rising: Label[] = [];
  for (const label of falling.toReversed())
    rising.push({ ...label, at: Math.min(label.at, (rising.at(-1)?.at ?? lowest + labelHeight) - labelHeight) });
  return rising;
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
