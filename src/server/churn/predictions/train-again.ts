import { mutedPatterns } from '../patterns/mutes-queries.ts';
import type { StepContext } from '../pipeline/step.ts';
import { trainingThread } from './learner/training-thread.ts';
import { currentModel, draftModel, type KeptModel, putInUse } from './model-queries.ts';
import { readPanel, sundaysToLearnFrom } from './panel.ts';
import { clearStagedBacktest, replaceBacktest, stageBacktest } from './predictions-queries.ts';

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
  { day, transact, clock }: StepContext,
  learned: Pick<KeptModel, 'model' | 'report'>,
  thread: Pick<ReturnType<typeof trainingThread>, 'nextPast'>,
): Promise<void> {
  const version = await transact(async (transaction) => {
    await clearStagedBacktest(transaction);
    return draftModel(transaction, { ...learned, trainedOn: day }, clock());
  });
  for (let past = await thread.nextPast(version); past !== undefined; past = await thread.nextPast(version)) {
    const predictions = past;
    await transact((transaction) => stageBacktest(transaction, predictions));
  }
  await transact(async (transaction) => {
    // The past is told by the model in use.
    if (await putInUse(transaction, version)) await replaceBacktest(transaction);
    await clearStagedBacktest(transaction);
  });
}
