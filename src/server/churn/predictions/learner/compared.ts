import type { LearnerName } from '../../learning/compete.ts';
import {
  areaUnderCurve,
  averagePrecision,
  bootstrapIntervals,
  brierScore,
  calibrationError,
  countFoundAmongTop,
  type FigureWithInterval,
  rankCases,
  reliabilityBins,
} from '../../learning/metrics.ts';

export interface ComparedModel {
  name: LearnerName | 'rule';
  auc: FigureWithInterval;
  averagePrecision: FigureWithInterval;
  brier: number;
  calibrationError: number;
  lift: number;
}

export const positiveShare = (labels: Uint8Array): number =>
  labels.reduce((sum, label) => sum + label, 0) / Math.max(1, labels.length);

/**
 * Compares the models and the simple rule on the same rows. The intervals resample whole customers.
 */
export function compareModelsWithRule(
  judged: Record<string, Float64Array>,
  winner: LearnerName,
  labels: Uint8Array,
  groups: Float64Array,
  seed: number,
): { compared: ComparedModel[]; aheadOfRule: FigureWithInterval } {
  const names = ['logistic', 'boosted', 'rule'] as const;
  const cases = names.map((name) =>
    rankCases({ chances: judged[name] ?? new Float64Array(), labels }),
  );
  const rule = cases[2] ?? cases[0];
  const all = (weights?: Float64Array) => {
    const figures: Record<string, number> = {};
    for (const [at, name] of names.entries()) {
      const own = cases[at];
      if (own === undefined) continue;
      figures[`auc ${name}`] = areaUnderCurve(own, weights);
      figures[`precision ${name}`] = averagePrecision(own, weights);
    }
    figures.ahead =
      (figures[`auc ${winner}`] ?? 0) - (rule === undefined ? 0 : (figures['auc rule'] ?? 0));
    return figures;
  };
  const interval = bootstrapIntervals(groups, labels.length, all, seed);
  const values = all();
  const figure = (key: string): FigureWithInterval => ({
    value: values[key] ?? Number.NaN,
    ...interval(key),
  });
  return {
    aheadOfRule: figure('ahead'),
    compared: names.flatMap((name, at) => {
      const own = cases[at];
      if (own === undefined) return [];
      const tenth = Math.ceil(labels.length / 10);
      return [
        {
          name,
          auc: figure(`auc ${name}`),
          averagePrecision: figure(`precision ${name}`),
          brier: brierScore(own),
          calibrationError: calibrationError(reliabilityBins(own)),
          lift: countFoundAmongTop(own, tenth) / tenth / positiveShare(labels),
        },
      ];
    }),
  };
}
