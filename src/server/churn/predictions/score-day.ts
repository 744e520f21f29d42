import { daysBetween } from '#shared/core/dates.ts';
import { mutedPatterns } from '../patterns/mutes-queries.ts';
import { silentPatterns } from '../patterns/records.ts';
import { countCheck } from '../pipeline/checks.ts';
import { valuesBefore } from '../pipeline/checks-queries.ts';
import { readFeatures } from '../pipeline/panel-queries.ts';
import type { StepResult } from '../pipeline/runs-queries.ts';
import { type StepContext, StepStopped } from '../pipeline/step.ts';
import { chancesOf } from './learner/chances.ts';
import { currentModel, type KeptModel, modelOn, newestVersion } from './model-queries.ts';
import { modelValues } from './model-values.ts';
import { predictionOf } from './prediction.ts';
import { predictionsText, replaceDay } from './predictions-queries.ts';
import { trainAgain } from './train-again.ts';

/** A model is trained again after so many days. */
const trainedForDays = 7;

/** A past day gets the newest model that had been trained by then: a later one would know what came after. */
async function modelFor(context: StepContext): Promise<KeptModel> {
  const { queries, day } = context;
  const current = await currentModel(queries);
  if (current !== undefined && day < current.trainedOn) {
    const then = await modelOn(queries, day);
    if (then === undefined) throw new StepStopped('No model had been trained by that day, and a newer one would know what came after it.');
    return then;
  }
  const newest = await newestVersion(queries);
  const isFresh = newest !== undefined && daysBetween(newest.trainedOn, day) < trainedForDays;
  const model = isFresh ? current : await trainAgain(context);
  if (model === undefined) throw new StepStopped('There are too few known losses to learn from.');
  return model;
}

/** Makes the predictions of a day and puts them in place of those that were there, all at once; first it sees to a model. */
export async function scoreDay(context: StepContext): Promise<StepResult> {
  const { queries, day, transact } = context;
  const model = await modelFor(context);
  const silent = silentPatterns(await mutedPatterns(queries), model.report.patterns);
  const texts: string[] = [];
  let count = 0;
  let flagged = 0;
  for await (const rows of readFeatures(queries, day)) {
    const chances = chancesOf(
      model.model,
      rows.map((row) => modelValues(row.known)),
    );
    const predictions = rows.flatMap((row, at) => {
      const chance = chances[at];
      return chance === undefined ? [] : [predictionOf(row, day, chance, model, silent)];
    });
    texts.push(predictionsText(predictions));
    count += predictions.length;
    flagged += predictions.filter(({ tier }) => tier !== null).length;
  }
  if (count === 0) throw new StepStopped('Nothing is known of anybody on that day.');
  const before = await valuesBefore(queries, 'score', day);
  await transact((transaction) => replaceDay(transaction, day, texts));
  return {
    rowsIn: count,
    rowsOut: count,
    rejects: 0,
    checks: [
      countCheck('predicted', 'Customers with a prediction', count, before.get('predicted') ?? [], true),
      countCheck('flagged', 'Customers in a tier', flagged, before.get('flagged') ?? [], false),
    ],
  };
}
