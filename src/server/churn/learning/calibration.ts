import { z } from 'zod';
import {
  defaultConfidence,
  type Interval,
  wilsonInterval,
} from '#shared/core/statistics/intervals.ts';
import { sigmoid } from './logistic.ts';
import type { ScoredCases } from './metrics.ts';

/**
 * Bin of model chances. `from` is the lowest chance. The other fields count the cases and the cases
 * with a positive outcome.
 */
const blockSchema = z.strictObject({ from: z.number(), cases: z.int(), positives: z.int() });

export const calibrationSchema = z.strictObject({
  /** Slope of the line from the model's log odds to the calibrated log odds (Platt scaling). */
  slope: z.number(),
  offset: z.number(),
  /** Bins of cases with similar chances, from which the intervals are computed. */
  blocks: z.array(blockSchema).min(1),
});
export type Calibration = z.output<typeof calibrationSchema>;

export interface CalibratedChance extends Interval {
  chance: number;
}

const logOdds = (chance: number): number => {
  const clamped = Math.min(1 - 1e-9, Math.max(1e-9, chance));
  return Math.log(clamped / (1 - clamped));
};

/** Minimum number of cases in a block. */
const leastInBlock = 200;
const mostBlocks = 20;
const steps = 100;

/**
 * Calibrates chances with a logistic curve through the outcomes of cases outside the training data.
 * Platt's targets keep the curve away from 0 and 1. The order of the chances never reverses. The
 * interval of a chance is Wilson's interval for the outcomes of similar cases.
 */
export function fitCalibration({ chances, labels }: ScoredCases): Calibration {
  const rows = labels.length;
  const positives = labels.reduce((sum, label) => sum + label, 0);
  const targets = [1 / (rows - positives + 2), (positives + 1) / (positives + 2)] as const;
  const odds = Float64Array.from(chances, logOdds);
  let [slope, offset] = [1, 0];
  for (let step = 0; step < steps; step++) {
    let [bySlope, byOffset, slopes, both, offsets] = [0, 0, 1e-9, 0, 1e-9];
    for (let row = 0; row < rows; row++) {
      const value = odds[row] as number;
      const chance = sigmoid(slope * value + offset);
      const residual = (labels[row] === 1 ? targets[1] : targets[0]) - chance;
      const spread = Math.max(chance * (1 - chance), 1e-12);
      bySlope += residual * value;
      byOffset += residual;
      slopes += spread * value * value;
      both += spread * value;
      offsets += spread;
    }
    const determinant = slopes * offsets - both * both;
    const changes = [
      (offsets * bySlope - both * byOffset) / determinant,
      (slopes * byOffset - both * bySlope) / determinant,
    ] as const;
    if (!changes.every(Number.isFinite)) break;
    slope += Math.max(-1, Math.min(1, changes[0]));
    offset += Math.max(-2, Math.min(2, changes[1]));
    if (Math.abs(changes[0]) + Math.abs(changes[1]) < 1e-10) break;
  }
  return { slope: Math.max(0, slope), offset, blocks: blocksOf(chances, labels) };
}

function blocksOf(chances: Float64Array, labels: Uint8Array): Calibration['blocks'] {
  const order = Int32Array.from(chances, (_, row) => row).sort(
    (one, other) => (chances[one] as number) - (chances[other] as number),
  );
  const targetSize = Math.max(leastInBlock, Math.ceil(order.length / mostBlocks));
  const blocks: Calibration['blocks'] = [];
  for (let from = 0; from < order.length; ) {
    const left = order.length - from;
    const count = left < 2 * targetSize ? left : targetSize;
    const own = order.subarray(from, from + count);
    blocks.push({
      from: blocks.length === 0 ? 0 : (chances[own[0] as number] as number),
      cases: count,
      positives: own.reduce((sum, row) => sum + (labels[row] as number), 0),
    });
    from += count;
  }
  return blocks.length === 0 ? [{ from: 0, cases: 0, positives: 0 }] : blocks;
}

/** Returns the calibrated chance of a model chance, with its interval. */
export function calibrateChance(
  { slope, offset, blocks }: Calibration,
  raw: number,
): CalibratedChance {
  const chance = sigmoid(slope * logOdds(raw) + offset);
  const block = blocks.findLast(({ from }) => from <= raw) ?? blocks[0];
  const band = block && wilsonInterval(block.positives, block.cases, defaultConfidence);
  return { chance, low: Math.min(chance, band?.low ?? 0), high: Math.max(chance, band?.high ?? 1) };
}
