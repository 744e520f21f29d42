import { roundedUp } from '#shared/core/round-up.ts';

const wantedTicks = 4;
const labelHeight = 15;

/** Ticks from 0 to the first round one that is not below `highest`; percentages of a benchmark end at 100. */
export function scaleUpTo(highest: number, isPercent: boolean): number[] {
  if (isPercent && highest <= 100) return [0, 25, 50, 75, 100];
  const step = Math.max(1, roundedUp(Math.max(highest, 1) / wantedTicks));
  return Array.from({ length: Math.ceil(Math.max(highest, 1) / step) + 1 }, (_, index) => index * step);
}

/** Labels at the ends of lines, moved apart from top to bottom so that none covers another. */
export function endLabels<Label extends { at: number }>(labels: readonly Label[]): Label[] {
  let free = Number.NEGATIVE_INFINITY;
  return labels
    .toSorted((one, other) => one.at - other.at)
    .map((label) => {
      const at = Math.max(label.at, free);
      free = at + labelHeight;
      return { ...label, at };
    });
}
