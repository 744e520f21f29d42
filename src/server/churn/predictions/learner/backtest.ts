import { predictionHorizonDays } from '../../patterns/horizon.ts';
import { buildPrediction } from '../prediction.ts';
import type { Prediction } from '../predictions-queries.ts';
import { limitToBand } from './bands.ts';
import { storedFeaturesOfRow, type TrainingPanel } from './panel.ts';
import type { TrainingResult } from './train.ts';

/**
 * Number of predictions saved for each past Sunday, highest chances first. Predictions at the alert
 * level and predictions for customers that left are saved as well.
 */
const savedPerSunday = 100;
/**
 * Number of predictions per message to another thread, which receives them in a few milliseconds.
 */
const batchSize = 500;

/**
 * Yields, in batches, the predictions that the model would have made on past Sundays. Leaves out
 * the patterns in `ignored`.
 */
export function* backtestPredictions(
  { model, level, backtest: { row: rows, chances } }: TrainingResult,
  panel: TrainingPanel,
  version: number,
  ignored: ReadonlySet<string>,
): Generator<Prediction[]> {
  const saved = { version, report: { level } };
  const chance = (horizon: number, at: number) => chances[horizon]?.[at] ?? 0;
  const bySunday = Map.groupBy(rows.keys(), (at) => panel.sunday[rows[at] ?? 0] ?? 0);
  for (const [sunday, places] of bySunday) {
    const day = panel.days[sunday];
    if (day === undefined) continue;
    const sorted = places.toSorted((one, other) => chance(2, other) - chance(2, one));
    const predictions = sorted.flatMap((at, rank) => {
      const row = rows[at] ?? 0;
      const own = limitToBand(model, [chance(0, at), chance(1, at), chance(2, at)]);
      const left = (panel.noticeInDays[row] ?? Number.NaN) < predictionHorizonDays;
      if (rank >= savedPerSunday && !left && own.chance60 < level) return [];
      return [
        buildPrediction(
          { institution_id: panel.institution[row] ?? 0, known: storedFeaturesOfRow(panel, row) },
          day,
          own,
          saved,
          ignored,
        ),
      ];
    });
    for (let at = 0; at < predictions.length; at += batchSize)
      yield predictions.slice(at, at + batchSize);
  }
}
