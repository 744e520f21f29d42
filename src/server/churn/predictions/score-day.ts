import { type FlaggedChances, daysUntil, churnTierOf } from '#shared/churn/predictions/tiers.ts';
import { knownFeatures } from '#shared/churn/patterns/features.ts';
import { patternsIn } from '#shared/churn/patterns/patterns.ts';
import { daysBetween, type Day } from '#shared/core/dates.ts';
import { valuesBefore } from '../pipeline/checks-queries.ts';
import { countCheck } from '../pipeline/checks.ts';
import { readFeatures } from '../pipeline/panel-queries.ts';
import type { StepResult } from '../pipeline/runs-queries.ts';
import { type StepContext, StepStopped } from '../pipeline/step.ts';
import { mutedPatterns } from '../patterns/mutes-queries.ts';
import { predict } from './learner.ts';
import { currentModel, type KeptModel } from './model-queries.ts';
import { modelValues } from './panel.ts';
import { type Prediction, replaceDay } from './predictions-queries.ts';
import { trainAgain } from './train-again.ts';

/** A model is trained again after so many days. */
const trainedForDays = 7;

/** Makes the predictions of a day and puts them in place of those that were there, all at once; first it sees to a model. */
export async function scoreDay(context: StepContext): Promise<StepResult> {
  const { queries, day, transact } = context;
  const kept = await currentModel(queries);
  const isFresh = kept !== undefined && daysBetween(kept.trainedOn, day) < trainedForDays;
  const model = isFresh ? kept : await trainAgain(context);
  if (model === undefined) throw new StepStopped('There are too few losses whose outcome is known to learn from.');
  const muted = await mutedPatterns(queries);
  const predictions: Prediction[] = [];
  for await (const rows of readFeatures(queries, day)) {
    const chances = predict(model.model, rows.map((row) => modelValues(row.known)));
    for (const [at, row] of rows.entries()) {
      const chance = chances[at];
      if (chance !== undefined) predictions.push(predictionOf(row, day, chance, model, muted));
    }
  }
  if (predictions.length === 0) throw new StepStopped('Nothing is known of anybody on that day.');
  const before = await valuesBefore(queries, 'score', day);
  const flagged = predictions.filter(({ tier }) => tier !== null).length;
  await transact((transaction) => replaceDay(transaction, day, predictions));
  return {
    rowsIn: predictions.length,
    rowsOut: predictions.length,
    rejects: 0,
    checks: [
      countCheck('predicted', 'Customers with a prediction', predictions.length, before.get('predicted') ?? [], true),
      countCheck('flagged', 'Customers in a tier', flagged, before.get('flagged') ?? [], false),
    ],
  };
}

/** What a model says of a customer, with its tier by days left and patterns. */
export function predictionOf(
  { institution_id: institutionId, known }: { institution_id: number; known: readonly (number | null)[] },
  day: Day,
  chances: FlaggedChances,
  { version, report: { level } }: Pick<KeptModel, 'version'> & { report: Pick<KeptModel['report'], 'level'> },
  muted: ReadonlySet<string>,
): Prediction {
  const found = patternsIn(knownFeatures(known), muted);
  const daysLeft = daysUntil(level, chances);
  const { chance60, low, high } = chances;
  const scaled = (to: number) => {
    const factor = chance60 > 0 ? to / chance60 : 1;
    return daysUntil(level, { chance30: chances.chance30 * factor, chance45: chances.chance45 * factor, chance60: to });
  };
  return {
    institutionId,
    day,
    modelVersion: version,
    ...chances,
    daysLeft,
    daysLow: scaled(high),
    daysHigh: scaled(low),
    patterns: found,
    tier: churnTierOf(daysLeft, found.length),
  };
}
