import { Worker } from 'node:worker_threads';
import type { ModelReport } from '#shared/churn/quality/quality.ts';
import type { Day } from '#shared/core/dates.ts';
import type { Prediction } from '../predictions-queries.ts';
import type { TrainingPanelPart } from './panel.ts';
import type { TrainedModel } from './trained-model.ts';

export interface TrainingThreadStart {
  /** Training Sundays, oldest first. */
  days: readonly Day[];
  day: Day;
  /** Keys of the patterns that tiers ignore. */
  muted: readonly string[];
}

export type TrainingThreadRequest =
  | { ask: 'add'; part: TrainingPanelPart }
  | { ask: 'learn' }
  | { ask: 'past'; version: number };

/**
 * Starts a worker thread that collects rows, trains a model and then returns the model's backtest
 * predictions.
 */
export function startTrainingThread(start: TrainingThreadStart, signal: AbortSignal) {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: start,
    execArgv: [],
    name: 'churn-training',
  });
  let waiting: { resolve(answer: unknown): void; reject(reason: unknown): void } | undefined;
  let failure: { reason: unknown } | undefined;
  const fail = (reason: unknown) => {
    failure ??= { reason };
    waiting?.reject(failure.reason);
  };
  const stop = () => fail(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  worker.on('message', (answer: unknown) => waiting?.resolve(answer));
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('The training thread ended without a result.')));

  /** Sends a request to the worker and returns its answer. Only one request may be pending. */
  function answerTo<T>(question: TrainingThreadRequest): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    waiting = { resolve, reject };
    if (failure === undefined) worker.postMessage(question);
    else reject(failure.reason);
    return promise;
  }

  return {
    /** Adds rows. Transfers the buffers to the worker, because copying them would take long. */
    add(part: TrainingPanelPart): void {
      const question: TrainingThreadRequest = { ask: 'add', part };
      worker.postMessage(question, [
        part.institutions.buffer,
        part.known.buffer,
        part.noticeInDays.buffer,
      ]);
    },
    /** Trains the model. Resolves to `undefined` when there are too few losses. */
    learn: () =>
      answerTo<{ model: TrainedModel; report: ModelReport } | undefined>({ ask: 'learn' }),
    /** Returns the next batch of backtest predictions, or `undefined` after the last batch. */
    nextPast: (version: number) => answerTo<Prediction[] | undefined>({ ask: 'past', version }),
    async close(): Promise<void> {
      signal.removeEventListener('abort', stop);
      await worker.terminate();
    },
  };
}
