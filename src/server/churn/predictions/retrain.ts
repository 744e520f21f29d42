import { findMutedPatternKeys } from '../patterns/mutes-queries.ts';
import type { StepContext } from '../steps/step.ts';
import { startTrainingThread } from './learner/training-thread.ts';
import {
  activateDraftModel,
  findActiveModel,
  insertDraftModel,
  type SavedModel,
} from './model-queries.ts';
import { readTrainingPanelBatches, trainingSundays } from './panel.ts';
import { clearStagedBacktest, replaceBacktest, stageBacktest } from './predictions-queries.ts';

/**
 * Trains a model on all data known before a day and backtests it on the past. Once everything is
 * saved, activates the model unless an admin chose another version. Returns the active model;
 * `undefined` with too few losses.
 */
export async function retrainModel(context: StepContext): Promise<SavedModel | undefined> {
  const { queries, day, progress, signal } = context;
  await progress(0, 3, 'reading past weeks');
  const days = await trainingSundays(queries, day);
  const thread = startTrainingThread(
    { days, day, muted: [...(await findMutedPatternKeys(queries))] },
    signal,
  );
  try {
    for await (const part of readTrainingPanelBatches(queries, days, day)) {
      signal.throwIfAborted();
      thread.add(part);
    }
    await progress(1, 3, 'training');
    const learned = await thread.learn();
    if (learned === undefined) return undefined;
    await progress(2, 3, 'saving the model');
    await keep(context, learned, thread);
    return findActiveModel(queries);
  } finally {
    await thread.close();
  }
}

async function keep(
  { day, transact, clock }: StepContext,
  learned: Pick<SavedModel, 'model' | 'report'>,
  thread: Pick<ReturnType<typeof startTrainingThread>, 'nextPast'>,
): Promise<void> {
  const version = await transact(async (transaction) => {
    await clearStagedBacktest(transaction);
    return insertDraftModel(transaction, { ...learned, trainedOn: day }, clock());
  });
  for (
    let past = await thread.nextPast(version);
    past !== undefined;
    past = await thread.nextPast(version)
  ) {
    const predictions = past;
    await transact((transaction) => stageBacktest(transaction, predictions));
  }
  await transact(async (transaction) => {
    // Backtest predictions must come from the active model.
    if (await activateDraftModel(transaction, version)) await replaceBacktest(transaction);
    await clearStagedBacktest(transaction);
  });
}
