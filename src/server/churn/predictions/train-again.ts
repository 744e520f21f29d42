import { mutedPatterns } from '../patterns/mutes-queries.ts';
import type { StepContext } from '../pipeline/step.ts';
import { trainingThread } from './learner/training-thread.ts';
import { draftModel, type KeptModel, putInUse } from './model-queries.ts';
import { readPanel, sundaysToLearnFrom } from './panel.ts';
import { clearBacktest, insertPredictions } from './predictions-queries.ts';

/**
 * Trains a model on all that is known before a day, and predicts the past with models that did not know it. It comes into use once all
 * of that is kept. Undefined with too few losses.
 */
export async function trainAgain({ queries, day, transact, clock, progress, signal }: StepContext): Promise<KeptModel | undefined> {
  await progress(0, 3, 'reading past weeks');
  const days = await sundaysToLearnFrom(queries, day);
  const thread = trainingThread({ days, day, muted: [...(await mutedPatterns(queries))] }, signal);
  try {
    for await (const part of readPanel(queries, days, day)) {
      signal.throwIfAborted();
      thread.add(part);
    }
    await progress(1, 3, 'training');
    const learned = await thread.learn();
    if (learned === undefined) return undefined;
    await progress(2, 3, 'keeping what it found');
    const version = await transact(async (transaction) => {
      const draft = await draftModel(transaction, { ...learned, trainedOn: day }, clock());
      await clearBacktest(transaction);
      return draft;
    });
    for (let past = await thread.nextSunday(version); past !== undefined; past = await thread.nextSunday(version)) {
      const predictions = past;
      await transact((transaction) => insertPredictions(transaction, predictions, true));
    }
    await transact((transaction) => putInUse(transaction, version));
    return { version, trainedOn: day, ...learned };
  } finally {
    await thread.close();
  }
}
