import { z } from 'zod';
import {
  type BoostingOptions,
  binFeatures,
  growTree,
  type TreeNode,
  treeNodeSchema,
} from './boosted-tree.ts';
import { sigmoid } from './logistic.ts';
import type { FeatureTable, TrainingExamples } from './types.ts';

export const boostedModelSchema = z.strictObject({
  kind: z.literal('boosted'),
  intercept: z.number(),
  trees: z.array(z.array(treeNodeSchema)),
});

export type BoostedModel = z.output<typeof boostedModelSchema>;

/**
 * Fits gradient-boosted trees with logistic loss. Uses histograms and grows each tree leaf by leaf.
 * If a column has the sign 1, a higher value can only raise the prediction; with -1, only lower it.
 * Bounds on the leaf values enforce this rule. The result is deterministic.
 */
export function fitBoosting(examples: TrainingExamples, options: BoostingOptions): BoostedModel {
  const { rows, labels, columns } = examples;
  const table = binFeatures(examples);
  const positives = labels.reduce((sum, label) => sum + label, 0);
  const intercept = Math.log((positives + 0.5) / (rows - positives + 0.5));
  const sums = new Float64Array(rows).fill(intercept);
  const gradients = new Float64Array(rows);
  const curvatures = new Float64Array(rows);
  const trees: TreeNode[][] = [];
  const signs = columns.map(({ sign }) => sign);
  for (let tree = 0; tree < options.trees; tree++) {
    for (let row = 0; row < rows; row++) {
      const chance = sigmoid(sums[row] as number);
      gradients[row] = (labels[row] as number) - chance;
      curvatures[row] = Math.max(chance * (1 - chance), 1e-12);
    }
    const grown = growTree({ table, rows, gradients, curvatures, signs, options }, sums);
    if (grown.length === 1) break;
    trees.push(grown);
  }
  return { kind: 'boosted', intercept, trees };
}

export function predictBoosted(
  { intercept, trees }: BoostedModel,
  { columns, rows, values }: FeatureTable,
): Float64Array {
  return Float64Array.from({ length: rows }, (_, row) => {
    const start = row * columns.length;
    let sum = intercept;
    for (const nodes of trees) {
      let node = nodes[0] as TreeNode;
      while (node.column >= 0) {
        const value = values[start + node.column] as number;
        const isLeft = Number.isNaN(value) ? node.missingLeft : value <= node.threshold;
        node = nodes[isLeft ? node.left : node.right] as TreeNode;
      }
      sum += node.value;
    }
    return sigmoid(sum);
  });
}
