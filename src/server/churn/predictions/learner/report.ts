import { churnFeatures, modelFeatures } from '#shared/churn/patterns/features.ts';
import type { ModelReport, PatternLossCounts } from '#shared/churn/quality/quality.ts';
import type { Day } from '#shared/core/dates.ts';
import { defaultConfidence, wilsonInterval } from '#shared/core/statistics/intervals.ts';
import { computeSampleStatistics } from '#shared/core/statistics/means.ts';
import { computeFeatureBins } from '../../steps/checks.ts';
import { rowsPerCase } from './bands.ts';
import { newestFeatureValues, type TrainingPanel } from './panel.ts';
import type { TrainingResult } from './train.ts';

/**
 * Returns the report that is saved with a model: its quality and the distribution of its features.
 */
export function buildModelReport(
  training: TrainingResult,
  panel: TrainingPanel,
  day: Day,
  patterns: PatternLossCounts[],
): ModelReport {
  const { compared, trained, winner, aheadOfRule, baseRate, level } = training;
  const chosen = compared.find(({ name }) => name === winner);
  if (chosen === undefined) throw new Error('The training produced no comparison.');
  return {
    ...trained,
    from: panel.days[0] ?? day,
    until: day,
    baseRate,
    candidates: compared.map((each) => ({
      ...each,
      ...(each.name === 'rule' ? { brier: null, calibrationError: null } : {}),
      isChosen: each.name === winner,
    })),
    beatsChance: chosen.auc.low > 0.5,
    beatsRule: aheadOfRule.low > 0,
    reliability: reliabilityOf(training),
    level,
    drivers: driversOf(training),
    patterns,
    bins: churnFeatures.map((_, feature) =>
      computeFeatureBins(newestFeatureValues(panel, feature)),
    ),
    deviations: modelFeatures.map(({ key }) => deviationOf(panel, key)),
  };
}

const reliabilityOf = ({ reliability }: TrainingResult): ModelReport['reliability'] =>
  reliability.map(({ cases, meanChance, observed }) => ({
    predicted: meanChance,
    observed,
    count: cases,
    // A customer appears on about nine Sundays with the same outcome. These rows count as one case.
    ...(wilsonInterval(
      (observed * cases) / rowsPerCase,
      cases / rowsPerCase,
      defaultConfidence,
    ) ?? {
      low: 0,
      high: 1,
    }),
  }));

const driversOf = ({ drivers }: TrainingResult): ModelReport['drivers'] =>
  drivers.flatMap(({ column, kind, step, oddsRatio, low, high }) => {
    const feature = modelFeatures[column]?.key;
    return feature === undefined
      ? []
      : [{ feature, isUnknown: kind === 'missing', step, oddsRatio, low, high }];
  });

function deviationOf(panel: TrainingPanel, key: string): number {
  const values = newestFeatureValues(
    panel,
    churnFeatures.findIndex((feature) => feature.key === key),
  );
  const spread = computeSampleStatistics(values.filter((value) => value !== null));
  return spread === undefined ? 0 : Math.sqrt(spread.variance);
}
