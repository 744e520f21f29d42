import type { Day } from '#shared/core/dates.ts';
import { roundUp } from '#shared/core/numbers/round-up.ts';

/** Size of a chart and the edges of its plot area, in pixels. */
export interface PlotSize {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/**
 * Returns a vertical scale with `lowest` at the bottom and `highest` at the top of the plot area.
 */
export const createValueScale =
  ({ top, bottom }: Pick<PlotSize, 'top' | 'bottom'>, highest: number, lowest = 0) =>
  (value: number): number =>
    bottom - ((value - lowest) / (highest - lowest)) * (bottom - top);

/**
 * Returns a horizontal scale that spaces weeks evenly from `first` to `last`, in pixels. A single
 * week is placed at `last`.
 */
export function createWeekScale(first: number, last: number, weeks: number) {
  const step = (last - first) / Math.max(weeks - 1, 1);
  return {
    at: (index: number): number => last - (weeks - 1 - index) * step,
    /**
     * Returns the index of the week nearest to the x position. The position may be outside the
     * scale.
     */
    nearest: (x: number): number =>
      step === 0 ? 0 : Math.min(Math.max(weeks - 1 - Math.round((last - x) / step), 0), weeks - 1),
  };
}

/**
 * Estimates the width of a text in pixels. In the product's typeface, a character is 0.575 of the
 * font size wide on average, also in bold.
 */
export const estimateTextWidth = (text: string, fontSize: number): number =>
  text.length * fontSize * 0.575;

const round = (value: number): string => String(Math.round(value * 10) / 10);

/** Returns the SVG path of a line. Missing values leave gaps in the line. */
export function linePath(points: readonly { x: number; y: number | null }[]): string {
  let path = '';
  let isDrawing = false;
  for (const { x, y } of points) {
    if (y !== null) path += `${isDrawing ? 'L' : 'M'}${round(x)} ${round(y)}`;
    isDrawing = y !== null;
  }
  return path;
}

/**
 * Returns the SVG path of a band between `low` and `high`. Points without both values leave gaps in
 * the band.
 */
export function bandPath(
  points: readonly { x: number; low: number | null; high: number | null }[],
): string {
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

const targetTicks = 4;

/**
 * Returns axis ticks from 0 to the first round value that is at least `highest`. A percentage axis
 * ends at 100 if `highest` fits.
 */
export function valueTicksUpTo(highest: number, isPercent: boolean): number[] {
  if (isPercent && highest <= 100) return [0, 25, 50, 75, 100];
  const step = Math.max(1, roundUp(Math.max(highest, 1) / targetTicks));
  return Array.from(
    { length: Math.ceil(Math.max(highest, 1) / step) + 1 },
    (_, index) => index * step,
  );
}

/**
 * Returns axis ticks that zoom in on a nearly flat line, so that its changes are visible. Returns
 * `undefined` when the line varies by more than a tenth of `highest`; the axis then starts at 0.
 */
export function zoomedValueTicks(lowest: number, highest: number): number[] | undefined {
  const span = highest - lowest;
  if (lowest <= 0 || span > highest / 10) return undefined;
  const step = roundUp(Math.max(span, highest / 100) / targetTicks);
  const first = Math.floor(lowest / step);
  const last = Math.max(Math.ceil(highest / step), first + 1);
  return Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  );
}

const readableSteps = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8];

/**
 * Rounds the end of an axis up to a readable number: 1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6 or 8 times a
 * power of ten.
 */
export function niceCeiling(value: number): number {
  if (value <= 0) return 1;
  return roundUp(value, readableSteps);
}

/** Font size of axis labels in pixels. */
export const axisFontSize = 11;
/** Minimum gap in pixels between two labels of a value axis. */
const tickGap = 8;

/**
 * Returns the ticks whose labels, centered at `x`, don't overlap. The first ticks have priority, so
 * a caller passes the most important tick first.
 */
export function withoutOverlaps<Tick extends { x: number; label: string }>(
  ticks: readonly Tick[],
): Tick[] {
  const kept: Tick[] = [];
  const halfWidth = ({ label }: Tick) => estimateTextWidth(label, axisFontSize) / 2;
  for (const tick of ticks) {
    const isFree = kept.every(
      (other) => Math.abs(other.x - tick.x) >= halfWidth(other) + halfWidth(tick) + tickGap,
    );
    if (isFree) kept.push(tick);
  }
  return kept;
}

const monthsApart = 44;
/** Minimum gap in pixels between two month labels. */
const monthGap = 6;

/**
 * Returns a label at the first week of each month. January includes the year. A label too close to
 * the previous label is omitted; a label too close to an edge is moved inward.
 */
export function monthAxisTicks(
  weeks: readonly Day[],
  xOf: (index: number) => number,
  width: number,
): { x: number; label: string }[] {
  const ticks: { x: number; label: string }[] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const [index, week] of weeks.entries()) {
    const month = week.slice(0, 7);
    if (index === 0 || weeks[index - 1]?.slice(0, 7) === month) continue;
    const name = new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-US', {
      timeZone: 'UTC',
      month: 'short',
    });
    const label = month.endsWith('-01') ? `${name} ${month.slice(0, 4)}` : name;
    const half = estimateTextWidth(label, axisFontSize) / 2;
    const x = Math.max(half, Math.min(xOf(index), width - half));
    const last = ticks.at(-1);
    if (x - half < end + monthGap || x - (last?.x ?? Number.NEGATIVE_INFINITY) < monthsApart)
      continue;
    ticks.push({ x, label });
    end = x + half;
  }
  return ticks;
}

/**
 * Returns the first box that a line does not cross, or the first box if the line crosses all. A
 * box's `x` and `y` are its lower left corner. Missing values leave gaps in the line.
 */
export function findFreeBox<Box extends { x: number; y: number; width: number; height: number }>(
  boxes: readonly [Box, ...Box[]],
  line: readonly { x: number; y: number | null }[],
): Box {
  return (
    boxes.find(
      (box) => !line.some((point, index) => runsThrough(box, line[index - 1] ?? point, point)),
    ) ?? boxes[0]
  );
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
  const heightAt = (x: number) =>
    to.x === from.x ? right : left + ((x - from.x) / (to.x - from.x)) * (right - left);
  return (
    Math.min(heightAt(start), heightAt(end)) < box.y &&
    Math.max(heightAt(start), heightAt(end)) > box.y - box.height
  );
}

const labelHeight = 15;

/**
 * Moves the labels at line ends apart so that they do not overlap. No label is moved lower than
 * `lowest`.
 */
export function spreadLineEndLabels<Label extends { at: number }>(
  labels: readonly Label[],
  lowest: number,
): Label[] {
  const falling: Label[] = [];
  for (const label of labels.toSorted((one, other) => one.at - other.at))
    falling.push({
      ...label,
      at: Math.max(label.at, (falling.at(-1)?.at ?? -Infinity) + labelHeight),
    });
  const rising: Label[] = [];
  for (const label of falling.toReversed())
    rising.push({
      ...label,
      at: Math.min(label.at, (rising.at(-1)?.at ?? lowest + labelHeight) - labelHeight),
    });
  return rising;
}

/**
 * Groups items whose distance from the center of their group is below `leastApart`. A group's
 * position is its center, so that the positions of two groups are at least `leastApart` apart.
 */
export function groupNearbyItems<Item>(
  items: readonly { x: number; item: Item }[],
  leastApart: number,
): { x: number; items: Item[] }[] {
  const groups: { from: number; to: number; items: Item[] }[] = [];
  for (const { x, item } of items.toSorted((a, b) => a.x - b.x)) {
    const last = groups.at(-1);
    if (last !== undefined && x - (last.from + last.to) / 2 < leastApart) {
      last.items.push(item);
      last.to = x;
    } else groups.push({ from: x, to: x, items: [item] });
  }
  return groups.map(({ from, to, items: found }) => ({ x: (from + to) / 2, items: found }));
}
