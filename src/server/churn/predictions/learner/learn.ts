import { churnFeatures, modelFeatures } from '#shared/churn/patterns/features.ts';
import { lowScoreLimit } from '#shared/churn/patterns/patterns.ts';
import { churnPredictionRules } from '#shared/churn/pipeline/pipeline.ts';
import type { ModelReport } from '#shared/churn/quality/quality.ts';
import { type Day, daysBetween } from '#shared/core/dates.ts';
import { createPatternCounter, selectPatternsIgnoredByTiers } from '../../patterns/records.ts';
import type { Prediction } from '../predictions-queries.ts';
import { backtestPredictions } from './backtest.ts';
import { storedFeaturesOfRow, type TrainingPanel } from './panel.ts';
import { buildModelReport } from './report.ts';
import { trainModel } from './train.ts';
import type { TrainedModel } from './trained-model.ts';
import type { TrainingRows } from './training-rows.ts';

interface Lesson {
  model: TrainedModel;
  report: ModelReport;
  /**
   * Returns the backtest predictions of past Sundays in batches, marked with the model's version.
   */
  past: (version: number) => Iterator<Prediction[]>;
}

/** Trains a model on all data known before `day`; `undefined` with too few losses. */
export function learnFromPanel(
  panel: TrainingPanel,
  day: Day,
  muted: ReadonlySet<string>,
): Lesson | undefined {
  const training = trainModel(rowsOf(panel, day));
  if (training === undefined) return undefined;
  const report = buildModelReport(training, panel, day, patternsOf(panel, day));
  return {
    model: training.model,
    report,
    past: (version) =>
      backtestPredictions(
        training,
        panel,
        version,
        selectPatternsIgnoredByTiers(muted, report.patterns),
      ),
  };
}

const score = churnFeatures.findIndex(({ key }) => key === 'score');

function rowsOf(panel: TrainingPanel, day: Day): TrainingRows {
  const first = panel.days[0] ?? day;
  const daysSince = panel.days.map((each) => daysBetween(first, each));
  const width = churnFeatures.length;
  return {
    columns: modelFeatures.map(({ key, sign }) => ({ name: key, sign })),
    rows: panel.rows,
    values: panel.values,
    day: Float64Array.from(panel.sunday, (sunday) => daysSince[sunday] ?? 0),
    today: daysBetween(first, day),
    institution: panel.institution,
    noticeInDays: panel.noticeInDays,
    rule: Float64Array.from({ length: panel.rows }, (_, row) =>
      (panel.known[row * width + score] ?? Number.NaN) < lowScoreLimit ? 1 : 0,
    ),
    alertShare: churnPredictionRules.alertShare,
  };
}

function patternsOf(panel: TrainingPanel, day: Day): ModelReport['patterns'] {
  const counts = createPatternCounter(day);
  for (let row = 0; row < panel.rows; row += 1) {
    const noticeInDays = panel.noticeInDays[row] ?? Number.NaN;
    counts.see({
      institutionId: panel.institution[row] ?? 0,
      day: panel.days[panel.sunday[row] ?? 0] ?? day,
      known: storedFeaturesOfRow(panel, row),
      noticeInDays: Number.isNaN(noticeInDays) ? null : noticeInDays,
    });
  }
  return counts.records();
}
