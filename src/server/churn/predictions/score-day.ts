import { daysBetween } from '#shared/core/dates.ts';
import { readDayFeatureBatches } from '../features/panel-queries.ts';
import { findMutedPatternKeys } from '../patterns/mutes-queries.ts';
import { selectPatternsIgnoredByTiers } from '../patterns/records.ts';
import { checkCountAgainstUsual } from '../steps/checks.ts';
import { earlierCheckValues } from '../steps/checks-queries.ts';
import type { StepResult } from '../steps/runs-queries.ts';
import { type StepContext, StepStopped } from '../steps/step.ts';
import { predictHorizonChances } from './learner/chances.ts';
import {
  findActiveModel,
  findModelTrainedOnOrBefore,
  newestModelVersion,
  type SavedModel,
} from './model-queries.ts';
import { toModelColumns } from './model-values.ts';
import { buildPrediction } from './prediction.ts';
import { replaceDayPredictions, serializePredictions } from './predictions-queries.ts';
import { retrainModel } from './retrain.ts';

/** Number of days after which the model is trained again. */
const trainedForDays = 7;

/**
 * Returns the model for the day. For a past day, this is the newest model trained by that day,
 * because a later model would know the future.
 */
async function modelFor(context: StepContext): Promise<SavedModel> {
  const { queries, day } = context;
  const current = await findActiveModel(queries);
  if (current !== undefined && day < current.trainedOn) {
    const then = await findModelTrainedOnOrBefore(queries, day);
    if (then === undefined)
      throw new StepStopped(
        'No model had been trained by that day, and a newer model would use data from after that day.',
      );
    return then;
  }
  const newest = await newestModelVersion(queries);
  const isFresh = newest !== undefined && daysBetween(newest.trainedOn, day) < trainedForDays;
  const model = isFresh ? current : await retrainModel(context);
  if (model === undefined)
    throw new StepStopped(
      'There are too few recorded losses to train a model. Add or import losses.',
    );
  return model;
}

/**
 * Makes the predictions of a day and replaces existing predictions in one transaction. Trains a
 * model first if necessary.
 */
export async function predictChurnForDay(context: StepContext): Promise<StepResult> {
  const { queries, day, transact } = context;
  const model = await modelFor(context);
  const silent = selectPatternsIgnoredByTiers(
    await findMutedPatternKeys(queries),
    model.report.patterns,
  );
  const texts: string[] = [];
  let count = 0;
  let flagged = 0;
  for await (const rows of readDayFeatureBatches(queries, day)) {
    const chances = predictHorizonChances(
      model.model,
      rows.map((row) => toModelColumns(row.known)),
    );
    const predictions = rows.flatMap((row, at) => {
      const chance = chances[at];
      return chance === undefined ? [] : [buildPrediction(row, day, chance, model, silent)];
    });
    texts.push(serializePredictions(predictions));
    count += predictions.length;
    flagged += predictions.filter(({ tier }) => tier !== null).length;
  }
  if (count === 0) throw new StepStopped('No customer has features on that day.');
  const before = await earlierCheckValues(queries, 'score', day);
  await transact((transaction) => replaceDayPredictions(transaction, day, texts));
  return {
    rowsIn: count,
    rowsOut: count,
    rejects: 0,
    checks: [
      checkCountAgainstUsual(
        'predicted',
        'Customers with a prediction',
        count,
        before.get('predicted') ?? [],
        true,
      ),
      checkCountAgainstUsual(
        'flagged',
        'Customers in a tier',
        flagged,
        before.get('flagged') ?? [],
        false,
      ),
    ],
  };
}
