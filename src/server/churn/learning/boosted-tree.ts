import { z } from 'zod';
import type { AllowedEffectDirection, FeatureTable } from './types.ts';

/**
 * Tree node. Values up to `threshold` go left. With the `threshold` `Number.MAX_VALUE`, all known
 * values go left and unknown values go right. A node without a column is a leaf, whose `value` is
 * added to the prediction.
 */
export const treeNodeSchema = z.strictObject({
  column: z.int(),
  threshold: z.number(),
  /** `true` when unknown values go left. */
  missingLeft: z.boolean(),
  left: z.int(),
  right: z.int(),
  value: z.number(),
});

export type TreeNode = z.output<typeof treeNodeSchema>;

export interface BoostingOptions {
  trees: number;
  leaves: number;
  /** Learning rate, 0–1. */
  rate: number;
  /** Minimum number of training cases in a leaf. */
  leastRows: number;
}

/** Number of histogram bins. The first bin is for unknown values. */
const bins = 64;

/** L2 regularization of the leaf values. */
const ridge = 1;

interface Binned {
  /** Bin of each row, by column. */
  of: Uint8Array;
  /** Largest value of each bin except the first and the last. */
  edges: Float64Array[];
}

export function binFeatures({ columns, rows, values }: FeatureTable): Binned {
  const width = columns.length;
  const of = new Uint8Array(rows * width);
  const edges = columns.map((_, column) => {
    const known = Float64Array.from(
      { length: rows },
      (_, row) => values[row * width + column] as number,
    )
      .filter((value) => !Number.isNaN(value))
      .sort();
    const cuts = new Set<number>();
    for (let cut = 1; cut < bins - 1; cut++) {
      const value = known[Math.floor((cut * known.length) / (bins - 1))];
      if (value !== undefined && value < (known.at(-1) ?? value)) cuts.add(value);
    }
    return Float64Array.from(cuts);
  });
  for (let column = 0; column < width; column++) {
    const own = edges[column] as Float64Array;
    for (let row = 0; row < rows; row++) {
      const value = values[row * width + column] as number;
      of[column * rows + row] = Number.isNaN(value) ? 0 : 1 + firstAtLeast(own, value);
    }
  }
  return { of, edges };
}

/**
 * Returns the index of the first edge that is not below `value`; the number of edges if there is
 * none.
 */
function firstAtLeast(edges: Float64Array, value: number): number {
  let [low, high] = [0, edges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((edges[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface Split {
  gain: number;
  column: number;
  /** Highest bin whose values go left. */
  bin: number;
  missingLeft: boolean;
  leftValue: number;
  rightValue: number;
}

interface Leaf {
  node: number;
  from: number;
  to: number;
  /** Sum of gradients, sum of curvatures and number of cases, for each column and bin. */
  sums: Float64Array;
  low: number;
  high: number;
  split: Split | undefined;
}

const clamped = (value: number, low: number, high: number): number =>
  Math.max(low, Math.min(high, value));

const leafValue = (
  gradient: number,
  curvature: number,
  { low, high }: Pick<Leaf, 'low' | 'high'>,
): number => clamped(gradient / (curvature + ridge), low, high);

/** Returns the reduction of the loss by a leaf with this value, up to a constant factor. */
const worth = (gradient: number, curvature: number, value: number): number =>
  2 * gradient * value - (curvature + ridge) * value * value;

interface Growing {
  table: Binned;
  rows: number;
  gradients: Float64Array;
  curvatures: Float64Array;
  signs: readonly AllowedEffectDirection[];
  options: BoostingOptions;
}

export function growTree(growing: Growing, sums: Float64Array): TreeNode[] {
  const { rows, options, table } = growing;
  const order = Int32Array.from({ length: rows }, (_, row) => row);
  const nodes: TreeNode[] = [leafNode(0)];
  const root: Leaf = {
    node: 0,
    from: 0,
    to: rows,
    sums: histogram(growing, order, 0, rows),
    low: -Infinity,
    high: Infinity,
    split: undefined,
  };
  root.split = bestSplit(growing, root);
  const leaves = [root];
  while (leaves.length < options.leaves) {
    const next = leaves.reduce<Leaf | undefined>(
      (best, leaf) => (leaf.split && leaf.split.gain > (best?.split?.gain ?? 1e-9) ? leaf : best),
      undefined,
    );
    if (next?.split === undefined) break;
    const [left, right] = parted(growing, order, next, next.split, nodes.length);
    nodes.push(leafNode(next.split.leftValue), leafNode(next.split.rightValue));
    nodes[next.node] = {
      column: next.split.column,
      threshold: table.edges[next.split.column]?.[next.split.bin - 1] ?? Number.MAX_VALUE,
      missingLeft: next.split.missingLeft,
      left: left.node,
      right: right.node,
      value: 0,
    };
    leaves.splice(leaves.indexOf(next), 1, left, right);
  }
  for (const leaf of leaves) {
    const node = nodes[leaf.node] as TreeNode;
    node.value *= options.rate;
    for (let at = leaf.from; at < leaf.to; at++) {
      const row = order[at] as number;
      sums[row] = (sums[row] as number) + node.value;
    }
  }
  return nodes;
}

const leafNode = (value: number): TreeNode => ({
  column: -1,
  threshold: 0,
  missingLeft: false,
  left: -1,
  right: -1,
  value,
});

function histogram(
  { table, rows, gradients, curvatures, signs }: Growing,
  order: Int32Array,
  from: number,
  to: number,
): Float64Array {
  const sums = new Float64Array(signs.length * bins * 3);
  for (let column = 0; column < signs.length; column++) {
    const start = column * bins * 3;
    const first = column * rows;
    for (let at = from; at < to; at++) {
      const row = order[at] as number;
      const place = start + (table.of[first + row] as number) * 3;
      sums[place] = (sums[place] as number) + (gradients[row] as number);
      sums[place + 1] = (sums[place + 1] as number) + (curvatures[row] as number);
      sums[place + 2] = (sums[place + 2] as number) + 1;
    }
  }
  return sums;
}

function bestSplit({ table, signs, options }: Growing, leaf: Leaf): Split | undefined {
  let best: Split | undefined;
  for (const [column, sign] of signs.entries()) {
    const start = column * bins * 3;
    const sum = (part: number, bin: number) => leaf.sums[start + bin * 3 + part] as number;
    const last = (table.edges[column]?.length ?? 0) + 1;
    let [gradient, curvature, count] = [0, 0, 0];
    for (let bin = 0; bin <= last; bin++) {
      gradient += sum(0, bin);
      curvature += sum(1, bin);
      count += sum(2, bin);
    }
    const whole = worth(gradient, curvature, leafValue(gradient, curvature, leaf));
    const directions = sum(2, 0) > 0 ? [true, false] : [false];
    for (const missingLeft of directions) {
      let [left, leftCurvature, leftCount] = missingLeft
        ? [sum(0, 0), sum(1, 0), sum(2, 0)]
        : [0, 0, 0];
      for (let bin = 1; bin <= last; bin++) {
        left += sum(0, bin);
        leftCurvature += sum(1, bin);
        leftCount += sum(2, bin);
        if (leftCount < options.leastRows) continue;
        if (count - leftCount < options.leastRows) break;
        const leftValue = leafValue(left, leftCurvature, leaf);
        const rightValue = leafValue(gradient - left, curvature - leftCurvature, leaf);
        if (sign * (rightValue - leftValue) < 0) continue;
        const gain =
          worth(left, leftCurvature, leftValue) +
          worth(gradient - left, curvature - leftCurvature, rightValue) -
          whole;
        if (gain > (best?.gain ?? 1e-9))
          best = { gain, column, bin, missingLeft, leftValue, rightValue };
      }
    }
  }
  return best;
}

/**
 * Splits a leaf into two. Counts the histogram of the smaller leaf; the remainder is the histogram
 * of the larger leaf.
 */
function parted(
  growing: Growing,
  order: Int32Array,
  leaf: Leaf,
  split: Split,
  nextNode: number,
): [Leaf, Leaf] {
  const { table, rows, signs } = growing;
  const first = split.column * rows;
  const goesLeft = (row: number): boolean => {
    const bin = table.of[first + row] as number;
    return bin === 0 ? split.missingLeft : bin <= split.bin;
  };
  const own = order.slice(leaf.from, leaf.to);
  const lefts = own.filter(goesLeft);
  const rights = own.filter((row) => !goesLeft(row));
  order.set(lefts, leaf.from);
  order.set(rights, leaf.from + lefts.length);
  const middle = leaf.from + lefts.length;
  const isLeftSmaller = lefts.length <= rights.length;
  const counted = isLeftSmaller
    ? histogram(growing, order, leaf.from, middle)
    : histogram(growing, order, middle, leaf.to);
  const rest = leaf.sums.map((value, at) => value - (counted[at] as number));
  const sign = signs[split.column] ?? 0;
  const between = (split.leftValue + split.rightValue) / 2;
  const bounds = (isLeft: boolean) => ({
    low: sign !== 0 && isLeft === sign < 0 ? Math.max(leaf.low, between) : leaf.low,
    high: sign !== 0 && isLeft === sign > 0 ? Math.min(leaf.high, between) : leaf.high,
  });
  const left: Leaf = {
    node: nextNode,
    from: leaf.from,
    to: middle,
    sums: isLeftSmaller ? counted : rest,
    ...bounds(true),
    split: undefined,
  };
  const right: Leaf = {
    node: nextNode + 1,
    from: middle,
    to: leaf.to,
    sums: isLeftSmaller ? rest : counted,
    ...bounds(false),
    split: undefined,
  };
  left.split = bestSplit(growing, left);
  right.split = bestSplit(growing, right);
  return [left, right];
}
