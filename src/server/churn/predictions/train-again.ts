import { mutedPatterns } from '../patterns/mutes-queries.ts';
import type { StepContext } from '../pipeline/step.ts';
import { trainingThread } from './learner/training-thread.ts';
import { chosenVersion, currentModel, draftModel, type KeptModel, putInUse } from './model-queries.ts';
import { readPanel, sundaysToLearnFrom } from './panel.ts';
import { clearBacktest, insertPredictions } from './predictions-queries.ts';

/**
 * Trains a model on all that is known before a day, and predicts the past with models that did not know it. It comes into use once all
 * of that is kept, unless somebody chose another: then it is only kept beside it. Answers the model in use; undefined with too few losses.
 */
export async function trainAgain(context: StepContext): Promise<KeptModel | undefined> {
  const { queries, day, progress, signal } = context;
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
    await keep(context, learned, thread);
    return currentModel(queries);
  } finally {
    await thread.close();
  }
}

async function keep(
  { queries, day, transact, clock }: StepContext,
  learned: Pick<KeptModel, 'model' | 'report'>,
  thread: Pick<ReturnType<typeof trainingThread>, 'nextSunday'>,
): Promise<void> {
  // The past is told by the model in use, or by the one that is about to be.
  const isChosen = (await chosenVersion(queries)) !== undefined;
  const version = await transact(async (transaction) => {
    if (!isChosen) await clearBacktest(transaction);
    return draftModel(transaction, { ...learned, trainedOn: day }, clock());
  });
  if (!isChosen)
    for (let past = await thread.nextSunday(version); past !== undefined; past = await thread.nextSunday(version)) {
      const predictions = past;
      await transact((transaction) => insertPredictions(transaction, predictions, true));
    }
  await transact((transaction) => putInUse(transaction, version));
}
